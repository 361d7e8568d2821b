// tools/list and results of tools as each revision knows them.
#pragma once

#include <string>

#include "protocol/revision.h"
#include "registry/registry.h"

namespace codecalc::protocol {

/// `all` (the JSON text of the tools array) without the members that `revision` does not have.
std::string tool_list_for(const std::string& all, Revision revision);

/// The members of a CallToolResult for `revision`.
std::string tool_result_members(const registry::CallReply& reply, Revision revision);

}  // namespace codecalc::protocol
