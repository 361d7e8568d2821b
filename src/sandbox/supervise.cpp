// Supervision of a run: one job message to the init per step, pipes, timers, verdicts.
#include "sandbox/supervise.h"

#include <algorithm>
#include <climits>
#include <thread>

#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "sandbox/accounting.h"
#include "sandbox/ready_pool.h"

namespace codecalc::sandbox {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kMemoryWatchNs = 10 * kMillisecond;
constexpr unsigned kExactPeakProcesses = 32;  // more are summed exactly near the limit alone
constexpr std::int64_t kMinCpuWatchNs = 10 * kMillisecond;
constexpr std::int64_t kSetupNs = 60'000 * kMillisecond;  // seeds are copied within this
constexpr std::int64_t kReapNs = 2'000 * kMillisecond;    // then the init itself is killed
constexpr std::uint64_t kReadAtOnce = 1 << 20;  // so that one flood does not starve others

}  // namespace

Run::Run(std::uint32_t id, RunSpec spec, bool stream, Host& host, Poller& poller, RunOwner& owner)
    : id_(id),
      spec_(std::move(spec)),
      stream_(stream),
      host_(host),
      poller_(poller),
      owner_(owner) {
  begun_ns_ = now_ns();
  if (host.ready_processes() > 0) ready_key_ = sandbox::ready_key(spec_);
  Limits& limits = spec_.limits;
  if (limits.cpu.count() == 0) limits.cpu = limits.wall + std::chrono::seconds(8);
  if (limits.memory_bytes == 0) limits.memory_bytes = kDefaultMemoryBytes;
  if (spec_.inputs.empty()) spec_.inputs.emplace_back();
  wall_left_ns_ = limits.wall.count() * kMillisecond;
}

Run::~Run() { close_streams(); }

Status Run::open_pipes(JobFds& fds) {
  Streams streams = std::move(cell_->streams);
  if (!streams.ours[0]) {
    const KernelError made = host_.make_streams(*cell_, streams);
    if (!made.ok()) return setup_error(made.step, made.code);
  }
  if (!cell_->ready) {
    for (UniqueFd& fd : streams.theirs) fds.streams.push_back(std::move(fd));
  }
  input_ = std::move(streams.ours[0]);
  input_at_ = 0;
  out_.open(std::move(streams.ours[1]), spec_.limits.output_bytes);
  err_.open(std::move(streams.ours[2]), spec_.limits.output_bytes);
  poller_.add(out_.fd(), EPOLLIN, [this](std::uint32_t) { drain(out_, false, false); });
  poller_.add(err_.fd(), EPOLLIN, [this](std::uint32_t) { drain(err_, true, false); });
  feed_input();
  if (input_) poller_.add(input_.get(), EPOLLOUT, [this](std::uint32_t) { feed_input(); });
  return Unit{};
}

void Run::feed_input() {
  const std::string none;
  const std::string& text = compiling_ ? none : spec_.inputs[outcome_.runs.size()];
  while (input_at_ < text.size()) {
    const ssize_t n = ::write(input_.get(), text.data() + input_at_, text.size() - input_at_);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n < 0) break;  // the program reads no more
    input_at_ += static_cast<std::size_t>(n);
  }
  poller_.remove(input_.get());
  input_.reset();
}

void Run::drain(Capture& capture, bool is_stderr, bool to_the_end) {
  const int fd = capture.fd();
  bool more = true;
  const auto kept = [&](std::string_view piece) {
    if (stream_ && !compiling_) owner_.run_printed(id_, is_stderr, piece);
  };
  do {
    more = capture.read(kReadAtOnce, kept);
  } while (more && to_the_end && !capture.flooded());
  if (capture.ended() || capture.flooded()) poller_.remove(fd);
  if (capture.flooded() && !to_the_end) kill(KillReason::kOutput);
}

void Run::close_streams() {
  for (const int fd : {input_.get(), out_.fd(), err_.fd()}) {
    if (fd >= 0) poller_.remove(fd);
  }
  input_.reset();
}

Step Run::make_step() const {
  Step step;
  step.command = compiling_ ? *spec_.compile : spec_.run;
  step.limits = process_limits(spec_.limits, group_ != nullptr);
  return step;
}

Status Run::send_job(const Preparation* preparation, JobFds& fds) {
  WireWriter out;
  if (preparation != nullptr) encode(out, *preparation);
  encode(out, make_step());
  JobKind kind = preparation != nullptr ? JobKind::kPrepareAndRun : JobKind::kRunNext;
  if (cell_->ready) kind = JobKind::kRunReady;
  const bool more = compiling_ || outcome_.runs.size() + 1 < spec_.inputs.size();
  return hand_over(*cell_, kind, more, out.bytes(), fds);
}

void Run::start_step(const Preparation* preparation, JobFds& fds) {
  killed_ = KillReason::kNone;
  peak_bytes_ = 0;
  next_memory_ns_ = 0;
  next_cpu_ns_ = 0;
  cell_->page->started_ns.store(0, std::memory_order_relaxed);
  cell_->page->kill_requested.store(false, std::memory_order_release);
  if (group_ != nullptr) {
    const std::uint64_t memory = spec_.limits.memory_bytes;
    const KernelError begun =
        cell_->ready ? group_->go_on_with_step(memory) : group_->begin_step(memory);
    if (!begun.ok()) return fail(setup_error(begun.step, begun.code));
  }
  Status sent = open_pipes(fds);
  if (sent.ok()) sent = send_job(preparation, fds);
  if (!sent.ok()) return fail(sent.error());
  step_sent_ns_ = now_ns();
  running_ = true;
}

void Run::start(std::unique_ptr<Cell> cell) {
  cell_ = std::move(cell);
  group_ = host_.group(*cell_);
  compiling_ = spec_.compile.has_value();
  poller_.add(cell_->socket.get(), EPOLLIN, [this](std::uint32_t events) { on_cell(events); });
  if (group_ != nullptr && group_->event_fd() >= 0) {
    poller_.add(group_->event_fd(), EPOLLIN, [this](std::uint32_t) {
      group_->clear_event();
      if (running_) kill(KillReason::kMemory);
    });
  }
  JobFds fds;
  Preparation preparation;
  if (cell_->ready) {
    preparation.files = spec_.files;  // kept: the run may have to be started again
  } else {
    Result<Preparation> gathered = gather(host_, *cell_, spec_, fds);
    if (!gathered.ok()) return fail(gathered.error());
    preparation = *std::move(gathered);
    preparation.files = std::move(spec_.files);
  }
  start_step(&preparation, fds);
}

std::unique_ptr<Run> Run::again() {
  auto run = std::make_unique<Run>(id_, std::move(spec_), stream_, host_, poller_, owner_);
  run->begun_ns_ = begun_ns_;
  run->ready_key_.clear();
  return run;
}

// A program that was started ahead can have been ended by the machine while it waited. Nothing of
// the run was handed to it then.
bool Run::lost_before_start() {
  if (!cell_->ready || killed_ != KillReason::kNone || ended_ ||
      cell_->page->started_ns.load(std::memory_order_acquire) != 0)
    return false;
  ended_ = true;
  running_ = false;
  failed_ = true;
  close_streams();
  (void)out_.take();
  (void)err_.take();
  poller_.remove(cell_->socket.get());
  if (group_ != nullptr && group_->event_fd() >= 0) poller_.remove(group_->event_fd());
  owner_.run_needs_cell(id_);
  return true;
}

void Run::next_step() {
  compiling_ = false;
  JobFds fds;
  start_step(nullptr, fds);
}

void Run::on_cell(std::uint32_t /*events*/) {
  char buffer[std::max(sizeof(CellReady), sizeof(StepReport))];
  std::vector<UniqueFd> fds;
  const ssize_t n = receive_with_fds(cell_->socket.get(), buffer, sizeof buffer, MSG_DONTWAIT, fds);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n == sizeof(StepReport)) {
    StepReport report;
    std::memcpy(static_cast<void*>(&report), buffer, sizeof report);
    return on_report(report);
  }
  if (n == sizeof(CellReady)) {
    CellReady ready;
    std::memcpy(static_cast<void*>(&ready), buffer, sizeof ready);
    if (ready.fatal_code == 0 && fds.size() == kReadyFds) {
      cell_->proc = std::move(fds[0]);
      cell_->data = std::move(fds[1]);
      return;
    }
    return fail(setup_error(ready.fatal_step, ready.fatal_code));
  }
  if (killed_ != KillReason::kNone && running_) {
    // The init itself had to be killed: what it would have told is lost, the cause is not.
    StepReport report;
    report.started = true;
    report.wait_status = SIGKILL;
    report.wall_us = (now_ns() - step_sent_ns_) / 1000;
    wall_left_ns_ = 0;
    return on_report(report);
  }
  if (lost_before_start()) return;
  fail({.code = Code::kWorkerFailure, .message = "The sandbox was ended from outside."});
}

void Run::on_report(const StepReport& report) {
  running_ = false;
  if (killed_ == KillReason::kCancelled)
    return fail({.code = Code::kWorkerFailure, .message = "The run was cancelled."});
  if (!report.started && lost_before_start()) return;
  if (!report.started && report.setup_code != 0 && killed_ == KillReason::kNone) {
    const Command& command = compiling_ ? *spec_.compile : spec_.run;
    return fail(start_error(report, command));
  }
  end_step(report);
}

void Run::end_step(const StepReport& report) {
  // Every writer is gone: what is in the pipes now is all that there will be.
  drain(out_, false, true);
  drain(err_, true, true);
  close_streams();
  StepOutcome step;
  step.out = out_.take();
  step.err = err_.take();
  step.wall = std::chrono::microseconds(report.wall_us);
  step.cpu = std::chrono::microseconds(report.cpu_us);

  StepFacts facts;
  facts.report = report;
  facts.killed = killed_;
  facts.memory_limit = spec_.limits.memory_bytes;
  facts.cpu_limit_us = spec_.limits.cpu.count() * 1000;
  facts.peak_bytes = std::max(peak_bytes_, static_cast<std::uint64_t>(report.max_rss_kb) * 1024);
  if (group_ != nullptr) {
    facts.peak_bytes = std::max(facts.peak_bytes, group_->peak_bytes());
    facts.oom_kills = group_->oom_kills();
  }
  judge(facts, step);
  step.peak_memory_kb = static_cast<std::int64_t>(facts.peak_bytes / 1024);
  cpu_before_us_ += static_cast<std::uint64_t>(report.cpu_us);
  wall_left_ns_ -= report.wall_us * 1000;

  const bool spent = step.verdict == Verdict::kTimeLimit || wall_left_ns_ <= 0;
  if (compiling_) {
    const bool good = step.exit_code == 0 && step.verdict != Verdict::kTimeLimit;
    outcome_.compile = std::move(step);
    outcome_.phase = Phase::kCompile;
    if (!good || spent) return finish(std::move(outcome_));
    return next_step();
  }
  outcome_.phase = Phase::kRun;
  outcome_.runs.push_back(std::move(step));
  if (spent || outcome_.runs.size() == spec_.inputs.size()) return finish(std::move(outcome_));
  next_step();
}

void Run::kill(KillReason reason) {
  if (ended_ || killed_ != KillReason::kNone) return;
  killed_ = reason;
  killed_ns_ = now_ns();
  if (cell_ == nullptr) return;
  cell_->page->kill_requested.store(true, std::memory_order_release);
  sys_pidfd_send_signal(cell_->pidfd.get(), SIGTERM);
}

void Run::cancel() {
  if (cell_ == nullptr || !running_)
    return fail({.code = Code::kWorkerFailure, .message = "The run was cancelled."});
  if (killed_ != KillReason::kNone) killed_ = KillReason::kCancelled;
  kill(KillReason::kCancelled);
}

void Run::fail(Error error) { finish(std::move(error)); }

void Run::finish(Result<RunOutcome> result) {
  if (ended_) return;
  ended_ = true;
  running_ = false;
  failed_ = !result.ok();
  close_streams();
  if (cell_ != nullptr) {
    poller_.remove(cell_->socket.get());
    if (group_ != nullptr && group_->event_fd() >= 0) poller_.remove(group_->event_fd());
  }
  if (result.ok()) {
    result->total = std::chrono::microseconds((now_ns() - begun_ns_) / 1000);
    result->layers = host_.report().layers;
    result->unenforced = host_.report().unenforced;
  }
  owner_.run_ended(id_, std::move(result));
}

std::int64_t Run::watch_memory(std::int64_t now) {
  if (group_ != nullptr || !host_.layers().has(Layer::kMemoryWatch)) return INT64_MAX;
  if (now < next_memory_ns_) return next_memory_ns_;
  now = now_ns();
  const MemoryUse use = measure_memory(cell_->proc.get());
  const std::uint64_t disk_used = disk_bytes(cell_->data.get());
  std::uint64_t bytes = use.rss_bytes;
  // Shared pages count once per process in the cheap sum: it may neither end a run nor be told as
  // its peak.
  const bool near_limit = bytes + disk_used > spec_.limits.memory_bytes / 10 * 8;
  const bool new_peak =
      use.processes > 1 && use.processes <= kExactPeakProcesses && bytes + disk_used > peak_bytes_;
  if (near_limit || new_peak) bytes = proportional_bytes(cell_->proc.get());
  bytes += disk_used;
  peak_bytes_ = std::max(peak_bytes_, bytes);
  if (bytes > spec_.limits.memory_bytes) kill(KillReason::kMemory);
  // A crowd of processes takes a while to look at; the launcher has other runs and the clock to
  // mind as well.
  const std::int64_t cost = now_ns() - now;
  next_memory_ns_ = now_ns() + std::clamp(2 * cost, kMemoryWatchNs, 10 * kMemoryWatchNs);
  return next_memory_ns_;
}

std::int64_t Run::watch_cpu(std::int64_t now, std::int64_t started) {
  if (!host_.layers().has(Layer::kCpuWatch)) return INT64_MAX;
  const std::int64_t limit = spec_.limits.cpu.count() * kMillisecond;
  // Asked once: the C library opens a file of /sys each time.
  static const std::int64_t cores = std::max(1u, std::thread::hardware_concurrency());
  // The tree cannot use more than all cores since it began.
  if (next_cpu_ns_ == 0) next_cpu_ns_ = started + std::max(limit / cores, kMinCpuWatchNs);
  if (now < next_cpu_ns_) return next_cpu_ns_;
  const std::uint64_t total_us =
      measure_cpu_us(cell_->proc.get()) +
      static_cast<std::uint64_t>(cell_->page->reaped_cpu_us.load(std::memory_order_relaxed));
  const std::uint64_t before_us =
      cpu_before_us_ +
      static_cast<std::uint64_t>(cell_->page->ready_cpu_us.load(std::memory_order_relaxed));
  const std::int64_t used =
      static_cast<std::int64_t>(total_us - std::min(total_us, before_us)) * 1000;
  if (used >= limit) kill(KillReason::kCpu);
  next_cpu_ns_ = now + std::max((limit - used) / cores, kMinCpuWatchNs);
  return next_cpu_ns_;
}

std::int64_t Run::check_started(std::int64_t now, std::int64_t started) {
  const std::int64_t deadline = started + wall_left_ns_;
  if (now >= deadline) {
    kill(KillReason::kWall);
    return killed_ns_ + kReapNs;
  }
  return std::min({deadline, watch_memory(now), watch_cpu(now, started)});
}

std::int64_t Run::check(std::int64_t now) {
  if (ended_ || !running_) return INT64_MAX;
  if (killed_ != KillReason::kNone) {
    if (now < killed_ns_ + kReapNs) return killed_ns_ + kReapNs;
    sys_pidfd_send_signal(cell_->pidfd.get(), SIGKILL);
    return now + kReapNs;
  }
  const std::int64_t started = cell_->page->started_ns.load(std::memory_order_acquire);
  if (started != 0) return check_started(now, started);
  if (now > step_sent_ns_ + kSetupNs) {
    sys_pidfd_send_signal(cell_->pidfd.get(), SIGKILL);
    return INT64_MAX;
  }
  // The set-up is not the program's time: the budget counts from its start, which comes soon.
  return now + std::min<std::int64_t>(wall_left_ns_, 20 * kMillisecond);
}

}  // namespace codecalc::sandbox
