// Infinite sums of terms over irreducible quadratics.
#pragma once

#include <optional>
#include <vector>

#include "cas/worker/polynomial.h"

namespace codecalc::cas {

/// (alpha*k + beta)/denominator, the denominator of degree 2 and irreducible.
struct Quadratic {
  Polynomial denominator;
  Fraction alpha;
  Fraction beta;
};

/// The sum over whole k >= a of all terms, with hyperbolic or trigonometric functions of pi times a
/// root. Nothing when a centre is no multiple of 1/2, or when the odd parts do not telescope.
std::optional<Expr> quadratic_sums(const std::vector<Quadratic>& quadratics, long a);

}  // namespace codecalc::cas
