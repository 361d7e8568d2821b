// The launcher's loop.
#include "sandbox/launcher.h"

#include <algorithm>
#include <climits>
#include <deque>
#include <map>
#include <thread>

#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "base/config.h"
#include "sandbox/poller.h"
#include "sandbox/preparation.h"
#include "sandbox/ready_pool.h"
#include "sandbox/supervise.h"
#include "sandbox/wire.h"

namespace codecalc::sandbox {
namespace {

// Ready-made cells of each kind (with the network and without): enough that a few calls at once
// find one each, few enough to cost nothing. A kind in heavy use has more.
constexpr std::size_t kMinIdle = 3;
constexpr std::size_t kUnusedIdle = 1;  // of a kind that nobody has asked for yet
constexpr std::size_t kMaxIdle = 12;
// Making a cell takes the processor that the caller of the last run now wants.
constexpr std::int64_t kRefillDelayNs = 1'000'000;

class Launcher : public RunOwner {
 public:
  Launcher(int fd, HostOptions options)
      : socket_(fd), ready_(options.ready_processes), host_(std::move(options)) {}

  int run();

  void run_printed(std::uint32_t id, bool is_stderr, std::string_view piece) override;
  void run_ended(std::uint32_t id, Result<RunOutcome> result) override;
  void run_needs_cell(std::uint32_t id) override { again_.push_back(id); }

 private:
  void on_socket(std::uint32_t events);
  void read_frames();
  bool handle(const FrameHeader& header, std::string_view payload);
  void send(MessageType type, std::uint32_t id, std::string_view payload);
  void flush();

  void accept_run(std::uint32_t id, std::string_view payload);
  void start_waiting();
  int refill();
  bool add_idle(bool no_net);
  bool stock_low(bool no_net) const;
  std::unique_ptr<Cell> take_idle(bool no_net);
  void on_idle(Cell* cell);
  int make_ready(std::int64_t now);
  bool start_ready(const ReadyPool::Kind& kind, Cell& cell);
  void on_ready(Cell* cell);
  void start_again();
  void retire(std::unique_ptr<Cell> cell);
  void sweep_ended();
  void watch_sweeper();
  void end_all();

  UniqueFd socket_;
  ReadyPool ready_;
  Host host_;
  Poller poller_;
  std::string input_;
  std::string output_;
  std::size_t output_at_ = 0;
  bool writing_ = false;
  bool open_ = true;

  std::deque<std::unique_ptr<Cell>> idle_;
  std::map<pid_t, std::unique_ptr<Cell>> leaving_;  ///< told to end, not yet reaped
  std::deque<std::unique_ptr<Run>> waiting_;
  std::map<std::uint32_t, std::unique_ptr<Run>> running_;
  std::vector<std::uint32_t> ended_;
  std::vector<std::uint32_t> again_;
  std::int64_t last_ended_ns_ = 0;
  bool used_[2] = {false, false};  ///< whether runs with and without the network have come
};

void Launcher::flush() {
  while (output_at_ < output_.size()) {
    const ssize_t n = ::send(socket_.get(), output_.data() + output_at_,
                             output_.size() - output_at_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break;
    output_at_ += static_cast<std::size_t>(n);
  }
  if (output_at_ == output_.size()) {
    output_.clear();
    output_at_ = 0;
  }
  const bool want = !output_.empty();
  if (want == writing_) return;
  writing_ = want;
  poller_.remove(socket_.get());
  poller_.add(socket_.get(), want ? EPOLLIN | EPOLLOUT : EPOLLIN,
              [this](std::uint32_t events) { on_socket(events); });
}

void Launcher::send(MessageType type, std::uint32_t id, std::string_view payload) {
  output_ += encode_frame(type, id, payload);
  flush();
}

void Launcher::run_printed(std::uint32_t id, bool is_stderr, std::string_view piece) {
  WireWriter out;
  out.flag(is_stderr);
  out.text(piece);
  send(MessageType::kOutput, id, out.bytes());
}

void Launcher::run_ended(std::uint32_t id, Result<RunOutcome> result) {
  WireWriter out;
  if (result.ok()) {
    encode(out, *result);
  } else {
    encode(out, result.error());
  }
  send(result.ok() ? MessageType::kOutcome : MessageType::kFailure, id, out.bytes());
  ended_.push_back(id);
  last_ended_ns_ = now_ns();
}

void Launcher::on_socket(std::uint32_t events) {
  if ((events & EPOLLOUT) != 0) flush();
  if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) read_frames();
}

void Launcher::read_frames() {
  char piece[65536];
  while (true) {
    const ssize_t n = ::recv(socket_.get(), piece, sizeof piece, MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) break;
    if (n <= 0) {
      open_ = false;
      return;
    }
    input_.append(piece, static_cast<std::size_t>(n));
    if (static_cast<std::size_t>(n) < sizeof piece) break;
  }
  std::size_t at = 0;
  while (input_.size() - at >= kFrameHeaderBytes) {
    const std::string_view rest = std::string_view(input_).substr(at);
    const FrameHeader header = decode_frame_header(rest);
    if (header.size > kMaxFrameBytes) {
      open_ = false;
      return;
    }
    if (rest.size() < kFrameHeaderBytes + header.size) {
      input_.reserve(at + kFrameHeaderBytes + header.size);
      break;
    }
    if (!handle(header, rest.substr(kFrameHeaderBytes, header.size))) open_ = false;
    at += kFrameHeaderBytes + header.size;
  }
  input_.erase(0, at);
  if (input_.empty() && input_.capacity() > (1u << 20)) input_.shrink_to_fit();
}

bool Launcher::handle(const FrameHeader& header, std::string_view payload) {
  switch (header.type) {
    case MessageType::kRun: accept_run(header.id, payload); return true;
    case MessageType::kCancel: {
      const auto running = running_.find(header.id);
      if (running != running_.end()) {
        running->second->cancel();
        return true;
      }
      for (const auto& run : waiting_) {
        if (run->id() == header.id && !run->ended()) run->cancel();
      }
      return true;
    }
    case MessageType::kAskHost: {
      WireWriter out;
      encode(out, host_.report());
      send(MessageType::kHostReport, header.id, out.bytes());
      return true;
    }
    default: return false;
  }
}

void Launcher::accept_run(std::uint32_t id, std::string_view payload) {
  WireReader in(payload);
  RunSpec spec;
  const bool stream = in.flag();
  decode(in, spec);
  Error error;
  if (!in.done()) {
    error = {.code = Code::kInternal, .message = "The launcher got a message that it cannot read."};
  } else if (!host_.usable()) {
    error = {.code = Code::kRuntimeUnavailable,
             .message = "This host does not give the sandbox what it needs.",
             .remedy = "Give it what is named; `codecalc doctor` shows when it holds."};
    for (const auto& reason : host_.report().reasons) error.message += " " + reason + ".";
  }
  if (!error.message.empty()) {
    WireWriter out;
    encode(out, error);
    return send(MessageType::kFailure, id, out.bytes());
  }
  waiting_.push_back(std::make_unique<Run>(id, std::move(spec), stream, host_, poller_, *this));
  const Run& run = *waiting_.back();
  used_[run.no_net() ? 1 : 0] = true;
  if (!run.ready_key().empty()) ready_.note(run.ready_key(), run.spec(), now_ns());
  start_waiting();
}

bool Launcher::add_idle(bool no_net) {
  std::unique_ptr<Cell> cell = host_.make_cell(no_net);
  if (cell == nullptr) return false;
  Cell* const waiting = cell.get();
  poller_.add(cell->socket.get(), EPOLLIN, [this, waiting](std::uint32_t) { on_idle(waiting); });
  idle_.push_back(std::move(cell));
  return true;
}

void Launcher::on_idle(Cell* cell) {
  if (!cell->proc && host_.welcome(*cell)) return;
  // It has ended, or its walls do not stand; the next is tried when one is wanted.
  const auto found = std::find_if(idle_.begin(), idle_.end(),
                                  [cell](const auto& item) { return item.get() == cell; });
  if (found == idle_.end()) return;
  std::unique_ptr<Cell> broken = std::move(*found);
  idle_.erase(found);
  poller_.remove(broken->socket.get());
  sys_pidfd_send_signal(broken->pidfd.get(), SIGKILL);
  retire(std::move(broken));
}

void Launcher::start_waiting() {
  while (!waiting_.empty()) {
    if (waiting_.front()->ended()) {
      waiting_.pop_front();
      continue;
    }
    std::unique_ptr<Cell> cell = ready_.take(waiting_.front()->ready_key());
    if (cell != nullptr) poller_.remove(cell->socket.get());
    if (cell == nullptr) cell = take_idle(waiting_.front()->no_net());
    if (cell == nullptr) return;
    std::unique_ptr<Run> run = std::move(waiting_.front());
    waiting_.pop_front();
    Run& started = *run;
    running_[started.id()] = std::move(run);
    started.start(std::move(cell));
  }
}

std::unique_ptr<Cell> Launcher::take_idle(bool no_net) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto found = std::find_if(idle_.begin(), idle_.end(),
                                    [&](const auto& cell) { return cell->no_net == no_net; });
    if (found != idle_.end()) {
      std::unique_ptr<Cell> cell = std::move(*found);
      idle_.erase(found);
      poller_.remove(cell->socket.get());
      return cell;
    }
    if (add_idle(no_net)) continue;
    // Every slot is taken: give up an idle cell of the other kind, or one whose program waits;
    // its slot comes free soon.
    std::unique_ptr<Cell> other;
    if (!idle_.empty()) {
      other = std::move(idle_.back());
      idle_.pop_back();
    } else {
      other = ready_.give_up();
    }
    if (other != nullptr) {
      poller_.remove(other->socket.get());
      retire(std::move(other));
    }
    return nullptr;
  }
  return nullptr;
}

bool Launcher::stock_low(bool no_net) const {
  const auto of_kind = [no_net](const auto& cell) { return cell->no_net == no_net; };
  const auto idle = static_cast<std::size_t>(std::count_if(idle_.begin(), idle_.end(), of_kind));
  std::size_t running = 0;
  for (const auto& [id, run] : running_) running += run->no_net() == no_net ? 1 : 0;
  const std::size_t least = used_[no_net ? 1 : 0] ? kMinIdle : kUnusedIdle;
  return idle < std::clamp(running + 1, least, kMaxIdle) &&
         idle_.size() + ready_.size() + running_.size() + leaving_.size() + 2 < kSlots;
}

// Makes cells ahead of need and returns when it wants to be called again, in milliseconds: while
// runs are under way only as many as they ask for, else one after another.
int Launcher::refill() {
  if (!host_.usable()) return -1;
  int next = -1;
  for (const bool no_net : {true, false}) {
    if (!stock_low(no_net)) continue;
    const bool none = std::none_of(idle_.begin(), idle_.end(),
                                   [no_net](const auto& cell) { return cell->no_net == no_net; });
    if (!none && !running_.empty()) continue;
    if (!none && now_ns() < last_ended_ns_ + kRefillDelayNs) {
      next = next == 0 ? 0 : 1;
      continue;
    }
    add_idle(no_net);
    next = 0;
  }
  const int ready = make_ready(now_ns());
  return ready < 0 ? next : next < 0 ? ready : std::min(next, ready);
}

// One program ahead of its run, when a processor is free for it; returns like refill().
int Launcher::make_ready(std::int64_t now) {
  static const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  for (std::unique_ptr<Cell>& cell : ready_.expire(now)) {
    poller_.remove(cell->socket.get());
    retire(std::move(cell));
  }
  const ReadyPool::Kind* const kind = ready_.wanted();
  if (kind == nullptr || !waiting_.empty() || running_.size() >= cores) return -1;
  if (running_.empty() && now < last_ended_ns_ + kRefillDelayNs) return 1;
  const auto found = std::find_if(idle_.begin(), idle_.end(), [kind](const auto& cell) {
    return cell->no_net == kind->spec.no_net && cell->proc && cell->streams.ours[0];
  });
  if (found == idle_.end()) return stock_low(kind->spec.no_net) ? 1 : -1;
  std::unique_ptr<Cell> cell = std::move(*found);
  idle_.erase(found);
  poller_.remove(cell->socket.get());
  Cell* const starting = cell.get();
  const bool started = start_ready(*kind, *cell);
  ready_.add(*kind, std::move(cell));
  poller_.add(starting->socket.get(), EPOLLIN,
              [this, starting](std::uint32_t) { on_ready(starting); });
  if (!started) on_ready(starting);
  return 0;
}

bool Launcher::start_ready(const ReadyPool::Kind& kind, Cell& cell) {
  JobFds fds;
  Result<Preparation> preparation = gather(host_, cell, kind.spec, fds);
  if (!preparation.ok()) return false;
  preparation->script = kind.spec.opened_last;
  Step step;
  step.command = kind.spec.run;
  step.limits = process_limits(kind.spec.limits, host_.group(cell) != nullptr);
  // Those that differ from run to run are set when the run comes.
  step.limits.cpu_seconds = 0;
  step.limits.data_bytes = 0;
  for (UniqueFd& fd : cell.streams.theirs) fds.streams.push_back(std::move(fd));
  WireWriter out;
  encode(out, *preparation);
  encode(out, step);
  cell.ready = true;
  return hand_over(cell, JobKind::kMakeReady, false, out.bytes(), fds).ok();
}

void Launcher::on_ready(Cell* cell) {
  StepReport report;
  std::vector<UniqueFd> fds;
  const ssize_t n = receive_with_fds(cell->socket.get(), &report, sizeof report, MSG_DONTWAIT, fds);
  if (n == sizeof report && report.started) return ready_.waits(cell);
  std::unique_ptr<Cell> broken = ready_.fail(cell);
  if (broken == nullptr) return;
  poller_.remove(broken->socket.get());
  sys_pidfd_send_signal(broken->pidfd.get(), SIGKILL);
  retire(std::move(broken));
}

// Runs whose program, started ahead, was gone when they came.
void Launcher::start_again() {
  for (const std::uint32_t id : again_) {
    const auto found = running_.find(id);
    if (found == running_.end()) continue;
    std::unique_ptr<Run> run = std::move(found->second);
    running_.erase(found);
    std::unique_ptr<Cell> cell = run->take_cell();
    sys_pidfd_send_signal(cell->pidfd.get(), SIGKILL);
    waiting_.push_front(run->again());
    retire(std::move(cell));
  }
  again_.clear();
}

void Launcher::retire(std::unique_ptr<Cell> cell) {
  if (cell == nullptr) return;
  // An idle init ends when its socket closes; one that still has a program must be killed.
  cell->socket.reset();
  cell->page->kill_requested.store(true, std::memory_order_release);
  const int pidfd = cell->pidfd.get();
  const pid_t pid = cell->pid;
  poller_.add(pidfd, EPOLLIN, [this, pid](std::uint32_t) {
    const auto found = leaving_.find(pid);
    if (found == leaving_.end()) return;
    if (::waitpid(pid, nullptr, WNOHANG) == 0) return;
    poller_.remove(found->second->pidfd.get());
    host_.bury(*found->second);
    leaving_.erase(found);
    start_waiting();
  });
  leaving_[pid] = std::move(cell);
}

void Launcher::sweep_ended() {
  start_again();
  for (const std::uint32_t id : ended_) {
    const auto found = running_.find(id);
    if (found == running_.end()) continue;
    std::unique_ptr<Cell> cell = found->second->take_cell();
    // A run that failed may leave a program behind; nothing of it may outlive the answer.
    if (cell != nullptr && found->second->killed_by_failure())
      sys_pidfd_send_signal(cell->pidfd.get(), SIGKILL);
    running_.erase(found);
    retire(std::move(cell));
  }
  ended_.clear();
}

void Launcher::watch_sweeper() {
  const int fd = host_.cgroups().sweeper_fd();
  if (fd < 0) return;
  poller_.add(fd, EPOLLIN, [this, fd](std::uint32_t) {
    poller_.remove(fd);
    if (open_ && host_.cgroups().start_sweeper().ok()) watch_sweeper();
  });
}

void Launcher::end_all() {
  for (auto& [id, run] : running_) {
    std::unique_ptr<Cell> cell = run->take_cell();
    if (cell != nullptr) idle_.push_back(std::move(cell));
  }
  for (auto& [pid, cell] : leaving_) idle_.push_back(std::move(cell));
  while (std::unique_ptr<Cell> cell = ready_.give_up()) idle_.push_back(std::move(cell));
  for (const auto& cell : idle_) sys_pidfd_send_signal(cell->pidfd.get(), SIGKILL);
  for (const auto& cell : idle_) {
    while (::waitpid(cell->pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

int Launcher::run() {
  host_.open();
  // Not earlier: the maps of a user namespace can be written only by a dumpable process.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  poller_.add(socket_.get(), EPOLLIN, [this](std::uint32_t events) { on_socket(events); });
  watch_sweeper();
  while (open_) {
    const int refill_ms = refill();
    std::int64_t next = INT64_MAX;
    const std::int64_t now = now_ns();
    for (auto& [id, run] : running_) next = std::min(next, run->check(now));
    if (const std::int64_t expiry = ready_.next_expiry(); expiry != INT64_MAX)
      next = std::min(next, std::max(expiry, now + 1'000'000'000));
    sweep_ended();
    int timeout = -1;
    if (next != INT64_MAX) {
      timeout = static_cast<int>(
          std::clamp<std::int64_t>((next - now_ns() + 999'999) / 1'000'000, 0, INT_MAX));
    }
    if (refill_ms >= 0 && (timeout < 0 || refill_ms < timeout)) timeout = refill_ms;
    poller_.wait(timeout);
    host_.settle();
    sweep_ended();
    start_waiting();
  }
  end_all();
  return 0;
}

}  // namespace

HostOptions host_options() {
  HostOptions options;
  const Config config = Config::from_environment();
  options.read_paths = config.read_paths;
  options.ready_processes = config.ready_processes;
  return options;
}

int serve(int fd, HostOptions options) {
  ::signal(SIGPIPE, SIG_IGN);
  // A terminal's interrupt is for the server, which then closes the socket.
  ::signal(SIGINT, SIG_IGN);
  // Where the scheduler groups by session: the launcher and the inits are one group, each program
  // another.
  ::setsid();
  constexpr int kAway = 10;
  const int socket = ::fcntl(fd, F_DUPFD_CLOEXEC, kAway);
  ::close(fd);
  if (socket < 0 || !reserve_cell_fds()) return 1;
  return Launcher(socket, std::move(options)).run();
}

}  // namespace codecalc::sandbox
