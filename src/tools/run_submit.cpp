// run_submit: begins a program in the background.
#include <array>
#include <utility>
#include <variant>

#include "providers/selection.h"
#include "tools/run_support.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words
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
  std::optional<std::string> idempotency_key;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::language>("language", "Name or alias; see list_languages.")),
        required(field<&Params::code>("code", "Source text of the program.")),
        field<&Params::input>("stdin", "Standard input."),
        field<&Params::timeout>("timeout", "Seconds for compiling and running, at most 120.",
                                {.min = 1, .clamp_max = 120}),
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
        field<&Params::idempotency_key>(
            "idempotency_key", "The same key and request: the same run.", {.max_length = 256}),
    };
    return kFields;
  }
};

using Reply = OneOf<RunLifecycle, Rejected>;

/// Runs the checks that need no program, so that a mistake is told at once.
std::variant<runs::Submission, Rejected> checked(const Params& params, Services& services) {
  runs::Submission submission;
  const auto language = services.languages().canonical(params.language);
  if (!language.ok()) return execution::rejected(language.error());
  submission.language = *language;
  if (params.provider) submission.provider = *params.provider;
  const auto selected =
      providers::select_provider(submission.provider, services.config().execution_provider);
  if (const auto* unknown = std::get_if<providers::UnknownProvider>(&selected))
    return execution::unknown_provider(*unknown);
  submission.provider_id = std::get<const providers::Provider*>(selected)->id;
  submission.source = params.code;
  submission.input = params.input;
  if (params.dependencies) submission.dependencies = *params.dependencies;
  submission.idempotency_key = params.idempotency_key;
  submission.limits = {.timeout_seconds = params.timeout,
                       .max_memory_mb = params.max_memory_mb,
                       .max_output_kb = params.max_output_kb,
                       .max_cpu_seconds = params.max_cpu,
                       .no_net = params.no_net};
  return submission;
}

Result<Reply> run(const Params& params, CallContext& context) {
  auto made = checked(params, context.services);
  if (auto* refused = std::get_if<Rejected>(&made)) return Reply(std::move(*refused));
  const auto queue = context.services.runs();
  if (!queue.ok()) return Reply(execution::rejected(queue.error()));
  const auto view = (*queue)->submit(std::get<runs::Submission>(std::move(made)));
  if (!view.ok()) return Reply(execution::rejected(view.error()));
  RunLifecycle life = lifecycle(*view);
  if (!view->record.finished) life.cleaned.reset();
  return Reply(std::move(life));
}

}  // namespace

extern const ToolSpec kTool_run_submit;
const ToolSpec kTool_run_submit = make_tool<Params, Reply, run>({
    .name = "run_submit",
    .title = "Run Submit",
    .description = "Begins a program in the background and gives its run_id at once; run_inspect "
                   "tells how it goes and what came of it.",
    .group = Group::kSessions,
    .annotations = {.open_world = true},
    .lane = Lane::kBlocking,
    .deadline = std::chrono::seconds(15),
});

}  // namespace codecalc::tools
