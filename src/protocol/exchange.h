// Exchange: one request as a method's handler sees it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/call.h"
#include "protocol/jsonrpc.h"
#include "protocol/revision.h"
#include "protocol/server_info.h"
#include "protocol/session.h"

namespace codecalc::protocol {

class Dispatcher;

/// How long a client may keep a result, and whether others may share it (2026-07-28).
struct CacheHint {
  int ttl_ms = 0;
  bool is_public = false;
};

/// The members of a result object as JSON text without braces, or an error.
using Outcome = std::variant<std::string, RpcError>;

struct Exchange {
  Dispatcher& dispatcher;
  std::shared_ptr<Session> session;
  std::shared_ptr<Responder> responder;
  std::string id;
  std::string method;
  Json params;
  Revision revision{};

  const ServerParts& parts() const;

  /// Answers with the members of a result (JSON text without braces), completed by what the
  /// revision wants in every result.
  void result(std::string members, std::optional<CacheHint> cache = std::nullopt);
  void fail(RpcError error);

  /// Answers later, from a thread of the lane. `work` may be cancelled by the client and must end
  /// then; it must not throw. `cache` as for result(). `on_overload` makes the answer when too much
  /// is in work or time is up.
  struct Job {
    registry::Lane lane = registry::Lane::kQuick;
    std::chrono::seconds deadline{60};
    std::function<Outcome(registry::CallContext&)> work;
    std::function<Outcome(Code code, const std::string& why)> refusal;
    std::optional<CacheHint> cache;
  };
  void run(Job job);

  /// Stays open without an answer until the client cancels or the connection ends. False when it
  /// was refused (and answered).
  bool stand();
};

/// `members` as the result object that `revision` wants.
std::string complete_result(const ServerParts& parts, Revision revision, std::string members,
                            std::optional<CacheHint> cache);

/// A parameter that must be a string; the error names it.
std::variant<std::string, RpcError> string_param(const Json& params, const char* name);

}  // namespace codecalc::protocol
