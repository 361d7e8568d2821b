// session_files: what lies in a folder of a session.
#include <array>

#include "tools/session_support.h"

namespace codecalc::tools {
namespace {

using namespace registry;  // NOLINT: a tool file is about the registry's words

struct Params {
  std::string session_id;
  std::string path;
  std::optional<std::int64_t> page_size;
  std::optional<std::string> cursor;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::session_id>("session_id", "")),
        field<&Params::path>("path", "Folder; empty: the session's own."),
        field<&Params::page_size>("page_size", "Entries a page; none: all.", {.clamp_max = 10'000}),
        field<&Params::cursor>("cursor", "next_cursor of the page before."),
    };
    return kFields;
  }
};

struct Reply {
  std::string path;
  std::vector<FileEntry> files;
  std::optional<Nullable<std::string>> next_cursor;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::path>("path", "")),
        required(out<&Reply::files>("files", "Sorted by name.")),
        out<&Reply::next_cursor>("next_cursor", "With page_size; null on the last page."),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext& context) {
  if (params.page_size && *params.page_size < 1)
    return Error{Code::kValidation, "page_size is less than 1", "", "Give 1 or more."};
  TRY_ASSIGN(const EnteredSession entered, enter_session(params.session_id, context));
  TRY_ASSIGN(const sessions::FilePage page,
             sessions::list_files(entered.workspace, params.path, params.page_size.value_or(0),
                                  params.cursor.value_or(std::string())));
  Reply reply;
  reply.path = page.path;
  reply.files = file_entries(page.rows);
  if (params.page_size) {
    reply.next_cursor.emplace();
    if (!page.next_cursor.empty()) reply.next_cursor->value = page.next_cursor;
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_session_files;
const ToolSpec kTool_session_files = make_tool<Params, Reply, run>({
    .name = "session_files",
    .title = "Session Files",
    .description = "Lists one folder of a session; large ones by pages.",
    .group = Group::kSessions,
    .annotations = kPure,
    .lane = Lane::kBlocking,
});

}  // namespace codecalc::tools
