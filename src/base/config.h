// Config: every CODECALC_* variable of the environment, read once and in one place.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc {

/// Where sessions live and how much they may hold.
struct SessionSettings {
  std::string root;                        ///< CODECALC_SESSION_ROOT; default ~/.codecalc/sessions
  std::int64_t idle_ttl_seconds = 0;       ///< CODECALC_SESSION_IDLE_TTL_SECONDS; 0: none
  std::int64_t disk_quota_mb = 512;        ///< CODECALC_SESSION_DISK_QUOTA_MB, of one workspace
  std::int64_t total_quota_mb = 8192;      ///< CODECALC_TOTAL_DISK_QUOTA_MB, of all together
  std::int64_t max_file_bytes = 16 << 20;  ///< CODECALC_MAX_ARTIFACT_BYTES, of one written file
  std::int64_t max_files = 500;            ///< CODECALC_MAX_ARTIFACT_COUNT, of one workspace
  std::int64_t min_free_mb = 256;          ///< CODECALC_MIN_HOST_FREE_MB
  std::int64_t max_snapshot_bytes = 256
                                    << 20;  ///< CODECALC_MAX_SNAPSHOT_BYTES, of the files in one
  std::int64_t max_snapshots = 10;          ///< CODECALC_MAX_SNAPSHOTS_PER_SESSION
  std::int64_t abandoned_age_hours = 24;    ///< CODECALC_CLEANUP_ABANDONED_AGE_HOURS
};

/// Runs in the background.
struct RunSettings {
  std::string state_dir;         ///< CODECALC_RUN_STATE_DIR; default ~/.codecalc/runs
  std::int64_t max_active = 64;  ///< CODECALC_MAX_ACTIVE_RUNS
};

/// The settings of one process. A member that is added here is read nowhere else.
struct Config {
  /// CODECALC_TOOLS: groups and presets, comma-separated; empty means all. Checked by the registry,
  /// which refuses to start on an unknown name.
  std::string tools;
  /// CODECALC_RUNTIME_PATH, else PATH, else kStandardPath: where runtimes are looked for.
  std::string runtime_path;
  /// CODECALC_EXEC_BIN: the launcher to use; empty: the installed one.
  std::string exec_binary;
  /// CODECALC_CAS_BIN: the algebra worker to use; empty: the installed one.
  std::string cas_binary;
  /// CODECALC_SMT_BIN: the solver worker to use; empty: the installed one.
  std::string smt_binary;
  /// CODECALC_SMT_SECOND: off, no, false or 0 leaves out the second solver's opinion.
  bool smt_second = true;
  /// CODECALC_REQUIRE_NATIVE: refuse to start without the launcher and its full walls. Any text but
  /// "", 0, false, no and off turns it on: a misspelt value must not lift a demand for safety.
  bool require_native = false;
  /// CODECALC_EXECUTION_PROVIDER: the provider of calls that name none. Kept as it was given: an
  /// unknown one is refused at the call and never replaced.
  std::string execution_provider = "local";
  /// CODECALC_CAPABILITY_POLICY as it was given; providers/policy.h reads it, and refuses every
  /// run when it cannot.
  std::string capability_policy;
  /// CODECALC_PROCESS_HEADROOM, or CODECALC_MAX_PROCESSES when set: processes and threads that one
  /// sandbox may have at once.
  std::uint32_t max_tasks = kDefaultTasks;
  SessionSettings sessions;
  RunSettings runs;
  /// CODECALC_AUDIT_LOG: where events are written; set and empty: nowhere. Default
  /// ~/.codecalc/audit/audit.log.
  std::string audit_log;

  /// CODECALC_READ_PATHS: host folders and files, separated by colons, that every program may read
  /// beside its runtime. Only absolute paths are kept.
  std::vector<std::string> read_paths;

  /// CODECALC_READY_PROCESSES: interpreters kept started ahead of the next run; 0 turns it off.
  std::uint32_t ready_processes = kDefaultReadyProcesses;

  /// One line for stderr per value that could not be used and was replaced by its default.
  std::vector<std::string> warnings;

  static constexpr std::uint32_t kDefaultTasks = 512;
  static constexpr std::uint32_t kDefaultReadyProcesses = 4;
  static constexpr std::uint32_t kMaxReadyProcesses = 16;
  static constexpr std::string_view kStandardPath = "/usr/local/bin:/usr/bin:/bin";

  using Lookup = std::function<std::optional<std::string>(const char* name)>;
  static Config from_lookup(const Lookup& lookup);
  static Config from_environment();
};

}  // namespace codecalc
