// A running program's output as progress notifications.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include "registry/call_context.h"
#include "sandbox/executor.h"

namespace codecalc::execution {

/// Collects what a program prints on stdout and reports it. Thread-safe. Lives longer than the run.
///
/// Every piece is reported at once while there are not many: kBurst of them, and kPerSecond more
/// each second. Beyond that pieces are collected and go out with the next report, so that a
/// program that prints single bytes cannot flood the client.
class OutputStream {
 public:
  using Clock = std::chrono::steady_clock;

  explicit OutputStream(registry::ProgressSink& progress) : progress_(progress) {}

  sandbox::RunObserver observer();

  /// A piece as it came, at the time `now`.
  void add(bool is_stderr, std::string_view piece, Clock::time_point now);

  /// All of stdout so far as text, without a character that its end cuts off.
  std::string standard_output() const;

  static constexpr double kBurst = 100;
  static constexpr double kPerSecond = 50;
  static constexpr std::size_t kMaxMessageBytes = 4096;

 private:
  bool take_token(Clock::time_point now);

  registry::ProgressSink& progress_;
  mutable std::mutex mutex_;
  std::string out_;        ///< stdout; the run's own cap bounds it
  std::string tail_;       ///< the last of both streams as they came
  std::size_t bytes_ = 0;  ///< of both streams
  double tokens_ = kBurst;
  Clock::time_point refilled_{};
};

}  // namespace codecalc::execution
