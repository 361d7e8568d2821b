// What a session and all sessions together may hold on disk.
#include <fcntl.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <chrono>

#include "sessions/store.h"

namespace codecalc::sessions {
namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;
constexpr std::int64_t kFreshMs = 30'000;  // others' sessions are measured again after this

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string amount(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

Error over(const std::string& what) {
  return {Code::kResourceExhausted, what, "",
          "Delete files with session_delete_file, or stop sessions that are not needed."};
}

std::uint64_t limit_bytes(std::int64_t megabytes) {
  return static_cast<std::uint64_t>(megabytes) * kMegabyte;
}

}  // namespace

Result<Usage> Store::usage(const Workspace& workspace) {
  TRY_ASSIGN(const Usage usage, measure(workspace.jail().root()));
  const std::lock_guard lock(mutex_);
  known_[workspace.id()] = {usage.bytes, now_ms()};
  return usage;
}

std::uint64_t Store::used_by_others(const std::string& id, bool fresh) {
  const auto names = names_in(root_.get());
  if (!names.ok()) return 0;
  std::uint64_t sum = 0;
  for (const std::string& name : *names) {
    if (name == id || !is_session_id(name, true)) continue;
    if (!fresh) {
      const std::lock_guard lock(mutex_);
      const auto known = known_.find(name);
      if (known != known_.end() && now_ms() - known->second.measured_ms < kFreshMs) {
        sum += known->second.bytes;
        continue;
      }
    }
    const UniqueFd folder(open_beneath(root_.get(), name.c_str(), O_RDONLY | O_DIRECTORY));
    if (!folder) continue;
    const auto usage = measure(folder.get());
    if (!usage.ok()) continue;
    sum += usage->bytes;
    const std::lock_guard lock(mutex_);
    known_[name] = {usage->bytes, now_ms()};
  }
  return sum;
}

Status Store::check_write(const Workspace& workspace, const PlannedWrite& write) {
  if (write.bytes > static_cast<std::uint64_t>(settings_.max_file_bytes))
    return over("a file of " + amount(write.bytes) + " is larger than the limit of " +
                amount(static_cast<std::uint64_t>(settings_.max_file_bytes)) +
                " (CODECALC_MAX_ARTIFACT_BYTES)");
  TRY_ASSIGN(const Usage used, usage(workspace));
  if (write.new_file && used.files >= static_cast<std::uint64_t>(settings_.max_files))
    return over("the session holds " + std::to_string(used.files) + " files, and the limit is " +
                std::to_string(settings_.max_files) + " (CODECALC_MAX_ARTIFACT_COUNT)");
  const std::uint64_t after = used.bytes - std::min(used.bytes, write.replaced_bytes) + write.bytes;
  return check_sums(workspace.id(), after, write.bytes);
}

Status Store::check_sums(const std::string& id, std::uint64_t after, std::uint64_t written) {
  if (after > limit_bytes(settings_.disk_quota_mb))
    return over("the session would hold " + amount(after) + ", and its quota is " +
                amount(limit_bytes(settings_.disk_quota_mb)) + " (CODECALC_SESSION_DISK_QUOTA_MB)");
  std::uint64_t total = used_by_others(id, false) + after;
  // What is remembered of others may be too much: nobody is refused for it.
  if (total > limit_bytes(settings_.total_quota_mb)) total = used_by_others(id, true) + after;
  if (total > limit_bytes(settings_.total_quota_mb))
    return over("all sessions together would hold " + amount(total) + ", and the limit is " +
                amount(limit_bytes(settings_.total_quota_mb)) + " (CODECALC_TOTAL_DISK_QUOTA_MB)");
  TRY(check_host_space(written));
  const std::lock_guard lock(mutex_);
  known_[id] = {after, now_ms()};
  return Unit{};
}

Status Store::check_host_space(std::uint64_t bytes) const {
  struct statvfs host{};
  if (::fstatvfs(root_.get(), &host) != 0) return Unit{};
  const std::uint64_t free = static_cast<std::uint64_t>(host.f_bavail) * host.f_frsize;
  if (free < limit_bytes(settings_.min_free_mb) + bytes)
    return over("the host's disk has " + amount(free) + " left, and " +
                amount(limit_bytes(settings_.min_free_mb)) +
                " stay free (CODECALC_MIN_HOST_FREE_MB)");
  return Unit{};
}

Status Store::check_restore(const Workspace& workspace, std::uint64_t bytes) {
  return check_sums(workspace.id(), bytes, bytes);
}

Status Store::check_run(const Workspace& workspace) { return check_write(workspace, {}); }

}  // namespace codecalc::sessions
