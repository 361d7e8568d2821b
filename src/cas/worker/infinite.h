// Closed forms of infinite sums and products that Giac gets wrong or not at all.
#pragma once

#include <optional>
#include <string>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// The sum of f(k) for k = a, a+1, ... without end, f a rational function of k, or (-1)**k times
/// one: partial fractions, then digamma, zeta and their values at fractions. Unchecked.
std::optional<Expr> infinite_rational_sum(const Expr& f, const std::string& k, long a);

/// The product of a rational function over k = a, a+1, ...: gamma functions and their reflections.
/// Unchecked.
std::optional<Expr> infinite_rational_product(const Expr& f, const std::string& k, long a);

/// digamma(q) + EulerGamma for a rational q > 0 by Gauss's theorem, when its denominator is one of
/// 1, 2, 3, 4, 6, 8.
std::optional<Expr> digamma_at(const Fraction& q);

/// zeta(s, q) for whole s >= 2 and rational q > 0: zeta(s) and powers of pi where they suffice.
Expr hurwitz_at(slong s, const Fraction& q);

/// zeta(s) for whole s >= 2: a power of pi for even s.
Expr zeta_at(slong s);

}  // namespace codecalc::cas
