// The languages as data, and the way from a source text to commands for the sandbox.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sandbox/spec.h"

namespace codecalc::runtimes {

/// How sure we are that a language works: run by our own CI, installed by hand and tried, declared.
enum class Tier { kTested, kBestEffort, kPlanOnly };
std::string_view tier_name(Tier tier);

enum class RuntimeStatus { kSupported, kInstalled, kUnhealthy, kAvailable };
std::string_view status_name(RuntimeStatus status);

/// One row of list_languages.
struct LanguageInfo {
  std::string_view name;
  std::vector<std::string> aliases;
  std::string_view extension;  ///< without the dot
  bool compiled = false;
  std::string run;      ///< the run command with {file} and the like as holes
  std::string compile;  ///< empty when there is none
  Tier tier = Tier::kBestEffort;
  RuntimeStatus status = RuntimeStatus::kSupported;
  std::string_view status_basis = "resolved";
  std::string path;    ///< the resolved program; empty when absent
  std::string detail;  ///< which variant was chosen, or which program is missing
  std::string_view package_manager;
  std::vector<std::string> packages;  ///< what that manager calls it
};

/// How one source text is run: what the sandbox needs of the language.
struct Plan {
  std::string language;     ///< canonical name
  std::string source_file;  ///< relative to the work folder, e.g. ".codecalc-run/main.py"
  std::vector<sandbox::WorkFile> files;
  std::optional<sandbox::Command> compile;
  sandbox::Command run;
  std::vector<sandbox::ReadOnlyPath> read_only;
  std::vector<sandbox::SeedFolder> seeds;
  std::string root;             ///< another root folder, empty for the usual one
  std::uint32_t min_tasks = 0;  ///< with fewer processes and threads the runtime cannot work
  std::string opened_last;      ///< the source file, when the runtime may be started ahead of it
  bool compiler_may_print_to_stdout = false;  ///< erlc, csc: their errors are no program output
};

struct PlanOptions {
  /// The run's memory cap; runtimes that size a heap by the machine are told of it.
  std::uint64_t memory_bytes = sandbox::kDefaultMemoryBytes;
  /// The (first) standard input: jq reads JSON or plain lines by what comes.
  std::string_view input{};
  /// The work folder holds files of the user's own, which the program may import.
  bool session = false;
};

/// Resolves runtimes on a search path and remembers what it found. Nothing is looked for before
/// the first question, and no runtime is started to find another. Thread-safe.
class Languages {
 public:
  /// `search_path` is CODECALC_RUNTIME_PATH, else PATH, else the standard folders
  /// (Config::runtime_path). Entries that are no absolute paths are passed over.
  explicit Languages(std::string search_path);
  ~Languages();
  Languages(const Languages&) = delete;
  Languages& operator=(const Languages&) = delete;

  /// All rows, sorted by name.
  std::vector<LanguageInfo> list() const;

  /// The canonical name for a name or alias in any case. Error kValidation with parameter
  /// "language" and the nearest name.
  Result<std::string_view> canonical(std::string_view name) const;

  /// The plan for a source text. Errors: kValidation (unknown language), kRuntimeUnavailable (names
  /// the program and where it was looked for).
  Result<Plan> plan(std::string_view language, std::string_view source,
                    const PlanOptions& options = {}) const;

  /// The same for a program whose entry file lies in the work folder already (sessions): `entry` is
  /// relative to that folder, `source` its content; no source is written and none is changed.
  Result<Plan> plan_entry(std::string_view language, std::string_view entry,
                          std::string_view source, const PlanOptions& options = {}) const;

  /// A run that prints the runtime's version, for doctor and runtimes_status.
  Result<Plan> version_plan(std::string_view language) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codecalc::runtimes
