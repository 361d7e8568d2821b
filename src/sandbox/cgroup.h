// Memory cgroups, v1 or v2: one group per slot, below the launcher's own group and reused by the
// slot's cells one after another. Nothing else of the machine's groups is touched.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// One slot's group.
class MemoryGroup {
 public:
  MemoryGroup(UniqueFd folder, bool v2);

  /// The file that a process writes "0" to in order to join.
  int procs_fd() const { return procs_.get(); }
  /// v2: the folder to be cloned into; v1: -1.
  int clone_fd() const { return v2_ ? folder_.get() : -1; }

  /// Starts a step: the limit counts from what is charged now and cannot be given back (files of
  /// the work folder, the init), and the peak starts afresh. Cheap when the cell waited and
  /// expect_step() was right.
  KernelError begin_step(std::uint64_t memory_bytes);

  /// The same ahead of time, for the likely limit, when a cell has become ready.
  KernelError expect_step(std::uint64_t memory_bytes);

  /// Starts a step whose program was started ahead, after expect_step(): what it holds by now
  /// counts.
  KernelError go_on_with_step(std::uint64_t memory_bytes);

  /// Bytes at the peak of this step, above those at its start, without cached files.
  std::uint64_t peak_bytes() const;

  /// Processes that the kernel killed in this step because the group was full.
  std::uint64_t oom_kills() const;

  /// Becomes readable when the group is full; -1 when the kernel gives no such descriptor.
  int event_fd() const { return event_.get(); }
  void clear_event() const;

 private:
  /// A file of the group that is kept open.
  class File {
   public:
    void open(int folder, const char* name) {
      fd_.reset(::openat(folder, name, O_RDWR | O_CLOEXEC));
      if (!fd_) fd_.reset(::openat(folder, name, O_RDONLY | O_CLOEXEC));
    }
    KernelError write(const char* step, std::string_view text) const;
    std::string read() const;
    std::uint64_t number() const;
    std::uint64_t field(std::string_view name) const;

   private:
    UniqueFd fd_;
  };

  void watch_v1();
  KernelError set_limit(std::uint64_t memory_bytes);
  std::uint64_t count_oom_kills() const;

  UniqueFd folder_;
  UniqueFd procs_;
  UniqueFd event_;
  File limit_, swap_limit_, usage_, peak_, stat_, kills_;
  bool v2_ = false;
  std::uint64_t base_bytes_ = 0;
  std::uint64_t base_kills_ = 0;
  std::uint64_t limit_set_ = 0;       ///< what the kernel has; 0: not known
  std::uint64_t held_bytes_ = 0;      ///< charged before the step, and not its own
  std::uint64_t expected_limit_ = 0;  ///< of a step that expect_step() has begun
};

/// The launcher's folder of groups. A small helper process removes it when the launcher has been
/// killed.
class MemoryCgroups {
 public:
  MemoryCgroups() = default;
  ~MemoryCgroups();
  MemoryCgroups(const MemoryCgroups&) = delete;
  MemoryCgroups& operator=(const MemoryCgroups&) = delete;

  /// Finds a memory hierarchy in which this process may make groups, and starts the sweeper before
  /// it makes one. Needs the host's tree.
  KernelError open();

  /// Readable when the sweeper has ended, which nobody but its killer wants; -1: there is none.
  int sweeper_fd() const { return sweeper_pidfd_.get(); }
  /// Starts another in its place.
  KernelError start_sweeper();

  std::unique_ptr<MemoryGroup> make(unsigned slot);

  bool available() const { return folder_.valid(); }
  int version() const { return v2_ ? 2 : 1; }

  /// Removes every group of this launcher; the cells must be gone.
  void remove_all();

 private:
  [[noreturn]] void sweep_after(UniqueFd read_end, UniqueFd write_end);
  KernelError open_v1(const std::string& own_path);
  KernelError open_v2(const std::string& own_path);
  KernelError make_folder(const std::string& parent);

  UniqueFd parent_;
  UniqueFd folder_;
  UniqueFd sweeper_;  ///< the other end is the sweeper's: it reads the launcher's end from it
  UniqueFd sweeper_pidfd_;
  pid_t sweeper_pid_ = -1;
  std::string name_;
  bool v2_ = false;
};

}  // namespace codecalc::sandbox
