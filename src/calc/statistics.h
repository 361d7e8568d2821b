// Exact statistics of finite samples.
#pragma once

#include <vector>

#include "calc/number.h"

namespace codecalc::calc {

struct Summary {
  Rational mean;
  Rational median;               ///< the mean of the middle two when the count is even
  Rational sample_variance;      ///< sum of squared deviations / (n - 1)
  Rational population_variance;  ///< sum of squared deviations / n
  Rational minimum;
  Rational maximum;
  Rational sum;
};

/// `values` has at least two elements.
Summary summarize(std::vector<Rational> values);

/// The smallest value with at least percent/100 of all values at or below it.
/// `sorted` ascends and is not empty; 0 < percent <= 100.
Rational nearest_rank(const std::vector<Rational>& sorted, int percent);

/// Linear interpolation at the rank (n - 1) * percent / 100 from 0: definition 7 of Hyndman and
/// Fan (1996), which NumPy and R take by default. Conditions as above.
Rational interpolated(const std::vector<Rational>& sorted, int percent);

}  // namespace codecalc::calc
