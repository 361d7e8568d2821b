// Writing the files of a job, by descriptors and without following links.
#include "sandbox/cell_files.h"

#include <dirent.h>
#include <linux/openat2.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

namespace codecalc::sandbox {
namespace {

constexpr int kMaxSeedDepth = 64;

int open_beneath(int dir, const char* path, int flags, mode_t mode) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
  how.mode = mode;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  return static_cast<int>(::syscall(SYS_openat2, dir, path, &how, sizeof how));
}

// The folder of a work file, whose parents are made, and its name there.
KernelError open_parent(int work, const std::string& path, UniqueFd& dir, std::string& name) {
  if (path.empty() || path[0] == '/' || path.find('\0') != std::string::npos)
    return {EINVAL, "a work file's path"};
  dir.reset(::fcntl(work, F_DUPFD_CLOEXEC, 10));
  std::size_t at = 0;
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       at = slash + 1, slash = path.find('/', at)) {
    const std::string part = path.substr(at, slash - at);
    if (part.empty() || part == ".." || part == ".") return {EINVAL, "a work file's path"};
    if (::mkdirat(dir.get(), part.c_str(), 0755) != 0 && errno != EEXIST)
      return {errno, "make a work folder"};
    dir.reset(open_beneath(dir.get(), part.c_str(), O_RDONLY | O_DIRECTORY, 0));
    TRY_KERNEL(check("open a work folder", dir.get()));
  }
  name = path.substr(at);
  return {};
}

KernelError open_parent(const std::string& path, UniqueFd& dir, std::string& name) {
  const UniqueFd work(::open(kWorkFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  TRY_KERNEL(check("open the work folder", work.get()));
  return open_parent(work.get(), path, dir, name);
}

KernelError write_one(int work, const WorkFile& file) {
  UniqueFd dir;
  std::string name;
  TRY_KERNEL(open_parent(work, file.path, dir, name));
  const UniqueFd out(open_beneath(dir.get(), name.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                  file.executable ? 0755 : 0644));
  TRY_KERNEL(check("make a work file", out.get()));
  std::string_view left = file.content;
  while (!left.empty()) {
    const ssize_t n = ::write(out.get(), left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    TRY_KERNEL(check("write a work file", n));
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

struct Owner {
  uid_t uid;
  gid_t gid;
};

KernelError copy_file(int from, int to, const char* name, const struct stat& info, Owner owner) {
  const UniqueFd in(::openat(from, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  TRY_KERNEL(check("open a seed's file", in.get()));
  const UniqueFd out(::openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  TRY_KERNEL(check("make a seed's copy", out.get()));
  for (off_t left = info.st_size; left > 0;) {
    const ssize_t n = ::sendfile(out.get(), in.get(), nullptr, static_cast<std::size_t>(left));
    TRY_KERNEL(check("copy a seed's file", n));
    if (n == 0) break;
    left -= n;
  }
  TRY_KERNEL(check("chown", ::fchown(out.get(), owner.uid, owner.gid)));
  TRY_KERNEL(check("chmod", ::fchmod(out.get(), (info.st_mode & 0777) | 0600)));
  const timespec times[2] = {info.st_atim, info.st_mtim};
  return check("utimens", ::futimens(out.get(), times));
}

KernelError copy_link(int from, int to, const char* name) {
  char target[4096];
  const ssize_t n = ::readlinkat(from, name, target, sizeof target - 1);
  TRY_KERNEL(check("read a seed's link", n));
  target[n] = '\0';
  return check("make a seed's link", ::symlinkat(target, to, name));
}

KernelError copy_folder(int from, int to, Owner owner, int depth) {
  if (depth > kMaxSeedDepth) return {ELOOP, "a seed folder"};
  DIR* listing = ::fdopendir(::fcntl(from, F_DUPFD_CLOEXEC, 10));
  if (listing == nullptr) return {errno, "list a seed folder"};
  KernelError result;
  while (result.ok()) {
    const dirent* entry = ::readdir(listing);
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    struct stat info{};
    if (::fstatat(from, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(info.st_mode)) {
      result = copy_file(from, to, entry->d_name, info, owner);
    } else if (S_ISLNK(info.st_mode)) {
      result = copy_link(from, to, entry->d_name);
    } else if (S_ISDIR(info.st_mode)) {
      result = check("make a seed's folder", ::mkdirat(to, entry->d_name, 0755));
      const UniqueFd in(::openat(from, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      const UniqueFd out(::openat(to, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      if (result.ok() && in && out) result = copy_folder(in.get(), out.get(), owner, depth + 1);
      if (result.ok()) result = check("chown", ::fchown(out.get(), owner.uid, owner.gid));
    }
  }
  ::closedir(listing);
  return result;
}

}  // namespace

KernelError write_work_files(const std::vector<WorkFile>& files) {
  if (files.empty()) return {};
  const UniqueFd work(::open(kWorkFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  TRY_KERNEL(check("open the work folder", work.get()));
  for (const WorkFile& file : files) TRY_KERNEL(write_one(work.get(), file));
  return {};
}

KernelError make_work_pipe(const std::string& path) {
  UniqueFd dir;
  std::string name;
  TRY_KERNEL(open_parent(path, dir, name));
  return check("make a pipe", ::mknodat(dir.get(), name.c_str(), S_IFIFO | 0600, 0));
}

KernelError remove_work_file(const std::string& path) {
  UniqueFd dir;
  std::string name;
  TRY_KERNEL(open_parent(path, dir, name));
  return check("remove a work file", ::unlinkat(dir.get(), name.c_str(), 0));
}

UniqueFd open_work_pipe(const std::string& path) {
  UniqueFd dir;
  std::string name;
  if (!open_parent(path, dir, name).ok()) return UniqueFd();
  return UniqueFd(open_beneath(dir.get(), name.c_str(), O_WRONLY | O_NONBLOCK, 0));
}

KernelError copy_seed(int seed, const std::string& inside, uid_t uid, gid_t gid) {
  for (std::size_t slash = inside.find('/', 1); slash != std::string::npos;
       slash = inside.find('/', slash + 1)) {
    const std::string parent = inside.substr(0, slash);
    if (::mkdir(parent.c_str(), 0755) == 0) {
      TRY_KERNEL(check("chown", ::chown(parent.c_str(), uid, gid)));
    } else if (errno != EEXIST) {
      return {errno, "make a seed's folder"};
    }
  }
  if (::mkdir(inside.c_str(), 0755) != 0 && errno != EEXIST) return {errno, "make a seed's folder"};
  const UniqueFd to(::open(inside.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  TRY_KERNEL(check("open a seed's copy", to.get()));
  TRY_KERNEL(check("chown", ::fchown(to.get(), uid, gid)));
  return copy_folder(seed, to.get(), {uid, gid}, 0);
}

}  // namespace codecalc::sandbox
