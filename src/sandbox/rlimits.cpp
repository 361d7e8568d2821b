// Resource limits by setrlimit. RLIMIT_AS is never used: node, the JVM, Go and others reserve far
// more address space than they use.
#include "sandbox/rlimits.h"

#include <sys/resource.h>

namespace codecalc::sandbox {
namespace {

// RLIMIT_DATA counts private writable memory, used or not. The slack lets the JVM
// start; the watch of the tree's real memory stops a program long before this does.
constexpr std::uint64_t kDataSlack = 1ull << 30;

KernelError set_limit(const char* step, decltype(RLIMIT_CORE) which, std::uint64_t soft,
                      std::uint64_t hard) {
  const rlimit limit{soft, hard};
  return check(step, ::setrlimit(which, &limit));
}

}  // namespace

ProcessLimits process_limits(const Limits& limits, bool memory_cgroup) {
  ProcessLimits out;
  out.file_bytes = limits.file_bytes;
  out.cpu_seconds = static_cast<std::uint64_t>((limits.cpu.count() + 999) / 1000) + 1;
  out.data_bytes = memory_cgroup ? 0 : limits.memory_bytes + kDataSlack;
  out.open_files = limits.open_files;
  out.tasks = limits.tasks;
  return out;
}

KernelError apply_rlimits(const ProcessLimits& limits) {
  TRY_KERNEL(set_limit("RLIMIT_CORE", RLIMIT_CORE, 0, 0));
  TRY_KERNEL(set_limit("RLIMIT_FSIZE", RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes));
  TRY_KERNEL(set_limit("RLIMIT_NOFILE", RLIMIT_NOFILE, limits.open_files, limits.open_files));
  if (limits.cpu_seconds != 0)
    TRY_KERNEL(set_limit("RLIMIT_CPU", RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1));
  TRY_KERNEL(set_limit("RLIMIT_MEMLOCK", RLIMIT_MEMLOCK, 64 << 10, 64 << 10));
  TRY_KERNEL(set_limit("RLIMIT_MSGQUEUE", RLIMIT_MSGQUEUE, 0, 0));
  TRY_KERNEL(set_limit("RLIMIT_SIGPENDING", RLIMIT_SIGPENDING, 4096, 4096));
  TRY_KERNEL(set_limit("RLIMIT_RTPRIO", RLIMIT_RTPRIO, 0, 0));
  TRY_KERNEL(set_limit("RLIMIT_NICE", RLIMIT_NICE, 0, 0));
  if (limits.data_bytes != 0)
    TRY_KERNEL(set_limit("RLIMIT_DATA", RLIMIT_DATA, limits.data_bytes, limits.data_bytes));
  return {};
}

KernelError tighten_rlimits(pid_t pid, const ProcessLimits& limits) {
  const rlimit cpu{limits.cpu_seconds, limits.cpu_seconds + 1};
  if (limits.cpu_seconds != 0)
    TRY_KERNEL(check("RLIMIT_CPU", ::prlimit(pid, RLIMIT_CPU, &cpu, nullptr)));
  const rlimit data{limits.data_bytes, limits.data_bytes};
  if (limits.data_bytes != 0)
    TRY_KERNEL(check("RLIMIT_DATA", ::prlimit(pid, RLIMIT_DATA, &data, nullptr)));
  return {};
}

KernelError apply_task_limit(std::uint32_t tasks) {
  return set_limit("RLIMIT_NPROC", RLIMIT_NPROC, tasks, tasks);
}

}  // namespace codecalc::sandbox
