// Config: every CODECALC_* variable of the environment, read once and in one place.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc {

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
