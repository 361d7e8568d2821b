// The methods of the protocol. A new one is a function here and a row of the table in methods.cpp.
#pragma once

#include <string_view>

#include "protocol/exchange.h"

namespace codecalc::protocol {

struct Method {
  std::string_view name;
  bool handshake;  ///< exists in the revisions up to 2025-11-25
  bool stateless;  ///< exists in 2026-07-28
  void (*handle)(Exchange& exchange);
};

/// Null when `revision` has no such method.
const Method* find_method(std::string_view name, Revision revision);

// lifecycle_methods.cpp
void handle_initialize(Exchange& exchange);
void handle_ping(Exchange& exchange);
void handle_discover(Exchange& exchange);
// tool_methods.cpp
void handle_tools_list(Exchange& exchange);
void handle_tools_call(Exchange& exchange);
// resource_methods.cpp
void handle_resources_list(Exchange& exchange);
void handle_resource_templates_list(Exchange& exchange);
void handle_resources_read(Exchange& exchange);
// prompt_methods.cpp
void handle_prompts_list(Exchange& exchange);
void handle_prompts_get(Exchange& exchange);
void handle_completion(Exchange& exchange);
// subscription_methods.cpp
void handle_listen(Exchange& exchange);

/// Every list is one page, so that any cursor is one that was never given out. False when that was
/// answered.
bool accept_cursor(Exchange& exchange);

}  // namespace codecalc::protocol
