// Collecting responses until the last request of a batch has ended.
#include "protocol/batch.h"

#include <utility>

namespace codecalc::protocol {

void BatchResponder::respond(std::string text, int) {
  std::unique_lock lock(mutex_);
  replies_ += replies_.empty() ? "[" : ",";
  replies_ += text;
  finish_one(lock);
}

void BatchResponder::abandon() {
  std::unique_lock lock(mutex_);
  finish_one(lock);
}

void BatchResponder::finish_one(std::unique_lock<std::mutex>& lock) {
  if (--waiting_ > 0) return;
  std::string text = std::move(replies_);
  lock.unlock();
  if (text.empty()) return out_->abandon();
  out_->respond(text + "]", 0);
}

}  // namespace codecalc::protocol
