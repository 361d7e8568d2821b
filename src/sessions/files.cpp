// Listing, reading, writing and removing files of a workspace.
#include "sessions/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

#include "base/text.h"

namespace codecalc::sessions {
namespace {

Error bad_cursor(std::string_view cursor) {
  return {Code::kValidation,
          "\"" + shorten(to_utf8(cursor).text, 64) + "\" is no cursor that session_files gave", "",
          "Give next_cursor of the page before, or leave cursor out."};
}

Result<std::size_t> start_of_page(std::string_view cursor) {
  if (cursor.empty()) return std::size_t{0};
  std::size_t start = 0;
  const char* last = cursor.data() + cursor.size();
  const auto [end, error] = std::from_chars(cursor.data(), last, start);
  if (error != std::errc() || end != last) return bad_cursor(cursor);
  return start;
}

FileRow describe(int folder, const std::string& name) {
  FileRow row{.name = to_utf8(name).text, .type = "other", .size = std::nullopt};
  struct stat info{};
  if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return row;
  if (S_ISREG(info.st_mode)) {
    row.type = "file";
    row.size = static_cast<std::uint64_t>(info.st_size);
  } else if (S_ISDIR(info.st_mode)) {
    row.type = "dir";
    row.name += '/';
  } else if (S_ISLNK(info.st_mode)) {
    row.type = "symlink";
  }
  return row;
}

Result<std::string> file_path(std::string_view path) {
  TRY_ASSIGN(std::string clean, clean_path(path));
  if (clean.empty())
    return Error{Code::kValidation, "the path names no file", "", "Name a file, such as main.py."};
  return clean;
}

Status write_whole(int fd, std::string_view content, std::string_view path) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return path_error(errno, path);
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return Unit{};
}

/// What a write finds in its place.
Result<PlannedWrite> plan_write(const Workspace& workspace, const std::string& path,
                                std::size_t bytes) {
  PlannedWrite plan{.bytes = bytes};
  const UniqueFd there(open_beneath(workspace.jail().root(), path.c_str(), O_PATH | O_NOFOLLOW));
  if (!there) {
    if (errno != ENOENT) return path_error(errno, path);
    plan.new_file = !is_hidden(path);  // ours, such as spilled output, do not count
    return plan;
  }
  struct stat info{};
  if (::fstat(there.get(), &info) != 0) return path_error(errno, path);
  if (S_ISDIR(info.st_mode)) return path_error(EISDIR, path);
  if (!S_ISREG(info.st_mode))
    return Error{Code::kPermissionDenied,
                 "\"" + shorten(path, 120) + "\" is a link or no regular file", "",
                 "Remove it with session_delete_file first."};
  plan.replaced_bytes = static_cast<std::uint64_t>(info.st_size);
  return plan;
}

bool is_uri_character(unsigned char c) {
  constexpr std::string_view kPlain = "-._~!$&'()*+,;=:@/";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         kPlain.find(static_cast<char>(c)) != std::string_view::npos;
}

}  // namespace

Result<FilePage> list_files(const Workspace& workspace, std::string_view path,
                            std::int64_t page_size, std::string_view cursor) {
  TRY_ASSIGN(const std::string clean, clean_path(path));
  TRY_ASSIGN(const UniqueFd folder, workspace.jail().open_folder(clean));
  TRY_ASSIGN(const std::vector<std::string> names, names_in(folder.get()));
  std::size_t begin = 0;
  std::size_t end = names.size();
  if (page_size > 0) {
    TRY_ASSIGN(begin, start_of_page(cursor));
    if (begin > names.size()) return bad_cursor(cursor);
    end = std::min(end, begin + static_cast<std::size_t>(page_size));
  }
  FilePage page;
  page.path = clean.empty() ? "." : clean;
  for (std::size_t i = begin; i < end; ++i) page.rows.push_back(describe(folder.get(), names[i]));
  if (end < names.size()) page.next_cursor = std::to_string(end);
  return page;
}

Result<FileContent> read_file(const Workspace& workspace, std::string_view path,
                              std::int64_t max_bytes) {
  FileContent content;
  TRY_ASSIGN(content.path, file_path(path));
  TRY_ASSIGN(const OpenFile file, workspace.jail().open_file(content.path));
  content.size = static_cast<std::uint64_t>(file.info.st_size);
  const auto wanted = std::min(content.size, static_cast<std::uint64_t>(max_bytes));
  content.bytes.resize(wanted);
  std::size_t at = 0;
  while (at < content.bytes.size()) {
    const ssize_t n = ::pread(file.fd.get(), content.bytes.data() + at, content.bytes.size() - at,
                              static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return path_error(errno, content.path);
    if (n == 0) break;
    at += static_cast<std::size_t>(n);
  }
  content.bytes.resize(at);
  content.truncated = at < content.size;
  return content;
}

Result<std::string> write_file(Store& store, const Workspace& workspace, std::string_view path,
                               std::string_view content) {
  TRY_ASSIGN(std::string clean, file_path(path));
  TRY_ASSIGN(const PlannedWrite plan, plan_write(workspace, clean, content.size()));
  TRY(store.check_write(workspace, plan));
  TRY_ASSIGN(Store::Pending pending, store.make_pending());
  const Status written = write_whole(pending.fd.get(), content, clean);
  Status placed = written;
  if (written.ok()) {
    auto parent = workspace.jail().open_parent(clean, true);
    if (!parent.ok()) {
      placed = parent.error();
    } else if (::renameat(store.pending_folder(), pending.name.c_str(), parent->get(),
                          last_part(clean).c_str()) != 0) {
      placed = path_error(errno, clean);
    }
  }
  if (!placed.ok()) {
    ::unlinkat(store.pending_folder(), pending.name.c_str(), 0);
    return placed.error();
  }
  return clean;
}

Result<std::string> delete_file(const Workspace& workspace, std::string_view path) {
  TRY_ASSIGN(std::string clean, file_path(path));
  TRY_ASSIGN(const UniqueFd parent, workspace.jail().open_parent(clean, false));
  if (::unlinkat(parent.get(), last_part(clean).c_str(), 0) == 0) return clean;
  if (errno == EISDIR || errno == EPERM) return path_error(EISDIR, clean);
  return path_error(errno, clean);
}

Result<std::vector<Artifact>> artifacts(const Workspace& workspace) {
  std::vector<Artifact> found;
  TRY(walk(workspace.jail().root(), [&](const TreeEntry& entry) {
    if (S_ISREG(entry.info.st_mode) && !is_hidden(entry.path)) {
      const timespec& changed = entry.info.st_ctim;
      found.push_back({entry.path, static_cast<std::uint64_t>(entry.info.st_size),
                       static_cast<std::int64_t>(changed.tv_sec) * 1'000'000'000 + changed.tv_nsec,
                       entry.info.st_ino});
    }
    return true;
  }));
  std::sort(found.begin(), found.end(),
            [](const Artifact& a, const Artifact& b) { return a.path < b.path; });
  return found;
}

std::string resource_uri(std::string_view id, std::string_view path) {
  std::string uri = "codecalc://session/" + std::string(id) + "/files/";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_uri_character(byte)) {
      uri += c;
    } else {
      uri += '%';
      uri += "0123456789ABCDEF"[byte >> 4];
      uri += "0123456789ABCDEF"[byte & 15];
    }
  }
  return uri;
}

std::string_view mime_type(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {"csv", "text/csv"},
      {"txt", "text/plain"},
      {"md", "text/markdown"},
      {"html", "text/html"},
      {"htm", "text/html"},
      {"css", "text/css"},
      {"js", "text/javascript"},
      {"json", "application/json"},
      {"xml", "application/xml"},
      {"pdf", "application/pdf"},
      {"zip", "application/zip"},
      {"gz", "application/gzip"},
      {"png", "image/png"},
      {"jpg", "image/jpeg"},
      {"jpeg", "image/jpeg"},
      {"gif", "image/gif"},
      {"webp", "image/webp"},
      {"svg", "image/svg+xml"},
      {"py", "text/x-python"},
      {"log", "text/plain"},
      {"tsv", "text/tab-separated-values"},
      {"c", "text/x-c"},
      {"h", "text/x-c"},
      {"sh", "text/x-sh"},
      {"wav", "audio/wav"},
      {"mp3", "audio/mpeg"},
      {"mp4", "video/mp4"}};
  const std::string ending = to_lower(path.substr(path.rfind('.') + 1));
  for (const auto& [name, type] : kTypes) {
    if (ending == name && ending.size() < path.size()) return type;
  }
  return "application/octet-stream";
}

std::string_view image_type(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return "image/gif";
  if (bytes.size() > 12 && bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP")
    return "image/webp";
  return {};
}

}  // namespace codecalc::sessions
