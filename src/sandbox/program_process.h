// The process of a cell that becomes the program. It is made ahead of the job and waits in most of
// its walls, so that a job costs little more than its exec.
#pragma once

#include <atomic>

#include "sandbox/cell_init.h"
#include "sandbox/landlock.h"

namespace codecalc::sandbox {

class ProgramProcess {
 public:
  /// Both outlive this object.
  ProgramProcess(const CellSetup& setup, const LandlockRules& landlock)
      : setup_(setup), landlock_(landlock) {}
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;

  /// Makes the process and waits until it wears the walls that need nothing of the job. `layers`
  /// are those that stand in this cell.
  KernelError make(const LayerSet& layers);

  /// Whether one is made and not yet released.
  bool waiting() const { return pid_ > 0; }

  /// Lets it go on: it executes `step` with the descriptors as its standard streams. Returns when
  /// it is the program or has failed; its pid, which the caller reaps.
  pid_t release(const Step& step, const int (&streams)[3]);

  /// Why the last release did not lead to a program.
  const KernelError& error() const { return start_.error; }
  /// CPU time of the process before its exec.
  std::int64_t setup_cpu_us() const { return start_.setup_cpu_us; }

 private:
  // Shared with the process until its exec.
  struct Start {
    std::atomic<int> waiting{0};  ///< the early walls stand, or failed
    std::atomic<int> go{0};
    std::atomic<int> alive{0};  ///< its thread id until it leaves this memory
    KernelError error;
    char* const* argv = nullptr;
    char* const* env = nullptr;
    const Step* step = nullptr;
    int streams[3] = {-1, -1, -1};
    std::int64_t setup_cpu_us = 0;
  };
  static_assert(sizeof(std::atomic<int>) == sizeof(int));

  static int process_main(void* self);
  KernelError wear_early_walls() const;
  KernelError execute();

  const CellSetup& setup_;
  const LandlockRules& landlock_;
  LayerSet layers_;
  Start start_;
  pid_t pid_ = -1;
  char* stack_ = nullptr;
};

}  // namespace codecalc::sandbox
