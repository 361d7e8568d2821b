// Bookkeeping of calls. The watch looks once a period while there are calls, and sleeps otherwise.
#include "protocol/call_table.h"

#include <system_error>
#include <utility>

namespace codecalc::protocol {

bool CallTable::add(const std::shared_ptr<Call>& call) {
  const std::lock_guard lock(mutex_);
  return calls_.emplace(call->traits().id, call).second;
}

void CallTable::remove(const Call& call) {
  const std::lock_guard lock(mutex_);
  const auto it = calls_.find(call.traits().id);
  if (it != calls_.end() && it->second.get() == &call) calls_.erase(it);
}

std::shared_ptr<Call> CallTable::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto it = calls_.find(id);
  return it == calls_.end() ? nullptr : it->second;
}

std::vector<std::shared_ptr<Call>> CallTable::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Call>> calls;
  for (const auto& [id, call] : calls_) calls.push_back(call);
  return calls;
}

CallWatch::~CallWatch() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

bool CallWatch::add(const std::shared_ptr<Call>& call, std::size_t limit, Expired expired) {
  const std::lock_guard lock(mutex_);
  const bool standing = call->traits().kind == CallTraits::Kind::kStanding;
  if ((standing ? standing_ : calls_.size() - standing_) >= limit) return false;
  calls_.emplace(call.get(), Entry{call, std::move(expired)});
  if (standing) {
    ++standing_;
    return true;
  }
  if (watch_sleeps_) {
    watch_sleeps_ = false;
    changed_.notify_all();
  } else if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
      // Without a thread the deadlines are not watched; the next call tries again.
    }
  }
  return true;
}

void CallWatch::remove(const std::shared_ptr<Call>& call) {
  const std::lock_guard lock(mutex_);
  if (calls_.erase(call.get()) > 0 && call->traits().kind == CallTraits::Kind::kStanding) {
    --standing_;
  }
  if (waiters_ > 0) removed_.notify_all();
}

std::vector<std::shared_ptr<Call>> CallWatch::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Call>> calls;
  for (const auto& [key, entry] : calls_) calls.push_back(entry.call);
  return calls;
}

bool CallWatch::wait_none(Clock::time_point until, const std::function<bool(const Call&)>& counts) {
  std::unique_lock lock(mutex_);
  ++waiters_;
  const bool none = removed_.wait_until(lock, until, [&] {
    for (const auto& [key, entry] : calls_) {
      if (counts(*entry.call)) return false;
    }
    return true;
  });
  --waiters_;
  return none;
}

void CallWatch::watch() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    std::vector<Entry> late;
    bool any = false;
    const auto now = Clock::now();
    for (const auto& [key, entry] : calls_) {
      const Call& call = *entry.call;
      if (call.traits().kind == CallTraits::Kind::kStanding) continue;
      any = true;
      if (now >= call.traits().deadline + grace_ && !call.claimed()) late.push_back(entry);
    }
    if (!late.empty()) {
      lock.unlock();
      for (const Entry& entry : late) entry.expired();
      lock.lock();
    }
    if (any) {
      changed_.wait_for(lock, period_, [this] { return stopping_; });
      continue;
    }
    watch_sleeps_ = true;
    changed_.wait(lock, [this] { return stopping_ || !watch_sleeps_; });
  }
}

}  // namespace codecalc::protocol
