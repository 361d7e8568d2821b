// Accounting: CPU time and memory of a running tree, read from the cell's own /proc.
#pragma once

#include <cstdint>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

struct TreeUse {
  std::uint64_t rss_bytes = 0;  ///< counts shared pages once per process: never below the truth
  std::uint64_t cpu_us = 0;  ///< of live processes and of those that they reaped, in steps of 10 ms
  unsigned processes = 0;
};

/// Sums over all processes of the cell but its init, which tells what it has reaped itself.
/// `proc` is a readable folder descriptor of the cell's /proc.
TreeUse measure_tree(int proc);

/// Bytes in use on the file system of `folder`.
std::uint64_t disk_bytes(int folder);

/// Proportional set size of the tree: shared pages count once. Dearer, so only near the limit.
std::uint64_t proportional_bytes(int proc);

}  // namespace codecalc::sandbox
