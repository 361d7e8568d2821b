// Threads that run calls: made on demand up to a bound, ended when idle.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace codecalc::protocol {

class WorkerPool {
 public:
  struct Options {
    std::size_t max_threads = 8;
    std::chrono::milliseconds idle_time{10'000};  ///< an idle thread ends after this
  };

  explicit WorkerPool(const Options& options);
  /// Waits for the running tasks; tasks that have not begun are dropped.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Runs `task` on a ready thread, a new one, or the next that is free. False when there is no
  /// thread and none can be made. A task must not throw. Thread-safe.
  [[nodiscard]] bool submit(std::function<void()> task);

  std::size_t thread_count() const;

 private:
  struct State;
  static void work(const std::shared_ptr<State>& state);
  std::shared_ptr<State> state_;
};

}  // namespace codecalc::protocol
