// What this host's sandbox really gives.
#pragma once

#include <optional>
#include <string>

#include "tools/services.h"

namespace codecalc::cli {

/// Why programs would not run behind the full walls, with everything that was checked; nothing
/// when they would.
std::optional<std::string> missing_walls(Services& services);

}  // namespace codecalc::cli
