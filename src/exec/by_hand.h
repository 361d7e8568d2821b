// codecalc-exec by hand: options in, one JSON result out.
#pragma once

#include <span>
#include <string_view>

namespace codecalc::exec {

/// Returns the exit status: 0 when the result's ok is true (or help was asked for), 1 when it is
/// false, 2 when the options are wrong.
int run_by_hand(std::span<const std::string_view> arguments);

}  // namespace codecalc::exec
