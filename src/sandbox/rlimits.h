// Resource limits of one process, as the kernel keeps them.
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "sandbox/spec.h"
#include "sandbox/sys.h"

namespace codecalc::sandbox {

struct ProcessLimits {
  std::uint64_t file_bytes = 0;
  /// The kernel's backstop behind the watch of the whole tree; 0: not limited.
  std::uint64_t cpu_seconds = 0;
  std::uint64_t data_bytes = 0;  ///< private writable memory; 0: not limited
  std::uint32_t open_files = 0;
  std::uint32_t tasks = 0;  ///< 0: not limited
};

/// The limits of each process of a run. `memory_cgroup` says that a cgroup keeps the memory limit.
ProcessLimits process_limits(const Limits& limits, bool memory_cgroup);

/// In the program's process before exec; allocates nothing.
KernelError apply_rlimits(const ProcessLimits& limits);

/// Sets those limits of a process that was started ahead which differ from run to run; allocates
/// nothing.
KernelError tighten_rlimits(pid_t pid, const ProcessLimits& limits);

/// The task limit alone, which must come after the last change of user or namespace.
KernelError apply_task_limit(std::uint32_t tasks);

}  // namespace codecalc::sandbox
