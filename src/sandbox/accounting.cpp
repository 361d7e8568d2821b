// Sums over a cell's /proc.
#include "sandbox/accounting.h"

#include <cstdio>
#include <cstdlib>

#include <dirent.h>
#include <sys/statfs.h>

namespace codecalc::sandbox {
namespace {

ssize_t read_at(int dir, const char* path, char* text, std::size_t size) {
  const UniqueFd fd(::openat(dir, path, O_RDONLY | O_CLOEXEC));
  if (!fd) return -1;
  const ssize_t n = ::read(fd.get(), text, size - 1);
  if (n >= 0) text[n] = '\0';
  return n;
}

// Calls `body(pid)` for every process but the init.
template <class Body>
void each_process(int proc, Body body) {
  const int copy = ::openat(proc, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* listing = copy >= 0 ? ::fdopendir(copy) : nullptr;
  if (listing == nullptr) return;
  while (const dirent* entry = ::readdir(listing)) {
    const long pid = std::strtol(entry->d_name, nullptr, 10);
    if (pid > 1) body(static_cast<int>(pid));
  }
  ::closedir(listing);
}

// Clock ticks of a process and of the children that it has reaped, from /proc/PID/stat. The name in
// brackets may hold anything, so fields count from the last bracket: 1 state ... 12 utime, 13
// stime, 14 cutime, 15 cstime.
std::uint64_t read_ticks(int proc, int pid) {
  char path[32];
  char text[1024];
  std::snprintf(path, sizeof path, "%d/stat", pid);
  if (read_at(proc, path, text, sizeof text) <= 0) return 0;
  const char* at = std::strrchr(text, ')');
  std::uint64_t ticks = 0;
  for (int field = 1; at != nullptr && field <= 15; ++field) {
    at = std::strchr(at + 1, ' ');
    if (at != nullptr && field >= 12) ticks += std::strtoull(at, nullptr, 10);
  }
  return ticks;
}

}  // namespace

MemoryUse measure_memory(int proc) {
  const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  MemoryUse use;
  each_process(proc, [&](int pid) {
    char path[32];
    char text[256];
    std::snprintf(path, sizeof path, "%d/statm", pid);
    if (read_at(proc, path, text, sizeof text) <= 0) return;
    const char* at = std::strchr(text, ' ');  // the first field is address space
    if (at != nullptr) use.rss_bytes += std::strtoull(at, nullptr, 10) * page;
    ++use.processes;
  });
  return use;
}

std::uint64_t measure_cpu_us(int proc) {
  const std::uint64_t tick_us = 1'000'000 / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  std::uint64_t total = 0;
  each_process(proc, [&](int pid) { total += read_ticks(proc, pid) * tick_us; });
  return total;
}

std::uint64_t disk_bytes(int folder) {
  struct statfs disk{};
  if (folder < 0 || ::fstatfs(folder, &disk) != 0) return 0;
  return (disk.f_blocks - disk.f_bfree) * static_cast<std::uint64_t>(disk.f_bsize);
}

std::uint64_t proportional_bytes(int proc) {
  std::uint64_t total = 0;
  each_process(proc, [&](int pid) {
    char path[32];
    char text[2048];
    std::snprintf(path, sizeof path, "%d/smaps_rollup", pid);
    if (read_at(proc, path, text, sizeof text) <= 0) return;
    const char* line = std::strstr(text, "\nPss:");
    if (line != nullptr) total += std::strtoull(line + 5, nullptr, 10) * 1024;
  });
  return total;
}

}  // namespace codecalc::sandbox
