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

/// Appends the names of the table.
void add_numeric_function_names(std::vector<std::string_view>& out);

}  // namespace codecalc::cas
