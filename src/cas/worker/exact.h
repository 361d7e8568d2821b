// Exact rational values of expressions, and small builders that keep trees tidy.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cas/worker/ball.h"
#include "expr/ast.h"

namespace codecalc::cas {

using expr::Expr;
using expr::Kind;
using expr::Op;

/// The value of a literal ("12", "0.10", "2e-5", "0xff"); nothing beyond 10,000 digits.
std::optional<Fraction> literal_value(std::string_view text);

/// The value of an expression that is made of literals, + - * / and small integer powers.
std::optional<Fraction> rational_value(const Expr& e);
/// The same, when it is an integer that fits.
std::optional<long> integer_value(const Expr& e);

/// The tree of a rational, e.g. (-1)/3, as the parser builds it from -1/3.
Expr rational(const fmpq* value);
Expr integer(const fmpz* value);

// Builders that drop neutral elements: 0 + x, 1*x, x**1, 0*x.
Expr add(Expr a, Expr b);
Expr subtract(Expr a, Expr b);
Expr multiply(Expr a, Expr b);
Expr divide(Expr a, Expr b);
Expr power(Expr base, Expr exponent);
Expr negate(Expr a);
Expr call1(std::string_view name, Expr argument);

bool is_zero(const Expr& e);
bool is_one(const Expr& e);
bool is_infinite(const Expr& e);  ///< oo, -oo or zoo

/// Names like EulerGamma that stand for a number beside those of expr::constant_named().
bool is_named_constant(std::string_view name);

/// Variables that are no constants.
std::set<std::string> free_variables(const Expr& e);
/// The tree has a symbol of that name.
bool depends_on(const Expr& e, std::string_view variable);
/// The tree has a call of that name.
bool has_call(const Expr& e, std::string_view name);
/// The tree has an Integral, Sum, Product, Limit or Derivative that was left as it is.
bool is_unevaluated(const Expr& e);

/// `e` with every symbol `name` replaced.
Expr replace(const Expr& e, std::string_view name, const Expr& by);

/// `e` rebuilt with `change` applied to every child.
template <class F>
Expr map_children(const Expr& e, F&& change) {
  if (e->children.empty()) return e;
  auto copy = std::make_shared<expr::Node>(*e);
  copy->column = 0;
  std::uint32_t height = 0;
  for (Expr& child : copy->children) {
    child = change(child);
    height = std::max(height, child->height);
  }
  copy->height = height + 1;
  return copy;
}

/// The number of operators, calls and leaves: how long a result reads.
int size_of(const Expr& e);

}  // namespace codecalc::cas
