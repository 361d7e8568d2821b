// Workers: interpreters that serve the calls of a stateful session one after another, so that
// variables and imports last. Each lives in a sandbox of its own, like any run.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "execution/program.h"
#include "registry/call_context.h"
#include "sandbox/outcome.h"
#include "sandbox/spec.h"
#include "sessions/store.h"

namespace codecalc::execution {

/// The source of the program that runs user code in a python3 worker.
extern const char* const kPythonDriver;

/// Workers alive at once; each holds one of the sandbox's slots.
inline constexpr std::size_t kMaxWorkers = 40;

class Worker;

/// Thread-safe; the calls to one session come one after another (its gate sees to that).
class Workers {
 public:
  /// `host` is asked when a worker starts.
  explicit Workers(std::function<Host()> host);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Whether sessions of this language (canonical) are stateful.
  static bool serves(std::string_view language) { return language == "python3"; }

  /// A new session: its worker starts at the first call.
  void admit(const std::string& session_id);

  /// Runs `code` in the session's worker within `spec.limits` (wall, output_bytes). A worker that
  /// died or ran into its time limit is not replaced: every later call is kWorkerFailure. Errors:
  /// kWorkerFailure, kRuntimeUnavailable, kResourceExhausted (too many workers).
  Result<sandbox::RunOutcome> call(const sessions::Workspace& workspace, std::string_view code,
                                   const sandbox::RunSpec& spec, registry::CancelToken& cancel);

  /// True when the session has a worker that can serve, started or not.
  bool alive(const std::string& session_id) const;

  /// Ends the worker and forgets the session.
  void stop(const std::string& session_id);

  /// Ends a worker that was idle for longer than the session's time to live. True when it did.
  bool expire(const sessions::Workspace& workspace, std::chrono::seconds idle);

 private:
  struct Entry {
    std::shared_ptr<Worker> worker;  ///< null before the first call
    std::string failure;             ///< why there is none any more
    std::chrono::steady_clock::time_point used;
  };
  Result<std::shared_ptr<Worker>> worker_of(const sessions::Workspace& workspace,
                                            const sandbox::RunSpec& spec);
  void fail(const std::string& session_id, const std::string& why);

  const std::function<Host()> host_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace codecalc::execution
