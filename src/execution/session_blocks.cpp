// Files of a session as content blocks.
#include "base/base64.h"
#include "base/json.h"
#include "base/text.h"
#include "execution/session_program.h"
#include "sessions/files.h"

namespace codecalc::execution {
namespace {

Json link_block(const ArtifactRow& row) {
  return {{"type", "resource_link"},
          {"uri", row.resource},
          {"name", row.path},
          {"mimeType", row.mime},
          {"size", row.size}};
}

Json file_block(const ArtifactRow& row, const std::string& bytes) {
  if (const std::string_view image = sessions::image_type(bytes); !image.empty())
    return {{"type", "image"}, {"data", base64(bytes)}, {"mimeType", image}};
  const Utf8Text text = to_utf8(bytes);
  if (text.replaced) return link_block(row);
  return {{"type", "resource"},
          {"resource", {{"uri", row.resource}, {"mimeType", row.mime}, {"text", text.text}}}};
}

}  // namespace

void show_artifacts(Envelope& envelope, const sessions::Workspace& workspace) {
  if (!envelope.artifacts_created) return;
  std::size_t left = kMaxBlockBytes;
  auto& blocks = envelope.content_blocks.blocks;
  for (const ArtifactRow& row : *envelope.artifacts_created) {
    if (blocks.size() == kMaxBlocks) {
      envelope.truncated_inline = true;
      return;
    }
    Json block = link_block(row);
    if (static_cast<std::size_t>(row.size) <= left) {
      const auto file = sessions::read_file(workspace, row.path, sessions::kMaxReadBytes);
      if (file.ok() && !file->truncated) block = file_block(row, file->bytes);
    }
    std::size_t size = write_json(block).size();
    if (size > left) {
      block = link_block(row);
      size = write_json(block).size();
      envelope.truncated_inline = true;
    }
    if (size > left) return;
    left -= size;
    blocks.emplace_back(std::move(block));
  }
}

}  // namespace codecalc::execution
