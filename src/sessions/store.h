// Store: the sessions of a host, on disk. They outlive the server; what is held in memory is only
// what makes it quick.
//
//   ROOT/<session id>/            the workspace: all that programs see and change
//   ROOT/.codecalc/records/       <session id>.json: language and owner; locked while in use
//   ROOT/.codecalc/servers/       one file per running server, locked by it
//   ROOT/.codecalc/snapshots/     see snapshots.h
//   ROOT/.codecalc/pending/       files that are not whole yet; swept when their server is gone
//   ROOT/.codecalc/trash/         on its way to removal
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "base/fd.h"
#include "base/result.h"
#include "sessions/gate.h"
#include "sessions/jail.h"
#include "sessions/tree.h"

namespace codecalc::sessions {

/// What is written of a session when it starts.
struct Record {
  std::string id;
  std::string language;
  std::string created_at;  ///< UTC, ISO 8601
  std::string server;      ///< the file below servers/ of the server that started it
  long server_pid = 0;
};

/// A session that its holder alone uses.
class Workspace {
 public:
  const Record& record() const { return record_; }
  const std::string& id() const { return record_.id; }
  const std::string& path() const { return path_; }  ///< of the workspace on the host
  const Jail& jail() const { return jail_; }

 private:
  friend class Store;
  Workspace(Gates::Pass pass, UniqueFd lock, Record record, std::string path, UniqueFd folder)
      : pass_(std::move(pass)),
        lock_(std::move(lock)),
        record_(std::move(record)),
        path_(std::move(path)),
        jail_(std::move(folder)) {}

  Gates::Pass pass_;
  UniqueFd lock_;
  Record record_;
  std::string path_;
  Jail jail_;
};

/// A write that is about to happen.
struct PlannedWrite {
  std::uint64_t bytes = 0;
  std::uint64_t replaced_bytes = 0;  ///< of the file that it replaces
  bool new_file = false;
};

/// `<language>-` and 32 hex digits; with `old_shape` also 8.
bool is_session_id(std::string_view id, bool old_shape = false);

/// Thread-safe.
class Store {
 public:
  /// Makes the folders. Error kPermissionDenied or kInternal: the root cannot be used.
  static Result<std::unique_ptr<Store>> open(const SessionSettings& settings);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const SessionSettings& settings() const { return settings_; }

  /// `language` is a canonical name.
  Result<Workspace> start(std::string_view language);

  /// Waits until nobody else works in the session. Errors: kValidation (no such session), kTimeout
  /// (`give_up` said true).
  Result<Workspace> enter(std::string_view id, const std::function<bool()>& give_up);

  /// Removes a session's workspace and record.
  Status remove(Workspace workspace);

  /// All sessions, by id.
  Result<std::vector<Record>> list() const;

  /// Whether the server that started the session still runs.
  bool server_lives(const Record& record) const;
  bool is_ours(const Record& record) const { return record.server == server_; }

  /// Refuses (kResourceExhausted) what would pass a quota, in words with figures.
  Status check_write(const Workspace& workspace, const PlannedWrite& write);
  /// The same for a workspace that will hold `bytes` instead of what it holds.
  Status check_restore(const Workspace& workspace, std::uint64_t bytes);
  /// Only whether the host keeps its free space when `bytes` more are written.
  Status check_host_space(std::uint64_t bytes) const;
  /// The same before a program runs: a session over its quota must shrink first.
  Status check_run(const Workspace& workspace);
  /// A fresh measurement, remembered for the sum over all sessions.
  Result<Usage> usage(const Workspace& workspace);

  /// A new file below pending/, for a rename to its place.
  struct Pending {
    UniqueFd fd;
    std::string name;
  };
  Result<Pending> make_pending();
  Result<Pending> make_pending_folder();
  int pending_folder() const { return pending_.get(); }
  int snapshots_folder() const { return snapshots_.get(); }
  std::string root_path() const { return settings_.root; }
  /// Renames a pending folder to be the workspace, and what was there away.
  Status replace_workspace(Workspace& workspace, const std::string& pending_name);

  /// What clean-up may take away.
  struct Candidate {
    std::string id;
    std::string reason;
  };
  struct CleanupReport {
    std::vector<Candidate> removed;  ///< or would be, in a dry run
    std::vector<Candidate> kept;
  };
  /// Takes away expired sessions, and with `include_unmarked` those that no living server owns and
  /// that nobody touched for the configured hours.
  Result<CleanupReport> clean_up(bool write, bool include_unmarked);

 private:
  explicit Store(const SessionSettings& settings) : settings_(settings) {}
  Status open_folders();
  void sweep();
  Result<Record> read_record(std::string_view id, UniqueFd& file) const;
  bool server_file_locked(const std::string& name) const;
  std::string refusal_to_clean(const std::string& id, bool include_unmarked,
                               std::string& reason) const;
  Status discard(int parent, const std::string& name);
  Status check_sums(const std::string& id, std::uint64_t after, std::uint64_t written);
  std::uint64_t used_by_others(const std::string& id, bool fresh);

  const SessionSettings settings_;
  UniqueFd root_;
  UniqueFd records_;
  UniqueFd servers_;
  UniqueFd pending_;
  UniqueFd trash_;
  UniqueFd snapshots_;
  UniqueFd own_lock_;
  std::string server_;
  Gates gates_;

  struct Known {
    std::uint64_t bytes = 0;
    std::int64_t measured_ms = 0;
  };
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

/// 32 random hex digits.
std::string random_hex();

/// Now, as "2026-01-31T12:00:00Z".
std::string utc_now();

inline constexpr std::string_view kExpiredMarker = ".codecalc-session-expired";
inline constexpr std::string_view kLockFile = ".codecalc-session-lock";

}  // namespace codecalc::sessions
