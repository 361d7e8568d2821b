// Certified numeric values of expressions: the second engine that answers are checked with.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "cas/worker/exact.h"

namespace codecalc::cas {

using Point = std::map<std::string, Ball, std::less<>>;

struct NumericOptions {
  slong precision = 128;  ///< bits
  /// For quadrature: a ball on which the function is not holomorphic gives no finite value.
  bool analytic = false;
};

/// The value of `e` with its variables set by `at`: a complex ball that holds the true value.
/// Functions take the principal values that Python users know (docs/expressions.md). Nothing when
/// the tree holds something that has no numeric value (an unknown function, an infinity, a missing
/// variable); a ball that is not finite at a pole.
std::optional<Ball> numeric_value(const Expr& e, const Point& at, const NumericOptions& options);

/// The truth of a relation or a combination of relations at a real point; nothing when undecided.
std::optional<bool> truth_value(const Expr& e, const Point& at, const NumericOptions& options);

/// A constant to at least `digits` significant digits, by raising the precision; nothing when it
/// cannot be had (also for a value that may be zero but is not exactly).
std::optional<Ball> constant_value(const Expr& e, int digits = 20);

}  // namespace codecalc::cas
