// The workers of a process.
#include "execution/workers.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "base/text.h"
#include "execution/worker.h"
#include "sandbox/unenforced.h"
#include "sessions/files.h"

namespace codecalc::execution {
namespace {

/// A worker lives until it is stopped; the sandbox wants a number.
constexpr std::chrono::hours kLifeTime{24 * 365};

Error gone(const std::string& why) {
  return {Code::kWorkerFailure, "the session's worker is gone: " + why, "",
          "Start a new session; the files of this one can still be read."};
}

/// Tells clean-up, also that of another process, that the session is in use.
void write_lock_file(const sessions::Workspace& workspace) {
  const int root = workspace.jail().root();
  const std::string name(sessions::kLockFile);
  (void)::unlinkat(root, name.c_str(), 0);
  const UniqueFd fd(::openat(root, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  const std::string text = std::to_string(::getpid()) + "\n";
  if (fd && ::write(fd.get(), text.data(), text.size()) < 0) return;
}

}  // namespace

Workers::Workers(std::function<Host()> host) : host_(std::move(host)) {}
Workers::~Workers() = default;

void Workers::admit(const std::string& session_id) {
  const std::lock_guard lock(mutex_);
  entries_[session_id].used = std::chrono::steady_clock::now();
}

bool Workers::alive(const std::string& session_id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(session_id);
  return found != entries_.end() && found->second.failure.empty();
}

void Workers::stop(const std::string& session_id) {
  std::shared_ptr<Worker> ended;  // its thread is waited for outside of the lock
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(session_id);
  if (found == entries_.end()) return;
  ended = std::move(found->second.worker);
  entries_.erase(found);
}

void Workers::fail(const std::string& session_id, const std::string& why) {
  std::shared_ptr<Worker> ended;
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(session_id);
  if (found == entries_.end()) return;
  ended = std::move(found->second.worker);
  found->second.failure = why;
}

bool Workers::expire(const sessions::Workspace& workspace, std::chrono::seconds idle) {
  if (idle.count() <= 0) return false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(workspace.id());
    if (found == entries_.end() || !found->second.failure.empty() ||
        std::chrono::steady_clock::now() - found->second.used <= idle)
      return false;
  }
  fail(workspace.id(), "the session was idle for longer than " + std::to_string(idle.count()) +
                           " s (CODECALC_SESSION_IDLE_TTL_SECONDS)");
  const int root = workspace.jail().root();
  (void)::unlinkat(root, std::string(sessions::kLockFile).c_str(), 0);
  const UniqueFd marker(::openat(root, std::string(sessions::kExpiredMarker).c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  return true;
}

Result<std::shared_ptr<Worker>> Workers::worker_of(const sessions::Workspace& workspace,
                                                   const sandbox::RunSpec& spec) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(workspace.id());
    if (found == entries_.end()) return gone("it ended with the server that had it");
    if (!found->second.failure.empty()) return gone(found->second.failure);
    found->second.used = std::chrono::steady_clock::now();
    if (found->second.worker != nullptr) return found->second.worker;
    std::size_t running = 0;
    for (const auto& [id, entry] : entries_) running += entry.worker != nullptr ? 1 : 0;
    if (running >= kMaxWorkers)
      return Error{Code::kResourceExhausted,
                   std::to_string(running) + " sessions have a worker, and no more are started", "",
                   "Stop sessions that are not needed."};
  }
  Host host = host_();
  if (!host.executor.ok()) return host.executor.error();
  TRY_ASSIGN(runtimes::Plan plan, host.languages.plan("python3", kPythonDriver));
  ProgramRequest request;
  request.work_folder = workspace.path();
  TRY_ASSIGN(sandbox::RunSpec own,
             make_spec(std::move(plan), request, spec.no_net, host.config.max_tasks));
  own.limits.wall = kLifeTime;
  own.limits.file_bytes = spec.limits.file_bytes;
  auto started = Worker::start(**host.executor, std::move(own), workspace);
  (void)sessions::remove_tree(workspace.jail().root(), ".codecalc-run");
  if (!started.ok()) return started.error();
  write_lock_file(workspace);
  const std::lock_guard lock(mutex_);
  entries_[workspace.id()].worker = *started;
  return *started;
}

Result<sandbox::RunOutcome> Workers::call(const sessions::Workspace& workspace,
                                          std::string_view code, const sandbox::RunSpec& spec,
                                          registry::CancelToken& cancel) {
  TRY_ASSIGN(const std::shared_ptr<Worker> worker, worker_of(workspace, spec));
  auto answer = worker->call({.code = code,
                              .input = spec.inputs.empty() ? std::string_view() : spec.inputs[0],
                              .wall = spec.limits.wall,
                              .output_bytes = spec.limits.output_bytes},
                             cancel);
  if (!answer.ok()) {
    fail(workspace.id(), answer.error().message);
    return answer.error();
  }
  if (answer->died) {
    const bool timed_out = answer->step.verdict == sandbox::Verdict::kTimeLimit;
    fail(workspace.id(), timed_out           ? "an earlier call reached its time limit"
                         : answer->cancelled ? "an earlier call was cancelled"
                                             : "an earlier call ended it");
    if (answer->cancelled) return gone("the call was cancelled");
  }
  sandbox::RunOutcome outcome;
  outcome.total = answer->step.wall;
  outcome.unenforced = worker->unenforced();
  if (spec.no_net && !worker->no_net())
    outcome.unenforced.emplace_back(sandbox::unenforced::kNoNet);
  outcome.unenforced.emplace_back(sandbox::unenforced::kSessionThreads);
  outcome.runs.push_back(std::move(answer->step));
  const std::lock_guard lock(mutex_);
  if (const auto found = entries_.find(workspace.id()); found != entries_.end())
    found->second.used = std::chrono::steady_clock::now();
  return outcome;
}

}  // namespace codecalc::execution
