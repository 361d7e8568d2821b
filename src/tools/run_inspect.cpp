// run_inspect: how a background run stands, and its result when it has one.
#include <array>
#include <utility>
#include <variant>

#include "tools/run_support.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words
using execution::Envelope;
using execution::Rejected;

struct Params {
  std::string run_id;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::run_id>("run_id", "Of run_submit.")),
    };
    return kFields;
  }
};

using Reply = OneOf<Envelope, RunLifecycle, Rejected>;

void add_run(execution::RunParts& parts, const runs::RunRecord& record) {
  parts.run_id = record.run_id;
  parts.provider_id = record.provider_id;
  parts.started_at = record.started_at;
  parts.deadline = record.deadline;
  parts.state = "cleaned";
  parts.cleaned = true;
}

Result<Reply> run(const Params& params, CallContext& context) {
  const auto queue = context.services.runs();
  if (!queue.ok()) return Reply(execution::rejected(queue.error()));
  const auto view = (*queue)->inspect(params.run_id);
  if (!view) return Reply(unknown_run(params.run_id));
  if (view->result == nullptr || view->record.cancelled) return Reply(lifecycle(*view));
  if (const auto* ran = std::get_if<Envelope>(view->result.get())) {
    Envelope envelope = *ran;
    add_run(envelope, view->record);
    return Reply(std::move(envelope));
  }
  Rejected rejected = std::get<Rejected>(*view->result);
  add_run(rejected, view->record);
  return Reply(std::move(rejected));
}

}  // namespace

extern const ToolSpec kTool_run_inspect;
const ToolSpec kTool_run_inspect = make_tool<Params, Reply, run>({
    .name = "run_inspect",
    .title = "Run Inspect",
    .description =
        "A background run's state while it runs, then the result that execute_code would "
        "have given. After a restart of the server verdict, exit code and byte counts "
        "remain, the output does not.",
    .group = Group::kSessions,
    .annotations = kPure,
    .lane = Lane::kBlocking,
    .deadline = std::chrono::seconds(10),
    .max_result_chars = 499'520,
});

}  // namespace codecalc::tools
