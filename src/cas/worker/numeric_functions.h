// The table of functions that have certified numeric values.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cas/worker/numeric.h"

namespace codecalc::cas {

/// The value of `name` at `arguments`; nothing for an unknown function or a wrong arity.
std::optional<Ball> numeric_function(std::string_view name, const std::vector<Ball>& arguments,
                                     const NumericOptions& options);

}  // namespace codecalc::cas
