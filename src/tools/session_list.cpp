// session_list: the sessions on this host.
#include <array>

#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  static std::span<const Field> fields() { return {}; }
};

struct Row {
  std::string session_id;
  std::string language;
  bool stateful = false;
  std::string workdir;
  bool alive = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Row::session_id>("session_id", "")),
        required(out<&Row::language>("language", "")),
        required(out<&Row::stateful>("stateful", "")),
        required(out<&Row::workdir>("workdir", "")),
        required(out<&Row::alive>("alive", "A stateful one that can be called.")),
    };
    return kFields;
  }
};

struct Reply {
  std::vector<Row> sessions;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(out<&Reply::sessions>("sessions", "By id."))};
    return kFields;
  }
};

Result<Reply> run(const Params&, CallContext& context) {
  TRY_ASSIGN(sessions::Store * store, context.services.sessions());
  TRY_ASSIGN(const std::vector<sessions::Record> records, store->list());
  Reply reply;
  for (const sessions::Record& record : records) {
    reply.sessions.push_back({.session_id = record.id,
                              .language = record.language,
                              .stateful = execution::Workers::serves(record.language),
                              .workdir = store->root_path() + "/" + record.id,
                              .alive = context.services.workers().alive(record.id)});
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_list;
const ToolSpec kTool_session_list = make_tool<Params, Reply, run>({
    .name = "session_list",
    .title = "Session List",
    .description = "Every session of this host with its language and folder.",
    .group = Group::kSessions,
    .annotations = kPure,
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
