// resources/list, resources/templates/list, resources/read.
#include <utility>

#include "protocol/methods.h"

namespace codecalc::protocol {
namespace {

constexpr std::chrono::seconds kReadDeadline{60};

void answer_list(Exchange& exchange, const char* member, const Json& entries, CacheHint cache) {
  if (!accept_cursor(exchange)) return;
  exchange.result("\"" + std::string(member) + "\":" + write_json(entries), cache);
}

RpcError not_found(const std::string& uri, Revision revision) {
  return {is_stateless(revision) ? kInvalidParams : kHandshakeResourceNotFound,
          "there is no such resource", Json({{"uri", uri}})};
}

}  // namespace

void handle_resources_list(Exchange& exchange) {
  const ResourceProvider* provider = exchange.parts().resources;
  answer_list(exchange, "resources", provider ? provider->resources() : Json::array(),
              {10'000, true});
}

void handle_resource_templates_list(Exchange& exchange) {
  const ResourceProvider* provider = exchange.parts().resources;
  answer_list(exchange, "resourceTemplates", provider ? provider->templates() : Json::array(),
              {60'000, true});
}

void handle_resources_read(Exchange& exchange) {
  auto param = string_param(exchange.params, "uri");
  if (auto* error = std::get_if<RpcError>(&param)) return exchange.fail(std::move(*error));
  const std::string uri = std::get<std::string>(std::move(param));
  ResourceProvider* provider = exchange.parts().resources;
  if (provider == nullptr) return exchange.fail(not_found(uri, exchange.revision));
  const Revision revision = exchange.revision;
  Exchange::Job job;
  job.lane = registry::Lane::kBlocking;
  job.deadline = kReadDeadline;
  job.cache = CacheHint{0, false};
  job.work = [provider, uri, revision](registry::CallContext& context) -> Outcome {
    auto contents = provider->read(uri, context);
    if (!contents.ok()) return RpcError{kInternalError, contents.error().message, {}};
    if (!contents->has_value()) return not_found(uri, revision);
    return R"("contents":)" + write_json(**contents);
  };
  job.refusal = [](Code, const std::string& why) { return RpcError{kInternalError, why, {}}; };
  exchange.run(std::move(job));
}

}  // namespace codecalc::protocol
