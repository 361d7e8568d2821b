// System calls that the C library of the oldest supported system does not wrap, and the error type
// of everything that talks to the kernel.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string>

#include <fcntl.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fd.h"

namespace codecalc::sandbox {

/// The step that failed and its errno; `code` 0 is success.
struct [[nodiscard]] KernelError {
  int code = 0;
  const char* step = "";

  bool ok() const { return code == 0; }
  std::string text() const { return std::string(step) + ": " + std::strerror(code); }
};

/// The result of a call that gives -1 on failure, as a KernelError.
inline KernelError check(const char* step, long result) {
  return result < 0 ? KernelError{errno, step} : KernelError{};
}

/// Returns the error of the expression from this function, if it has one.
#define TRY_KERNEL(expression)                                          \
  do {                                                                  \
    const ::codecalc::sandbox::KernelError kernel_error = (expression); \
    if (!kernel_error.ok()) return kernel_error;                        \
  } while (false)

inline int sys_close_range(unsigned first, unsigned last, unsigned flags) {
  return static_cast<int>(::syscall(SYS_close_range, first, last, flags));
}
inline int sys_pidfd_send_signal(int pidfd, int signal) {
  return static_cast<int>(::syscall(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}
inline int sys_pivot_root(const char* new_root, const char* put_old) {
  return static_cast<int>(::syscall(SYS_pivot_root, new_root, put_old));
}

/// Like fork(), with namespaces: 0 in the child. The pidfd goes to `pidfd`. `cgroup` is a
/// cgroup v2 directory that the child starts in, or -1.
inline pid_t sys_clone3(std::uint64_t flags, int* pidfd, int cgroup = -1) {
  clone_args args{};
  args.flags = flags | CLONE_PIDFD;
  args.pidfd = reinterpret_cast<std::uint64_t>(pidfd);
  args.exit_signal = SIGCHLD;
  if (cgroup >= 0) {
    args.flags |= CLONE_INTO_CGROUP;
    args.cgroup = static_cast<std::uint64_t>(cgroup);
  }
  return static_cast<pid_t>(::syscall(SYS_clone3, &args, sizeof args));
}

/// Waits while `word` is `value`, at most for `timeout` (null: for ever). Between processes too.
inline void futex_wait(const std::atomic<int>& word, int value, const timespec* timeout = nullptr) {
  ::syscall(SYS_futex, reinterpret_cast<const int*>(&word), FUTEX_WAIT, value, timeout, nullptr, 0);
}
inline void futex_wake(const std::atomic<int>& word) {
  ::syscall(SYS_futex, reinterpret_cast<const int*>(&word), FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

/// Monotonic time in nanoseconds.
inline std::int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

/// Writes `text` to `path` (under `dir` when relative) in one call.
inline KernelError write_file_at(int dir, const char* path, std::string_view text) {
  const UniqueFd fd(::openat(dir, path, O_WRONLY | O_CLOEXEC));
  if (!fd) return {errno, path};
  const ssize_t written = ::write(fd.get(), text.data(), text.size());
  if (written < 0) return {errno, path};
  return {};
}

}  // namespace codecalc::sandbox
