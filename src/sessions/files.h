// Files: what the session's file tools do in a workspace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sessions/store.h"

namespace codecalc::sessions {

/// The most that one read gives.
inline constexpr std::int64_t kMaxReadBytes = 4 << 20;

struct FileRow {
  std::string name;                   ///< a folder's ends in "/"
  std::string type;                   ///< file, dir, symlink, other
  std::optional<std::uint64_t> size;  ///< of a regular file
};

/// A page of a folder's entries. `page_size` 0: all of them.
struct FilePage {
  std::string path;  ///< the folder, "." for the workspace itself
  std::vector<FileRow> rows;
  std::string next_cursor;  ///< empty: this was the last page
};
Result<FilePage> list_files(const Workspace& workspace, std::string_view path,
                            std::int64_t page_size, std::string_view cursor);

struct FileContent {
  std::string path;
  std::uint64_t size = 0;
  std::string bytes;
  bool truncated = false;
};
Result<FileContent> read_file(const Workspace& workspace, std::string_view path,
                              std::int64_t max_bytes);

/// Writes the whole file or nothing, makes its folders, and gives its path. Quotas are checked
/// first.
Result<std::string> write_file(Store& store, const Workspace& workspace, std::string_view path,
                               std::string_view content);

/// Removes one file or link, and gives its path.
Result<std::string> delete_file(const Workspace& workspace, std::string_view path);

/// A regular file of the user's own: none in or under a name with a leading dot.
struct Artifact {
  std::string path;
  std::uint64_t size = 0;
  std::int64_t changed_ns = 0;  ///< its ctime
  ino_t inode = 0;
};
/// Sorted by path.
Result<std::vector<Artifact>> artifacts(const Workspace& workspace);

/// codecalc://session/ID/files/PATH with what a URI cannot hold percent-encoded.
std::string resource_uri(std::string_view id, std::string_view path);

/// By the name's ending; application/octet-stream when that says nothing.
std::string_view mime_type(std::string_view path);

/// The type of an image that clients can show (PNG, JPEG, GIF, WebP) by its first bytes; empty for
/// anything else.
std::string_view image_type(std::string_view bytes);

}  // namespace codecalc::sessions
