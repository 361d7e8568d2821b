// run_cancel: ends a background run with all its processes.
#include <array>
#include <utility>

#include "tools/run_support.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words
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

struct Cancelled {
  bool ok = true;
  std::string run_id;
  bool cancelled = false;
  std::string state;
  static std::span<const Field> fields() {
    static constexpr std::array<std::string_view, 2> kStates = {"cancelling", "cleaned"};
    static constexpr std::array kFields = {
        required(out<&Cancelled::ok>("ok", "")),
        required(out<&Cancelled::run_id>("run_id", "")),
        required(out<&Cancelled::cancelled>("cancelled", "False: it had ended before.")),
        required(out<&Cancelled::state>("state", "", {.one_of = kStates})),
    };
    return kFields;
  }
};

using Reply = OneOf<Cancelled, Rejected>;

Result<Reply> run(const Params& params, CallContext& context) {
  const auto queue = context.services.runs();
  if (!queue.ok()) return Reply(execution::rejected(queue.error()));
  const auto done = (*queue)->cancel(params.run_id);
  if (!done) return Reply(unknown_run(params.run_id));
  Cancelled reply;
  reply.run_id = params.run_id;
  reply.cancelled = done->cancelled;
  reply.state = done->view.record.finished ? "cleaned" : "cancelling";
  return Reply(std::move(reply));
}

}  // namespace

extern const ToolSpec kTool_run_cancel;
const ToolSpec kTool_run_cancel = make_tool<Params, Reply, run>({
    .name = "run_cancel",
    .title = "Run Cancel",
    .description = "Ends a background run and every process of it. Cancelling a run that has ended "
                   "is no error.",
    .group = Group::kSessions,
    .annotations = {.destructive = true, .idempotent = true},
    .lane = Lane::kBlocking,
    .deadline = std::chrono::seconds(15),
});

}  // namespace codecalc::tools
