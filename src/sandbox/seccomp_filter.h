// The system call filter: a deny list, built once as a search tree and loaded in each program.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

struct FilterOptions {
  /// The small filter that refuses internet sockets and nothing else.
  bool internet_only = false;
  /// Without a memory cgroup, memory that no process maps would be seen by nobody.
  bool deny_memfd = false;
};

using SeccompProgram = std::vector<sock_filter>;

/// Builds the filter; needs libseccomp alone, no privilege.
KernelError build_filter(const FilterOptions& options, SeccompProgram& out);

/// In the program's process, with no_new_privs set; allocates nothing.
KernelError load_filter(const SeccompProgram& program);

}  // namespace codecalc::sandbox
