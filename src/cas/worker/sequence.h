// Limits of sequences by acceleration: the numeric check of infinite sums and products.
#pragma once

#include <functional>
#include <optional>

#include "cas/worker/numeric.h"

namespace codecalc::cas {

/// The n-th member (n = 0, 1, ...); nothing when it has no value.
using Sequence = std::function<std::optional<Ball>(slong n)>;

/// The sum of all terms by Levin's u transformation, to at least `bits` bits: two orders of the
/// transformation agree. Nothing when they do not. Divergent series must be sorted out before: the
/// transformation gives some of them a value.
std::optional<Ball> accelerated_sum(const Sequence& term, slong bits);

/// How the terms of a series behave far out.
enum class Terms {
  kVanishQuickly,  ///< absolutely summable, or alternating and falling to zero
  kTooSlow,        ///< like 1/n or slower, with one sign: the sum diverges
  kNoLimit,        ///< do not go to zero
  kUnclear,
};
struct TermBehaviour {
  Terms terms = Terms::kUnclear;
  int sign = 0;  ///< the common sign far out; 0 when there are several
};
TermBehaviour behaviour_of(const Sequence& term);

}  // namespace codecalc::cas
