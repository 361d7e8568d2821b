// session_write_file: writes a text file of a session.
#include <array>

#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  std::string session_id;
  std::string path;
  std::string content;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::session_id>("session_id", "")),
        required(field<&Params::path>("path", "Relative; its folders are made.")),
        required(field<&Params::content>("content", "The whole text.")),
    };
    return kFields;
  }
};

struct Reply {
  std::string path;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(out<&Reply::path>("path", "As it was used."))};
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext& context) {
  TRY_ASSIGN(const EnteredSession entered, enter_session(params.session_id, context));
  Reply reply;
  TRY_ASSIGN(reply.path,
             sessions::write_file(entered.store, entered.workspace, params.path, params.content));
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_write_file;
const ToolSpec kTool_session_write_file = make_tool<Params, Reply, run>({
    .name = "session_write_file",
    .title = "Session Write File",
    .description = "Writes a file in a session, whole or not at all, and replaces what was there.",
    .group = Group::kSessions,
    .annotations = {.destructive = true, .idempotent = true},
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
