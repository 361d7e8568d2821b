// execute_code: runs one program and gives its result.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "execution/envelope.h"
#include "execution/program.h"
#include "execution/session_program.h"
#include "execution/workers.h"
#include "registry/tool.h"
#include "sandbox/unenforced.h"
#include "tools/services.h"
#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words
using execution::Compact;
using execution::Envelope;
using execution::Rejected;

struct Params {
  std::string language;
  std::string code;
  std::string input;
  std::int64_t timeout = 10;
  std::optional<std::string> session_id;
  std::int64_t max_memory_mb = 0;
  std::int64_t max_output_kb = 0;
  std::int64_t max_cpu = 0;
  bool no_net = false;
  bool compact = false;
  std::optional<std::string> provider;
  std::optional<std::vector<std::string>> dependencies;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::language>("language", "Name or alias; see list_languages.")),
        required(field<&Params::code>("code", "Source text of the program.")),
        field<&Params::input>("stdin", "Standard input."),
        field<&Params::timeout>("timeout", "Seconds for compiling and running, at most 120.",
                                {.min = 1, .clamp_max = 120}),
        field<&Params::session_id>("session_id", "Run in this session's folder."),
        field<&Params::max_memory_mb>("max_memory_mb", "0: 2048.",
                                      {.min = 0, .clamp_max = execution::kMaxMemoryMb}),
        field<&Params::max_output_kb>("max_output_kb", "Kept per stream; 0: 64, at most 240.",
                                      {.min = 0, .clamp_max = execution::kMaxOutputKb}),
        field<&Params::max_cpu>("max_cpu", "CPU seconds; 0: timeout + 8.",
                                {.min = 0, .clamp_max = execution::kMaxCpuSeconds}),
        field<&Params::no_net>("no_net", "Without the network."),
        field<&Params::compact>("compact", "Verdict and stdout without the details."),
        field<&Params::provider>("provider", "See list_execution_providers."),
        field<&Params::dependencies>("dependencies", "Packages to install first.",
                                     {.max_length = 64}),
    };
    return kFields;
  }
};

using Reply = OneOf<Envelope, Compact, execution::SessionResult, Rejected>;

/// The result of a call in a session, and whether the session's worker gave it.
struct SessionAnswer {
  execution::ProgramResult result;
  bool by_worker = false;
  bool worker_lives = false;
};

/// What a worker cannot enforce for one call.
void add_unenforced(const execution::RequestedLimits& limits, sandbox::RunOutcome& outcome) {
  if (limits.max_memory_mb > 0) outcome.unenforced.emplace_back(sandbox::unenforced::kMemoryLimit);
  if (limits.max_cpu_seconds > 0) outcome.unenforced.emplace_back(sandbox::unenforced::kCpuTree);
}

SessionAnswer run_in(const std::string& session_id, execution::ProgramRequest& request,
                     execution::Host& host, CallContext& context) {
  auto entered = enter_session(session_id, context);
  if (!entered.ok()) {
    request.session_error = entered.error();
    request.session_error->parameter = "session_id";
    return {execution::run_program(request, host, context.cancel)};
  }
  const execution::SessionPlace place{entered->store, entered->workspace,
                                      request.limits.max_output_kb == 0};
  const std::string& own = entered->workspace.record().language;
  const auto language = host.languages.canonical(request.language);
  SessionAnswer answer;
  execution::Workers& workers = context.services.workers();
  if (language.ok() && *language == own && execution::Workers::serves(own)) {
    answer.by_worker = true;
    request.runner = [&](const sandbox::RunSpec& spec, CancelToken& cancel) {
      auto outcome = workers.call(entered->workspace, request.source, spec, cancel);
      if (outcome.ok()) add_unenforced(request.limits, *outcome);
      return outcome;
    };
  }
  answer.result = execution::run_in_session(request, place, host, context.cancel);
  answer.worker_lives = workers.alive(session_id);
  return answer;
}

Result<Reply> run(const Params& params, CallContext& context) {
  execution::ProgramRequest request;
  request.language = params.language;
  request.source = params.code;
  request.input = params.input;
  if (params.provider) request.provider = *params.provider;
  if (params.session_id) request.session_id = *params.session_id;
  if (params.dependencies) request.dependencies = *params.dependencies;
  request.limits = {.timeout_seconds = params.timeout,
                    .max_memory_mb = params.max_memory_mb,
                    .max_output_kb = params.max_output_kb,
                    .max_cpu_seconds = params.max_cpu,
                    .no_net = params.no_net};
  Services& services = context.services;
  execution::Host host{services.executor(), services.languages(), services.config()};
  SessionAnswer answer;
  if (params.session_id) answer = run_in(*params.session_id, request, host, context);
  else answer.result = execution::run_program(request, host, context.cancel);
  auto& result = answer.result;
  if (auto* rejected = std::get_if<Rejected>(&result)) {
    if (params.compact) rejected->provider.reset();
    return Reply(std::move(*rejected));
  }
  auto& envelope = std::get<Envelope>(result);
  if (params.compact) return Reply(execution::compact(std::move(envelope)));
  if (answer.by_worker)
    return Reply(execution::session_result(std::move(envelope), answer.worker_lives));
  return Reply(std::move(envelope));
}

}  // namespace

extern const ToolSpec kTool_execute_code;
const ToolSpec kTool_execute_code = make_tool<Params, Reply, run>({
    .name = "execute_code",
    .title = "Execute Code",
    .description = "Runs a program in a sandbox, in one of 31 languages. `ok` means that it "
                   "exited 0; `verdict` tells how it ended (OK, RTE, TLE, MLE, OLE). A request "
                   "that never ran has a `code` and no verdict.",
    .group = Group::kExecution,
    .annotations = {.open_world = true},
    .lane = Lane::kBlocking,
    .always_load = true,
    .max_result_chars = 499'520,
});

}  // namespace codecalc::tools
