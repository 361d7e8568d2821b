// Numeric integrals: certified by Arb where the integrand is piecewise analytic, else by the
// double exponential rule, else interval by interval for oscillations.
#pragma once

#include <optional>
#include <string>

#include "cas/worker/numeric.h"

namespace codecalc::cas {

struct NumericIntegral {
  Ball value;
  bool certified = false;  ///< the ball is a proven enclosure
  slong bits = 0;          ///< how many bits agree
};

/// The integral of `f` over `x` from `a` to `b` (which may be infinite), with the other variables
/// set by `at`, to `bits` bits. Nothing when no rule converges.
std::optional<NumericIntegral> integrate_numerically(const Expr& f, const std::string& x,
                                                     const Expr& a, const Expr& b, const Point& at,
                                                     slong bits = 56);

/// How a function goes to a point: |f| ~ C*h^exponent at distance h, from one side.
struct LocalPower {
  double exponent = 0;
  int sign = 0;        ///< of f's real part close by; 0: unclear
  bool exact = false;  ///< the exponent is constant over the scales looked at
};
/// `direction` +1: from above, -1: from below. For an infinite point, h is 1/|x|.
std::optional<LocalPower> local_power(const Expr& f, const std::string& x, const Expr& point,
                                      int direction, const Point& at);

/// Points strictly inside (a, b) where a denominator, a logarithm's argument and the like vanish.
std::vector<Ball> singular_points(const Expr& f, const std::string& x, const Expr& a, const Expr& b,
                                  const Point& at);

}  // namespace codecalc::cas
