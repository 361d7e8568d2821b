// Snapshots: archives of workspaces beside them, where no program comes. A snapshot exists when its
// description does; archive and description appear by a rename each, the description last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sessions/store.h"

namespace codecalc::sessions {

struct Snapshot {
  std::string id;  ///< 32 hex digits
  std::string language;
  std::int64_t bytes = 0;  ///< of the archive
  std::int64_t files = 0;
  std::int64_t content_bytes = 0;
  std::string created_at;
  std::optional<std::string> label;
  std::string sha256;
};

inline constexpr std::size_t kMaxLabelBytes = 200;

/// Errors: kResourceExhausted (size or count), kValidation (label).
Result<Snapshot> save_snapshot(Store& store, const Workspace& workspace,
                               const std::optional<std::string>& label);

/// Oldest first; none for a session that never was.
Result<std::vector<Snapshot>> list_snapshots(const Store& store, std::string_view session_id);

/// False: there was none of that id. Error kPermissionDenied: not the shape of an id.
Result<bool> delete_snapshot(const Store& store, std::string_view session_id,
                             std::string_view snapshot_id);

/// All of a session; how many there were.
Result<std::int64_t> delete_snapshots(const Store& store, std::string_view session_id);

/// Restored files of a session.
struct Restored {
  std::int64_t files = 0;
  std::int64_t bytes = 0;
};

/// Fills `target` with the snapshot's files, all or nothing. Errors: kValidation (no such snapshot,
/// damaged), kPermissionDenied (not the shape of an id, hostile content), kResourceExhausted.
Result<Restored> restore_snapshot(Store& store, std::string_view session_id,
                                  std::string_view snapshot_id, Workspace& target);

/// The description of one snapshot, errors as for restore_snapshot().
Result<Snapshot> find_snapshot(const Store& store, std::string_view session_id,
                               std::string_view snapshot_id);

}  // namespace codecalc::sessions
