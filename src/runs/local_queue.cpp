// The queue of this process: a thread per run, a journal for what must outlive it.
#include <sys/random.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/sha256.h"
#include "runs/queue.h"

namespace codecalc::runs {
namespace {

using execution::Envelope;
using execution::ProgramResult;
using execution::Rejected;

constexpr std::size_t kMaxResults = 256;           // finished results in memory
constexpr std::size_t kMaxResultBytes = 64 << 20;  // and what they print together
constexpr std::chrono::milliseconds kCancelWait{5000};

std::string new_run_id() {
  unsigned char bytes[16] = {};
  while (::getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
  }
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string hash_of(const Submission& s) {
  Sha256 hash;
  // Lengths in front, so that no two requests read the same.
  const auto add = [&](std::string_view text) {
    hash.add(std::to_string(text.size()) + ":").add(text);
  };
  for (const std::string* text : {&s.language, &s.source, &s.input, &s.provider_id}) add(*text);
  for (const std::string& dependency : s.dependencies) add(dependency);
  const execution::RequestedLimits& l = s.limits;
  for (const std::int64_t number : {l.timeout_seconds, l.max_memory_mb, l.max_output_kb,
                                    l.max_cpu_seconds, std::int64_t{l.no_net}})
    add(std::to_string(number));
  return hash.hex();
}

std::size_t size_of(const ProgramResult& result) {
  const auto* envelope = std::get_if<Envelope>(&result);
  return envelope == nullptr ? 1024 : envelope->out_text.size() + envelope->err_text.size() + 4096;
}

struct Run {
  RunRecord record;
  Submission submission;
  registry::CancelToken cancel;
  bool cancelling = false;
  std::shared_ptr<const ProgramResult> result;
  std::thread thread;
};

class LocalQueue final : public RunQueue {
 public:
  LocalQueue(const RunSettings& settings, std::function<execution::Host()> host)
      : settings_(settings), host_(std::move(host)) {}

  ~LocalQueue() override {
    std::vector<std::thread> threads;
    {
      const std::lock_guard lock(mutex_);
      for (auto& [id, run] : runs_) {
        run->cancel.cancel();
        if (run->thread.joinable()) threads.push_back(std::move(run->thread));
      }
      for (std::thread& thread : ended_) threads.push_back(std::move(thread));
    }
    for (std::thread& thread : threads) thread.join();
  }

  Status open() {
    std::vector<RunRecord> recovered;
    TRY_ASSIGN(journal_, Journal::open(settings_.state_dir, recovered));
    for (RunRecord& record : recovered) {
      auto run = std::make_shared<Run>();
      run->record = std::move(record);
      if (!run->record.key_hash.empty()) keys_[run->record.key_hash] = run->record.run_id;
      runs_[run->record.run_id] = std::move(run);
    }
    return Unit{};
  }

  Result<RunView> submit(Submission submission) override;
  std::optional<RunView> inspect(std::string_view run_id) override;
  std::optional<Cancelled> cancel(std::string_view run_id) override;

 private:
  static RunView view(const Run& run) { return {run.record, run.cancelling, run.result}; }
  void execute(const std::shared_ptr<Run>& run);
  void finish(Run& run, ProgramResult result);
  void drop_old_results();
  void join_ended();

  const RunSettings settings_;
  const std::function<execution::Host()> host_;
  std::unique_ptr<Journal> journal_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::shared_ptr<Run>, std::less<>> runs_;
  std::map<std::string, std::string> keys_;       ///< hash of the key to the run
  std::deque<std::shared_ptr<Run>> with_result_;  ///< oldest first
  std::size_t result_bytes_ = 0;
  std::int64_t active_ = 0;
  std::vector<std::thread> ended_;
};

Result<RunView> LocalQueue::submit(Submission submission) {
  join_ended();
  auto run = std::make_shared<Run>();
  run->record = {.run_id = new_run_id(),
                 .provider_id = submission.provider_id,
                 .language = submission.language,
                 .started_at = now_seconds(),
                 .request_hash = hash_of(submission)};
  run->record.deadline =
      run->record.started_at + static_cast<double>(submission.limits.timeout_seconds);
  std::unique_lock lock(mutex_);
  if (submission.idempotency_key) {
    run->record.key_hash = sha256_tag(*submission.idempotency_key);
    const auto known = keys_.find(run->record.key_hash);
    if (known != keys_.end()) {
      const Run& earlier = *runs_.find(known->second)->second;
      if (earlier.record.request_hash == run->record.request_hash) return view(earlier);
      return Error{Code::kValidation, "the idempotency key belongs to another request", "",
                   "Use a new key for a new request."};
    }
  }
  if (active_ >= settings_.max_active)
    return Error{Code::kResourceExhausted,
                 std::to_string(active_) +
                     " runs are under way, and no more are admitted "
                     "(CODECALC_MAX_ACTIVE_RUNS)",
                 "", "Wait for one with run_inspect, or end one with run_cancel."};
  ++active_;
  run->submission = std::move(submission);
  runs_[run->record.run_id] = run;
  if (!run->record.key_hash.empty()) keys_[run->record.key_hash] = run->record.run_id;
  // Under the lock: a repeated submission must not be answered before the first one is on disk.
  const Status recorded = journal_->append(run->record);
  if (!recorded.ok()) {
    --active_;
    runs_.erase(run->record.run_id);
    keys_.erase(run->record.key_hash);
    return recorded.error();
  }
  try {
    run->thread = std::thread([this, run] { execute(run); });
  } catch (const std::system_error&) {
    lock.unlock();
    finish(*run, execution::rejected({Code::kResourceExhausted, "no thread can be made", "", ""}));
    lock.lock();
  }
  return view(*run);
}

void LocalQueue::execute(const std::shared_ptr<Run>& run) {
  execution::Host host = host_();
  const Submission& s = run->submission;
  execution::ProgramRequest request;
  request.language = s.language;
  request.source = s.source;
  request.input = s.input;
  request.provider = s.provider;
  request.dependencies = s.dependencies;
  request.limits = s.limits;
  finish(*run, execution::run_program(request, host, run->cancel));
}

void LocalQueue::finish(Run& run, ProgramResult result) {
  RunRecord record;
  {
    const std::lock_guard lock(mutex_);
    record = run.record;
    record.cancelled = run.cancelling;
  }
  record.finished = true;
  if (const auto* envelope = std::get_if<Envelope>(&result)) {
    record.ok = envelope->ok;
    record.verdict = envelope->verdict;
    record.code = envelope->code.value_or(std::string());
    record.exit_code = envelope->exit_code.value;
    record.out_bytes = envelope->stdout_bytes.value;
    record.err_bytes = envelope->stderr_bytes.value;
  } else {
    record.code = std::get<Rejected>(result).code;
  }
  // A record that cannot be written leaves the run interrupted after a restart, which is true.
  (void)journal_->append(record);
  {
    const std::lock_guard lock(mutex_);
    run.record = std::move(record);
    run.submission = {};
    --active_;
    result_bytes_ += size_of(result);
    run.result = std::make_shared<const ProgramResult>(std::move(result));
    with_result_.push_back(runs_.find(run.record.run_id)->second);
    drop_old_results();
    if (run.thread.joinable()) ended_.push_back(std::move(run.thread));
  }
  changed_.notify_all();
}

void LocalQueue::drop_old_results() {
  while (with_result_.size() > kMaxResults ||
         (result_bytes_ > kMaxResultBytes && with_result_.size() > 1)) {
    Run& oldest = *with_result_.front();
    result_bytes_ -= size_of(*oldest.result);
    oldest.result.reset();
    with_result_.pop_front();
  }
}

void LocalQueue::join_ended() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    threads.swap(ended_);
  }
  for (std::thread& thread : threads) thread.join();
}

std::optional<RunView> LocalQueue::inspect(std::string_view run_id) {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(run_id);
  if (found == runs_.end()) return std::nullopt;
  return view(*found->second);
}

std::optional<RunQueue::Cancelled> LocalQueue::cancel(std::string_view run_id) {
  std::shared_ptr<Run> run;
  {
    const std::lock_guard lock(mutex_);
    const auto found = runs_.find(run_id);
    if (found == runs_.end()) return std::nullopt;
    run = found->second;
    if (run->record.finished) return Cancelled{view(*run), false};
    run->cancelling = true;
  }
  run->cancel.cancel();
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kCancelWait, [&] { return run->record.finished; });
  return Cancelled{view(*run), true};
}

}  // namespace

Result<std::unique_ptr<RunQueue>> open_local_queue(const RunSettings& settings,
                                                   std::function<execution::Host()> host) {
  auto queue = std::make_unique<LocalQueue>(settings, std::move(host));
  TRY(queue->open());
  return std::unique_ptr<RunQueue>(std::move(queue));
}

}  // namespace codecalc::runs
