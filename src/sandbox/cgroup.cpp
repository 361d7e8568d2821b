// Memory cgroups by their files. v1: memory.limit_in_bytes and an eventfd; v2: memory.max and
// memory.events.
#include "sandbox/cgroup.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <dirent.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace codecalc::sandbox {
namespace {

constexpr const char* kPrefix = "codecalc-";

std::string read_small(int dir, const char* file) {
  const UniqueFd fd(::openat(dir, file, O_RDONLY | O_CLOEXEC));
  char text[8192];
  const ssize_t n = fd ? ::read(fd.get(), text, sizeof text) : -1;
  return n > 0 ? std::string(text, static_cast<std::size_t>(n)) : std::string();
}

// Where the hierarchy with `controller` (v1), or v2 for an empty one, is mounted, and which of its
// folders is the mount's root.
struct Mounted {
  std::string point;
  std::string root;
};

Mounted find_mount(std::string_view controller) {
  std::ifstream in("/proc/self/mountinfo");
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream left(line.substr(0, dash));
    std::istringstream right(line.substr(dash + 3));
    std::string id, parent, device, root, point, type, source, options;
    left >> id >> parent >> device >> root >> point;
    right >> type >> source >> options;
    const bool fits =
        controller.empty()
            ? type == "cgroup2"
            : type == "cgroup" && ("," + options + ",").find("," + std::string(controller) + ",") !=
                                      std::string::npos;
    if (fits) return {point, root};
  }
  return {};
}

// This process's path in the hierarchy, from /proc/self/cgroup.
std::string own_path(std::string_view controller) {
  std::ifstream in("/proc/self/cgroup");
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = line.substr(first + 1, second - first - 1);
    const bool fits =
        controller.empty()
            ? names.empty()
            : ("," + names + ",").find("," + std::string(controller) + ",") != std::string::npos;
    if (fits) return line.substr(second + 1);
  }
  return {};
}

std::string folder_of(const Mounted& mounted, const std::string& path) {
  if (mounted.point.empty() || path.empty()) return {};
  std::string below = path;
  if (mounted.root != "/" && below.starts_with(mounted.root))
    below = below.substr(mounted.root.size());
  return below == "/" ? mounted.point : mounted.point + below;
}

void remove_groups(int parent, const char* name) {
  const UniqueFd folder(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) {
    DIR* listing = ::fdopendir(::dup(folder.get()));
    if (listing != nullptr) {
      while (const dirent* entry = ::readdir(listing)) {
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
          ::unlinkat(folder.get(), entry->d_name, AT_REMOVEDIR);
      }
      ::closedir(listing);
    }
  }
  ::unlinkat(parent, name, AT_REMOVEDIR);
}

// Tries for some time: a group is busy until the last of its processes is gone.
void remove_within(int parent, const char* name, int limit_ms) {
  for (int waited = 0; waited <= limit_ms; waited += 10) {
    remove_groups(parent, name);
    if (::faccessat(parent, name, F_OK, 0) != 0) return;
    ::usleep(10'000);
  }
}

// Folders that a killed launcher and a killed sweeper left.
void sweep(int parent) {
  DIR* listing = ::fdopendir(::dup(parent));
  if (listing == nullptr) return;
  std::vector<std::string> stale;
  while (const dirent* entry = ::readdir(listing)) {
    const std::string name = entry->d_name;
    if (!name.starts_with(kPrefix)) continue;
    const int pid = std::atoi(name.c_str() + std::strlen(kPrefix));
    if (pid > 0 && ::kill(pid, 0) != 0 && errno == ESRCH) stale.push_back(name);
  }
  ::closedir(listing);
  for (const auto& name : stale) remove_groups(parent, name.c_str());
}

// A line "name value" of a file that has one per field.
std::uint64_t field(const std::string& text, std::string_view name) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (line.starts_with(name) && line.size() > name.size() && line[name.size()] == ' ')
      return std::strtoull(text.c_str() + at + name.size(), nullptr, 10);
    at = end + 1;
  }
  return 0;
}

}  // namespace

KernelError MemoryGroup::File::write(const char* step, std::string_view text) const {
  return check(step, ::pwrite(fd_.get(), text.data(), text.size(), 0));
}

std::string MemoryGroup::File::read() const {
  char text[8192];
  const ssize_t n = ::pread(fd_.get(), text, sizeof text, 0);
  return n > 0 ? std::string(text, static_cast<std::size_t>(n)) : std::string();
}

std::uint64_t MemoryGroup::File::number() const {
  return std::strtoull(read().c_str(), nullptr, 10);
}

std::uint64_t MemoryGroup::File::field(std::string_view name) const {
  return sandbox::field(read(), name);
}

MemoryGroup::MemoryGroup(UniqueFd folder, bool v2) : folder_(std::move(folder)), v2_(v2) {
  const int dir = folder_.get();
  procs_.reset(::openat(dir, "cgroup.procs", O_WRONLY | O_CLOEXEC));
  limit_.open(dir, v2_ ? "memory.max" : "memory.limit_in_bytes");
  swap_limit_.open(dir, v2_ ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
  usage_.open(dir, v2_ ? "memory.current" : "memory.usage_in_bytes");
  peak_.open(dir, v2_ ? "memory.peak" : "memory.max_usage_in_bytes");
  kills_.open(dir, v2_ ? "memory.events" : "memory.oom_control");
  stat_.open(dir, "memory.stat");
  if (v2_) {
    // A machine without swap has no such file and needs no limit on it.
    (void)swap_limit_.write("memory.swap.max", "0");
  } else {
    watch_v1();
  }
}

void MemoryGroup::watch_v1() {
  UniqueFd event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const UniqueFd control(::openat(folder_.get(), "memory.oom_control", O_RDONLY | O_CLOEXEC));
  if (!event || !control) return;
  char line[64];
  std::snprintf(line, sizeof line, "%d %d", event.get(), control.get());
  if (write_file_at(folder_.get(), "cgroup.event_control", line).ok()) event_ = std::move(event);
}

std::uint64_t MemoryGroup::count_oom_kills() const { return kills_.field("oom_kill"); }

KernelError MemoryGroup::set_limit(std::uint64_t memory_bytes) {
  // Rounded up, so that a slot's next cell mostly needs the same number again.
  constexpr std::uint64_t kRound = 1u << 20;
  const std::uint64_t limit = (memory_bytes + held_bytes_ + kRound) / kRound * kRound;
  if (limit == limit_set_) return {};
  limit_set_ = 0;
  char text[32];
  std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(limit));
  if (v2_) {
    TRY_KERNEL(limit_.write("memory.max", text));
    limit_set_ = limit;
    return {};
  }
  // The limit with swap may never be below the one without.
  (void)swap_limit_.write("memory.memsw.limit_in_bytes", "-1");
  TRY_KERNEL(limit_.write("memory.limit_in_bytes", text));
  (void)swap_limit_.write("memory.memsw.limit_in_bytes", text);
  limit_set_ = limit;
  return {};
}

KernelError MemoryGroup::go_on_with_step(std::uint64_t memory_bytes) {
  if (expected_limit_ != memory_bytes) TRY_KERNEL(set_limit(memory_bytes));
  expected_limit_ = 0;
  return {};
}

KernelError MemoryGroup::expect_step(std::uint64_t memory_bytes) {
  base_kills_ = count_oom_kills();
  // What is charged and stays: files of the work folder, and the few pages of the init.
  const std::string stat = stat_.read();
  held_bytes_ = field(stat, v2_ ? "anon" : "rss") + field(stat, "shmem");
  TRY_KERNEL(set_limit(memory_bytes));
  if (v2_) {
    // Since 6.12; on older kernels the peak is that of the group's whole life.
    (void)peak_.write("memory.peak", "0");
  } else {
    TRY_KERNEL(peak_.write("memory.max_usage_in_bytes", "0"));
  }
  base_bytes_ = usage_.number();
  clear_event();
  expected_limit_ = memory_bytes;
  return {};
}

KernelError MemoryGroup::begin_step(std::uint64_t memory_bytes) {
  if (expected_limit_ != memory_bytes) TRY_KERNEL(expect_step(memory_bytes));
  expected_limit_ = 0;
  return {};
}

std::uint64_t MemoryGroup::peak_bytes() const {
  const std::uint64_t peak = peak_.number();
  return peak > base_bytes_ ? peak - base_bytes_ : 0;
}

std::uint64_t MemoryGroup::oom_kills() const { return count_oom_kills() - base_kills_; }

void MemoryGroup::clear_event() const {
  std::uint64_t count = 0;
  if (event_ && ::read(event_.get(), &count, sizeof count) < 0) return;  // nothing had happened
}

MemoryCgroups::~MemoryCgroups() { remove_all(); }

KernelError MemoryCgroups::make_folder(const std::string& parent) {
  parent_.reset(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  TRY_KERNEL(check("open the memory cgroup", parent_.get()));
  sweep(parent_.get());
  name_ = kPrefix + std::to_string(::getpid()) + "-" + std::to_string(now_ns() % 1'000'000'000);
  // Before the folder is there, so that no moment is without one who removes it.
  TRY_KERNEL(start_sweeper());
  TRY_KERNEL(check("make a memory cgroup", ::mkdirat(parent_.get(), name_.c_str(), 0755)));
  UniqueFd folder(::openat(parent_.get(), name_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  TRY_KERNEL(check("open the memory cgroup", folder.get()));
  folder_ = std::move(folder);
  return {};
}

KernelError MemoryCgroups::open_v1(const std::string& path) {
  TRY_KERNEL(make_folder(path));
  v2_ = false;
  (void)write_file_at(folder_.get(), "memory.use_hierarchy", "1");
  return {};
}

KernelError MemoryCgroups::open_v2(const std::string& path) {
  const UniqueFd own(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  TRY_KERNEL(check("open the cgroup", own.get()));
  if (read_small(own.get(), "cgroup.controllers").find("memory") == std::string::npos)
    return {ENOTSUP, "the cgroup v2 group has no memory controller"};
  if (read_small(own.get(), "cgroup.subtree_control").find("memory") == std::string::npos)
    return {EBUSY, "the memory controller is not delegated to groups below the server's"};
  TRY_KERNEL(make_folder(path));
  v2_ = true;
  const KernelError enabled = write_file_at(folder_.get(), "cgroup.subtree_control", "+memory");
  if (!enabled.ok()) remove_all();
  return enabled;
}

KernelError MemoryCgroups::open() {
  const std::string v1 = folder_of(find_mount("memory"), own_path("memory"));
  KernelError result{ENOENT, "no memory cgroup is mounted"};
  if (!v1.empty()) result = open_v1(v1);
  if (result.ok()) return result;
  const std::string v2 = folder_of(find_mount(""), own_path(""));
  if (!v2.empty()) {
    const KernelError second = open_v2(v2);
    if (second.ok() || v1.empty()) return second;
  }
  return result;
}

KernelError MemoryCgroups::start_sweeper() {
  if (sweeper_pid_ > 0) ::waitpid(sweeper_pid_, nullptr, WNOHANG);
  int ends[2];
  TRY_KERNEL(check("pipe", ::pipe2(ends, O_CLOEXEC)));
  UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  int pidfd = -1;
  const pid_t child = sys_clone3(0, &pidfd);
  if (child == 0) sweep_after(std::move(read_end), std::move(write_end));
  TRY_KERNEL(check("start the sweeper", child));
  sweeper_pid_ = child;
  sweeper_pidfd_.reset(pidfd);
  sweeper_ = std::move(write_end);
  return {};
}

void MemoryCgroups::sweep_after(UniqueFd read_end, UniqueFd write_end) {
  write_end.reset();
  ::setsid();
  ::prctl(PR_SET_NAME, "codecalc-sweep", 0, 0, 0);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
  // The pipe and the parent of the groups alone; every copy of another descriptor would keep it
  // open.
  const int away = ::fcntl(parent_.get(), F_DUPFD, 20);
  ::dup2(read_end.get(), 0);
  ::dup2(away, 1);
  sys_close_range(2, ~0u, 0);
  char byte = 0;
  while (::read(0, &byte, 1) < 0 && errno == EINTR) {
  }
  remove_within(1, name_.c_str(), 900);
  ::_exit(0);
}

std::unique_ptr<MemoryGroup> MemoryCgroups::make(unsigned slot) {
  if (!available()) return nullptr;
  const std::string name = std::to_string(slot);
  if (::mkdirat(folder_.get(), name.c_str(), 0755) != 0 && errno != EEXIST) return nullptr;
  UniqueFd folder(::openat(folder_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) return nullptr;
  return std::make_unique<MemoryGroup>(std::move(folder), v2_);
}

void MemoryCgroups::remove_all() {
  if (!folder_) return;
  folder_.reset();
  remove_within(parent_.get(), name_.c_str(), 500);
}

}  // namespace codecalc::sandbox
