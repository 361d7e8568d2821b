// A session's run, around run_program().
#include "execution/session_program.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "sessions/files.h"

namespace codecalc::execution {
namespace {

using sessions::Artifact;
using sessions::Usage;

constexpr std::string_view kRunFolder = ".codecalc-run";
constexpr std::string_view kSpillFolder = ".codecalc-spill/";
/// Ends a stream whose whole lies in a file.
constexpr std::string_view kSpillMarker = "\n\u2026[truncated]";
constexpr std::uint64_t kMegabyte = 1 << 20;

std::uint64_t quota_bytes(const sessions::Store& store) {
  return static_cast<std::uint64_t>(store.settings().disk_quota_mb) * kMegabyte;
}

/// Ends a run that fills the disk: the sandbox does not limit a folder of the host.
class DiskWatch {
 public:
  DiskWatch(const SessionPlace& place, registry::CancelToken& kill)
      : place_(place), kill_(kill), free_at_start_(free_bytes()), thread_([this] { watch(); }) {}
  ~DiskWatch() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  DiskWatch(const DiskWatch&) = delete;
  DiskWatch& operator=(const DiskWatch&) = delete;

  bool fired() const {
    const std::lock_guard lock(mutex_);
    return fired_;
  }

 private:
  static constexpr std::chrono::milliseconds kPeriod{100};
  static constexpr std::uint64_t kSlack = 64 * kMegabyte;  // of others' writes, and of this run's

  std::uint64_t free_bytes() const {
    struct statvfs host{};
    if (::fstatvfs(place_.workspace.jail().root(), &host) != 0) return UINT64_MAX;
    return static_cast<std::uint64_t>(host.f_bavail) * host.f_frsize;
  }

  bool too_much() const {
    const std::uint64_t free = free_bytes();
    const auto reserve =
        static_cast<std::uint64_t>(place_.store.settings().min_free_mb) * kMegabyte;
    const bool shrank = free + kSlack < free_at_start_;
    if (!shrank) return false;  // as a rule nothing need be measured
    const auto used = sessions::measure(place_.workspace.jail().root());
    if (!used.ok()) return true;
    return used->bytes > quota_bytes(place_.store) + kSlack || (free < reserve && used->bytes > 0);
  }

  void watch() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kPeriod, [this] { return stop_; })) {
      lock.unlock();
      const bool end = too_much();
      lock.lock();
      if (!end) continue;
      fired_ = true;
      lock.unlock();
      kill_.cancel();
      return;
    }
  }

  const SessionPlace& place_;
  registry::CancelToken& kill_;
  const std::uint64_t free_at_start_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  bool fired_ = false;
  std::thread thread_;
};

/// Moves a stream that is longer than its cap to a file of the session.
class Spill {
 public:
  explicit Spill(const SessionPlace& place) : place_(place) {}

  void take(sandbox::Captured& stream, const char* name, std::optional<std::string>& uri,
            std::optional<bool>& capped) {
    constexpr std::size_t kKept = kDefaultOutputKb << 10;
    if (stream.data.size() <= kKept) return;
    std::string path = std::string(kSpillFolder) + sessions::random_hex() + "-" + name + ".bin";
    std::string_view content = stream.data;
    auto written = sessions::write_file(place_.store, place_.workspace, path, content);
    if (!written.ok()) {
      const auto used = place_.store.usage(place_.workspace);
      const std::uint64_t quota = quota_bytes(place_.store);
      const std::uint64_t left = used.ok() && used->bytes < quota ? quota - used->bytes : 0;
      content = content.substr(0, left);
      if (!content.empty())
        written = sessions::write_file(place_.store, place_.workspace, path, content);
    }
    stream.truncated = true;
    if (written.ok()) {
      uri = sessions::resource_uri(place_.workspace.id(), path);
      if (content.size() < stream.bytes) capped = true;
    } else {
      lost_ = true;
    }
    stream.data.resize(utf8_prefix(stream.data, kKept));
  }

  /// A stream was cut and its whole lies nowhere.
  bool lost() const { return lost_; }

 private:
  const SessionPlace& place_;
  bool lost_ = false;
};

sandbox::StepOutcome& last_step(sandbox::RunOutcome& outcome) {
  return outcome.phase == sandbox::Phase::kCompile || outcome.runs.empty() ? outcome.compile
                                                                           : outcome.runs[0];
}

using Seen = std::map<std::string, std::tuple<ino_t, std::int64_t, std::uint64_t>>;

Seen remember(const sessions::Workspace& workspace) {
  Seen seen;
  const auto all = sessions::artifacts(workspace);
  if (!all.ok()) return seen;
  for (const Artifact& a : *all) seen[a.path] = {a.inode, a.changed_ns, a.size};
  return seen;
}

std::vector<ArtifactRow> created_since(const Seen& before, const sessions::Workspace& workspace) {
  std::vector<ArtifactRow> rows;
  const auto all = sessions::artifacts(workspace);
  if (!all.ok()) return rows;
  constexpr std::size_t kMaxRows = 1000;
  for (const Artifact& a : *all) {
    const auto known = before.find(a.path);
    if (known != before.end() && known->second == std::tuple(a.inode, a.changed_ns, a.size))
      continue;
    if (rows.size() == kMaxRows) break;
    rows.push_back({to_utf8(a.path).text, static_cast<std::int64_t>(a.size),
                    std::string(sessions::mime_type(a.path)),
                    sessions::resource_uri(workspace.id(), a.path)});
  }
  return rows;
}

void replace_marker(std::string& text) {
  if (!text.ends_with(kTruncationMarker)) return;
  text.resize(text.size() - kTruncationMarker.size());
  text += kSpillMarker;
}

void check_quota(Envelope& envelope, const SessionPlace& place) {
  const auto used = place.store.usage(place.workspace);
  if (used.ok() && used->bytes <= quota_bytes(place.store)) return;
  envelope.disk_quota_exceeded = true;
  if (used.ok()) envelope.disk_usage_bytes = static_cast<std::int64_t>(used->bytes);
  envelope.disk_quota_bytes = static_cast<std::int64_t>(quota_bytes(place.store));
}

void clear_run_folder(const SessionPlace& place, std::string_view entry) {
  if (entry.starts_with(kRunFolder)) return;
  (void)sessions::remove_tree(place.workspace.jail().root(), std::string(kRunFolder));
}

Rejected disk_full(Rejected rejected, const SessionPlace& place) {
  rejected.code = code_name(Code::kResourceExhausted);
  rejected.error = "the run was ended: it wrote more than the session's quota of " +
                   std::to_string(quota_bytes(place.store)) +
                   " bytes (CODECALC_SESSION_DISK_QUOTA_MB), or the host's disk ran full";
  rejected.remedy = "Write less, and delete files with session_delete_file.";
  return rejected;
}

}  // namespace

ProgramResult run_in_session(ProgramRequest request, const SessionPlace& place, Host& host,
                             registry::CancelToken& cancel, const sandbox::RunObserver& observer) {
  const sessions::Workspace& workspace = place.workspace;
  request.session_id = workspace.id();
  request.work_folder = workspace.path();
  if (const Status fits = place.store.check_run(workspace); !fits.ok())
    request.session_error = fits.error();
  request.file_bytes = std::max(quota_bytes(place.store), kMegabyte);
  request.file_bytes = std::min<std::uint64_t>(request.file_bytes, 256 * kMegabyte);
  if (place.spill)
    request.output_bytes = static_cast<std::uint64_t>(
        std::max<std::int64_t>(place.store.settings().max_file_bytes, kDefaultOutputKb << 10));
  clear_run_folder(place, request.entry);
  const Seen before = remember(workspace);

  SessionParts parts;
  Spill spill(place);
  request.on_outcome = [&](sandbox::RunOutcome& outcome) {
    clear_run_folder(place, request.entry);
    if (!place.spill) return;
    sandbox::StepOutcome& step = last_step(outcome);
    spill.take(step.out, "stdout", parts.out_spill, parts.out_spill_capped);
    spill.take(step.err, "stderr", parts.err_spill, parts.err_spill_capped);
    if (!spill.lost() || step.verdict != sandbox::Verdict::kOk) return;
    step.verdict = sandbox::Verdict::kOutputLimit;
    step.limit = sandbox::LimitHit::kOutput;
  };
  registry::CancelToken both;
  const auto registration = cancel.on_cancel([&both] { both.cancel(); });
  ProgramResult result = [&] {
    const DiskWatch watch(place, both);
    ProgramResult ran = run_program(request, host, both, observer);
    if (auto* refused = std::get_if<Rejected>(&ran); refused != nullptr && watch.fired())
      return ProgramResult(disk_full(std::move(*refused), place));
    return ran;
  }();
  auto* envelope = std::get_if<Envelope>(&result);
  if (envelope == nullptr) return result;
  static_cast<SessionParts&>(*envelope) = std::move(parts);
  if (envelope->out_spill) replace_marker(envelope->out_text);
  if (envelope->err_spill) replace_marker(envelope->err_text);
  envelope->artifacts_created = created_since(before, workspace);
  check_quota(*envelope, place);
  return result;
}

}  // namespace codecalc::execution
