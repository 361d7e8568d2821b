// Host: what this machine gives the sandbox, found out by trying, and the making of cells.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sandbox/cell_protocol.h"
#include "sandbox/cgroup.h"
#include "sandbox/executor.h"
#include "sandbox/layers.h"
#include "sandbox/mounts.h"
#include "sandbox/namespaces.h"
#include "sandbox/seccomp_filter.h"

namespace codecalc::sandbox {

/// Cells alive at once; each has a slot with a uid and a memory cgroup of its own.
inline constexpr unsigned kSlots = 64;

/// Work folder and /tmp of a cell that is made before its job is known.
inline constexpr std::uint64_t kDefaultDiskBytes = 1ull << 30;

/// The three standard streams of a program: its ends and ours.
struct Streams {
  UniqueFd theirs[3];
  UniqueFd ours[3];
};

/// One-shot sandbox: its init and what it holds of the launcher's.
struct Cell {
  pid_t pid = -1;
  UniqueFd pidfd;
  UniqueFd socket;
  CellPage* page = nullptr;  ///< shared with the init; unmapped by Host::bury()
  unsigned slot = 0;
  bool no_net = false;
  UniqueFd network;    ///< a lent network namespace; invalid: the host's
  UniqueFd proc;       ///< its /proc, once it is ready
  UniqueFd data;       ///< the folder on its tmpfs, likewise
  Streams streams;     ///< of its first step, made while it waits; may be empty
  bool ready = false;  ///< its program was started ahead and has its ends of the streams
};

struct CellSetup;

/// Keeps the numbers that cells take their descriptors from free for that alone; first of all that
/// a launcher does. False: the kernel gives no descriptors.
bool reserve_cell_fds();

struct Slot {
  bool taken = false;
  uid_t uid = 0;
  std::unique_ptr<MemoryGroup> group;
};

struct HostOptions {
  LayerSet layers = LayerSet::all();  ///< all but in a test build
  std::vector<std::string> read_paths;
  unsigned ready_processes = 0;  ///< programs started ahead, at most; 0: none
};

class Host {
 public:
  explicit Host(HostOptions options);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Finds out the level and makes what cells share. Programs can be run when usable().
  void open();

  bool usable() const { return usable_; }
  const HostReport& report() const { return report_; }
  const LayerSet& layers() const { return layers_; }

  /// Starts a cell in a free slot, with an empty network or the host's; null when all slots are
  /// taken or the kernel refuses.
  std::unique_ptr<Cell> make_cell(bool no_net);

  /// Takes in what a waiting cell says of itself and readies what its first step will need.
  /// False: the cell cannot be used.
  bool welcome(Cell& cell);

  /// Drops the descriptors that were lent to the last cell, if it has taken its own copies.
  void settle() { (void)take_back(false); }

  /// Makes the pipes of a step.
  KernelError make_streams(const Cell& cell, Streams& streams) const;

  /// Frees what a cell held, after its init was reaped.
  void bury(Cell& cell);

  HostTree& tree() { return tree_; }
  MemoryCgroups& cgroups() { return cgroups_; }
  MemoryGroup* group(const Cell& cell) { return slots_[cell.slot].group.get(); }
  uid_t uid(const Cell& cell) const { return slots_[cell.slot].uid; }
  const std::vector<std::string>& read_paths() const { return options_.read_paths; }
  unsigned ready_processes() const { return options_.ready_processes; }
  bool user_namespace() const { return user_namespace_; }
  bool memory_cgroup() const { return layers_.has(Layer::kMemoryCgroup); }

 private:
  bool lend(const CellSetup& setup);
  bool take_back(bool wait);
  bool has_required();
  void choose_uids();
  bool open_tree();
  void open_memory_cgroups();
  bool open_filters();
  void probe_network();
  bool probe_cell();
  void lose(Layer layer, std::string_view token, const std::string& reason);
  void write_report();

  HostOptions options_;
  LayerSet layers_;
  HostReport report_;
  HostTree tree_;
  NetworkPool networks_;
  MemoryCgroups cgroups_;
  SeccompProgram filter_;
  SeccompProgram filter_no_net_;
  std::vector<Slot> slots_;
  UniqueFd nothing_;               ///< /dev/null, in the places of what is lent
  CellPage* lent_page_ = nullptr;  ///< of the cell that shares this process's descriptors; or null
  int lent_pidfd_ = -1;
  UniqueFd uid_lock_;
  int landlock_abi_ = 0;
  bool user_namespace_ = false;
  bool usable_ = false;
  bool bounding_set_dropped_ = false;
};

}  // namespace codecalc::sandbox
