// Reading a session's file by its URI.
#include "cli/session_resources.h"

#include <optional>
#include <string>

#include "base/base64.h"
#include "base/text.h"
#include "sessions/files.h"

namespace codecalc::cli {
namespace {

constexpr std::string_view kPrefix = "codecalc://session/";
constexpr std::string_view kFiles = "/files/";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Percent-decoded; nothing when an escape is cut off or no number.
std::optional<std::string> decode(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_value(text[i + 1]);
    const int low = hex_value(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

struct Place {
  std::string session_id;
  std::string path;
};

std::optional<Place> parse(std::string_view uri) {
  if (!uri.starts_with(kPrefix)) return std::nullopt;
  uri.remove_prefix(kPrefix.size());
  const std::size_t files = uri.find(kFiles);
  if (files == std::string_view::npos) return std::nullopt;
  const auto id = decode(uri.substr(0, files));
  const auto path = decode(uri.substr(files + kFiles.size()));
  if (!id || !path) return std::nullopt;
  return Place{*id, *path};
}

Json contents_of(std::string_view uri, const sessions::FileContent& file) {
  Json entry = {{"uri", uri}};
  const std::string_view image = sessions::image_type(file.bytes);
  entry["mimeType"] = image.empty() ? sessions::mime_type(file.path) : image;
  Utf8Text text = to_utf8(file.bytes);
  if (image.empty() && !text.replaced) {
    entry["text"] = std::move(text.text);
  } else {
    entry["blob"] = base64(file.bytes);
  }
  return Json::array({std::move(entry)});
}

}  // namespace

Json SessionResources::templates() const {
  return Json::array({{{"uriTemplate", "codecalc://session/{session_id}/files/{+path}"},
                       {"name", "Session file"},
                       {"description", "A file of a session: text as text, other bytes as a blob."},
                       {"mimeType", "application/octet-stream"}}});
}

Result<std::optional<Json>> SessionResources::read(std::string_view uri,
                                                   registry::CallContext& context) {
  const std::optional<Json> none;
  const auto place = parse(uri);
  if (!place) return none;
  TRY_ASSIGN(sessions::Store * store, services_.sessions());
  const auto workspace =
      store->enter(place->session_id, [&context] { return context.cancel.cancelled(); });
  if (!workspace.ok()) return none;
  const auto file = sessions::read_file(*workspace, place->path, sessions::kMaxReadBytes);
  if (!file.ok()) return none;
  if (file->truncated)
    return Error{Code::kResourceExhausted, "the file has more than 4194304 bytes", "",
                 "Read a part of it with session_read_file."};
  return std::optional<Json>(contents_of(uri, *file));
}

}  // namespace codecalc::cli
