// A function close to a point: the numeric check of limits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cas/worker/check.h"

namespace codecalc::cas {

enum class Verdict { kAgrees, kDisagrees, kUnclear };

/// Whether f goes to `value` as x goes to `point` from `direction` (+1: from above; for an infinite
/// point it does not matter), with sample values for the other variables.
Verdict goes_to(const Expr& f, const std::string& x, const Expr& point, int direction,
                const Expr& value);

/// f keeps taking different values, however close to the point.
bool keeps_changing(const Expr& f, const std::string& x, const Expr& point, int direction);

/// The whole number that `f` equals on the last stretch before the point; nothing when it changes.
std::optional<long> constant_integer(const Expr& f, const std::string& x, const Expr& point,
                                     int direction);

}  // namespace codecalc::cas
