// session_stop: ends a session and removes what it holds.
#include <array>

#include "sessions/snapshots.h"
#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  std::string session_id;
  bool keep_snapshots = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::session_id>("session_id", "")),
        field<&Params::keep_snapshots>("keep_snapshots", "Leave its snapshots for a restore."),
    };
    return kFields;
  }
};

struct Reply {
  std::string session_id;
  bool deleted = false;
  std::optional<std::int64_t> snapshots_deleted;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::session_id>("session_id", "")),
        required(out<&Reply::deleted>("deleted", "False: there was no such session.")),
        out<&Reply::snapshots_deleted>("snapshots_deleted", "", {.min = 0}),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext& context) {
  Reply reply;
  reply.session_id = params.session_id;
  auto entered = enter_session(params.session_id, context);
  if (!entered.ok() && entered.error().code != Code::kValidation) return entered.error();
  if (entered.ok()) {
    context.services.workers().stop(params.session_id);
    TRY(entered->store.remove(std::move(entered->workspace)));
    reply.deleted = true;
  }
  if (!params.keep_snapshots) {
    TRY_ASSIGN(const sessions::Store* store, context.services.sessions());
    TRY_ASSIGN(reply.snapshots_deleted, sessions::delete_snapshots(*store, params.session_id));
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_stop;
const ToolSpec kTool_session_stop = make_tool<Params, Reply, run>({
    .name = "session_stop",
    .title = "Session Stop",
    .description = "Ends a session: its processes, its folder and, unless keep_snapshots, its "
                   "snapshots. Stopping twice is no error.",
    .group = Group::kSessions,
    .annotations = {.destructive = true, .idempotent = true},
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
