// Made from the list in CMakeLists.txt.
#include "tools/tool_table.h"

#include <array>
#include <cstddef>

namespace codecalc::tools {

#define CODECALC_TOOL(name) extern const registry::ToolSpec kTool_##name;
#include "tool_table.inc"
#undef CODECALC_TOOL

std::span<const registry::ToolSpec* const> all_tools() {
  static constexpr const registry::ToolSpec* kTable[] = {
#define CODECALC_TOOL(name) &kTool_##name,
#include "tool_table.inc"
#undef CODECALC_TOOL
      nullptr};
  return {kTable, std::size(kTable) - 1};
}

}  // namespace codecalc::tools
