// Look-ups beneath a workspace.
#include "sessions/jail.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "base/text.h"
#include "sessions/tree.h"

namespace codecalc::sessions {
namespace {

std::string quoted(std::string_view path) { return "\"" + shorten(to_utf8(path).text, 120) + "\""; }

std::string parent_part(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

}  // namespace

Result<std::string> clean_path(std::string_view path) {
  const auto refuse = [&](Code code, const std::string& why) {
    return Error{code, "the path " + quoted(path) + " " + why, "",
                 "Give a path relative to the session's folder, such as src/main.py."};
  };
  if (path.size() > kMaxPathBytes) return refuse(Code::kValidation, "is longer than 4096 bytes");
  if (path.find('\0') != std::string_view::npos)
    return refuse(Code::kValidation, "holds a NUL character");
  if (path.starts_with('/')) return refuse(Code::kPermissionDenied, "is absolute");
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty())
        return refuse(Code::kPermissionDenied, "leads out of the session's folder");
      parts.pop_back();
      continue;
    }
    parts.push_back(part);
    if (parts.size() > kMaxPathParts) return refuse(Code::kValidation, "has more than 256 parts");
  }
  std::string clean;
  for (const std::string_view part : parts) {
    if (!clean.empty()) clean += '/';
    clean += part;
  }
  return clean;
}

int open_beneath(int folder, const char* path, int flags, mode_t mode, std::uint64_t extra) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV | extra;
  constexpr int kTries = 100;  // the kernel gives up when a rename passes by
  for (int i = 0;; ++i) {
    const long fd = ::syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR) || i == kTries) return static_cast<int>(fd);
  }
}

Error path_error(int code, std::string_view path) {
  const std::string name = path.empty() ? "the session's folder" : quoted(path);
  switch (code) {
    case ENOENT: return {Code::kValidation, "there is no " + name, "", "See session_files."};
    case ENOTDIR:
      return {Code::kValidation, name + " leads through something that is no folder", "",
              "See session_files."};
    case EISDIR: return {Code::kValidation, name + " is a folder", "", "Name a file."};
    case ENAMETOOLONG:
      return {Code::kValidation, name + " has a part that is too long", "", "Use shorter names."};
    case EXDEV:
    case ELOOP:
      return {Code::kPermissionDenied, name + " leads out of the session's folder", "",
              "Name a file inside the session's folder."};
    case EACCES:
    case EPERM:
      return {Code::kPermissionDenied, name + " may not be opened", "",
              "Change its mode from within the session."};
    case EAGAIN:
      return {Code::kPermissionDenied, name + " is being renamed all the time", "",
              "Call again when the session is quiet."};
    case ENOSPC:
    case EDQUOT:
      return {Code::kResourceExhausted, "the disk is full", "", "Delete what is not needed."};
    case ENOSYS: return {Code::kRuntimeUnavailable, "sessions need openat2 (Linux 5.6)", "", ""};
    default: return {Code::kInternal, name + ": " + std::strerror(code), "", ""};
  }
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Result<UniqueFd> Jail::open_folder(const std::string& path) const {
  UniqueFd fd(open_beneath(root_.get(), path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY));
  if (!fd) return path_error(errno, path);
  return fd;
}

Result<OpenFile> Jail::open_file(const std::string& path) const {
  if (path.empty()) return path_error(EISDIR, path);
  OpenFile file;
  // Looked at before it is opened: opening a pipe or a device can have effects.
  const UniqueFd place(open_beneath(root_.get(), path.c_str(), O_PATH));
  if (!place) return path_error(errno, path);
  if (::fstat(place.get(), &file.info) != 0) return path_error(errno, path);
  if (S_ISDIR(file.info.st_mode)) return path_error(EISDIR, path);
  if (!S_ISREG(file.info.st_mode))
    return Error{Code::kPermissionDenied, quoted(path) + " is no regular file", "",
                 "Only regular files can be read."};
  file.fd.reset(open_beneath(root_.get(), path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY));
  if (!file.fd) return path_error(errno, path);
  struct stat opened{};
  if (::fstat(file.fd.get(), &opened) != 0) return path_error(errno, path);
  if (opened.st_dev != file.info.st_dev || opened.st_ino != file.info.st_ino)
    return path_error(EAGAIN, path);
  file.info = opened;
  if (opened.st_nlink > 1 && has_name_outside(opened))
    return Error{Code::kPermissionDenied,
                 quoted(path) + " is a hard link to a file outside of the session's folder", "",
                 "Copy the file instead of linking it."};
  return file;
}

bool Jail::has_name_outside(const struct stat& info) const {
  nlink_t inside = 0;
  const Status walked = walk(root_.get(), [&](const TreeEntry& entry) {
    if (entry.info.st_ino == info.st_ino && entry.info.st_dev == info.st_dev) ++inside;
    return inside < info.st_nlink;
  });
  return !walked.ok() || inside < info.st_nlink;
}

Result<UniqueFd> Jail::open_parent(const std::string& path, bool make) const {
  const std::string parent = parent_part(path);
  constexpr int kFlags = O_RDONLY | O_DIRECTORY;
  const auto open = [&](const std::string& part) {
    return UniqueFd(open_beneath(root_.get(), part.empty() ? "." : part.c_str(), kFlags));
  };
  UniqueFd fd = open(parent);
  if (fd || errno != ENOENT || !make) {
    if (!fd) return path_error(errno, parent);
    return fd;
  }
  for (std::size_t slash = parent.find('/');; slash = parent.find('/', slash + 1)) {
    const std::string part = parent.substr(0, slash);
    fd = open(part);
    if (!fd && errno == ENOENT) {
      const UniqueFd above = open(parent_part(part));
      if (!above) return path_error(errno, part);
      if (::mkdirat(above.get(), last_part(part).c_str(), 0755) != 0 && errno != EEXIST)
        return path_error(errno, part);
      fd = open(part);
    }
    if (!fd) return path_error(errno, part);
    if (slash == std::string::npos) return fd;
  }
}

Result<struct stat> Jail::look(const std::string& path) const {
  const UniqueFd fd(open_beneath(root_.get(), path.c_str(), O_PATH | O_NOFOLLOW));
  struct stat info{};
  if (!fd || ::fstat(fd.get(), &info) != 0) return path_error(errno, path);
  return info;
}

}  // namespace codecalc::sessions
