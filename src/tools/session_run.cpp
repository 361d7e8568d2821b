// session_run: runs a file of a session, which may use the session's other files.
#include <array>
#include <utility>
#include <variant>

#include "base/text.h"
#include "execution/session_program.h"
#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words
using execution::Envelope;
using execution::Rejected;

struct Params {
  std::string session_id;
  std::string entry_file;
  std::optional<std::string> language;
  std::string input;
  std::int64_t timeout = 30;
  std::optional<std::vector<std::string>> dependencies;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::session_id>("session_id", "")),
        required(field<&Params::entry_file>("entry_file", "The file to start, relative.")),
        field<&Params::language>("language", "None: the session's."),
        field<&Params::input>("stdin", "Standard input."),
        field<&Params::timeout>("timeout", "Seconds for compiling and running, at most 120.",
                                {.min = 1, .clamp_max = 120}),
        field<&Params::dependencies>("dependencies", "Packages to install first.",
                                     {.max_length = 64}),
    };
    return kFields;
  }
};

using Reply = OneOf<Envelope, Rejected>;

Result<Reply> run(const Params& params, CallContext& context) {
  auto entered = enter_session(params.session_id, context);
  if (!entered.ok()) return Reply(execution::rejected(entered.error()));
  const sessions::Workspace& workspace = entered->workspace;
  constexpr std::int64_t kMaxSourceBytes = 4 << 20;
  const auto source = sessions::read_file(workspace, params.entry_file, kMaxSourceBytes);
  if (!source.ok()) return Reply(execution::rejected(source.error()));
  execution::ProgramRequest request;
  request.language = params.language ? *params.language : workspace.record().language;
  request.source = source->bytes;
  request.entry = source->path;
  request.input = params.input;
  if (params.dependencies) request.dependencies = *params.dependencies;
  request.limits.timeout_seconds = params.timeout;
  Services& services = context.services;
  execution::Host host{services.executor(), services.languages(), services.config()};
  const execution::SessionPlace place{entered->store, workspace, true};
  auto result = execution::run_in_session(request, place, host, context.cancel);
  if (auto* refused = std::get_if<Rejected>(&result)) return Reply(std::move(*refused));
  auto& envelope = std::get<Envelope>(result);
  envelope.entry_file = source->path;
  execution::show_artifacts(envelope, workspace);
  return Reply(std::move(envelope));
}

}  // namespace

extern const ToolSpec kTool_session_run;
const ToolSpec kTool_session_run = make_tool<Params, Reply, run>({
    .name = "session_run",
    .title = "Session Run",
    .description = "Runs a file of a session, which may import the session's other files. Files "
                   "that it makes or changes come along as images, texts or links.",
    .group = Group::kSessions,
    .annotations = {.open_world = true},
    .lane = Lane::kBlocking,
    .max_result_chars = 499'520,
});

}  // namespace codecalc::tools
