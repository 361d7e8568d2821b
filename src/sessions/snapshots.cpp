// Saving, listing, restoring and deleting snapshots.
#include "sessions/snapshots.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/json.h"
#include "base/text.h"
#include "sessions/archive.h"

namespace codecalc::sessions {
namespace {

constexpr std::string_view kArchiveEnding = ".tar.zst";
constexpr std::string_view kDescriptionEnding = ".json";

Error io_error(const char* what) {
  if (errno == ENOSPC || errno == EDQUOT) return path_error(errno, "");
  return {Code::kInternal, std::string(what) + ": " + std::strerror(errno), "", ""};
}

bool is_snapshot_id(std::string_view id) {
  return id.size() == 32 && std::all_of(id.begin(), id.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

Status check_id(std::string_view id) {
  if (is_snapshot_id(id)) return Unit{};
  return Error{Code::kPermissionDenied,
               "\"" + shorten(to_utf8(id).text, 64) + "\" is no snapshot id", "",
               "Use a snapshot_id of action list."};
}

UniqueFd session_folder(const Store& store, std::string_view session_id) {
  if (!is_session_id(session_id)) {
    errno = ENOENT;
    return UniqueFd();
  }
  return UniqueFd(open_beneath(store.snapshots_folder(), std::string(session_id).c_str(),
                               O_RDONLY | O_DIRECTORY, 0, RESOLVE_NO_SYMLINKS));
}

std::string read_text(int fd) {
  std::string text;
  char piece[4096];
  ssize_t n = 0;
  while (text.size() < (1u << 20) && (n = ::read(fd, piece, sizeof piece)) > 0)
    text.append(piece, static_cast<std::size_t>(n));
  return text;
}

std::optional<Snapshot> read_description(int folder, const std::string& id) {
  const std::string name = id + std::string(kDescriptionEnding);
  const UniqueFd file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file) return std::nullopt;
  const auto parsed = read_json(read_text(file.get()));
  const Json* object = std::get_if<Json>(&parsed);
  if (object == nullptr || !object->is_object()) return std::nullopt;
  const auto text = [&](const char* key) {
    const auto it = object->find(key);
    return it != object->end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  const auto number = [&](const char* key) {
    const auto it = object->find(key);
    return it != object->end() && it->is_number_integer() ? it->get<std::int64_t>() : 0;
  };
  Snapshot snapshot{.id = id,
                    .language = text("language"),
                    .bytes = number("bytes"),
                    .files = number("files"),
                    .content_bytes = number("content_bytes"),
                    .created_at = text("created_at"),
                    .label = std::nullopt,
                    .sha256 = text("sha256")};
  if (const auto it = object->find("label"); it != object->end() && it->is_string())
    snapshot.label = it->get<std::string>();
  return snapshot;
}

/// Writes through to the disk and renames into place.
Status commit(Store& store, Store::Pending& pending, int folder, const std::string& name) {
  if (::fsync(pending.fd.get()) != 0) return io_error("the snapshot cannot be written");
  if (::renameat(store.pending_folder(), pending.name.c_str(), folder, name.c_str()) != 0)
    return io_error("the snapshot cannot be stored");
  if (::fsync(folder) != 0) return io_error("the snapshot cannot be stored");
  return Unit{};
}

/// Removes a pending file unless it was renamed away.
class PendingGuard {
 public:
  PendingGuard(const Store& store, const std::string& name) : store_(store), name_(name) {}
  ~PendingGuard() { (void)remove_tree(store_.pending_folder(), name_); }
  PendingGuard(const PendingGuard&) = delete;
  PendingGuard& operator=(const PendingGuard&) = delete;

 private:
  const Store& store_;
  const std::string name_;
};

/// Archives without a description: their server was killed before it wrote one.
void drop_orphans(int folder) {
  const auto names = names_in(folder);
  if (!names.ok()) return;
  for (const std::string& name : *names) {
    if (!name.ends_with(kArchiveEnding)) continue;
    const std::string id = name.substr(0, name.size() - kArchiveEnding.size());
    const std::string description = id + std::string(kDescriptionEnding);
    if (::faccessat(folder, description.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) != 0)
      ::unlinkat(folder, name.c_str(), 0);
  }
}

Result<UniqueFd> make_session_folder(const Store& store, const std::string& id) {
  if (::mkdirat(store.snapshots_folder(), id.c_str(), 0700) != 0 && errno != EEXIST)
    return io_error("the snapshot's folder cannot be made");
  UniqueFd folder = session_folder(store, id);
  if (!folder) return io_error("the snapshot's folder");
  return folder;
}

ArchiveLimits archive_limits(const Store& store) {
  return {.max_bytes = static_cast<std::uint64_t>(store.settings().max_snapshot_bytes)};
}

std::string describe(const Snapshot& snapshot) {
  Json object = {{"language", snapshot.language},     {"bytes", snapshot.bytes},
                 {"files", snapshot.files},           {"content_bytes", snapshot.content_bytes},
                 {"created_at", snapshot.created_at}, {"sha256", snapshot.sha256}};
  if (snapshot.label) object["label"] = *snapshot.label;
  return write_json(object) + "\n";
}

}  // namespace

Result<Snapshot> save_snapshot(Store& store, const Workspace& workspace,
                               const std::optional<std::string>& label) {
  if (label && label->size() > kMaxLabelBytes)
    return Error{Code::kValidation, "the label is longer than 200 bytes", "", "Shorten it."};
  TRY_ASSIGN(const std::vector<Snapshot> earlier, list_snapshots(store, workspace.id()));
  if (earlier.size() >= static_cast<std::size_t>(store.settings().max_snapshots))
    return Error{Code::kResourceExhausted,
                 "the session has " + std::to_string(earlier.size()) +
                     " snapshots, and no more are kept (CODECALC_MAX_SNAPSHOTS_PER_SESSION)",
                 "", "Delete one with action delete."};
  TRY_ASSIGN(const UniqueFd folder, make_session_folder(store, workspace.id()));
  drop_orphans(folder.get());
  TRY(store.check_host_space(static_cast<std::uint64_t>(0)));
  TRY_ASSIGN(Store::Pending archive, store.make_pending());
  const PendingGuard archive_guard(store, archive.name);
  TRY_ASSIGN(const ArchiveSummary summary,
             pack(workspace.jail().root(), archive.fd.get(), archive_limits(store)));
  Snapshot snapshot{.id = random_hex(),
                    .language = workspace.record().language,
                    .bytes = static_cast<std::int64_t>(summary.archive_bytes),
                    .files = static_cast<std::int64_t>(summary.files),
                    .content_bytes = static_cast<std::int64_t>(summary.content_bytes),
                    .created_at = utc_now(),
                    .label = label,
                    .sha256 = summary.sha256};
  TRY(commit(store, archive, folder.get(), snapshot.id + std::string(kArchiveEnding)));
  TRY_ASSIGN(Store::Pending description, store.make_pending());
  const PendingGuard description_guard(store, description.name);
  const std::string text = describe(snapshot);
  if (::write(description.fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    return io_error("the snapshot cannot be written");
  TRY(commit(store, description, folder.get(), snapshot.id + std::string(kDescriptionEnding)));
  return snapshot;
}

Result<std::vector<Snapshot>> list_snapshots(const Store& store, std::string_view session_id) {
  std::vector<Snapshot> snapshots;
  const UniqueFd folder = session_folder(store, session_id);
  if (!folder) return snapshots;
  TRY_ASSIGN(const std::vector<std::string> names, names_in(folder.get()));
  for (const std::string& name : names) {
    if (!name.ends_with(kDescriptionEnding)) continue;
    auto found =
        read_description(folder.get(), name.substr(0, name.size() - kDescriptionEnding.size()));
    if (found) snapshots.push_back(*std::move(found));
  }
  std::stable_sort(snapshots.begin(), snapshots.end(), [](const Snapshot& a, const Snapshot& b) {
    return a.created_at < b.created_at;
  });
  return snapshots;
}

Result<Snapshot> find_snapshot(const Store& store, std::string_view session_id,
                               std::string_view snapshot_id) {
  TRY(check_id(snapshot_id));
  const UniqueFd folder = session_folder(store, session_id);
  if (folder) {
    auto found = read_description(folder.get(), std::string(snapshot_id));
    if (found) return *std::move(found);
  }
  return Error{Code::kValidation, "the session has no snapshot " + std::string(snapshot_id), "",
               "Use a snapshot_id of action list."};
}

Result<bool> delete_snapshot(const Store& store, std::string_view session_id,
                             std::string_view snapshot_id) {
  TRY(check_id(snapshot_id));
  const UniqueFd folder = session_folder(store, session_id);
  if (!folder) return false;
  const std::string id(snapshot_id);
  const bool found =
      ::unlinkat(folder.get(), (id + std::string(kDescriptionEnding)).c_str(), 0) == 0;
  ::unlinkat(folder.get(), (id + std::string(kArchiveEnding)).c_str(), 0);
  return found;
}

Result<std::int64_t> delete_snapshots(const Store& store, std::string_view session_id) {
  TRY_ASSIGN(const std::vector<Snapshot> snapshots, list_snapshots(store, session_id));
  if (is_session_id(session_id))
    TRY(remove_tree(store.snapshots_folder(), std::string(session_id)));
  return static_cast<std::int64_t>(snapshots.size());
}

Result<Restored> restore_snapshot(Store& store, std::string_view session_id,
                                  std::string_view snapshot_id, Workspace& target) {
  TRY_ASSIGN(const Snapshot snapshot, find_snapshot(store, session_id, snapshot_id));
  const UniqueFd folder = session_folder(store, session_id);
  const std::string name = snapshot.id + std::string(kArchiveEnding);
  const UniqueFd archive(::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!archive)
    return Error{Code::kValidation, "the snapshot's archive is missing", "", "Use another one."};
  TRY(store.check_restore(target, static_cast<std::uint64_t>(snapshot.content_bytes)));
  TRY_ASSIGN(const Store::Pending fresh, store.make_pending_folder());
  const PendingGuard guard(store, fresh.name);
  TRY_ASSIGN(const ArchiveSummary summary,
             unpack(archive.get(), fresh.fd.get(), snapshot.sha256, archive_limits(store)));
  TRY(store.replace_workspace(target, fresh.name));
  return Restored{static_cast<std::int64_t>(summary.files),
                  static_cast<std::int64_t>(summary.content_bytes)};
}

}  // namespace codecalc::sessions
