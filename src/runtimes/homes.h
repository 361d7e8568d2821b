// Finds the folder that a program belongs to, per kind of runtime.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "runtimes/finder.h"
#include "runtimes/row.h"

namespace codecalc::runtimes {

struct Located {
  std::string program;  ///< to start
  std::string home;     ///< empty when the program stands alone
  std::map<std::string, std::string, std::less<>> facts;
};

/// Nothing when the runtime is not whole (no compiler in the SDK, no library folder).
std::optional<Located> locate(const Found& found, Home kind);

}  // namespace codecalc::runtimes
