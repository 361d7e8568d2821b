// Executor: the server's side of codecalc-exec, the launcher process that makes the sandboxes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sandbox/outcome.h"
#include "sandbox/spec.h"

namespace codecalc::sandbox {

/// Called from a reader thread while a run goes on.
struct RunObserver {
  /// A piece of the program's output as it came (raw bytes, within the cap).
  std::function<void(bool is_stderr, std::string_view piece)> on_output;
};

/// Hooks a running request up to its caller's cancellation: `subscribe` is called once with a
/// function that kills the run; it may be called from any thread, also after the run has ended.
struct RunControl {
  RunObserver observer;
  std::function<void(std::function<void()> cancel)> subscribe_cancel;
};

/// What the launcher found out about this host when it started.
struct HostReport {
  std::string level;  ///< "A" root, "B" user namespaces, "C" Landlock only, "D" neither
  std::vector<std::string> layers;  ///< those that hold; none when no program can be run
  std::vector<std::string> unenforced;
  std::vector<std::string> reasons;  ///< one line per missing layer: errno and what to change

  /// Programs can be run: the walls without which none is started hold.
  bool usable() const { return level == "A" || level == "B"; }
};

/// Thread-safe. The launcher is started by start() and ends with this object, with every process
/// that it made.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Runs and waits. Errors: kRuntimeUnavailable (no launcher), kWorkerFailure (the launcher died;
  /// it is started again for the next call), kTimeout never (a time limit is an outcome).
  virtual Result<RunOutcome> run(const RunSpec& spec, const RunControl& control) = 0;

  virtual Result<HostReport> host_report() = 0;
};

/// Where codecalc-exec is: `named` (Config::exec_binary) unless empty, else beside this program,
/// else ../libexec/codecalc. The error names every path that was tried.
Result<std::string> find_launcher(const std::string& named);

/// Starts the launcher at `path` at once and returns without waiting for it.
std::unique_ptr<Executor> start_executor(const std::string& path);

}  // namespace codecalc::sandbox
