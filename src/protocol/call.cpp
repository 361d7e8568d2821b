// Progress notifications, and the one claim on an answer.
#include "protocol/call.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "base/json.h"
#include "protocol/jsonrpc.h"

namespace codecalc::protocol {
namespace {

/// Whole numbers without a fraction, as counters are read by people.
std::string progress_number(double value) {
  constexpr double kExact = 9007199254740992.0;
  if (std::abs(value) < kExact && value == std::trunc(value)) {
    return std::to_string(static_cast<std::int64_t>(value));
  }
  return write_json(Json(value));
}

}  // namespace

bool Call::claim() {
  const std::lock_guard lock(mutex_);
  return !std::exchange(claimed_, true);
}

bool Call::claimed() const {
  const std::lock_guard lock(mutex_);
  return claimed_;
}

void Call::report(double progress, double total, std::string_view message) {
  if (!wanted() || !std::isfinite(progress)) return;
  // Held while sending, so that nothing follows the response.
  const std::lock_guard lock(mutex_);
  if (claimed_ || (reported_ && progress <= last_progress_)) return;
  reported_ = true;
  last_progress_ = progress;
  std::string params = R"({"progressToken":)" + traits_.progress_token + R"(,"progress":)" +
                       progress_number(progress);
  if (std::isfinite(total) && total > 0) params += R"(,"total":)" + progress_number(total);
  if (!message.empty() && traits_.revision >= Revision::k2025_03_26) {
    params += R"(,"message":)" + json_string(message);
  }
  responder_->notify(notification_text("notifications/progress", params + "}"), false);
}

}  // namespace codecalc::protocol
