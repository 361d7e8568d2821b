// codecalc call: one tool, once, from the shell.
#include <chrono>

#include "base/json.h"
#include "cli/command.h"
#include "tools/services.h"

namespace codecalc::cli {
namespace {

class NoProgress final : public registry::ProgressSink {
 public:
  bool wanted() const override { return false; }
  void report(double, double, std::string_view) override {}
};

int call_tool(const Invocation& invocation) {
  const auto arguments = split_arguments("call", invocation.arguments, {}, 2);
  if (!arguments) return kUsage;
  if (arguments->words.empty()) {
    print_error("name a tool; see codecalc call --help");
    return kUsage;
  }
  const registry::ToolSpec* tool = invocation.registry.find(arguments->words[0]);
  if (tool == nullptr) {
    print_error(invocation.registry.why_absent(arguments->words[0]));
    return kUsage;
  }
  auto read = read_json(arguments->words.size() > 1 ? arguments->words[1] : "{}");
  const Json* given = std::get_if<Json>(&read);
  if (given == nullptr || !given->is_object()) {
    print_error("the arguments must be a JSON object, like {\"expr\": \"1/3 + 1/6\"}" +
                (given ? std::string() : "; " + std::get<JsonFault>(read).message));
    return kUsage;
  }
  Services services(invocation.config);
  registry::CancelToken cancel;
  NoProgress progress;
  registry::CallContext context{services, cancel, progress,
                                std::chrono::steady_clock::now() + tool->traits.deadline};
  const registry::CallReply reply = invocation.registry.call(*tool, *given, context);
  print(write_json_indented(reply.structured.get()) + "\n");
  // A list says nothing of success: to have it is to have succeeded.
  const Json& result = reply.structured.get();
  const auto ok = result.find("ok");
  return reply.is_error || (ok != result.end() && *ok == false) ? kFailed : kDone;
}

}  // namespace

const Command kCall = {
    "call",
    {},
    "run one tool and print its result",
    "usage: codecalc call TOOL [JSON]\n\n"
    "Runs a tool with the arguments of a JSON object and prints the result as JSON.\n"
    "Exit status: 0 when the result's ok is true, 1 when it is false, 2 when nothing ran.\n\n"
    "  codecalc call calc_exact '{\"expr\": \"0.1 + 0.2 == 0.3\"}'\n",
    call_tool};

}  // namespace codecalc::cli
