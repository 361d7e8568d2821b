// session_delete_file: removes one file or link of a session.
#include <array>

#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  std::string session_id;
  std::string path;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::session_id>("session_id", "")),
        required(field<&Params::path>("path", "A file or a link, no folder.")),
    };
    return kFields;
  }
};

struct Reply {
  std::string path;
  bool deleted = true;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(out<&Reply::path>("path", "")),
                                           required(out<&Reply::deleted>("deleted", ""))};
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext& context) {
  TRY_ASSIGN(const EnteredSession entered, enter_session(params.session_id, context));
  Reply reply;
  TRY_ASSIGN(reply.path, sessions::delete_file(entered.workspace, params.path));
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_delete_file;
const ToolSpec kTool_session_delete_file = make_tool<Params, Reply, run>({
    .name = "session_delete_file",
    .title = "Session Delete File",
    .description = "Removes one file or link of a session; a link's target stays.",
    .group = Group::kSessions,
    .annotations = {.destructive = true},
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
