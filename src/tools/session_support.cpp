// See session_support.h.
#include "tools/session_support.h"

#include <array>
#include <chrono>

#include "base/base64.h"
#include "base/json.h"

namespace codecalc::tools {

using registry::Field;
using registry::out;
using registry::required;

std::span<const Field> FileEntry::fields() {
  static constexpr std::array<std::string_view, 4> kTypes = {"file", "dir", "symlink", "other"};
  static constexpr std::array kFields = {
      required(out<&FileEntry::path>("path", "A folder's ends in /.")),
      required(out<&FileEntry::type>("type", "", {.one_of = kTypes})),
      out<&FileEntry::size>("size", "Bytes of a file.", {.min = 0}),
  };
  return kFields;
}

std::vector<FileEntry> file_entries(const std::vector<sessions::FileRow>& rows) {
  std::vector<FileEntry> entries;
  for (const sessions::FileRow& row : rows) {
    FileEntry entry{row.name, row.type, std::nullopt};
    if (row.size) entry.size = static_cast<std::int64_t>(*row.size);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<EnteredSession> enter_session(std::string_view id, registry::CallContext& context) {
  TRY_ASSIGN(sessions::Store * store, context.services.sessions());
  TRY_ASSIGN(sessions::Workspace workspace,
             store->enter(id, [&context] { return context.cancel.cancelled(); }));
  const std::chrono::seconds idle(store->settings().idle_ttl_seconds);
  context.services.workers().expire(workspace, idle);
  return EnteredSession{*store, std::move(workspace)};
}

registry::JsonBox image_block(std::string_view bytes, std::string_view type) {
  Json block = {{"type", "image"}, {"data", base64(bytes)}, {"mimeType", type}};
  return registry::JsonBox(std::move(block));
}

}  // namespace codecalc::tools
