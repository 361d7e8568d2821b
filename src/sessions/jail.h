// Jail: files of a workspace by the paths that a client names. The kernel keeps every look-up
// beneath the workspace (openat2 with RESOLVE_BENEATH); no check here rests on comparing strings.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace codecalc::sessions {

inline constexpr std::size_t kMaxPathBytes = 4096;
inline constexpr std::size_t kMaxPathParts = 256;

/// A client's path without ".", ".." and doubled slashes; "" stands for the workspace itself.
/// Errors: kValidation (empty where a file is wanted, too long, a NUL), kPermissionDenied
/// (absolute, or out of the workspace).
Result<std::string> clean_path(std::string_view path);

/// openat2 beneath `folder`, never across mounts, with `extra` RESOLVE_ flags; -1 and errno on
/// failure. Tries again while a rename is under way.
int open_beneath(int folder, const char* path, int flags, mode_t mode = 0, std::uint64_t extra = 0);

/// What a failed look-up of `path` means to a client.
Error path_error(int code, std::string_view path);

/// An opened regular file.
struct OpenFile {
  UniqueFd fd;
  struct stat info{};
};

/// A workspace folder. Does not outlive a rename of the folder's parent.
class Jail {
 public:
  explicit Jail(UniqueFd root) : root_(std::move(root)) {}

  int root() const { return root_.get(); }

  /// The folder `path` (cleaned), for listing.
  Result<UniqueFd> open_folder(const std::string& path) const;

  /// The regular file `path` (cleaned), for reading. A link that stays inside is followed. Error
  /// kPermissionDenied also for a file that has another name outside of the workspace.
  Result<OpenFile> open_file(const std::string& path) const;

  /// The folder that `path` (cleaned, not empty) lies in; made when `make` says so.
  Result<UniqueFd> open_parent(const std::string& path, bool make) const;

  /// What `path` (cleaned, not empty) itself is; a link is not followed. Nothing when it is not
  /// there.
  Result<struct stat> look(const std::string& path) const;

 private:
  bool has_name_outside(const struct stat& info) const;

  UniqueFd root_;
};

/// The last part of a cleaned path.
std::string last_part(const std::string& path);

}  // namespace codecalc::sessions
