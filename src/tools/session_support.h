// What the session tools share: entering a session, and rows of files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "registry/tool.h"
#include "sessions/files.h"
#include "sessions/store.h"
#include "tools/services.h"

namespace codecalc::tools {

/// A file as listings show it.
struct FileEntry {
  std::string path;
  std::string type;
  std::optional<std::int64_t> size;
  static std::span<const registry::Field> fields();
};
std::vector<FileEntry> file_entries(const std::vector<sessions::FileRow>& rows);

/// Entered by the call: nobody else works in the session until it ends.
struct EnteredSession {
  sessions::Store& store;
  sessions::Workspace workspace;
};
Result<EnteredSession> enter_session(std::string_view id, registry::CallContext& context);

/// An image content block of the protocol.
registry::JsonBox image_block(std::string_view bytes, std::string_view type);

}  // namespace codecalc::tools
