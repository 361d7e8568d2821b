// Turns by queue.
#include "sessions/gate.h"

#include <algorithm>
#include <chrono>

namespace codecalc::sessions {

Gates::Pass Gates::enter(const std::string& id, const std::function<bool()>& give_up) {
  std::unique_lock lock(mutex_);
  const std::uint64_t ticket = next_++;
  queues_[id].push_back(ticket);
  constexpr std::chrono::milliseconds kLook{50};  // how soon a cancelled caller is let go
  while (queues_[id].front() != ticket) {
    changed_.wait_for(lock, kLook);
    if (queues_[id].front() == ticket || !give_up || !give_up()) continue;
    auto& queue = queues_[id];
    queue.erase(std::find(queue.begin(), queue.end(), ticket));
    return {};
  }
  return {this, id};
}

void Gates::leave(const std::string& id) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = queues_.find(id);
    if (found == queues_.end()) return;
    found->second.pop_front();
    if (found->second.empty()) queues_.erase(found);
  }
  changed_.notify_all();
}

}  // namespace codecalc::sessions
