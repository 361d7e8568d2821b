// Interval evaluation: every operation checks its domain on the enclosure of its operands.
#include "calc/certified/numeric.h"

#include <arb_hypgeom.h>

#include <utility>

namespace codecalc::calc::certified {
namespace {

Outcome domain(std::string why) { return {Fault::kDomain, std::move(why)}; }
Outcome more_precision() { return {Fault::kPrecision, {}}; }

/// A condition that an operand must meet: known to hold, known to fail, or open.
enum class Truth { kYes, kNo, kOpen };

Truth positive(arb_srcptr x) {
  if (arb_is_positive(x)) return Truth::kYes;
  return arb_is_nonpositive(x) ? Truth::kNo : Truth::kOpen;
}
Truth nonnegative(arb_srcptr x) {
  if (arb_is_nonnegative(x)) return Truth::kYes;
  return arb_is_negative(x) ? Truth::kNo : Truth::kOpen;
}

Outcome need(Truth truth, std::string_view function, std::string_view wanted) {
  if (truth == Truth::kYes) return {};
  if (truth == Truth::kOpen) return more_precision();
  return domain(std::string(function) + " needs " + std::string(wanted));
}

class Evaluation {
 public:
  Evaluation(const Program& program, const Known& known, slong precision)
      : program_(program), known_(known), prec_(precision) {
    values_ = _arb_vec_init(static_cast<slong>(program.size()));
  }
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
  ~Evaluation() {
    if (!stopped()) _arb_vec_clear(values_, static_cast<slong>(program_.size()));
  }

  Outcome run(Arb& result) {
    for (std::size_t i = 0; i < program_.size(); ++i) {
      Outcome outcome = step(program_[i], values_ + i);
      if (outcome.fault == Fault::kDomain) return outcome;
      const bool exact = i < known_.size() && known_[i];
      if (exact) set_rational(values_ + i, *known_[i]);
      else if (outcome.fault != Fault::kNone) return outcome;
      else if (!arb_is_finite(values_ + i)) return more_precision();
    }
    arb_set(result.get(), values_ + program_.size() - 1);
    return {};
  }

 private:
  void set_rational(arb_ptr to, const std::string& text) {
    fmpq_t q;
    fmpq_init(q);
    read_rational(q, text);
    arb_set_fmpq(to, q, prec_);
    fmpq_clear(q);
  }

  Outcome step(const Step& s, arb_ptr to) {
    arb_srcptr x = values_ + s.left;
    arb_srcptr y = values_ + s.right;
    switch (s.op) {
      case Op::kNumber: set_rational(to, s.number); return {};
      case Op::kPi: arb_const_pi(to, prec_); return {};
      case Op::kE: arb_const_e(to, prec_); return {};
      case Op::kNegate: arb_neg(to, x); return {};
      case Op::kAdd: arb_add(to, x, y, prec_); return {};
      case Op::kSubtract: arb_sub(to, x, y, prec_); return {};
      case Op::kMultiply: arb_mul(to, x, y, prec_); return {};
      case Op::kDivide:
        if (arb_is_zero(y)) return domain("division by zero");
        if (arb_contains_zero(y)) return more_precision();
        arb_div(to, x, y, prec_);
        return {};
      case Op::kPower: return power(to, x, s);
      case Op::kRoot: return root(to, x, s);
      case Op::kAtan2:
        if (arb_is_zero(x) && arb_is_zero(y)) return domain("atan2(0, 0) has no value");
        arb_atan2(to, x, y, prec_);
        // Across the cut both branches are in the enclosure.
        return arb_contains_zero(x) && !arb_is_exact(x) && !arb_is_positive(y) ? more_precision()
                                                                               : Outcome{};
      default: return function(s.op, to, x);
    }
  }

  Outcome function(Op op, arb_ptr to, arb_srcptr x) {
    switch (op) {
      case Op::kExp: arb_exp(to, x, prec_); return {};
      case Op::kSin: arb_sin(to, x, prec_); return {};
      case Op::kCos: arb_cos(to, x, prec_); return {};
      case Op::kTan: arb_tan(to, x, prec_); return {};
      case Op::kAtan: arb_atan(to, x, prec_); return {};
      case Op::kSinh: arb_sinh(to, x, prec_); return {};
      case Op::kCosh: arb_cosh(to, x, prec_); return {};
      case Op::kTanh: arb_tanh(to, x, prec_); return {};
      case Op::kAsinh: arb_asinh(to, x, prec_); return {};
      case Op::kErf: arb_hypgeom_erf(to, x, prec_); return {};
      case Op::kGamma:
        if (arb_is_int(x) && arb_is_nonpositive(x))
          return domain("gamma needs a value other than 0, -1, -2, ...");
        arb_gamma(to, x, prec_);
        return {};
      default: return bounded_function(op, to, x);
    }
  }

  /// Functions that are real on a part of the line.
  Outcome bounded_function(Op op, arb_ptr to, arb_srcptr x) {
    Arb edge;
    Outcome outcome;
    switch (op) {
      case Op::kSqrt:
        outcome = need(nonnegative(x), "sqrt", "a value of at least 0");
        if (outcome.fault == Fault::kNone) arb_sqrt(to, x, prec_);
        return outcome;
      case Op::kLog:
        outcome = need(positive(x), "log", "a value above 0");
        if (outcome.fault == Fault::kNone) arb_log(to, x, prec_);
        return outcome;
      case Op::kLog1p:
        arb_add_ui(edge.get(), x, 1, prec_);
        outcome = need(positive(edge.get()), "log1p", "a value above -1");
        if (outcome.fault == Fault::kNone) arb_log1p(to, x, prec_);
        return outcome;
      case Op::kAcosh:
        arb_sub_ui(edge.get(), x, 1, prec_);
        outcome = need(nonnegative(edge.get()), "acosh", "a value of at least 1");
        if (outcome.fault == Fault::kNone) arb_acosh(to, x, prec_);
        return outcome;
      default: break;
    }
    arb_abs(edge.get(), x);
    arb_sub_ui(edge.get(), edge.get(), 1, prec_);
    arb_neg(edge.get(), edge.get());  // 1 - |x|
    if (op == Op::kAtanh) {
      outcome = need(positive(edge.get()), "atanh", "a value between -1 and 1");
      if (outcome.fault == Fault::kNone) arb_atanh(to, x, prec_);
      return outcome;
    }
    outcome =
        need(nonnegative(edge.get()), op == Op::kAsin ? "asin" : "acos", "a value from -1 to 1");
    if (outcome.fault != Fault::kNone) return outcome;
    if (op == Op::kAsin) arb_asin(to, x, prec_);
    else arb_acos(to, x, prec_);
    return {};
  }

  /// The exact rational that step `i` is, if it is known.
  bool rational(std::uint32_t i, fmpq_t to) const {
    if (program_[i].op == Op::kNumber) {
      read_rational(to, program_[i].number);
    } else if (i < known_.size() && known_[i]) {
      read_rational(to, *known_[i]);
    } else {
      return false;
    }
    return true;
  }

  Outcome power(arb_ptr to, arb_srcptr x, const Step& s) {
    fmpq_t q;
    fmpq_init(q);
    const bool exact = rational(s.right, q);
    Outcome outcome;
    if (exact && fmpz_is_one(fmpq_denref(q))) {
      if (fmpz_sgn(fmpq_numref(q)) < 0 && arb_is_zero(x))
        outcome = domain("division by zero: 0 to a negative power");
      else if (fmpz_sgn(fmpq_numref(q)) < 0 && arb_contains_zero(x)) outcome = more_precision();
      else arb_pow_fmpz(to, x, fmpq_numref(q), prec_);
    } else if (arb_is_zero(x)) {
      const Truth above =
          exact ? (fmpq_sgn(q) > 0 ? Truth::kYes : Truth::kNo) : positive(values_ + s.right);
      outcome = need(above, "a power of 0", "a positive exponent");
      if (outcome.fault == Fault::kNone) arb_zero(to);
    } else {
      outcome = need(positive(x), "a fractional or irrational power", "a base above 0");
      if (outcome.fault == Fault::kNone && exact) arb_pow_fmpq(to, x, q, prec_);
      else if (outcome.fault == Fault::kNone) arb_pow(to, x, values_ + s.right, prec_);
    }
    fmpq_clear(q);
    return outcome;
  }

  Outcome root(arb_ptr to, arb_srcptr x, const Step& s) {
    fmpq_t q;
    fmpq_init(q);
    const bool usable = rational(s.right, q) && fmpz_is_one(fmpq_denref(q)) &&
                        fmpz_sgn(fmpq_numref(q)) > 0 && fmpz_abs_fits_ui(fmpq_numref(q));
    const ulong n = usable ? fmpz_get_ui(fmpq_numref(q)) : 0;
    fmpq_clear(q);
    if (!usable) return domain("the degree of a root is a positive integer");
    if (n % 2 == 1 && arb_is_negative(x)) {
      arb_neg(to, x);
      arb_root_ui(to, to, n, prec_);
      arb_neg(to, to);
      return {};
    }
    Outcome outcome = need(nonnegative(x), "an even root", "a value of at least 0");
    if (outcome.fault == Fault::kNone) arb_root_ui(to, x, n, prec_);
    return outcome;
  }

  const Program& program_;
  const Known& known_;
  slong prec_;
  arb_ptr values_;
};

}  // namespace

void read_rational(fmpq_t to, const std::string& hexadecimal) {
  const std::size_t slash = hexadecimal.find('/');
  fmpz_set_str(fmpq_numref(to), hexadecimal.substr(0, slash).c_str(), 16);
  if (slash == std::string::npos) fmpz_one(fmpq_denref(to));
  else fmpz_set_str(fmpq_denref(to), hexadecimal.substr(slash + 1).c_str(), 16);
}

Outcome enclose(Arb& result, const Program& program, const Known& known, slong precision) {
  return Evaluation(program, known, precision).run(result);
}

}  // namespace codecalc::calc::certified
