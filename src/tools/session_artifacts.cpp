// session_artifacts: the files that a session's programs left.
#include <array>

#include "base/text.h"
#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  std::string session_id;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(field<&Params::session_id>("session_id", ""))};
    return kFields;
  }
};

struct Row {
  std::string path;
  std::int64_t size = 0;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(out<&Row::path>("path", "")),
                                           required(out<&Row::size>("size", "", {.min = 0}))};
    return kFields;
  }
};

struct Reply {
  std::string session_id;
  std::vector<Row> artifacts;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::session_id>("session_id", "")),
        required(out<&Reply::artifacts>("artifacts", "In all folders, by path; no dot files.")),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext& context) {
  TRY_ASSIGN(const EnteredSession entered, enter_session(params.session_id, context));
  TRY_ASSIGN(const std::vector<sessions::Artifact> found, sessions::artifacts(entered.workspace));
  Reply reply;
  reply.session_id = params.session_id;
  for (const sessions::Artifact& artifact : found) {
    reply.artifacts.push_back(
        {to_utf8(artifact.path).text, static_cast<std::int64_t>(artifact.size)});
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_artifacts;
const ToolSpec kTool_session_artifacts = make_tool<Params, Reply, run>({
    .name = "session_artifacts",
    .title = "Session Artifacts",
    .description = "Every file of a session in all its folders, with its size.",
    .group = Group::kSessions,
    .annotations = kPure,
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
