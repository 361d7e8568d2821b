// Accounting: CPU time and memory of a running tree, read from the cell's own /proc.
#pragma once

#include <cstdint>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

struct MemoryUse {
  std::uint64_t rss_bytes = 0;  ///< counts shared pages once per process: never below the truth
  unsigned processes = 0;
};

/// All functions below look at every process of the cell but its init. `proc` is a readable folder
/// descriptor of the cell's /proc.
MemoryUse measure_memory(int proc);

/// CPU time in microseconds of live processes and of those that they reaped, in steps of 10 ms.
std::uint64_t measure_cpu_us(int proc);

/// Bytes in use on the file system of `folder`.
std::uint64_t disk_bytes(int folder);

/// Proportional set size of the tree: shared pages count once. Dearer, so only near the limit.
std::uint64_t proportional_bytes(int proc);

}  // namespace codecalc::sandbox
