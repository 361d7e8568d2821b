// Mounts: the tree that programs see. The launcher lives in a template of it; a cell starts as a
// copy of the template and adds what is its own.
//
// The launcher keeps two mount namespaces: the host's tree (a slave copy, so that what the host
// unmounts is not held), from which it clones folders for a run, and the template.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "sandbox/layers.h"
#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// The names of the folders that exist in every tree.
inline constexpr const char* kDataFolder = "/.data";
inline constexpr const char* kEmptyFolder = "/.empty";

struct TemplateOptions {
  bool user_namespace = false;  ///< a /proc must then stay visible beneath the cell's own
  unsigned uids = 1;            ///< lines of /etc/passwd from kFirstSandboxUid on
  uid_t first_uid = 0;
  std::vector<std::string> read_paths;  ///< further host folders of the operator
};

class HostTree {
 public:
  /// Leaves the host's tree and makes the template the root of this process. `skipped` gets one
  /// line per path of the operator that could not be added.
  KernelError build(const TemplateOptions& options, std::vector<std::string>& skipped);

  /// A detached, recursive, nosuid and nodev copy of a host path; read-only unless `writable`.
  Result<UniqueFd> clone_path(const std::string& path, bool writable);

  /// A descriptor of a host folder for reading (a seed).
  Result<UniqueFd> open_folder(const std::string& path);

  /// Makes the empty folder or file that something is mounted on, when the template's own root
  /// (not a host folder inside it) lacks it.
  Status ensure_mount_point(const std::string& inside, bool folder);

  /// The host's /proc.
  int proc() const { return proc_.get(); }

 private:
  KernelError enter_host();
  KernelError enter_template();

  UniqueFd host_ns_;
  UniqueFd template_ns_;
  UniqueFd root_;  ///< the template's root, writable by the launcher alone
  UniqueFd proc_;
};

/// What a cell adds to its copy of the template.
struct CellMounts {
  uid_t uid = 0;
  gid_t gid = 0;
  std::uint64_t disk_bytes = 0;
  bool masks = true;
  bool user_namespace = false;
};

/// In the cell: a fresh /proc with its masks, and one tmpfs behind the work folder, /tmp and
/// /dev/shm. `masks_error` tells whether the masks hold.
KernelError mount_cell(const CellMounts& mounts, KernelError& masks_error);

/// In the cell: changes the size of its tmpfs.
KernelError resize_cell(std::uint64_t disk_bytes);

/// Whether `path` lies in a folder that each cell has of its own, so that nothing of the template
/// shows there.
bool is_private(std::string_view path);

/// In the cell: attaches a detached copy at `inside`, which is made when it lies in a private
/// folder.
KernelError attach(int tree, const std::string& inside);

/// Gives a detached copy of a host folder the uids of `inner`: files of `owner` on disk appear as
/// of `inner` and what `inner` makes is stored as of `owner`. `proc` is the host's /proc.
KernelError map_owner(int tree, int proc, uid_t owner_uid, gid_t owner_gid, uid_t inner_uid,
                      gid_t inner_gid);

}  // namespace codecalc::sandbox
