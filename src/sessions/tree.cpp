// Walking by paths that the kernel resolves beneath the root: one descriptor at a time, any depth.
#include "sessions/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <set>

#include "sessions/jail.h"

namespace codecalc::sessions {
namespace {

constexpr std::size_t kMaxEntries = 1'000'000;

struct CloseDir {
  void operator()(DIR* dir) const { ::closedir(dir); }
};
using Listing = std::unique_ptr<DIR, CloseDir>;

Error too_large(const char* what) {
  return {Code::kResourceExhausted, std::string("the session's folder ") + what, "",
          "Delete files in the session, or start a new one."};
}

/// Opened anew: a listing moves the offset of its descriptor.
Listing list(int folder, const char* path) {
  const int fd = open_beneath(folder, path, O_RDONLY | O_DIRECTORY, 0, RESOLVE_NO_SYMLINKS);
  if (fd < 0) return nullptr;
  Listing listing(::fdopendir(fd));
  if (listing == nullptr) ::close(fd);
  return listing;
}

const dirent* next(DIR* listing) {
  while (const dirent* entry = ::readdir(listing)) {
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) return entry;
  }
  return nullptr;
}

/// Makes a folder its owner's again, whatever mode a program gave it.
void unlock_folder(int fd) {
  const std::string self = "/proc/self/fd/" + std::to_string(fd);
  (void)::chmod(self.c_str(), 0700);
}

/// Moves the folder `name` of `from` up into `top`; a name that is taken belongs to the program.
bool move_up(int from, const char* name, int top, unsigned& moved) {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    const std::string fresh = ".moved-" + std::to_string(moved++);
    if (::renameat2(from, name, top, fresh.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

/// Empties the folder `sub` of `top`: files go, folders with content move up into `top`. True when
/// anything changed.
bool empty_folder(int top, const char* sub, unsigned& moved) {
  const UniqueFd place(::openat(top, sub, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!place) return false;
  unlock_folder(place.get());
  const Listing listing = list(place.get(), ".");
  if (listing == nullptr) return false;
  bool changed = false;
  while (const dirent* entry = next(listing.get())) {
    const char* name = entry->d_name;
    if (::unlinkat(place.get(), name, 0) == 0 || ::unlinkat(place.get(), name, AT_REMOVEDIR) == 0) {
      changed = true;
      continue;
    }
    const UniqueFd inner(
        ::openat(place.get(), name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner) continue;
    unlock_folder(inner.get());
    changed = move_up(place.get(), name, top, moved) || changed;
  }
  return changed;
}

/// One round over `top`: files and emptied folders go. True when something was left and anything
/// changed.
bool empty_once(int top, unsigned& moved, bool& left) {
  left = false;
  const Listing listing = list(top, ".");
  if (listing == nullptr) return false;
  bool changed = false;
  while (const dirent* entry = next(listing.get())) {
    left = true;
    if (::unlinkat(top, entry->d_name, 0) == 0) {
      changed = true;
      continue;
    }
    changed = empty_folder(top, entry->d_name, moved) || changed;
    changed = ::unlinkat(top, entry->d_name, AT_REMOVEDIR) == 0 || changed;
  }
  return changed;
}

}  // namespace

Result<std::vector<std::string>> names_in(int folder) {
  const Listing listing = list(folder, ".");
  if (listing == nullptr) return path_error(errno, "");
  std::vector<std::string> names;
  while (const dirent* entry = next(listing.get())) {
    if (names.size() == kMaxEntries) return too_large("has a million entries");
    names.emplace_back(entry->d_name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Status walk(int root, const std::function<bool(const TreeEntry&)>& visit) {
  std::vector<std::string> folders{std::string()};
  std::size_t count = 0;
  while (!folders.empty()) {
    const std::string folder = std::move(folders.back());
    folders.pop_back();
    const Listing listing = list(root, folder.empty() ? "." : folder.c_str());
    if (listing == nullptr) {
      if (errno == ENAMETOOLONG) return too_large("nests too deeply");
      continue;  // it went away, or may not be read and so holds nothing that anyone can use
    }
    TreeEntry entry;
    while (const dirent* found = next(listing.get())) {
      if (++count > kMaxEntries) return too_large("has a million entries");
      if (::fstatat(::dirfd(listing.get()), found->d_name, &entry.info, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      entry.path = folder.empty() ? found->d_name : folder + "/" + found->d_name;
      if (!visit(entry)) return Unit{};
      if (S_ISDIR(entry.info.st_mode)) folders.push_back(entry.path);
    }
  }
  return Unit{};
}

bool is_hidden(const std::string& path) {
  return path.starts_with('.') || path.find("/.") != std::string::npos;
}

Result<Usage> measure(int root) {
  Usage usage;
  std::set<ino_t> seen;
  TRY(walk(root, [&](const TreeEntry& entry) {
    const struct stat& info = entry.info;
    if (!S_ISREG(info.st_mode)) return true;
    if (!is_hidden(entry.path)) ++usage.files;
    if (info.st_nlink > 1 && !seen.insert(info.st_ino).second) return true;
    const auto on_disk = static_cast<std::uint64_t>(info.st_blocks) * 512;
    usage.bytes += std::min(static_cast<std::uint64_t>(info.st_size), on_disk);
    return true;
  }));
  return usage;
}

Status remove_tree(int parent, const std::string& name) {
  if (::unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return Unit{};
  const UniqueFd top(::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!top) return path_error(errno, name);
  unlock_folder(top.get());
  unsigned moved = 0;
  bool left = true;
  while (left) {
    if (!empty_once(top.get(), moved, left) && left)
      return Error{Code::kInternal, "the folder " + name + " cannot be emptied", "", ""};
  }
  if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT)
    return path_error(errno, name);
  return Unit{};
}

}  // namespace codecalc::sessions
