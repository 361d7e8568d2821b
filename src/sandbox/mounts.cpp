// The tree that programs see, as the launcher and the cell make it.
#include "sandbox/mounts.h"

#include <climits>
#include <cstdio>

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sandbox/namespaces.h"
#include "sandbox/spec.h"

namespace codecalc::sandbox {
namespace {

constexpr unsigned kTreeFlags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
// Where the template is put together before it becomes the root: any folder that surely exists.
constexpr const char* kStage = "/usr";

UniqueFd clone_tree(const char* path) { return UniqueFd(::open_tree(AT_FDCWD, path, kTreeFlags)); }

KernelError restrict_tree(int tree, std::uint64_t attributes) {
  mount_attr attr{};
  attr.attr_set = attributes;
  return check("mount_setattr",
               ::mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof attr));
}

constexpr std::uint64_t kReadOnly = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;

KernelError attach_at(int tree, int dir, const char* path) {
  return check("move_mount", ::move_mount(tree, "", dir, path, MOVE_MOUNT_F_EMPTY_PATH));
}

KernelError put_file(int dir, const char* path, std::string_view text) {
  const UniqueFd fd(::openat(dir, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!fd) return {errno, path};
  while (!text.empty()) {
    const ssize_t n = ::write(fd.get(), text.data(), text.size());
    if (n <= 0) return {errno, path};
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

std::string read_host_file(const char* path) {
  const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC));
  std::string text;
  char piece[16384];
  ssize_t n = 0;
  while (fd && text.size() < (4u << 20) && (n = ::read(fd.get(), piece, sizeof piece)) > 0)
    text.append(piece, static_cast<std::size_t>(n));
  return text;
}

bool is_folder(const char* path) {
  struct stat info{};
  return ::stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// mkdir -p below `dir`; `path` is absolute.
KernelError make_folders(int dir, const std::string& path) {
  for (std::size_t at = 1; at != std::string::npos && at < path.size();) {
    const std::size_t slash = path.find('/', at);
    const std::string part = path.substr(1, slash == std::string::npos ? slash : slash - 1);
    if (::mkdirat(dir, part.c_str(), 0755) != 0 && errno != EEXIST) return {errno, "mkdir"};
    at = slash == std::string::npos ? slash : slash + 1;
  }
  return {};
}

// A part of the host that goes into the template.
struct Piece {
  std::string inside;
  UniqueFd tree;
  bool folder = true;
};

struct Collected {
  std::vector<Piece> pieces;
  std::vector<std::pair<std::string, std::string>> links;  // name, target
  std::vector<std::pair<std::string, std::string>> files;  // path, text
};

void collect_piece(Collected& out, const std::string& path, std::uint64_t attributes) {
  UniqueFd tree = clone_tree(path.c_str());
  if (!tree || !restrict_tree(tree.get(), attributes).ok()) return;
  out.pieces.push_back({path, std::move(tree), is_folder(path.c_str())});
}

std::string accounts(const TemplateOptions& options, bool groups) {
  std::string text = groups ? "root:x:0:\n" : "root:x:0:0:root:/:/usr/sbin/nologin\n";
  for (unsigned i = 0; i < options.uids; ++i) {
    const std::string id = std::to_string(options.first_uid + i);
    const std::string name = i == 0 ? "sandbox" : "sandbox" + std::to_string(i);
    text += groups ? name + ":x:" + id + ":\n"
                   : name + ":x:" + id + ":" + id + "::" + kWorkFolder + ":/bin/sh\n";
  }
  text += groups ? "nogroup:x:65534:\n" : "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n";
  return text;
}

// Everything that the template takes from the host, while the host's tree is still the root.
Collected collect(const TemplateOptions& options, std::vector<std::string>& skipped) {
  Collected out;
  collect_piece(out, "/usr", kReadOnly);
  for (const char* path : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(path, target, sizeof target);
    if (size > 0) {
      out.links.emplace_back(path, std::string(target, static_cast<std::size_t>(size)));
    } else if (is_folder(path)) {
      collect_piece(out, path, kReadOnly);
    }
  }
  for (const char* path :
       {"/etc/alternatives", "/etc/ssl", "/etc/ld.so.conf.d", "/sys/devices/system/cpu"}) {
    if (is_folder(path)) collect_piece(out, path, kReadOnly | MOUNT_ATTR_NOEXEC);
  }
  for (const char* path : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    collect_piece(out, path, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
  for (const char* path : {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/resolv.conf",
                           "/etc/protocols", "/etc/services", "/etc/debian_version"}) {
    std::string text = read_host_file(path);
    if (!text.empty()) out.files.emplace_back(path, std::move(text));
  }
  for (const std::string& path : options.read_paths) {
    if (is_private(path)) continue;  // attached in each cell
    const std::size_t before = out.pieces.size();
    if (path.starts_with('/')) collect_piece(out, path, kReadOnly);
    if (out.pieces.size() == before)
      skipped.push_back("CODECALC_READ_PATHS: " + path + " is not a readable absolute path");
  }
  if (options.user_namespace) collect_piece(out, "/proc", 0);
  return out;
}

KernelError fill_etc(int root, const TemplateOptions& options, const Collected& parts) {
  for (const auto& [path, text] : parts.files) TRY_KERNEL(put_file(root, path.c_str() + 1, text));
  TRY_KERNEL(put_file(root, "etc/passwd", accounts(options, false)));
  TRY_KERNEL(put_file(root, "etc/group", accounts(options, true)));
  TRY_KERNEL(put_file(root, "etc/nsswitch.conf",
                      "passwd: files\ngroup: files\nshadow: files\nhosts: files dns\n"
                      "services: files\nprotocols: files\n"));
  TRY_KERNEL(put_file(root, "etc/hosts", "127.0.0.1 localhost sandbox\n::1 localhost sandbox\n"));
  TRY_KERNEL(put_file(root, "etc/host.conf", "multi on\n"));
  TRY_KERNEL(put_file(root, "etc/hostname", "sandbox\n"));
  TRY_KERNEL(put_file(root, "etc/timezone", "Etc/UTC\n"));
  TRY_KERNEL(check("localtime", ::symlinkat("/usr/share/zoneinfo/Etc/UTC", root, "etc/localtime")));
  TRY_KERNEL(check("os-release", ::symlinkat("../usr/lib/os-release", root, "etc/os-release")));
  return check("mtab", ::symlinkat("/proc/self/mounts", root, "etc/mtab"));
}

KernelError fill(int root, const TemplateOptions& options, const Collected& parts) {
  for (const char* path :
       {"/etc", "/proc", "/dev/shm", "/tmp", "/sys", "/var", "/run", "/box", "/.data", "/.empty"})
    TRY_KERNEL(make_folders(root, path));
  for (const auto& [name, target] : parts.links)
    TRY_KERNEL(check(name.c_str(), ::symlinkat(target.c_str(), root, name.c_str() + 1)));
  constexpr const char* kLinks[][2] = {{"/proc/self/fd", "dev/fd"},
                                       {"/proc/self/fd/0", "dev/stdin"},
                                       {"/proc/self/fd/1", "dev/stdout"},
                                       {"/proc/self/fd/2", "dev/stderr"},
                                       {"../tmp", "var/tmp"}};
  for (const auto& link : kLinks) TRY_KERNEL(check(link[1], ::symlinkat(link[0], root, link[1])));
  // A file that nothing but Landlock keeps from being read: what shows that it holds.
  TRY_KERNEL(put_file(root, ".guarded", "Landlock does not hold.\n"));
  TRY_KERNEL(fill_etc(root, options, parts));
  for (const Piece& piece : parts.pieces) {
    const std::string parent = piece.inside.substr(0, piece.inside.rfind('/'));
    TRY_KERNEL(make_folders(root, piece.folder ? piece.inside : parent));
    if (!piece.folder) {
      const UniqueFd file(
          ::openat(root, piece.inside.c_str() + 1, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    }
    const KernelError attached = attach_at(piece.tree.get(), root, piece.inside.c_str() + 1);
    if (!attached.ok()) return {attached.code, "attach a part of the host's tree"};
  }
  return {};
}

Error path_error(const std::string& path, const char* what) {
  return {.code = Code::kRuntimeUnavailable,
          .message = path + " cannot be shown to the program: " + what + "."};
}

}  // namespace

KernelError HostTree::build(const TemplateOptions& options, std::vector<std::string>& skipped) {
  TRY_KERNEL(check("unshare(mount)", ::unshare(CLONE_NEWNS)));
  TRY_KERNEL(check("make / a slave", ::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr)));
  host_ns_.reset(::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC));
  proc_.reset(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  TRY_KERNEL(check("open /proc", host_ns_ ? proc_.get() : -1));
  const Collected parts = collect(options, skipped);

  TRY_KERNEL(check("unshare(mount)", ::unshare(CLONE_NEWNS)));
  template_ns_.reset(::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC));
  TRY_KERNEL(check("open the template's namespace", template_ns_.get()));
  TRY_KERNEL(check("make / private", ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr)));
  TRY_KERNEL(check("mount the root", ::mount("sandbox", kStage, "tmpfs", MS_NOSUID | MS_NODEV,
                                             "size=16m,nr_inodes=4k,mode=755")));
  root_.reset(::open(kStage, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  TRY_KERNEL(check("open the root", root_.get()));
  const mode_t mask = ::umask(0);
  const KernelError filled = fill(root_.get(), options, parts);
  ::umask(mask);
  TRY_KERNEL(filled);
  TRY_KERNEL(check("chdir", ::chdir(kStage)));
  TRY_KERNEL(check("pivot_root", sys_pivot_root(".", ".")));
  TRY_KERNEL(check("umount the old root", ::umount2(".", MNT_DETACH)));
  TRY_KERNEL(check("chdir", ::chdir("/")));
  // Cells inherit a root that cannot be written; the launcher writes through a copy of the mount
  // that is in no namespace.
  root_.reset(::open_tree(AT_FDCWD, "/", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
  TRY_KERNEL(check("open the root", root_.get()));
  mount_attr attr{};
  attr.attr_set = MOUNT_ATTR_RDONLY;
  return check("make the root read-only", ::mount_setattr(AT_FDCWD, "/", 0, &attr, sizeof attr));
}

KernelError HostTree::enter_host() {
  return check("setns(host)", ::setns(host_ns_.get(), CLONE_NEWNS));
}

KernelError HostTree::enter_template() {
  return check("setns(template)", ::setns(template_ns_.get(), CLONE_NEWNS));
}

Result<UniqueFd> HostTree::clone_path(const std::string& path, bool writable) {
  if (const KernelError entered = enter_host(); !entered.ok())
    return path_error(path, entered.text().c_str());
  UniqueFd tree = clone_tree(path.c_str());
  const int code = errno;
  const KernelError back = enter_template();
  if (!back.ok()) return path_error(path, back.text().c_str());
  if (!tree) return path_error(path, std::strerror(code));
  const std::uint64_t attributes = writable ? MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV : kReadOnly;
  if (const KernelError restricted = restrict_tree(tree.get(), attributes); !restricted.ok())
    return path_error(path, restricted.text().c_str());
  return tree;
}

Result<UniqueFd> HostTree::open_folder(const std::string& path) {
  if (const KernelError entered = enter_host(); !entered.ok())
    return path_error(path, entered.text().c_str());
  UniqueFd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const int code = errno;
  const KernelError back = enter_template();
  if (!back.ok()) return path_error(path, back.text().c_str());
  if (!folder) return path_error(path, std::strerror(code));
  return folder;
}

Status HostTree::ensure_mount_point(const std::string& inside, bool folder) {
  if (!inside.starts_with('/') || inside.find("/..") != std::string::npos)
    return path_error(inside, "the path inside must be absolute and plain");
  struct stat info{};
  if (is_private(inside) || ::stat(inside.c_str(), &info) == 0) return Unit{};
  const std::string parent = inside.substr(0, inside.rfind('/'));
  const KernelError made = make_folders(root_.get(), folder ? inside : parent);
  if (made.ok() && !folder) {
    const UniqueFd file(
        ::openat(root_.get(), inside.c_str() + 1, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  }
  if (::stat(inside.c_str(), &info) != 0)
    return path_error(inside, "there is no place for it in the program's tree");
  return Unit{};
}

namespace {

// Parts of /proc that tell of the host or act on it. As far as they are readable at all.
constexpr const char* kMaskedFiles[] = {
    "/proc/kcore",      "/proc/keys",       "/proc/key-users",   "/proc/kallsyms",
    "/proc/timer_list", "/proc/kmsg",       "/proc/sched_debug", "/proc/sysrq-trigger",
    "/proc/kpagecount", "/proc/kpageflags", "/proc/kpagecgroup", "/proc/modules",
    "/proc/slabinfo"};
constexpr const char* kMaskedFolders[] = {"/proc/acpi", "/proc/scsi",   "/proc/bus",    "/proc/fs",
                                          "/proc/irq",  "/proc/driver", "/proc/sysvipc"};

KernelError mask_proc() {
  for (const char* path : kMaskedFiles) {
    if (::mount("/dev/null", path, nullptr, MS_BIND, nullptr) != 0 && errno != ENOENT)
      return {errno, "mask a file of /proc"};
  }
  for (const char* path : kMaskedFolders) {
    if (::mount(kEmptyFolder, path, nullptr, MS_BIND, nullptr) != 0 && errno != ENOENT)
      return {errno, "mask a folder of /proc"};
  }
  TRY_KERNEL(check("bind /proc/sys", ::mount("/proc/sys", "/proc/sys", nullptr, MS_BIND, nullptr)));
  mount_attr attr{};
  attr.attr_set = MOUNT_ATTR_RDONLY;
  return check("make /proc/sys read-only",
               ::mount_setattr(AT_FDCWD, "/proc/sys", 0, &attr, sizeof attr));
}

KernelError mount_proc() {
  constexpr unsigned long kFlags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (::mount("proc", "/proc", "proc", kFlags, "hidepid=invisible") == 0) return {};
  if (errno != EINVAL) return {errno, "mount /proc"};
  return check("mount /proc", ::mount("proc", "/proc", "proc", kFlags, "hidepid=2"));
}

}  // namespace

KernelError mount_cell(const CellMounts& mounts, KernelError& masks_error) {
  TRY_KERNEL(mount_proc());
  if (mounts.masks) masks_error = mask_proc();
  char options[128];
  // A file costs a kilobyte or so of kernel memory that the size does not count.
  std::snprintf(options, sizeof options, "size=%llu,nr_inodes=128k,mode=755",
                static_cast<unsigned long long>(mounts.disk_bytes));
  TRY_KERNEL(check("mount the work tmpfs",
                   ::mount("sandbox", kDataFolder, "tmpfs", MS_NOSUID | MS_NODEV, options)));
  struct Row {
    const char* data;
    const char* place;
    mode_t mode;
  };
  constexpr Row kRows[] = {{"/.data/box", kWorkFolder, 0755},
                           {"/.data/tmp", "/tmp", 01777},
                           {"/.data/shm", "/dev/shm", 01777}};
  for (const Row& row : kRows) {
    TRY_KERNEL(check("mkdir", ::mkdir(row.data, row.mode)));
    TRY_KERNEL(check("chmod", ::chmod(row.data, row.mode)));
    if (!mounts.user_namespace)
      TRY_KERNEL(check("chown", ::chown(row.data, mounts.uid, mounts.gid)));
    TRY_KERNEL(
        check("bind a work folder", ::mount(row.data, row.place, nullptr, MS_BIND, nullptr)));
  }
  return {};
}

KernelError resize_cell(std::uint64_t disk_bytes) {
  char options[64];
  std::snprintf(options, sizeof options, "size=%llu", static_cast<unsigned long long>(disk_bytes));
  return check("resize the work tmpfs",
               ::mount(nullptr, kDataFolder, nullptr, MS_REMOUNT | MS_NOSUID | MS_NODEV, options));
}

bool is_private(std::string_view path) {
  for (const std::string_view folder : {"/tmp", "/var/tmp", kWorkFolder, "/dev/shm"}) {
    if (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'))
      return true;
  }
  return false;
}

KernelError attach(int tree, const std::string& inside) {
  struct stat place{};
  if (is_private(inside) && ::stat(inside.c_str(), &place) != 0) {
    struct stat info{};
    TRY_KERNEL(check("stat", ::fstat(tree, &info)));
    const UniqueFd root(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const bool folder = S_ISDIR(info.st_mode);
    TRY_KERNEL(make_folders(root.get(), folder ? inside : inside.substr(0, inside.rfind('/'))));
    if (!folder) {
      const UniqueFd file(::open(inside.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
      TRY_KERNEL(check("make a mount point", file.get()));
    }
  }
  return attach_at(tree, AT_FDCWD, inside.c_str());
}

KernelError map_owner(int tree, int proc, uid_t owner_uid, gid_t owner_gid, uid_t inner_uid,
                      gid_t inner_gid) {
  // The map is that of a user namespace, which needs a process to be made in.
  int ready[2];
  TRY_KERNEL(check("pipe", ::pipe2(ready, O_CLOEXEC)));
  UniqueFd hold_read(ready[0]);
  UniqueFd hold_write(ready[1]);
  int pidfd = -1;
  const pid_t child = sys_clone3(CLONE_NEWUSER, &pidfd);
  if (child == 0) {
    hold_write.reset();
    char byte = 0;
    // Ends at the parent's close; the result says nothing.
    if (::read(hold_read.get(), &byte, 1) < 0) ::_exit(1);
    ::_exit(0);
  }
  TRY_KERNEL(check("clone(user)", child));
  const UniqueFd hold_pidfd(pidfd);
  UniqueFd space;
  char path[64];
  char line[64];
  KernelError result;
  auto write_map = [&](const char* name, unsigned on_disk, unsigned inside) {
    std::snprintf(path, sizeof path, "%d/%s", child, name);
    std::snprintf(line, sizeof line, "%u %u 1", on_disk, inside);
    if (result.ok()) result = write_file_at(proc, path, line);
  };
  write_map("uid_map", owner_uid, inner_uid);
  write_map("gid_map", owner_gid, inner_gid);
  std::snprintf(path, sizeof path, "%d/ns/user", child);
  if (result.ok()) {
    space.reset(::openat(proc, path, O_RDONLY | O_CLOEXEC));
    result = check("open a user namespace", space.get());
  }
  hold_write.reset();
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  TRY_KERNEL(result);
  mount_attr attr{};
  attr.attr_set = MOUNT_ATTR_IDMAP;
  attr.userns_fd = static_cast<std::uint64_t>(space.get());
  return check("map the owner of the session's folder",
               ::mount_setattr(tree, "", AT_EMPTY_PATH, &attr, sizeof attr));
}

}  // namespace codecalc::sandbox
