// Exact rational values of expressions, and small builders that keep trees tidy.
#include "cas/worker/exact.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

namespace codecalc::cas {

namespace {

constexpr long kMaxExponent = 10'000;
constexpr std::array<std::string_view, 3> kNamedConstants{"EulerGamma", "Catalan", "GoldenRatio"};

bool set_digits(fmpz* out, const std::string& digits, int base) {
  return !digits.empty() && fmpz_set_str(out, digits.c_str(), base) == 0;
}

std::optional<Fraction> prefixed_value(std::string_view text) {
  int base = 16;
  if (text[1] == 'o' || text[1] == 'O') base = 8;
  if (text[1] == 'b' || text[1] == 'B') base = 2;
  Integer n;
  if (!set_digits(n.get(), std::string(text.substr(2)), base)) return std::nullopt;
  Fraction out;
  fmpq_set_fmpz(out.get(), n.get());
  return out;
}

std::optional<Fraction> combine(Op op, const Fraction& a, const Fraction& b) {
  Fraction out;
  switch (op) {
    case Op::kAdd: fmpq_add(out.get(), a.get(), b.get()); return out;
    case Op::kSubtract: fmpq_sub(out.get(), a.get(), b.get()); return out;
    case Op::kMultiply: fmpq_mul(out.get(), a.get(), b.get()); return out;
    case Op::kDivide:
      if (fmpq_is_zero(b.get())) return std::nullopt;
      fmpq_div(out.get(), a.get(), b.get());
      return out;
    case Op::kPower: {
      if (!b.integer() || !fmpz_fits_si(fmpq_numref(b.get()))) return std::nullopt;
      const slong n = fmpz_get_si(fmpq_numref(b.get()));
      const slong height = static_cast<slong>(fmpq_height_bits(a.get()));
      if (n < 0 && fmpq_is_zero(a.get())) return std::nullopt;
      if (height > 1 && std::abs(n) > 40'000 / height) return std::nullopt;
      fmpq_pow_si(out.get(), a.get(), n);
      return out;
    }
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Fraction> literal_value(std::string_view text) {
  if (text.size() > kMaxExponent) return std::nullopt;
  if (text.size() > 2 && text[0] == '0' && std::isalpha(static_cast<unsigned char>(text[1])) &&
      text[1] != 'e' && text[1] != 'E') {
    return prefixed_value(text);
  }
  std::string digits;
  long exponent = 0;
  bool fraction = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      fraction = true;
    } else {
      digits += text[i];
      if (fraction) --exponent;
    }
  }
  if (i < text.size()) {
    const std::string tail(text.substr(i + 1));
    if (tail.size() > 6) return std::nullopt;
    exponent += std::strtol(tail.c_str(), nullptr, 10);
  }
  if (std::abs(exponent) > kMaxExponent) return std::nullopt;
  Integer n;
  if (!set_digits(n.get(), digits, 10)) return std::nullopt;
  Integer scale;
  fmpz_set_ui(scale.get(), 10);
  fmpz_pow_ui(scale.get(), scale.get(), static_cast<ulong>(std::abs(exponent)));
  Fraction out;
  fmpq_set_fmpz(out.get(), n.get());
  if (exponent >= 0) {
    fmpq_mul_fmpz(out.get(), out.get(), scale.get());
  } else {
    fmpq_div_fmpz(out.get(), out.get(), scale.get());
  }
  return out;
}

std::optional<Fraction> rational_value(const Expr& e) {
  if (e->kind == Kind::kNumber) return literal_value(e->text);
  if (e->kind == Kind::kUnary && e->op == Op::kNegate) {
    auto v = rational_value(e->children[0]);
    if (v) fmpq_neg(v->get(), v->get());
    return v;
  }
  const bool quotient = e->kind == Kind::kCall && e->text == "Rational" && e->children.size() == 2;
  if (e->kind != Kind::kBinary && !quotient) return std::nullopt;
  const auto a = rational_value(e->children[0]);
  if (!a) return std::nullopt;
  const auto b = rational_value(e->children[1]);
  if (!b) return std::nullopt;
  return combine(quotient ? Op::kDivide : e->op, *a, *b);
}

std::optional<long> integer_value(const Expr& e) {
  const auto v = rational_value(e);
  if (!v || !v->integer() || !fmpz_fits_si(fmpq_numref(v->get()))) return std::nullopt;
  return fmpz_get_si(fmpq_numref(v->get()));
}

Expr integer(const fmpz* value) {
  const std::unique_ptr<char, decltype(&flint_free)> text(fmpz_get_str(nullptr, 10, value),
                                                          &flint_free);
  return expr::number(text.get());
}

Expr rational(const fmpq* value) {
  Fraction absolute;
  fmpq_abs(absolute.get(), value);
  Expr out = integer(fmpq_numref(absolute.get()));
  if (fmpq_sgn(value) < 0) out = expr::unary(Op::kNegate, out);
  if (!absolute.integer()) {
    out = expr::binary(Op::kDivide, out, integer(fmpq_denref(absolute.get())));
  }
  return out;
}

bool is_zero(const Expr& e) {
  if (e->kind == Kind::kUnary && e->op == Op::kNegate) return is_zero(e->children[0]);
  return e->kind == Kind::kNumber && e->text == "0";
}
bool is_one(const Expr& e) { return e->kind == Kind::kNumber && e->text == "1"; }

bool is_infinite(const Expr& e) {
  if (e->kind == Kind::kUnary && e->op == Op::kNegate) return is_infinite(e->children[0]);
  if (e->kind != Kind::kSymbol) return false;
  const auto c = expr::constant_named(e->text);
  return c == expr::Constant::kInfinity || c == expr::Constant::kComplexInfinity;
}

Expr add(Expr a, Expr b) {
  if (is_zero(a)) return b;
  if (is_zero(b)) return a;
  return expr::binary(Op::kAdd, std::move(a), std::move(b));
}
Expr subtract(Expr a, Expr b) {
  if (is_zero(b)) return a;
  if (is_zero(a)) return negate(std::move(b));
  return expr::binary(Op::kSubtract, std::move(a), std::move(b));
}
Expr multiply(Expr a, Expr b) {
  if (is_zero(a) || is_one(b)) return a;
  if (is_zero(b) || is_one(a)) return b;
  return expr::binary(Op::kMultiply, std::move(a), std::move(b));
}
Expr divide(Expr a, Expr b) {
  if (is_one(b)) return a;
  return expr::binary(Op::kDivide, std::move(a), std::move(b));
}
Expr power(Expr base, Expr exponent) {
  if (is_one(exponent)) return base;
  if (is_zero(exponent)) return expr::integer(1);
  return expr::binary(Op::kPower, std::move(base), std::move(exponent));
}
Expr negate(Expr a) {
  if (a->kind == Kind::kUnary && a->op == Op::kNegate) return a->children[0];
  if (is_zero(a)) return a;
  return expr::unary(Op::kNegate, std::move(a));
}
Expr call1(std::string_view name, Expr argument) { return expr::call(name, {std::move(argument)}); }

bool is_named_constant(std::string_view name) {
  return std::ranges::find(kNamedConstants, name) != kNamedConstants.end();
}

namespace {
void collect(const Expr& e, std::set<std::string>& out) {
  if (e->kind == Kind::kSymbol && !expr::constant_named(e->text) && !is_named_constant(e->text)) {
    out.insert(e->text);
  }
  for (const Expr& child : e->children) collect(child, out);
  for (const auto& k : e->keywords) collect(k.value, out);
}
}  // namespace

std::set<std::string> free_variables(const Expr& e) {
  std::set<std::string> out;
  collect(e, out);
  return out;
}

bool depends_on(const Expr& e, std::string_view variable) {
  if (e->is_symbol(variable)) return true;
  return std::ranges::any_of(e->children, [&](const Expr& c) { return depends_on(c, variable); });
}

bool has_call(const Expr& e, std::string_view name) {
  if (e->is_call(name)) return true;
  return std::ranges::any_of(e->children, [&](const Expr& c) { return has_call(c, name); });
}

bool is_unevaluated(const Expr& e) {
  static constexpr std::array<std::string_view, 7> kForms{
      "Integral", "Sum", "Product", "Limit", "Derivative", "Subs", "ConditionSet"};
  if (e->kind == Kind::kCall && std::ranges::find(kForms, e->text) != kForms.end()) return true;
  return std::ranges::any_of(e->children, is_unevaluated);
}

Expr replace(const Expr& e, std::string_view name, const Expr& by) {
  if (e->is_symbol(name)) return by;
  return map_children(e, [&](const Expr& child) { return replace(child, name, by); });
}

int size_of(const Expr& e) {
  int size = 1;
  for (const Expr& child : e->children) size += size_of(child);
  return size;
}

}  // namespace codecalc::cas
