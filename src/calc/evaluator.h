// Expression trees to values.
#pragma once

#include <string_view>

#include "base/result.h"
#include "calc/value.h"
#include "expr/ast.h"

namespace codecalc::calc {

/// What the exact calculator reads: `^` is the bitwise exclusive or of Python, 2,000 bytes.
Result<expr::Expr> parse_exact(std::string_view text);

/// The value of a tree without variables. Errors start with "column N: " where the fault has a
/// place: kValidation (unknown names, wrong arguments, division by zero, not a real number),
/// kResourceExhausted and kTimeout (number.h), those of Certified.
Result<Value> evaluate(const expr::Expr& e, Context& context);

/// parse_exact and evaluate for callers that need one exact rational: thresholds, shares, units.
/// An irrational value is a kValidation error that shows its first digits.
Result<Rational> evaluate_rational(std::string_view text, Context& context);

}  // namespace codecalc::calc
