// The birthday problem: how likely two of n random values of b bits are equal.
#pragma once

#include <optional>

#include "base/result.h"
#include "calc/rounding.h"

namespace codecalc::calc {

inline constexpr unsigned long kMaxHashBits = 65'536;

struct Collision {
  /// 1 - (1 - 1/N)(1 - 2/N)...(1 - (n-1)/N) with N = 2^bits, to 17 significant digits, every one
  /// certified. "1" where the rest is smaller than that.
  Decimal probability;
  /// 100 times it to six decimals, or six significant digits where that is more, certified too.
  Decimal percent;
  int percent_places = 6;  ///< decimals of `percent`
  /// The value itself where it is a short fraction.
  std::optional<Rational> exact;
  /// The usual estimate 1 - exp(-n^2 / (2N)).
  Decimal estimate;
};

/// items >= 0; 1 <= bits <= kMaxHashBits.
Collision collision_probability(const Integer& items, unsigned long bits);

}  // namespace codecalc::calc
