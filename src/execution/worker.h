// Worker: one long-lived interpreter in its sandbox, and the line to it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "registry/call_context.h"
#include "sandbox/executor.h"
#include "sessions/store.h"

namespace codecalc::execution {

/// Its calls must come one after another.
class Worker {
 public:
  /// `spec` runs a driver that connects to `.codecalc-run/worker` in the session's folder.
  static Result<std::shared_ptr<Worker>> start(sandbox::Executor& executor, sandbox::RunSpec spec,
                                               const sessions::Workspace& workspace);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  struct Call {
    std::string_view code;
    std::string_view input;
    std::chrono::milliseconds wall{0};
    std::uint64_t output_bytes = 0;
  };
  /// What became of a call. After `died` the worker serves no more.
  struct Answer {
    sandbox::StepOutcome step;
    bool died = false;
    bool cancelled = false;
  };
  Result<Answer> call(const Call& call, registry::CancelToken& cancel);

  bool no_net() const { return no_net_; }
  const std::vector<std::string>& unenforced() const { return unenforced_; }

 private:
  Worker() = default;
  struct Streams;
  Status send(const Call& call, const std::string& nonce, Streams& streams);
  std::optional<int> find_answer(const std::string& nonce);
  bool read_line();
  void await_end();  ///< for a second at most
  void end();
  sandbox::StepOutcome last_words();

  UniqueFd line_;
  std::string received_;
  bool no_net_ = false;
  std::vector<std::string> unenforced_;
  std::mutex mutex_;
  std::function<void()> kill_;
  std::optional<sandbox::StepOutcome> ended_;  ///< how the process ended, once it has
  std::thread thread_;
};

}  // namespace codecalc::execution
