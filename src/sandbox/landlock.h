// Landlock: a second wall over the file system, and scopes for abstract sockets and signals.
#pragma once

#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// The kernel's Landlock ABI; 0 when it is absent or switched off.
int landlock_abi();

/// A ruleset that is filled in a cell while it waits and tightened around each program.
class LandlockRules {
 public:
  KernelError create(int abi);

  /// Reading, listing and executing beneath `path` (or of the file).
  KernelError allow_read(const char* path);
  /// Listing folders beneath `path` alone.
  KernelError allow_list(const char* path);
  /// Writing to files that exist beneath `path`: /proc and devices.
  KernelError allow_use(const char* path);
  /// Everything beneath `path`.
  KernelError allow_all(const char* path);

  bool valid() const { return fd_.valid(); }

  /// In the program's process, with no_new_privs set; allocates nothing.
  KernelError restrict_self() const;

 private:
  KernelError add(const char* path, std::uint64_t access);

  UniqueFd fd_;
  std::uint64_t handled_ = 0;
};

}  // namespace codecalc::sandbox
