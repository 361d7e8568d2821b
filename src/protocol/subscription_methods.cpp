// subscriptions/listen: acknowledged with nothing, as no list of this server ever changes.
#include "protocol/methods.h"
#include "protocol/request_meta.h"

namespace codecalc::protocol {

void handle_listen(Exchange& exchange) {
  const auto wanted = exchange.params.find("notifications");
  if (wanted == exchange.params.end() || !wanted->is_object()) {
    return exchange.fail({kInvalidParams, "\"notifications\" must be an object", {}});
  }
  if (!exchange.stand()) return;
  exchange.responder->notify(
      notification_text("notifications/subscriptions/acknowledged",
                        R"({"_meta":{")" + std::string(kMetaSubscription) + R"(":)" + exchange.id +
                            R"(},"notifications":{}})"),
      true);
}

}  // namespace codecalc::protocol
