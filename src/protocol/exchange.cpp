// Answers as each revision wants them.
#include "protocol/exchange.h"

#include <utility>

#include "protocol/dispatcher.h"
#include "protocol/request_meta.h"

namespace codecalc::protocol {

const ServerParts& Exchange::parts() const { return dispatcher.parts(); }

void Exchange::result(std::string members, std::optional<CacheHint> cache) {
  responder->respond(result_text(id, complete_result(parts(), revision, std::move(members), cache)),
                     0);
}

void Exchange::fail(RpcError error) { responder->respond(error_text(id, error), error.code); }

void Exchange::run(Job job) {
  Dispatcher& d = dispatcher;
  d.start(std::move(*this), std::move(job));
}

bool Exchange::stand() { return dispatcher.stand(*this); }

std::string complete_result(const ServerParts& parts, Revision revision, std::string members,
                            std::optional<CacheHint> cache) {
  std::string text = "{" + std::move(members);
  if (is_stateless(revision)) {
    if (text.size() > 1) text += ',';
    text += R"("resultType":"complete")";
    if (cache) {
      text += R"(,"ttlMs":)" + std::to_string(cache->ttl_ms) + R"(,"cacheScope":)" +
              (cache->is_public ? R"("public")" : R"("private")");
    }
    // The short form: a client asks server/discover once for the rest.
    text += R"(,"_meta":{")" + std::string(kMetaServerInfo) + R"(":{"name":)" +
            json_string(parts.info.name) + R"(,"version":)" + json_string(parts.info.version) +
            "}}";
  }
  return text + "}";
}

std::variant<std::string, RpcError> string_param(const Json& params, const char* name) {
  const auto value = params.find(name);
  if (value == params.end()) {
    return RpcError{kInvalidParams, "\"" + std::string(name) + "\" is missing", {}};
  }
  if (!value->is_string()) {
    return RpcError{kInvalidParams, "\"" + std::string(name) + "\" must be a string", {}};
  }
  return value->get<std::string>();
}

}  // namespace codecalc::protocol
