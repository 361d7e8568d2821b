// The calls in work: by id within a connection, and all of them together.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "protocol/call.h"

namespace codecalc::protocol {

/// The calls of one connection, by id. Thread-safe.
class CallTable {
 public:
  /// False when a call with this id is in work.
  bool add(const std::shared_ptr<Call>& call);
  void remove(const Call& call);
  /// Null when there is none.
  std::shared_ptr<Call> find(const std::string& id) const;
  std::vector<std::shared_ptr<Call>> all() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Call>> calls_;
};

/// All calls of the process until their work has ended, and the watch over their deadlines: when a
/// call outlives its deadline by more than the grace, its `expired` runs, on the watch's own
/// thread. Thread-safe.
class CallWatch {
 public:
  using Clock = std::chrono::steady_clock;
  using Expired = std::function<void()>;

  /// `period`: how often the deadlines are looked at.
  CallWatch(Clock::duration period, Clock::duration grace) : period_(period), grace_(grace) {}
  ~CallWatch();
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// False when `limit` calls of its sort (standing or not) are in work.
  bool add(const std::shared_ptr<Call>& call, std::size_t limit, Expired expired);
  void remove(const std::shared_ptr<Call>& call);
  std::vector<std::shared_ptr<Call>> all() const;
  /// Waits until no call is in work for which `counts` says true; false when `until` passed first.
  bool wait_none(Clock::time_point until, const std::function<bool(const Call&)>& counts);

 private:
  void watch();

  struct Entry {
    std::shared_ptr<Call> call;
    Expired expired;
  };
  const Clock::duration period_;
  const Clock::duration grace_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  ///< wakes the watch
  std::condition_variable removed_;  ///< wakes wait_none
  std::unordered_map<const Call*, Entry> calls_;
  std::size_t standing_ = 0;  ///< how many of them are standing
  std::size_t waiters_ = 0;
  bool watch_sleeps_ = false;  ///< the watch waits without a time limit
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace codecalc::protocol
