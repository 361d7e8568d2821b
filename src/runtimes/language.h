// The languages as data, and the way from a source text to commands for the sandbox.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sandbox/spec.h"

namespace codecalc::runtimes {

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
  std::string run;      ///< the run command with {file}, {exe}, {work} as holes
  std::string compile;  ///< empty when there is none
  Tier tier = Tier::kBestEffort;
  RuntimeStatus status = RuntimeStatus::kSupported;
  std::string status_basis;  ///< "resolved" or "executed"
  std::string path;          ///< the resolved program; empty when absent
  std::string detail;        ///< which half is missing, or which variant was chosen
};

/// How one source text is run: what the sandbox needs of the language.
struct Plan {
  std::string language;  ///< canonical name
  std::string source_file;  ///< relative to the work folder, e.g. ".codecalc-run/main.py"
  std::vector<sandbox::WorkFile> files;
  std::optional<sandbox::Command> compile;
  sandbox::Command run;
  std::vector<sandbox::ReadOnlyPath> read_only;
  std::vector<sandbox::SeedFolder> seeds;
  std::string root;
  std::uint32_t min_tasks = 0;          ///< below this the runtime cannot start
  bool compiler_may_print_to_stdout = false;  ///< erlc, csc: their errors are no program output
};

/// Resolves runtimes on a search path and remembers what it found. Thread-safe.
class Languages {
 public:
  /// `search_path` is CODECALC_RUNTIME_PATH, else PATH, else the standard folders.
  explicit Languages(std::string search_path);
  ~Languages();

  /// All 31 rows, sorted by name.
  std::vector<LanguageInfo> list() const;

  /// The canonical name for a name or alias in any case; kValidation with the nearest name.
  Result<std::string> canonical(std::string_view name) const;

  /// The plan for a source text. Errors: kValidation (unknown language, source without what the
  /// runtime needs), kRuntimeUnavailable (names the program and where it was looked for).
  Result<Plan> plan(std::string_view language, std::string_view source) const;

  /// The same for a program whose entry file lies in a work folder already (sessions):
  /// `entry` is relative to that folder; nothing is written.
  Result<Plan> plan_entry(std::string_view language, std::string_view entry,
                          std::string_view source) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codecalc::runtimes
