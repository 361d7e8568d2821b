// The system call filter: a deny list as search trees, in two parts. What nobody here needs is
// refused in the launcher already, and every program inherits it at no cost; what the launcher and
// the init of a cell need is refused in each program.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

enum class FilterPart {
  kCommon,   ///< for the launcher; its children inherit it
  kProgram,  ///< for a program: mounts, namespaces, calls whose arguments cannot be checked
};

struct FilterOptions {
  FilterPart part = FilterPart::kCommon;
  /// Refuse internet sockets as well (kProgram).
  bool deny_internet = false;
  /// Without a memory cgroup, memory that no process maps would be seen by nobody (kProgram).
  bool deny_memfd = false;
};

using SeccompProgram = std::vector<sock_filter>;

/// Builds the filter; needs libseccomp alone, no privilege.
KernelError build_filter(const FilterOptions& options, SeccompProgram& out);

/// Needs no_new_privs or CAP_SYS_ADMIN; allocates nothing.
KernelError load_filter(const SeccompProgram& program);

}  // namespace codecalc::sandbox
