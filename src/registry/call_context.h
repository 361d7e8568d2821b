// CallContext: what a tool may use of the call that it serves.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

namespace codecalc {
class Services;
}

namespace codecalc::registry {

/// Tells a running call that its caller has gone or asked to stop. Thread-safe.
class CancelToken {
 public:
  bool cancelled() const { return cancelled_.load(std::memory_order_acquire); }

  /// Marks as cancelled and runs the callback, once. Later calls do nothing.
  void cancel();

  /// Runs `callback` on cancel(), from the cancelling thread; at once when already cancelled.
  /// Returns a guard; when it ends, the callback is not running and will not run any more.
  class Registration {
   public:
    Registration() = default;
    Registration(Registration&& other) noexcept;
    Registration& operator=(Registration&&) = delete;
    ~Registration();

   private:
    friend class CancelToken;
    explicit Registration(CancelToken* token) : token_(token) {}
    CancelToken* token_ = nullptr;
  };
  [[nodiscard]] Registration on_cancel(std::function<void()> callback);

 private:
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::function<void()> callback_;
};

/// Where progress goes; does nothing when the caller gave no progress token. Thread-safe.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  /// True when someone listens: skip costly messages otherwise.
  virtual bool wanted() const = 0;
  /// `progress` must grow from call to call; `total` 0 means unknown.
  virtual void report(double progress, double total, std::string_view message) = 0;
};

/// Lives as long as the call. `services` is shared by all calls and outlives them.
struct CallContext {
  Services& services;
  CancelToken& cancel;
  ProgressSink& progress;
  std::chrono::steady_clock::time_point deadline;
};

}  // namespace codecalc::registry
