// prompts/list, prompts/get and completion/complete. This server has no prompts: the methods are
// there because clients ask for them.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "protocol/methods.h"

namespace codecalc::protocol {
namespace {

constexpr std::size_t kMaxValues = 100;

/// What is wrong with the params of completion/complete.
std::optional<std::string> completion_fault(const Json& params) {
  const auto ref = params.find("ref");
  if (ref == params.end() || !ref->is_object()) return "\"ref\" must be an object";
  const auto type = ref->find("type");
  const bool prompt = type != ref->end() && *type == "ref/prompt";
  const bool resource = type != ref->end() && *type == "ref/resource";
  if (!prompt && !resource) return "\"ref.type\" must be \"ref/prompt\" or \"ref/resource\"";
  const auto target = ref->find(prompt ? "name" : "uri");
  if (target == ref->end() || !target->is_string()) {
    return prompt ? "\"ref.name\" must be a string" : "\"ref.uri\" must be a string";
  }
  const auto argument = params.find("argument");
  if (argument == params.end() || !argument->is_object()) return "\"argument\" must be an object";
  for (const char* name : {"name", "value"}) {
    const auto value = argument->find(name);
    if (value == argument->end() || !value->is_string()) {
      return "\"argument." + std::string(name) + "\" must be a string";
    }
  }
  return std::nullopt;
}

}  // namespace

void handle_prompts_list(Exchange& exchange) {
  if (!accept_cursor(exchange)) return;
  exchange.result(R"("prompts":[])", CacheHint{60'000, true});
}

void handle_prompts_get(Exchange& exchange) {
  auto name = string_param(exchange.params, "name");
  if (auto* error = std::get_if<RpcError>(&name)) return exchange.fail(std::move(*error));
  exchange.fail(
      {kInvalidParams,
       "unknown prompt \"" + shorten(std::get<std::string>(name), 64) + "\": this server has none",
       {}});
}

void handle_completion(Exchange& exchange) {
  if (auto fault = completion_fault(exchange.params)) {
    return exchange.fail({kInvalidParams, *std::move(fault), {}});
  }
  std::vector<std::string> values;
  if (CompletionProvider* provider = exchange.parts().completions) {
    const Json& argument = exchange.params["argument"];
    values =
        provider->complete(exchange.params["ref"], argument["name"].get_ref<const std::string&>(),
                           argument["value"].get_ref<const std::string&>());
  }
  const bool more = values.size() > kMaxValues;
  const std::size_t total = values.size();
  values.resize(std::min(total, kMaxValues));
  Json completion = {{"values", values}, {"total", total}, {"hasMore", more}};
  exchange.result(R"("completion":)" + write_json(completion));
}

}  // namespace codecalc::protocol
