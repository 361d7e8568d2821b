// codecalc tools: what is served.
#include <string>

#include "base/json.h"
#include "cli/command.h"

namespace codecalc::cli {
namespace {

int list_tools(const Invocation& invocation) {
  const auto arguments = split_arguments("tools", invocation.arguments, {"--json"}, 0);
  if (!arguments) return kUsage;
  if (arguments->has("--json")) {
    const auto list = read_json(invocation.registry.list_json());
    const Json* tools = std::get_if<Json>(&list);
    if (tools == nullptr) return kFailed;
    print(write_json_indented(*tools) + "\n");
    return kDone;
  }
  for (const registry::ToolSpec* tool : invocation.registry.tools()) {
    std::string line(tool->traits.name);
    line.resize(std::max<std::size_t>(line.size() + 2, 28), ' ');
    line += registry::group_name(tool->traits.group);
    line.resize(std::max<std::size_t>(line.size() + 2, 44), ' ');
    print(line + std::string(tool->traits.title) + "\n");
  }
  return kDone;
}

}  // namespace

const Command kTools = {
    "tools",
    {},
    "list the tools that are served",
    "usage: codecalc tools [--json]\n\n"
    "Lists name, group and title of every tool that CODECALC_TOOLS leaves active.\n"
    "  --json  the list as clients get it, with schemas\n",
    list_tools};

}  // namespace codecalc::cli
