// Call: a request in work, its cancellation, its progress, and who may answer it.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "protocol/responder.h"
#include "protocol/revision.h"
#include "registry/call_context.h"
#include "registry/tool.h"

namespace codecalc::protocol {

struct CallTraits {
  std::string id;  ///< JSON text
  Revision revision{};
  std::string progress_token;  ///< JSON text; empty: no progress is wanted
  /// Quick calls may finish when the connection ends, blocking ones are cancelled at once; a
  /// standing call (a subscription) has no thread and no deadline.
  enum class Kind { kQuick, kBlocking, kStanding };
  Kind kind = Kind::kQuick;
  std::chrono::steady_clock::time_point deadline{};
};

/// Thread-safe. Whoever claims the call decides about its only answer: the worker that finished it,
/// the client that cancelled it, or the watch over deadlines.
class Call final : public registry::ProgressSink {
 public:
  Call(CallTraits traits, std::shared_ptr<Responder> responder)
      : traits_(std::move(traits)), responder_(std::move(responder)) {}

  const CallTraits& traits() const { return traits_; }
  Responder& responder() { return *responder_; }
  registry::CancelToken& cancel_token() { return cancel_; }

  /// True for the first caller. After it returns, no progress is sent any more.
  bool claim();
  bool claimed() const;

  bool wanted() const override { return !traits_.progress_token.empty(); }
  /// Dropped unless `progress` is finite and above the last one, and once the call is claimed.
  void report(double progress, double total, std::string_view message) override;

 private:
  CallTraits traits_;
  std::shared_ptr<Responder> responder_;
  registry::CancelToken cancel_;
  mutable std::mutex mutex_;
  bool claimed_ = false;
  bool reported_ = false;
  double last_progress_ = 0;
};

}  // namespace codecalc::protocol
