// Exact statistics of finite samples.
#include "calc/statistics.h"

#include <algorithm>

#include "calc/arithmetic.h"

namespace codecalc::calc {

Summary summarize(std::vector<Rational> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<long>(values.size());
  Summary s;
  Rational squares;
  for (const Rational& v : values) {
    s.sum = s.sum + v;
    squares = squares + v * v;
  }
  s.mean = s.sum / Rational(n);
  const std::size_t middle = values.size() / 2;
  s.median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / Rational(2);
  // Exact arithmetic: the textbook formula loses nothing.
  const Rational deviations = squares - s.sum * s.mean;
  s.sample_variance = deviations / Rational(n - 1);
  s.population_variance = deviations / Rational(n);
  s.minimum = values.front();
  s.maximum = values.back();
  return s;
}

Rational nearest_rank(const std::vector<Rational>& sorted, int percent) {
  const auto n = static_cast<long>(sorted.size());
  const long rank = std::max<long>((n * percent + 99) / 100, 1);
  return sorted[static_cast<std::size_t>(rank - 1)];
}

Rational interpolated(const std::vector<Rational>& sorted, int percent) {
  const long hundredths = static_cast<long>(sorted.size() - 1) * percent;
  const auto below = static_cast<std::size_t>(hundredths / 100);
  const Rational rest(Integer(hundredths % 100), Integer(100));
  if (rest.sign() == 0) return sorted[below];
  return sorted[below] + (sorted[below + 1] - sorted[below]) * rest;
}

}  // namespace codecalc::calc
