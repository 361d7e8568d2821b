// The table of all tools, in the order of tools/list.
#pragma once

#include <span>

#include "registry/tool.h"

namespace codecalc::tools {

std::span<const registry::ToolSpec* const> all_tools();

}  // namespace codecalc::tools
