// tools/list and tools/call.
#include <utility>

#include "protocol/dispatcher.h"
#include "protocol/methods.h"
#include "protocol/tool_listing.h"
#include "registry/contract.h"

namespace codecalc::protocol {
namespace {

/// A call that never began, as a result that a model can act on.
Outcome refused_call(Code code, const std::string& why, Revision revision) {
  registry::CallReply reply;
  Json structured = registry::failure_result({code, why, "", ""});
  Json block = {{"type", "text"}, {"text", write_json_indented(structured)}};
  reply.blocks.emplace_back(std::move(block));
  reply.structured = registry::JsonBox(std::move(structured));
  reply.is_error = true;
  return tool_result_members(reply, revision);
}

}  // namespace

void handle_tools_list(Exchange& exchange) {
  if (!accept_cursor(exchange)) return;
  exchange.result(R"("tools":)" + exchange.dispatcher.tool_list(exchange.revision),
                  CacheHint{60'000, true});
}

void handle_tools_call(Exchange& exchange) {
  auto name = string_param(exchange.params, "name");
  if (auto* error = std::get_if<RpcError>(&name)) return exchange.fail(std::move(*error));
  auto arguments = std::make_shared<Json>(Json::object());
  if (const auto given = exchange.params.find("arguments"); given != exchange.params.end()) {
    if (!given->is_object()) {
      return exchange.fail({kInvalidParams, "\"arguments\" must be an object", {}});
    }
    *arguments = std::move(*given);
  }
  const registry::Registry& registry = exchange.parts().registry;
  const registry::ToolSpec* tool = registry.find(std::get<std::string>(name));
  if (tool == nullptr) {
    return exchange.fail({kInvalidParams, registry.why_absent(std::get<std::string>(name)), {}});
  }
  const Revision revision = exchange.revision;
  Exchange::Job job;
  job.lane = tool->traits.lane;
  job.deadline = tool->traits.deadline;
  job.work = [&registry, tool, arguments, revision](registry::CallContext& context) -> Outcome {
    return tool_result_members(registry.call(*tool, *arguments, context), revision);
  };
  job.refusal = [revision](Code code, const std::string& why) {
    return refused_call(code, why, revision);
  };
  exchange.run(std::move(job));
}

}  // namespace codecalc::protocol
