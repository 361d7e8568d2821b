// RunQueue: programs that run in the background. The interface is what the tools know; the local
// queue runs them in this process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/config.h"
#include "base/result.h"
#include "execution/program.h"
#include "runs/journal.h"

namespace codecalc::runs {

/// What run_submit asks for. Owned: the call is over before the run is.
struct Submission {
  std::string language;  ///< canonical
  std::string source;
  std::string input;
  std::string provider;     ///< as it was given
  std::string provider_id;  ///< the one that it means
  std::vector<std::string> dependencies;
  execution::RequestedLimits limits;
  std::optional<std::string> idempotency_key;
};

/// A run as it stands.
struct RunView {
  RunRecord record;
  bool cancelling = false;
  /// The whole result; none while it runs, after a restart, and when it was dropped for newer ones.
  std::shared_ptr<const execution::ProgramResult> result;
};

/// Thread-safe.
class RunQueue {
 public:
  virtual ~RunQueue() = default;

  /// Begins a run, and is on disk when it returns; the same key with the same request gives the
  /// same run. Errors: kResourceExhausted (too many active), kValidation (the key belongs to
  /// another request), kInternal (the journal cannot be written).
  virtual Result<RunView> submit(Submission submission) = 0;

  /// Nothing for a run that never was.
  virtual std::optional<RunView> inspect(std::string_view run_id) = 0;

  /// Ends a run with all its processes and waits for that; `cancelled` is false when it had ended
  /// before.
  struct Cancelled {
    RunView view;
    bool cancelled = false;
  };
  virtual std::optional<Cancelled> cancel(std::string_view run_id) = 0;
};

/// `host` is asked once per run. Error: the journal cannot be opened.
Result<std::unique_ptr<RunQueue>> open_local_queue(const RunSettings& settings,
                                                   std::function<execution::Host()> host);

}  // namespace codecalc::runs
