// Arithmetic over exact and irrational numbers.
#include "calc/value.h"

#include <string>
#include <utility>

namespace codecalc::calc {
namespace {

Error invalid(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

Status need_number(const Value& v) {
  if (v.rational() != nullptr || v.real() != nullptr) return Unit{};
  return invalid("expected a number, got " + std::string(kind_of(v)));
}

/// Both are numbers, and at least one is irrational or not known to be rational.
Result<Value> formula(std::string_view op, const Value& a, const Value& b, Context& context) {
  TRY(need_number(a));
  TRY(need_number(b));
  TRY(context.meter.charge(64));
  return Value(real_node(op, {as_real(a), as_real(b)}));
}

using Exact = Result<Rational> (*)(const Rational&, const Rational&, Meter&);

Result<Value> exact_or_formula(Exact exact, std::string_view op, const Value& a, const Value& b,
                               Context& context) {
  if (a.rational() == nullptr || b.rational() == nullptr) return formula(op, a, b, context);
  TRY_ASSIGN(Rational result, exact(*a.rational(), *b.rational(), context.meter));
  return Value(std::move(result));
}

bool is_zero(const Value& v) { return v.rational() != nullptr && v.rational()->sign() == 0; }

/// base > 0 rational, exponent a fraction: exact when the root is.
Result<Value> fractional_power(const Rational& base, const Rational& exponent, Context& context) {
  if (base.sign() < 0) {
    return invalid(
        "a negative number to a fractional power is not real; for an odd root write "
        "root(x, n) or cbrt(x)");
  }
  if (base.sign() == 0) {
    if (exponent.sign() < 0) return invalid("division by zero: 0 to a negative power");
    return Value(0L);
  }
  const auto degree = exponent.denominator().to_long();
  if (degree && *degree <= 1'000'000) {
    TRY(context.meter.charge(static_cast<double>(base.bits()), 16));
    if (const auto exact = exact_root(base, static_cast<unsigned long>(*degree))) {
      TRY_ASSIGN(Rational result, power(*exact, exponent.numerator(), context.meter));
      return Value(std::move(result));
    }
  }
  return Value(real_node("pow", {real_leaf(base), real_leaf(exponent)}, "**"));
}

}  // namespace

std::string_view kind_of(const Value& v) {
  if (v.boolean() != nullptr) return "a truth value";
  if (v.list() != nullptr) return "a list";
  return "a number";
}

Real as_real(const Value& v) {
  if (v.real() != nullptr) return *v.real();
  return real_leaf(v.rational() != nullptr ? *v.rational() : Rational());
}

Result<Value> add(const Value& a, const Value& b, Context& context) {
  return exact_or_formula(add, "add", a, b, context);
}
Result<Value> subtract(const Value& a, const Value& b, Context& context) {
  return exact_or_formula(subtract, "sub", a, b, context);
}
Result<Value> multiply(const Value& a, const Value& b, Context& context) {
  return exact_or_formula(multiply, "mul", a, b, context);
}
Result<Value> divide(const Value& a, const Value& b, Context& context) {
  if (is_zero(b)) return invalid("division by zero");
  return exact_or_formula(divide, "div", a, b, context);
}

Result<Value> floor_divide(const Value& a, const Value& b, Context& context) {
  TRY_ASSIGN(const Value quotient, divide(a, b, context));
  TRY_ASSIGN(Integer whole, floor(quotient, context));
  return Value(std::move(whole));
}

Result<Value> modulo(const Value& a, const Value& b, Context& context) {
  if (a.rational() != nullptr && b.rational() != nullptr) {
    TRY_ASSIGN(Rational rest, modulo(*a.rational(), *b.rational(), context.meter));
    return Value(std::move(rest));
  }
  TRY_ASSIGN(const Value quotient, floor_divide(a, b, context));
  TRY_ASSIGN(const Value whole, multiply(quotient, b, context));
  return subtract(a, whole, context);
}

Result<Value> negate(const Value& a, Context& context) {
  TRY(need_number(a));
  TRY(context.meter.charge(64));
  if (a.rational() != nullptr) return Value(negate(*a.rational()));
  return Value(real_node("neg", {*a.real()}));
}

Result<Value> power(const Value& base, const Value& exponent, Context& context) {
  TRY(need_number(base));
  TRY(need_number(exponent));
  if (exponent.rational() != nullptr) {
    const Rational& e = *exponent.rational();
    if (base.rational() != nullptr) {
      if (!e.is_integer()) return fractional_power(*base.rational(), e, context);
      TRY_ASSIGN(Rational result, power(*base.rational(), e.numerator(), context.meter));
      return Value(std::move(result));
    }
    if (e.sign() == 0) return Value(1L);
  }
  if (base.rational() != nullptr && *base.rational() == Rational(1)) return Value(1L);
  TRY(context.meter.charge(64));
  return Value(real_node("pow", {as_real(base), as_real(exponent)},
                         exponent.rational() != nullptr ? "" : "**"));
}

Result<Value> root(const Value& a, const Integer& n, std::string_view shown, Context& context) {
  TRY(need_number(a));
  const auto degree = n.to_long();
  if (!degree || *degree < 1 || *degree > 1'000'000) {
    return invalid("the degree of a root is an integer from 1 to 1000000");
  }
  if (a.rational() == nullptr) {
    if (*degree == 2) return Value(real_node("sqrt", {*a.real()}, shown));
    return Value(real_node("root", {*a.real(), real_leaf(n)}, shown));
  }
  const Rational& x = *a.rational();
  if (x.sign() < 0) {
    if (*degree % 2 == 0) {
      return invalid("the even root of a negative number is not real");
    }
    TRY_ASSIGN(const Value positive, root(Value(negate(x)), n, shown, context));
    return negate(positive, context);
  }
  TRY(context.meter.charge(static_cast<double>(x.bits()), 16));
  if (auto exact = exact_root(x, static_cast<unsigned long>(*degree)))
    return Value(*std::move(exact));
  return Value(real_node("root", {real_leaf(x), real_leaf(n)}, shown));
}

Result<int> sign(const Value& a, Context& context) {
  TRY(need_number(a));
  if (a.rational() != nullptr) return a.rational()->sign();
  return context.certified.sign(*a.real(), &context.meter);
}

Result<int> compare(const Value& a, const Value& b, Context& context) {
  if (a.rational() != nullptr && b.rational() != nullptr) {
    TRY(context.meter.charge(static_cast<double>(a.rational()->bits() + b.rational()->bits()), 4));
    const auto order = *a.rational() <=> *b.rational();
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  TRY_ASSIGN(const Value difference, subtract(a, b, context));
  return sign(difference, context);
}

Result<Integer> floor(const Value& a, Context& context) {
  TRY(need_number(a));
  if (a.rational() != nullptr) return floor(*a.rational());
  return context.certified.floor(*a.real(), &context.meter);
}

namespace {

/// The rational that `v` is, or an error that says what was `wanted` instead.
Result<Rational> rational_or(const Value& v, std::string_view what, std::string_view wanted,
                             Context& context) {
  if (v.rational() != nullptr) return *v.rational();
  const std::string expected = std::string(what) + " must be " + std::string(wanted) + ", got ";
  if (v.real() == nullptr) return invalid(expected + std::string(kind_of(v)));
  TRY_ASSIGN(Certified::Digits digits, context.certified.digits(*v.real(), 12, &context.meter));
  if (digits.rational) return *std::move(digits.rational);
  return invalid(expected + digits.text + "...");
}

}  // namespace

Result<Rational> need_rational(const Value& v, std::string_view what, Context& context) {
  return rational_or(v, what, "rational", context);
}

Result<Integer> need_integer(const Value& v, std::string_view what, Context& context) {
  TRY_ASSIGN(const Rational r, rational_or(v, what, "an integer", context));
  if (r.is_integer()) return r.numerator();
  std::string shown = r.text();
  if (shown.size() > 40) shown = "a fraction";
  return invalid(std::string(what) + " must be an integer, got " + shown);
}

}  // namespace codecalc::calc
