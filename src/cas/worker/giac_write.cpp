// Expression trees to Giac's values.
#include <stdexcept>

#include "cas/worker/giac_bridge.h"
#include "cas/worker/giac_names.h"

namespace codecalc::cas {

using giac::gen;
using giac::makesequence;
using giac::symbolic;

namespace {

gen whole(const fmpz* n) {
  if (fmpz_fits_si(n) && fmpz_get_si(n) >= INT32_MIN / 2 && fmpz_get_si(n) <= INT32_MAX / 2) {
    return gen(static_cast<int>(fmpz_get_si(n)));
  }
  mpz_t z;
  mpz_init(z);
  fmpz_get_mpz(z, n);
  gen g(z);
  mpz_clear(z);
  return g;
}

gen number(const Fraction& q) {
  const gen top = whole(fmpq_numref(q.get()));
  return q.integer() ? top : top / whole(fmpq_denref(q.get()));
}

class Writer {
 public:
  explicit Writer(const Giac::State& state) : state_(state) {}

  gen write(const Expr& e) const {
    switch (e->kind) {
      case Kind::kNumber: {
        const auto v = literal_value(e->text);
        if (!v) throw std::runtime_error("number too long");
        return number(*v);
      }
      case Kind::kBoolean: return gen(e->text == "true" ? 1 : 0);
      case Kind::kSymbol: return symbol(e->text);
      case Kind::kUnary:
        if (e->op == Op::kNegate) return -write(e->children[0]);
        if (e->op == Op::kNot) return gen(symbolic(giac::at_not, write(e->children[0])));
        break;
      case Kind::kBinary: return binary(e);
      case Kind::kCompare: return chain(e);
      case Kind::kCall: return call(e);
      case Kind::kTuple: return gen(all(e), giac::_SEQ__VECT);
      case Kind::kList: return gen(all(e), 0);
      case Kind::kDirection: break;
    }
    throw std::runtime_error("no such thing in algebra");
  }

 private:
  giac::vecteur all(const Expr& e) const {
    giac::vecteur out;
    for (const Expr& child : e->children) out.push_back(write(child));
    return out;
  }

  gen symbol(const std::string& name) const {
    if (const auto c = expr::constant_named(name)) {
      switch (*c) {
        case expr::Constant::kPi: return state_.pi;
        case expr::Constant::kE: return exponential(gen(1));
        case expr::Constant::kTau: return gen(2) * state_.pi;
        case expr::Constant::kImaginary: return state_.imaginary;
        case expr::Constant::kInfinity: return state_.plus_infinity;
        case expr::Constant::kComplexInfinity: return state_.unsigned_infinity;
        case expr::Constant::kNan: return state_.undefined;
      }
    }
    if (name == "EulerGamma") return state_.euler_gamma;
    if (name == "GoldenRatio") return (gen(1) + square_root(gen(5))) / gen(2);
    return state_.symbol(name);
  }

  gen exponential(const gen& x) const { return gen(symbolic(giac::at_exp, x)); }
  gen square_root(const gen& x) const {
    return gen(symbolic(giac::at_pow, makesequence(x, gen(1) / gen(2))));
  }

  gen binary(const Expr& e) const {
    const gen a = write(e->children[0]);
    const gen b = write(e->children[1]);
    switch (e->op) {
      case Op::kAdd: return a + b;
      case Op::kSubtract: return a - b;
      case Op::kMultiply: return a * b;
      case Op::kDivide:
        if (giac::is_zero(b)) return giac::is_zero(a) ? state_.undefined : state_.unsigned_infinity;
        return a / b;
      case Op::kPower: {
        const bool e_base = e->children[0]->kind == Kind::kSymbol &&
                            expr::constant_named(e->children[0]->text) == expr::Constant::kE;
        return e_base ? exponential(b) : gen(symbolic(giac::at_pow, makesequence(a, b)));
      }
      case Op::kFloorDivide: return state_.call("floor", a / b);
      case Op::kModulo: return a - b * state_.call("floor", a / b);
      case Op::kAnd:
      case Op::kBitAnd: return gen(symbolic(giac::at_and, makesequence(a, b)));
      case Op::kOr:
      case Op::kBitOr: return gen(symbolic(giac::at_ou, makesequence(a, b)));
      default: throw std::runtime_error("no such operator in algebra");
    }
  }

  static gen relation(Op op, const gen& a, const gen& b) {
    switch (op) {
      case Op::kLess: return gen(symbolic(giac::at_inferieur_strict, makesequence(a, b)));
      case Op::kLessEqual: return gen(symbolic(giac::at_inferieur_egal, makesequence(a, b)));
      case Op::kGreater: return gen(symbolic(giac::at_superieur_strict, makesequence(a, b)));
      case Op::kGreaterEqual: return gen(symbolic(giac::at_superieur_egal, makesequence(a, b)));
      case Op::kNotEqual: return gen(symbolic(giac::at_different, makesequence(a, b)));
      default: return gen(symbolic(giac::at_equal, makesequence(a, b)));
    }
  }

  gen chain(const Expr& e) const {
    gen out;
    for (std::size_t i = 0; i < e->relations.size(); ++i) {
      const gen r = relation(e->relations[i], write(e->children[i]), write(e->children[i + 1]));
      out = i == 0 ? r : gen(symbolic(giac::at_and, makesequence(out, r)));
    }
    return out;
  }

  gen piecewise(const Expr& e) const {
    giac::vecteur out;
    for (const Expr& branch : e->children) {
      if (branch->kind != Kind::kTuple || branch->children.size() != 2) {
        throw std::runtime_error("Piecewise takes pairs");
      }
      const Expr& condition = branch->children[1];
      const bool rest = condition->kind == Kind::kBoolean && condition->text == "true";
      if (!rest) out.push_back(write(condition));
      out.push_back(write(branch->children[0]));
    }
    return gen(symbolic(giac::at_piecewise, gen(out, giac::_SEQ__VECT)));
  }

  gen call(const Expr& e) const {
    const std::string& name = e->text;
    if (name == "Piecewise") return piecewise(e);
    const giac::vecteur a = all(e);
    const std::size_t n = a.size();
    if (n == 1) {
      if (name == "exp") return exponential(a[0]);
      if (name == "sqrt") return square_root(a[0]);
      if (name == "cbrt") return gen(symbolic(giac::at_pow, makesequence(a[0], gen(1) / gen(3))));
      if (name == "coth") return gen(1) / state_.call("tanh", a[0]);
      if (name == "sech") return gen(1) / state_.call("cosh", a[0]);
      if (name == "csch") return gen(1) / state_.call("sinh", a[0]);
      if (name == "acoth") return state_.call("atanh", gen(1) / a[0]);
      if (name == "asech") return state_.call("acosh", gen(1) / a[0]);
      if (name == "acsch") return state_.call("asinh", gen(1) / a[0]);
      if (name == "li") return state_.call("Ei", state_.call("ln", a[0]));
      if (name == "loggamma") return state_.call("ln", state_.call("Gamma", a[0]));
      if (name == "harmonic") return state_.call("Psi", a[0] + gen(1)) + state_.euler_gamma;
    }
    if (n == 2) {
      if (name == "log") return state_.call("ln", a[0]) / state_.call("ln", a[1]);
      if (name == "root") return gen(symbolic(giac::at_pow, makesequence(a[0], gen(1) / a[1])));
      if (name == "Rational") return a[0] / a[1];
      if (name == "Mod") return a[0] - a[1] * state_.call("floor", a[0] / a[1]);
      if (name == "polygamma") return state_.call("Psi", makesequence(a[1], a[0]));
      if (name == "giac_derive") return gen(symbolic(giac::at_derive, makesequence(a[0], a[1])));
    }
    const auto known = giac_name(name);
    if (known) return state_.call(*known, n == 1 ? a[0] : gen(a, giac::_SEQ__VECT));
    return gen(symbolic(
        giac::at_of, makesequence(state_.symbol(name), n == 1 ? a[0] : gen(a, giac::_SEQ__VECT))));
  }

  const Giac::State& state_;
};

}  // namespace

gen to_giac(const Expr& e, const Giac::State& state) { return Writer(state).write(e); }

}  // namespace codecalc::cas
