// From a parsed text to a tree that algebra can take.
#include "cas/worker/prepare.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "cas/worker/answer.h"
#include "cas/worker/calls.h"
#include "expr/parser.h"

namespace codecalc::cas {

namespace {

constexpr double kMaxDigits = 20'000;
constexpr double kMaxFactorial = 7'000;
constexpr long kMaxSymbolicExponent = 2'000;

[[noreturn]] void too_large(const Expr& e) {
  std::string where;
  if (e->column > 0) where = "column " + std::to_string(e->column) + ": ";
  throw Refused(Code::kResourceExhausted, where + "the result would have more than 20000 digits");
}

/// log10 of the magnitude of a constant, roughly; NaN when it is not a plain number.
double magnitude(const Expr& e) {
  if (e->kind == Kind::kNumber) {
    const auto q = literal_value(e->text);
    if (!q || fmpq_is_zero(q->get())) return 0;
    RealBall v;
    arb_set_fmpq(v.get(), q->get(), 53);
    arb_abs(v.get(), v.get());
    arb_log_base_ui(v.get(), v.get(), 10, 53);
    return arf_get_d(arb_midref(v.get()), ARF_RND_NEAR);
  }
  if (e->kind == Kind::kUnary && e->op == Op::kNegate) return magnitude(e->children[0]);
  if (e->is_call("factorial") && e->children.size() == 1) {
    const double n = magnitude(e->children[0]);
    if (std::isnan(n)) return n;
    if (n > std::log10(kMaxFactorial)) too_large(e);
    const double value = std::pow(10.0, n);
    return value * std::log10(value + 1);
  }
  if (e->kind != Kind::kBinary) return std::nan("");
  const double a = magnitude(e->children[0]);
  const double b = magnitude(e->children[1]);
  switch (e->op) {
    case Op::kAdd:
    case Op::kSubtract: return std::max(a, b);
    case Op::kMultiply: return a + b;
    case Op::kDivide: return a - b;
    case Op::kPower: {
      if (std::isnan(b)) return b;
      if (b > 12) too_large(e);
      const double exponent = std::pow(10.0, b);
      if (std::isnan(a)) {
        if (exponent > kMaxSymbolicExponent) {
          throw Refused(Code::kResourceExhausted, "an exponent beyond 2000 over variables");
        }
        return a;
      }
      // The digits of numerator and denominator both count.
      const auto base = rational_value(e->children[0]);
      const double bits = base ? static_cast<double>(fmpq_height_bits(base->get())) : 0;
      const double digits = base ? bits * 0.30103 : std::fabs(a);
      const bool unit = base && fmpq_height_bits(base->get()) <= 1;
      if (!unit && digits * exponent > kMaxDigits) too_large(e);
      return a * exponent;
    }
    default: return std::nan("");
  }
}

void guard(const Expr& e) {
  (void)magnitude(e);
  for (const Expr& child : e->children) guard(child);
}

[[noreturn]] void refuse(const Expr& e, Code code, const std::string& why) {
  std::string where;
  if (e->column > 0) where = "column " + std::to_string(e->column) + ": ";
  throw Refused(code, where + why);
}

/// A call must have a known name; a single letter (f, g, y) is an unknown function.
void check_name(const Expr& e) {
  if (e->text.size() == 1) return;
  static const std::vector<std::string_view> kKnown = known_functions();
  if (std::ranges::find(kKnown, e->text) != kKnown.end()) return;
  if (e->text == "Matrix") {
    refuse(e, Code::kPermissionDenied, "matrices have a tool of their own: matrix");
  }
  const std::string_view close = nearest(e->text, kKnown);
  std::string why = "the function \"" + shorten(e->text, 40) + "\" is not known";
  if (!close.empty()) why += "; did you mean " + std::string(close) + "?";
  refuse(e, Code::kValidation, why);
}

/// Truth values of plain variables are not algebra's; combined relations are.
void check_logic(const Expr& e) {
  for (const Expr& child : e->children) {
    if (child->kind == Kind::kSymbol || child->kind == Kind::kNumber) {
      refuse(e, Code::kValidation, "truth values have a tool of their own: truth_table");
    }
  }
}

Expr exact(const Expr& e, bool& decimals) {
  if (e->kind == Kind::kNumber) {
    if (e->text.find_first_of(".eE") == std::string::npos || e->text.starts_with("0x")) return e;
    const auto q = literal_value(e->text);
    if (!q) too_large(e);
    decimals = decimals || !q->integer();
    auto copy = std::make_shared<expr::Node>(*rational(q->get()));
    copy->column = e->column;
    return copy;
  }
  switch (e->op) {
    case Op::kShiftLeft:
    case Op::kShiftRight:
    case Op::kBitXor:
    case Op::kBitNot:
      throw Refused(Code::kValidation, "column " + std::to_string(e->column) +
                                           ": bit operations have a tool of their own: bits");
    case Op::kAnd:
    case Op::kOr:
    case Op::kNot:
    case Op::kXor:
    case Op::kImplies:
    case Op::kIff:
    case Op::kBitAnd:
    case Op::kBitOr: check_logic(e); break;
    default: break;
  }
  if (e->kind == Kind::kCall && e->text != "S" && e->text != "sympify") check_name(e);
  if (e->kind == Kind::kCall && e->text == "Float" && e->children.size() == 1) {
    return exact(e->children[0], decimals);
  }
  if (e->kind == Kind::kCall && (e->text == "S" || e->text == "Integer" || e->text == "sympify") &&
      e->children.size() == 1) {
    return exact(e->children[0], decimals);
  }
  return map_children(e, [&](const Expr& child) {
    Expr out = exact(child, decimals);
    if (out->column == 0 && child->column > 0) {
      auto copy = std::make_shared<expr::Node>(*out);
      copy->column = child->column;
      out = copy;
    }
    return out;
  });
}

}  // namespace

Result<Expr> read_expression(std::string_view text) {
  return expr::parse(text, {.implied_multiplication = true});
}

Prepared prepare(const Expr& e) {
  Prepared out;
  guard(e);
  out.tree = exact(e, out.decimals);
  return out;
}

Expr with_decimals(const Expr& e) {
  const auto q = rational_value(e);
  if (!q || q->integer()) return e;
  Integer rest;
  fmpz_set(rest.get(), fmpq_denref(q->get()));
  const auto remove = [&](ulong p) {
    Integer prime;
    fmpz_set_ui(prime.get(), p);
    return fmpz_remove(rest.get(), rest.get(), prime.get());
  };
  const slong twos = remove(2);
  const slong fives = remove(5);
  const slong places = std::max(twos, fives);
  if (!fmpz_is_one(rest.get()) || places > 60) return e;
  Fraction scaled = *q;
  Integer ten;
  fmpz_set_ui(ten.get(), 10);
  fmpz_pow_ui(ten.get(), ten.get(), static_cast<ulong>(places));
  fmpq_mul_fmpz(scaled.get(), scaled.get(), ten.get());
  fmpq_abs(scaled.get(), scaled.get());
  std::string digits = integer(fmpq_numref(scaled.get()))->text;
  const auto n = static_cast<std::size_t>(places);
  if (digits.size() <= n) digits.insert(0, n + 1 - digits.size(), '0');
  digits.insert(digits.size() - n, ".");
  const Expr literal = expr::number(digits);
  return fmpq_sgn(q->get()) < 0 ? expr::unary(Op::kNegate, literal) : literal;
}

std::string answer_text(const Expr& e) {
  const auto joined = [](const Expr& list, const char* open, const char* close, auto&& each) {
    std::string out = open;
    for (std::size_t i = 0; i < list->children.size(); ++i) {
      if (i > 0) out += ", ";
      out += each(list->children[i]);
    }
    return out + close;
  };
  if (e->is_call("dict")) {
    return joined(e, "{", "}", [](const Expr& pair) {
      return answer_text(pair->children[0]) + ": " + answer_text(pair->children[1]);
    });
  }
  if (e->kind == Kind::kList) return joined(e, "[", "]", answer_text);
  if (e->kind == Kind::kBoolean) return e->text == "true" ? "True" : "False";
  return expr::print(e);
}

}  // namespace codecalc::cas
