// execute_code_stream: runs one program and reports its output while it runs.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "execution/envelope.h"
#include "execution/output_stream.h"
#include "execution/program.h"
#include "registry/tool.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words
using execution::Envelope;
using execution::Rejected;

struct Params {
  std::string language;
  std::string code;
  std::string input;
  std::int64_t timeout = 30;
  std::int64_t max_memory_mb = 0;
  std::int64_t max_output_kb = 0;
  std::int64_t max_cpu = 0;
  bool no_net = false;
  std::optional<std::string> provider;
  std::optional<std::vector<std::string>> dependencies;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::language>("language", "Name or alias; see list_languages.")),
        required(field<&Params::code>("code", "Source text of the program.")),
        field<&Params::input>("stdin", "Standard input."),
        field<&Params::timeout>("timeout", "Seconds for compiling and running, at most 300.",
                                {.min = 1, .clamp_max = 300}),
        field<&Params::max_memory_mb>("max_memory_mb", "0: 2048.",
                                      {.min = 0, .clamp_max = execution::kMaxMemoryMb}),
        field<&Params::max_output_kb>("max_output_kb", "Kept per stream; 0: 64, at most 240.",
                                      {.min = 0, .clamp_max = execution::kMaxOutputKb}),
        field<&Params::max_cpu>("max_cpu", "CPU seconds; 0: timeout + 8.",
                                {.min = 0, .clamp_max = execution::kMaxCpuSeconds}),
        field<&Params::no_net>("no_net", "Without the network."),
        field<&Params::provider>("provider", "See list_execution_providers."),
        field<&Params::dependencies>("dependencies", "Packages to install first.",
                                     {.max_length = 64}),
    };
    return kFields;
  }
};

using Reply = OneOf<Envelope, Rejected>;

Result<Reply> run(const Params& params, CallContext& context) {
  execution::ProgramRequest request;
  request.language = params.language;
  request.source = params.code;
  request.input = params.input;
  if (params.provider) request.provider = *params.provider;
  if (params.dependencies) request.dependencies = *params.dependencies;
  request.limits = {.timeout_seconds = params.timeout,
                    .max_memory_mb = params.max_memory_mb,
                    .max_output_kb = params.max_output_kb,
                    .max_cpu_seconds = params.max_cpu,
                    .no_net = params.no_net};
  Services& services = context.services;
  execution::Host host{services.executor(), services.languages(), services.config()};
  execution::OutputStream stream(context.progress);
  auto result = execution::run_program(request, host, context.cancel, stream.observer());
  if (auto* rejected = std::get_if<Rejected>(&result)) {
    rejected->streamed = true;
    rejected->streamed_partial = stream.standard_output();
    return Reply(std::move(*rejected));
  }
  auto& envelope = std::get<Envelope>(result);
  envelope.streamed = true;
  envelope.streamed_partial = stream.standard_output();
  return Reply(std::move(envelope));
}

}  // namespace

extern const ToolSpec kTool_execute_code_stream;
const ToolSpec kTool_execute_code_stream = make_tool<Params, Reply, run>({
    .name = "execute_code_stream",
    .title = "Execute Code Stream",
    .description = "Like execute_code; a caller with a progress token gets the output while the "
                   "program runs (progress: bytes so far, message: the end of what was printed).",
    .group = Group::kExecution,
    .annotations = {.open_world = true},
    .lane = Lane::kBlocking,
    .max_result_chars = 499'520,
});

}  // namespace codecalc::tools
