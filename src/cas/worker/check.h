// Checks of answers: equality of two expressions at sample points, with proven error bounds.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cas/worker/numeric.h"

namespace codecalc::cas {

/// Where the variables of a comparison are taken from.
enum class Domain {
  kComplex,   ///< real points of both signs and complex points
  kReal,      ///< real points of both signs
  kPositive,  ///< positive reals
  kNatural,   ///< whole numbers from 1
};

struct Comparison {
  int equal = 0;      ///< points where the two agree to at least 18 digits
  int different = 0;  ///< points where they are proven to differ
  int skipped = 0;    ///< points where one has no value

  /// Enough points, and none against.
  bool holds() const { return different == 0 && equal >= 3; }
};

struct SampleOptions {
  Domain domain = Domain::kReal;
  int wanted = 6;
  /// Variables that are taken from whole numbers whatever the domain.
  std::set<std::string> whole{};
  /// A tighter range for the variables (integration limits); empty when low >= high.
  double low = 0;
  double high = 0;
};

/// Sample points for `variables`, always the same ones.
std::vector<Point> sample_points(const std::set<std::string>& variables,
                                 const SampleOptions& options, int count);

/// Compares two expressions; without variables, at the one point there is (then equal is 3 for
/// agreement to 60 digits).
Comparison compare(const Expr& a, const Expr& b, const SampleOptions& options);

/// Compares the derivative of `antiderivative` by `variable` with `integrand`, by a central
/// difference with 80 guard bits.
Comparison compare_derivative(const Expr& antiderivative, const Expr& integrand,
                              const std::string& variable, const SampleOptions& options);

/// |a - b| is below 2^-bits times the larger magnitude (or 1).
bool close(const Ball& a, const Ball& b, slong bits);

}  // namespace codecalc::cas
