// Cancellation of a running call.
#include "registry/call_context.h"

#include <utility>

namespace codecalc::registry {

void CancelToken::cancel() {
  const std::lock_guard lock(mutex_);
  if (cancelled_.exchange(true, std::memory_order_acq_rel)) return;
  // Held during the callback, so that the end of a Registration waits for it.
  if (callback_) callback_();
}

CancelToken::Registration CancelToken::on_cancel(std::function<void()> callback) {
  const std::lock_guard lock(mutex_);
  if (cancelled()) {
    callback();
    return {};
  }
  callback_ = std::move(callback);
  return Registration(this);
}

CancelToken::Registration::Registration(Registration&& other) noexcept
    : token_(std::exchange(other.token_, nullptr)) {}

CancelToken::Registration::~Registration() {
  if (token_ == nullptr) return;
  const std::lock_guard lock(token_->mutex_);
  token_->callback_ = nullptr;
}

}  // namespace codecalc::registry
