// session_snapshot: keeps the files of a session, and brings them back.
#include <array>
#include <utility>

#include "sessions/snapshots.h"
#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

constexpr std::array<std::string_view, 4> kActions = {"save", "restore", "list", "delete"};

struct Params {
  std::string session_id;
  std::string action = "save";
  std::optional<std::string> snapshot_id;
  std::optional<std::string> label;
  bool replace = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::session_id>("session_id", "")),
        field<&Params::action>("action", "save, restore, list or delete."),
        field<&Params::snapshot_id>("snapshot_id", "For restore and delete."),
        field<&Params::label>("label", "For save; at most 200 bytes."),
        field<&Params::replace>("replace", "Restore into this session, not into a new one."),
    };
    return kFields;
  }
};

struct Row {
  std::string snapshot_id;
  std::int64_t bytes = 0;
  std::int64_t files = 0;
  std::string created_at;
  Nullable<std::string> label;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Row::snapshot_id>("snapshot_id", "")),
        required(out<&Row::bytes>("bytes", "Of the archive.", {.min = 0})),
        required(out<&Row::files>("files", "", {.min = 0})),
        required(out<&Row::created_at>("created_at", "UTC.")),
        required(out<&Row::label>("label", "")),
    };
    return kFields;
  }
};

struct Saved : Row {
  std::string action = "save";
  std::string session_id;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Saved::action>("action", "", {.one_of = std::span(kActions).first(1)})),
        required(out<&Saved::session_id>("session_id", "")),
        required(out<&Row::snapshot_id, Saved>("snapshot_id", "")),
        required(out<&Row::bytes, Saved>("bytes", "Of the archive.", {.min = 0})),
        required(out<&Row::files, Saved>("files", "", {.min = 0})),
        required(out<&Row::created_at, Saved>("created_at", "UTC.")),
        required(out<&Row::label, Saved>("label", "")),
    };
    return kFields;
  }
};

struct Restored {
  std::string action = "restore";
  std::string session_id;
  std::string language;
  bool stateful = false;
  std::string workdir;
  std::int64_t restored_files = 0;
  std::int64_t bytes = 0;
  std::optional<bool> replaced;
  std::vector<FileEntry> files;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(
            out<&Restored::action>("action", "", {.one_of = std::span(kActions).subspan(1, 1)})),
        required(out<&Restored::session_id>("session_id", "The new session, or the same.")),
        required(out<&Restored::language>("language", "")),
        required(out<&Restored::stateful>("stateful", "")),
        required(out<&Restored::workdir>("workdir", "")),
        required(out<&Restored::restored_files>("restored_files", "", {.min = 0})),
        required(out<&Restored::bytes>("bytes", "Of the files.", {.min = 0})),
        out<&Restored::replaced>("replaced", "Present with replace=true."),
        required(out<&Restored::files>("files", "")),
    };
    return kFields;
  }
};

struct Listed {
  std::string action = "list";
  std::string session_id;
  std::vector<Row> snapshots;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Listed::action>("action", "", {.one_of = std::span(kActions).subspan(2, 1)})),
        required(out<&Listed::session_id>("session_id", "")),
        required(out<&Listed::snapshots>("snapshots", "Oldest first.")),
    };
    return kFields;
  }
};

struct Deleted {
  std::string action = "delete";
  std::string session_id;
  std::string snapshot_id;
  bool deleted = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(
            out<&Deleted::action>("action", "", {.one_of = std::span(kActions).subspan(3, 1)})),
        required(out<&Deleted::session_id>("session_id", "")),
        required(out<&Deleted::snapshot_id>("snapshot_id", "")),
        required(out<&Deleted::deleted>("deleted", "False: there was none.")),
    };
    return kFields;
  }
};

using Reply = OneOf<Saved, Restored, Listed, Deleted>;

Row row_of(const sessions::Snapshot& snapshot) {
  return {snapshot.id, snapshot.bytes, snapshot.files, snapshot.created_at, snapshot.label};
}

Result<Reply> save(const Params& params, CallContext& context) {
  TRY_ASSIGN(const EnteredSession entered, enter_session(params.session_id, context));
  TRY_ASSIGN(const sessions::Snapshot snapshot,
             sessions::save_snapshot(entered.store, entered.workspace, params.label));
  Saved saved;
  static_cast<Row&>(saved) = row_of(snapshot);
  saved.session_id = params.session_id;
  return Reply(std::move(saved));
}

Result<Reply> restore_into(const Params& params, sessions::Store& store,
                           sessions::Workspace& workspace) {
  TRY_ASSIGN(const sessions::Restored restored,
             sessions::restore_snapshot(store, params.session_id, *params.snapshot_id, workspace));
  TRY_ASSIGN(const sessions::FilePage page, sessions::list_files(workspace, "", 0, ""));
  Restored reply;
  reply.session_id = workspace.id();
  reply.language = workspace.record().language;
  reply.stateful = execution::Workers::serves(reply.language);
  reply.workdir = workspace.path();
  reply.restored_files = restored.files;
  reply.bytes = restored.bytes;
  if (params.replace) reply.replaced = true;
  reply.files = file_entries(page.rows);
  return Reply(std::move(reply));
}

Result<Reply> restore(const Params& params, CallContext& context) {
  if (params.replace) {
    TRY_ASSIGN(EnteredSession entered, enter_session(params.session_id, context));
    auto reply = restore_into(params, entered.store, entered.workspace);
    // The interpreter saw the old folder: the next call gets one that sees the new.
    if (reply.ok() && context.services.workers().alive(params.session_id)) {
      context.services.workers().stop(params.session_id);
      context.services.workers().admit(params.session_id);
    }
    return reply;
  }
  TRY_ASSIGN(sessions::Store * store, context.services.sessions());
  TRY_ASSIGN(const sessions::Snapshot snapshot,
             sessions::find_snapshot(*store, params.session_id, *params.snapshot_id));
  TRY_ASSIGN(sessions::Workspace workspace, store->start(snapshot.language));
  auto reply = restore_into(params, *store, workspace);
  if (!reply.ok()) {
    (void)store->remove(std::move(workspace));
    return reply;
  }
  if (execution::Workers::serves(snapshot.language))
    context.services.workers().admit(workspace.id());
  return reply;
}

Result<Reply> list(const Params& params, CallContext& context) {
  TRY_ASSIGN(const sessions::Store* store, context.services.sessions());
  TRY_ASSIGN(const std::vector<sessions::Snapshot> snapshots,
             sessions::list_snapshots(*store, params.session_id));
  Listed listed;
  listed.session_id = params.session_id;
  for (const sessions::Snapshot& snapshot : snapshots) listed.snapshots.push_back(row_of(snapshot));
  return Reply(std::move(listed));
}

Result<Reply> remove(const Params& params, CallContext& context) {
  TRY_ASSIGN(const sessions::Store* store, context.services.sessions());
  Deleted deleted;
  deleted.session_id = params.session_id;
  deleted.snapshot_id = *params.snapshot_id;
  TRY_ASSIGN(deleted.deleted,
             sessions::delete_snapshot(*store, params.session_id, *params.snapshot_id));
  return Reply(std::move(deleted));
}

Result<Reply> run(const Params& params, CallContext& context) {
  const bool names_one = params.action == "restore" || params.action == "delete";
  if (names_one && !params.snapshot_id)
    return Error{Code::kValidation, "action " + params.action + " needs a snapshot_id", "",
                 "Use a snapshot_id of action list."};
  if (params.action == "save") return save(params, context);
  if (params.action == "restore") return restore(params, context);
  if (params.action == "list") return list(params, context);
  if (params.action == "delete") return remove(params, context);
  return Error{Code::kValidation, "the action is none of save, restore, list and delete", "",
               "Use one of these."};
}

}  // namespace

extern const ToolSpec kTool_session_snapshot;
const ToolSpec kTool_session_snapshot = make_tool<Params, Reply, run>({
    .name = "session_snapshot",
    .title = "Session Snapshot",
    .description =
        "Saves a session's files, lists and deletes such snapshots, and restores one into "
        "a new session or, with replace, in place: all of it or nothing. Variables of a "
        "stateful session are not part of it.",
    .group = Group::kSessions,
    .annotations = {.destructive = true},
    .lane = Lane::kBlocking,
    .deadline = std::chrono::seconds(60),
});

}  // namespace codecalc::tools
