// The init of a cell: puts up the walls while it waits, then runs the steps of one job.
#pragma once

#include "sandbox/cell_protocol.h"
#include "sandbox/layers.h"
#include "sandbox/seccomp_filter.h"

namespace codecalc::sandbox {

/// Where a cell finds the descriptors of its setup: its own copy of the launcher's table ends after
/// these three (socket, cgroup_procs, network).
inline constexpr int kFirstCellFd = 4;
inline constexpr int kCellFds = 3;

struct CellSetup {
  LayerSet layers;  ///< what this host gives
  int socket = -1;
  int cgroup_procs = -1;  ///< the group's file to join by; -1: none, or cloned into it
  int network = -1;       ///< a network namespace to enter; -1: the launcher's own
  CellPage* page = nullptr;
  bool user_namespace = false;  ///< the launcher is root in a user namespace alone
  uid_t uid = 0;
  gid_t gid = 0;
  std::uint64_t disk_bytes = 0;
  int landlock_abi = 0;
  const std::vector<std::string>* read_paths = nullptr;
  const SeccompProgram* filter = nullptr;  ///< of the program; the common part is inherited
  bool bounding_set_dropped = false;       ///< the launcher has given it up for all
};

/// Runs in the process that was cloned for the cell, with a table of descriptors of its own; never
/// returns.
[[noreturn]] void run_cell(const CellSetup& setup);

}  // namespace codecalc::sandbox
