// Gate: who may work in a session now. One caller at a time, in the order in which they came; other
// processes are kept out by a lock on the session's record.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace codecalc::sessions {

/// Thread-safe. Outlives its passes.
class Gates {
 public:
  /// Leaves the gate when it ends.
  class Pass {
   public:
    Pass() = default;
    Pass(Gates* gates, std::string id) : gates_(gates), id_(std::move(id)) {}
    Pass(Pass&& other) noexcept : gates_(other.gates_), id_(std::move(other.id_)) {
      other.gates_ = nullptr;
    }
    Pass& operator=(Pass&&) = delete;
    ~Pass() {
      if (gates_ != nullptr) gates_->leave(id_);
    }
    explicit operator bool() const { return gates_ != nullptr; }

   private:
    Gates* gates_ = nullptr;
    std::string id_;
  };

  /// Waits for its turn; an empty pass when `give_up` says true first.
  Pass enter(const std::string& id, const std::function<bool()>& give_up);

 private:
  void leave(const std::string& id);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::deque<std::uint64_t>> queues_;  ///< the first one is inside
  std::uint64_t next_ = 0;
};

}  // namespace codecalc::sessions
