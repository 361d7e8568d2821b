// Namespaces: which flags a cell is cloned with, the user namespace's maps, empty network
// namespaces.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/layers.h"
#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// The uid and gid that a program has inside a user namespace, and the first of those that it has
/// when the launcher is root (there each slot has its own).
inline constexpr uid_t kFirstSandboxUid = 64'000;

/// The clone flags of a cell for these layers.
std::uint64_t cell_clone_flags(const LayerSet& layers);

/// Makes a user namespace for the launcher itself and maps its uid and gid to kFirstSandboxUid.
KernelError enter_user_namespace();

/// In a program's process before exec: a user namespace of its own below the launcher's, so that
/// RLIMIT_NPROC counts this sandbox alone. Allocates nothing; needs the cell's /proc.
KernelError enter_own_user_namespace();

/// Whether this process has CAP_SYS_ADMIN in its user namespace.
bool has_sys_admin();

/// Network namespaces with nothing but their own loopback, lent to one cell at a time.
class NetworkPool {
 public:
  /// Makes one in a child process, so that this process stays where it is. `proc` is the host's
  /// /proc.
  KernelError add(int proc);

  /// Takes one out of the pool, making it when there is none; invalid on failure.
  UniqueFd lease(int proc);

  /// Gives one back; only after the cell's init was reaped.
  void give_back(UniqueFd fd) { idle_.push_back(std::move(fd)); }

 private:
  std::vector<UniqueFd> idle_;
};

}  // namespace codecalc::sandbox
