// From a row to what this machine has of it: the variant, its programs, folders and aids.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "runtimes/finder.h"
#include "runtimes/row.h"

namespace codecalc::runtimes {

/// A variant whose programs were found. Paths are those inside the sandbox: equal to the host's,
/// but below `root` when the programs bring their own root folder.
struct Resolved {
  const Variant* variant = nullptr;
  std::vector<std::string> programs;
  std::vector<std::string> checks;  ///< host paths whose absence means: resolve again
  /// Holes of the commands: "0", "home0", aids and facts by name.
  std::map<std::string, std::string, std::less<>> names;
  std::vector<std::string> folders;  ///< host paths that the sandbox must show, outside /usr
  std::string root;
};

/// The first variant of the row that is whole. Error kRuntimeUnavailable names the missing program
/// of the preferred variant and the folders that were searched.
Result<Resolved> resolve(const Row& row, const Finder& finder);

}  // namespace codecalc::runtimes
