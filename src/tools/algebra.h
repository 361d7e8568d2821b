// What the algebra tools share: the members that tell of trust, and the call's end.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "cas/engine.h"
#include "registry/call_context.h"
#include "registry/field.h"

/// Rows of the members `checked`, `check`, `reason` and `assumptions`, which every algebra reply
/// has.
#define CODECALC_TRUST_ROWS(Reply)                                                           \
  registry::required(                                                                        \
      registry::out<&Reply::checked>("checked", "The answer passed an independent check.")), \
      registry::out<&Reply::check>("check", "How it was checked."),                          \
      registry::out<&Reply::reason>(                                                         \
          "reason", "Why it was not checked or stays unevaluated, or what it leaves open."), \
      registry::out<&Reply::assumptions>("assumptions", "What the answer takes for granted.")

namespace codecalc::tools {

template <class Reply>
void take_trust(Reply& reply, cas::Trust trust) {
  reply.checked = trust.checked;
  reply.check = std::move(trust.check);
  reply.reason = std::move(trust.reason);
  reply.assumptions = std::move(trust.assumptions);
}

/// Ends the worker's calculation at the call's deadline, or when the caller cancels.
class AlgebraCall {
 public:
  explicit AlgebraCall(registry::CallContext& context)
      : deadline_(context.deadline),
        registration_(context.cancel.on_cancel([this] { source_.request_stop(); })) {}
  AlgebraCall(const AlgebraCall&) = delete;
  AlgebraCall& operator=(const AlgebraCall&) = delete;

  cas::Call get() const { return {deadline_, source_.get_token()}; }

 private:
  std::chrono::steady_clock::time_point deadline_;
  std::stop_source source_;
  registry::CancelToken::Registration registration_;
};

/// The deadline of the algebra tools.
inline constexpr std::chrono::seconds kAlgebraDeadline{20};

}  // namespace codecalc::tools
