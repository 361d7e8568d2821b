// Recorder: a responder that keeps what it is given, for tests.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "protocol/responder.h"

namespace codecalc::protocol::testing {

class Recorder final : public Responder {
 public:
  void notify(std::string text, bool) override { add(std::move(text), false); }
  void respond(std::string text, int) override { add(std::move(text), true); }
  void abandon() override {
    const std::lock_guard lock(mutex_);
    ++abandoned_;
    changed_.notify_all();
  }

  /// Waits for `count` responses (10 s at most) and gives all texts so far, in their order.
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return responses_ >= count; });
    return texts_;
  }
  std::size_t abandoned() {
    const std::lock_guard lock(mutex_);
    return abandoned_;
  }

 private:
  void add(std::string text, bool response) {
    const std::lock_guard lock(mutex_);
    texts_.push_back(std::move(text));
    if (response) ++responses_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> texts_;
  std::size_t responses_ = 0;
  std::size_t abandoned_ = 0;
};

}  // namespace codecalc::protocol::testing
