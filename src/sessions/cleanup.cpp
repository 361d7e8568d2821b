// Clean-up: which sessions nobody will come back for.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <ctime>

#include "base/text.h"
#include "sessions/store.h"

namespace codecalc::sessions {
namespace {

constexpr std::int64_t kRecentSeconds = 300;  // nothing that changed within this is touched
constexpr std::int64_t kHour = 3600;

bool has_file(int folder, std::string_view name) {
  struct stat info{};
  return ::fstatat(folder, std::string(name).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(info.st_mode);
}

/// Whether the process that a lock file names still runs. A lock that cannot be read counts as
/// held.
bool lock_is_held(int folder) {
  const UniqueFd fd(open_beneath(folder, std::string(kLockFile).c_str(), O_RDONLY | O_NONBLOCK));
  if (!fd) return errno != ENOENT;
  char text[32] = {};
  const ssize_t n = ::read(fd.get(), text, sizeof text - 1);
  const std::string_view digits = trim(std::string_view(text, n > 0 ? static_cast<size_t>(n) : 0));
  int pid = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), pid);
  if (error != std::errc() || end != digits.data() + digits.size() || pid <= 1) return true;
  return ::kill(pid, 0) == 0 || errno != ESRCH;
}

/// The newest change in a workspace; the folder's own time says nothing of the files in it.
std::int64_t newest_change(int folder) {
  struct stat top{};
  std::int64_t newest = ::fstat(folder, &top) == 0 ? top.st_mtim.tv_sec : 0;
  const Status walked = walk(folder, [&](const TreeEntry& entry) {
    newest = std::max<std::int64_t>(newest, entry.info.st_mtim.tv_sec);
    return true;
  });
  return walked.ok() ? newest : std::time(nullptr);
}

}  // namespace

std::string Store::refusal_to_clean(const std::string& id, bool include_unmarked,
                                    std::string& reason) const {
  const UniqueFd folder(open_beneath(root_.get(), id.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  if (!folder) return "it is no folder";
  UniqueFd file;
  const auto record = read_record(id, file);
  if (record.ok()) {
    if (server_lives(*record)) return "a running server uses it";
  } else if (lock_is_held(folder.get())) {
    return "its lock names a running process";
  }
  if (has_file(folder.get(), kExpiredMarker)) {
    reason = "expired";
    return {};
  }
  if (!include_unmarked) return "it is not marked as expired";
  const std::int64_t age = std::time(nullptr) - newest_change(folder.get());
  if (age < kRecentSeconds || age < settings_.abandoned_age_hours * kHour)
    return "it changed " + std::to_string(age) + " s ago";
  reason = "abandoned for " + std::to_string(age / kHour) + " h";
  return {};
}

Result<Store::CleanupReport> Store::clean_up(bool write, bool include_unmarked) {
  TRY_ASSIGN(const std::vector<std::string> names, names_in(root_.get()));
  CleanupReport report;
  for (const std::string& id : names) {
    if (!is_session_id(id, true)) continue;
    std::string reason;
    const std::string kept = refusal_to_clean(id, include_unmarked, reason);
    if (!kept.empty()) {
      report.kept.push_back({id, kept});
      continue;
    }
    if (write) {
      // A session with a record is entered, so that no server begins to use it meanwhile.
      const auto now = [] { return true; };
      auto workspace = enter(id, now);
      if (!workspace.ok() && workspace.error().code == Code::kTimeout) {
        report.kept.push_back({id, "a call uses it"});
        continue;
      }
      TRY(workspace.ok() ? remove(*std::move(workspace)) : discard(root_.get(), id));
    }
    report.removed.push_back({id, reason});
  }
  return report;
}

}  // namespace codecalc::sessions
