// Certified numeric values of expressions, by Arb.
#include "cas/worker/numeric.h"

#include <acb_elliptic.h>
#include <acb_hypgeom.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "cas/worker/numeric_functions.h"
#include "cas/worker/polynomial.h"

namespace codecalc::cas {

namespace {

class Evaluator {
 public:
  Evaluator(const Point& at, const NumericOptions& options) : at_(at), options_(options) {}

  std::optional<Ball> value(const Expr& e);
  std::optional<bool> truth(const Expr& e);

 private:
  std::optional<Ball> symbol(const Expr& e);
  std::optional<Ball> binary(const Expr& e);
  std::optional<Ball> power(const Expr& e);
  std::optional<Ball> call(const Expr& e);
  std::optional<Ball> piecewise(const Expr& e);
  std::optional<bool> relation(Op op, const Expr& left, const Expr& right);

  const Point& at_;
  const NumericOptions& options_;
};

std::optional<Ball> Evaluator::symbol(const Expr& e) {
  Ball out;
  if (const auto it = at_.find(e->text); it != at_.end()) return it->second;
  const slong p = options_.precision;
  if (const auto c = expr::constant_named(e->text)) {
    switch (*c) {
      case expr::Constant::kPi: arb_const_pi(out.re(), p); return out;
      case expr::Constant::kE: arb_const_e(out.re(), p); return out;
      case expr::Constant::kTau:
        arb_const_pi(out.re(), p);
        arb_mul_ui(out.re(), out.re(), 2, p);
        return out;
      case expr::Constant::kImaginary: acb_onei(out.get()); return out;
      default: return std::nullopt;
    }
  }
  if (e->text == "EulerGamma") {
    arb_const_euler(out.re(), p);
  } else if (e->text == "Catalan") {
    arb_const_catalan(out.re(), p);
  } else if (e->text == "GoldenRatio") {
    arb_sqrt_ui(out.re(), 5, p);
    arb_add_ui(out.re(), out.re(), 1, p);
    arb_mul_2exp_si(out.re(), out.re(), -1);
  } else {
    return std::nullopt;
  }
  return out;
}

std::optional<Ball> Evaluator::value(const Expr& e) {
  switch (e->kind) {
    case Kind::kNumber: {
      const auto v = literal_value(e->text);
      if (!v) return std::nullopt;
      Ball out;
      acb_set_fmpq(out.get(), v->get(), options_.precision);
      return out;
    }
    case Kind::kSymbol: return symbol(e);
    case Kind::kUnary: {
      if (e->op != Op::kNegate) return std::nullopt;
      auto v = value(e->children[0]);
      if (v) acb_neg(v->get(), v->get());
      return v;
    }
    case Kind::kBinary: return binary(e);
    case Kind::kCall: return call(e);
    default: return std::nullopt;
  }
}

std::optional<Ball> Evaluator::power(const Expr& e) {
  auto base = value(e->children[0]);
  if (!base) return std::nullopt;
  const slong p = options_.precision;
  if (const auto exact = rational_value(e->children[1])) {
    if (exact->integer()) {
      acb_pow_fmpz(base->get(), base->get(), fmpq_numref(exact->get()), p);
      return base;
    }
    if (fmpz_equal_ui(fmpq_denref(exact->get()), 2)) {
      acb_sqrt_analytic(base->get(), base->get(), options_.analytic, p);
      acb_pow_fmpz(base->get(), base->get(), fmpq_numref(exact->get()), p);
      return base;
    }
  }
  const auto exponent = value(e->children[1]);
  if (!exponent) return std::nullopt;
  if (e->children[0]->kind == Kind::kSymbol &&
      expr::constant_named(e->children[0]->text) == expr::Constant::kE &&
      !at_.contains(e->children[0]->text)) {
    acb_exp(base->get(), exponent->get(), p);
    return base;
  }
  Ball out;
  acb_pow_analytic(out.get(), base->get(), exponent->get(), options_.analytic, p);
  return out;
}

std::optional<Ball> Evaluator::binary(const Expr& e) {
  if (e->op == Op::kPower) return power(e);
  auto a = value(e->children[0]);
  if (!a) return std::nullopt;
  const auto b = value(e->children[1]);
  if (!b) return std::nullopt;
  const slong p = options_.precision;
  switch (e->op) {
    case Op::kAdd: acb_add(a->get(), a->get(), b->get(), p); return a;
    case Op::kSubtract: acb_sub(a->get(), a->get(), b->get(), p); return a;
    case Op::kMultiply: acb_mul(a->get(), a->get(), b->get(), p); return a;
    case Op::kDivide: acb_div(a->get(), a->get(), b->get(), p); return a;
    case Op::kModulo: return numeric_function("Mod", {*a, *b}, options_);
    case Op::kFloorDivide:
      acb_div(a->get(), a->get(), b->get(), p);
      return numeric_function("floor", {*a}, options_);
    default: return std::nullopt;
  }
}

std::optional<Ball> Evaluator::piecewise(const Expr& e) {
  for (const Expr& branch : e->children) {
    if (branch->kind != Kind::kTuple || branch->children.size() != 2) return std::nullopt;
    const auto holds = truth(branch->children[1]);
    if (!holds) return std::nullopt;
    if (*holds) return value(branch->children[0]);
  }
  return std::nullopt;
}

std::optional<Ball> Evaluator::call(const Expr& e) {
  if (e->text == "Piecewise") return piecewise(e);
  if (e->text == "CRootOf" && e->children.size() == 2) {
    const auto index = integer_value(e->children[1]);
    if (!index) return std::nullopt;
    return root_of_value(e->children[0], *index, options_.precision);
  }
  std::vector<Ball> arguments;
  for (const Expr& child : e->children) {
    auto v = value(child);
    if (!v) return std::nullopt;
    arguments.push_back(*std::move(v));
  }
  return numeric_function(e->text, arguments, options_);
}

std::optional<bool> Evaluator::relation(Op op, const Expr& left, const Expr& right) {
  const auto a = value(left);
  const auto b = value(right);
  if (!a || !b) return std::nullopt;
  if (op == Op::kEqual || op == Op::kNotEqual) {
    const bool equal_op = op == Op::kEqual;
    if (!acb_overlaps(a->get(), b->get())) return !equal_op;
    if (acb_equal(a->get(), b->get()) && acb_is_exact(a->get())) return equal_op;
    return std::nullopt;
  }
  if (options_.analytic) {
    // On a ball off the axis the branch of the ball's real part is the analytic continuation.
    if (op == Op::kLess || op == Op::kLessEqual) {
      if (arb_lt(a->re(), b->re())) return true;
      if (arb_gt(a->re(), b->re())) return false;
      return std::nullopt;
    }
    if (arb_gt(a->re(), b->re())) return true;
    if (arb_lt(a->re(), b->re())) return false;
    return std::nullopt;
  }
  if (!a->real() || !b->real()) return std::nullopt;
  switch (op) {
    case Op::kLess:
      if (arb_lt(a->re(), b->re())) return true;
      if (arb_ge(a->re(), b->re())) return false;
      return std::nullopt;
    case Op::kLessEqual:
      if (arb_le(a->re(), b->re())) return true;
      if (arb_gt(a->re(), b->re())) return false;
      return std::nullopt;
    case Op::kGreater:
      if (arb_gt(a->re(), b->re())) return true;
      if (arb_le(a->re(), b->re())) return false;
      return std::nullopt;
    default:
      if (arb_ge(a->re(), b->re())) return true;
      if (arb_lt(a->re(), b->re())) return false;
      return std::nullopt;
  }
}

std::optional<bool> Evaluator::truth(const Expr& e) {
  if (e->kind == Kind::kBoolean) return e->text == "true";
  if (e->kind == Kind::kCompare) {
    for (std::size_t i = 0; i < e->relations.size(); ++i) {
      const auto holds = relation(e->relations[i], e->children[i], e->children[i + 1]);
      if (!holds) return std::nullopt;
      if (!*holds) return false;
    }
    return true;
  }
  if (e->kind == Kind::kUnary && (e->op == Op::kNot || e->op == Op::kBitNot)) {
    const auto inner = truth(e->children[0]);
    if (!inner) return std::nullopt;
    return !*inner;
  }
  if (e->kind != Kind::kBinary) return std::nullopt;
  const auto a = truth(e->children[0]);
  const auto b = truth(e->children[1]);
  if (e->op == Op::kAnd || e->op == Op::kBitAnd) {
    if ((a && !*a) || (b && !*b)) return false;
    if (a && b) return true;
  }
  if (e->op == Op::kOr || e->op == Op::kBitOr) {
    if ((a && *a) || (b && *b)) return true;
    if (a && b) return false;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Ball> numeric_value(const Expr& e, const Point& at, const NumericOptions& options) {
  return Evaluator(at, options).value(e);
}

std::optional<bool> truth_value(const Expr& e, const Point& at, const NumericOptions& options) {
  return Evaluator(at, options).truth(e);
}

std::optional<Ball> constant_value(const Expr& e, int digits) {
  const slong wanted = static_cast<slong>(digits * 3.33) + 4;
  for (slong precision = wanted + 32; precision <= 64 * wanted && precision < 40'000;
       precision *= 2) {
    auto v = numeric_value(e, {}, {.precision = precision});
    if (!v) return std::nullopt;
    if (v->finite() && acb_rel_accuracy_bits(v->get()) >= wanted) return v;
    if (v->finite() && acb_is_zero(v->get())) return v;
  }
  return std::nullopt;
}

}  // namespace codecalc::cas
