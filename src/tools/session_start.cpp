// session_start: a new session with an empty workspace.
#include <array>

#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  std::string language = "python3";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        field<&Params::language>("language", "Name or alias; see list_languages."),
    };
    return kFields;
  }
};

struct Reply {
  std::string session_id;
  std::string language;
  bool stateful = false;
  std::string workdir;
  std::vector<FileEntry> files;
  std::optional<bool> confined;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::session_id>("session_id", "Names the session in every later call.")),
        required(out<&Reply::language>("language", "Canonical name.")),
        required(out<&Reply::stateful>("stateful", "Variables last between calls.")),
        required(out<&Reply::workdir>("workdir", "The session's folder on the host.")),
        required(out<&Reply::files>("files", "")),
        out<&Reply::confined>("confined", "Of a stateful one: its worker is in a sandbox."),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext& context) {
  TRY_ASSIGN(const std::string_view language,
             context.services.languages().canonical(params.language));
  TRY_ASSIGN(sessions::Store * store, context.services.sessions());
  TRY_ASSIGN(const sessions::Workspace workspace, store->start(language));
  TRY_ASSIGN(const sessions::FilePage page, sessions::list_files(workspace, "", 0, ""));
  Reply reply;
  reply.session_id = workspace.id();
  reply.language = language;
  reply.stateful = execution::Workers::serves(language);
  if (reply.stateful) {
    context.services.workers().admit(workspace.id());
    reply.confined = true;
  }
  reply.workdir = workspace.path();
  reply.files = file_entries(page.rows);
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_start;
const ToolSpec kTool_session_start = make_tool<Params, Reply, run>({
    .name = "session_start",
    .title = "Session Start",
    .description = "Makes a session: a folder that lasts between calls until session_stop. Run "
                   "code in it with execute_code(session_id) or session_run. In a python3 "
                   "session variables and imports last as well.",
    .group = Group::kSessions,
    .annotations = {},
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
