// The table of methods.
#include "protocol/methods.h"

#include <array>

namespace codecalc::protocol {
namespace {

constexpr std::array kMethods = {
    Method{"tools/call", true, true, handle_tools_call},
    Method{"tools/list", true, true, handle_tools_list},
    Method{"initialize", true, false, handle_initialize},
    Method{"ping", true, false, handle_ping},
    Method{"server/discover", false, true, handle_discover},
    Method{"prompts/list", true, true, handle_prompts_list},
    Method{"prompts/get", true, true, handle_prompts_get},
    Method{"resources/list", true, true, handle_resources_list},
    Method{"resources/templates/list", true, true, handle_resource_templates_list},
    Method{"resources/read", true, true, handle_resources_read},
    Method{"completion/complete", true, true, handle_completion},
    Method{"subscriptions/listen", false, true, handle_listen},
};

}  // namespace

const Method* find_method(std::string_view name, Revision revision) {
  for (const Method& method : kMethods) {
    if (method.name != name) continue;
    const bool exists = is_stateless(revision) ? method.stateless : method.handshake;
    return exists ? &method : nullptr;
  }
  return nullptr;
}

bool accept_cursor(Exchange& exchange) {
  const auto cursor = exchange.params.find("cursor");
  if (cursor == exchange.params.end() || cursor->is_null()) return true;
  exchange.fail({kInvalidParams,
                 cursor->is_string() ? "unknown cursor: this list has one page"
                                     : "\"cursor\" must be a string",
                 {}});
  return false;
}

}  // namespace codecalc::protocol
