// Services: what tools may use, made on first use and shared by all calls of a process.
#pragma once

#include <memory>

#include "base/config.h"
#include "base/result.h"
#include "calc/certified.h"
#include "cas/engine.h"
#include "execution/workers.h"
#include "runs/queue.h"
#include "runtimes/language.h"
#include "sandbox/executor.h"
#include "sessions/store.h"
#include "smt/engine.h"

namespace codecalc {

/// Thread-safe; one per process, made by main and passed down by reference. Making one starts and
/// opens nothing.
class Services {
 public:
  explicit Services(Config config = Config::from_environment());
  /// With an executor that exists already (tests).
  Services(Config config, std::unique_ptr<sandbox::Executor> executor);
  ~Services();
  Services(const Services&) = delete;
  Services& operator=(const Services&) = delete;

  const Config& config() const;

  /// Starts the launcher without waiting for it, so that the first run finds it ready. Call it on
  /// a thread that lives as long as the process: the launcher may be tied to its starter's life. A
  /// missing launcher is told by executor().
  void warm_up();

  /// The sandbox launcher; the error is kRuntimeUnavailable and names the paths tried. A missing
  /// launcher is looked for again at the next call.
  Result<sandbox::Executor*> executor();

  runtimes::Languages& languages();

  /// The sessions on disk; their folders are made at the first question. An error is tried again at
  /// the next call.
  Result<sessions::Store*> sessions();

  /// The background runs; the journal is opened at the first question.
  Result<runs::RunQueue*> runs();

  /// The interpreters of stateful sessions.
  execution::Workers& workers();

  /// Digits and signs of irrational numbers; loads its plugin at the first question.
  calc::Certified& certified();

  /// The algebra worker, started at its first question or by warm_up().
  cas::Engine& cas();

  /// The solver worker, started at its first question.
  smt::Engine& smt();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codecalc
