// Trees of files that a program made: walking, measuring and removing them whatever their shape.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace codecalc::sessions {

struct TreeEntry {
  std::string path;  ///< below the walked folder
  struct stat info{};
};

/// The names in a folder without "." and "..", sorted. The folder is read by a descriptor of its
/// own. Error kResourceExhausted beyond a million.
Result<std::vector<std::string>> names_in(int folder);

/// Visits all that lies below `root`, a folder before what it holds, until `visit` says false. No
/// link is followed. Errors: kResourceExhausted (more than a million entries, or paths beyond 4096
/// bytes).
Status walk(int root, const std::function<bool(const TreeEntry&)>& visit);

/// What a workspace holds.
struct Usage {
  std::uint64_t bytes = 0;  ///< on disk, at most a file's size; a file with several names once
  std::uint64_t files = 0;  ///< regular files that are not in or under a name with a leading dot
};
Result<Usage> measure(int root);

/// True for ".x" and "a/.x/b": not a file of the user's own.
bool is_hidden(const std::string& path);

/// Removes `name` in `parent` with all that it holds. Depth and modes do not matter, no link is
/// followed, and a name that is not there is no error.
Status remove_tree(int parent, const std::string& name);

}  // namespace codecalc::sessions
