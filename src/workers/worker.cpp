// The worker's side: a poll loop that forks a child per request and forwards what it answers.
#include "workers/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <deque>
#include <exception>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "workers/child_limits.h"
#include "workers/frame.h"

namespace codecalc::workers {

namespace {

using Clock = std::chrono::steady_clock;

struct Waiting {
  std::uint64_t id = 0;
  std::string payload;
  Clock::time_point deadline;
};

struct Child {
  std::uint64_t id = 0;
  pid_t pid = -1;
  UniqueFd pipe;
  FrameReader frames;
  std::optional<Frame> last;  ///< the newest answer
  Clock::time_point deadline;
  bool late = false;
  bool cancelled = false;
};

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// The child's life: limits, the work, the answer through the pipe. Never returns, and runs no
/// destructor of the parent's state.
[[noreturn]] void run_child(int pipe, std::string_view payload,
                            const std::vector<sock_filter>& filter, const Handler& handler) {
  const auto send = [pipe](FrameKind kind, std::string body) {
    (void)write_all(pipe, encode_frame({kind, 0, std::move(body)}));
  };
  const auto request = decode_request(payload);
  if (!request || !enter_limits(request->budget, filter)) {
    send(FrameKind::kFailure,
         encode_failure({Code::kWorkerFailure, "the worker's limits could not be set", {}, {}}));
    ::_exit(1);
  }
  try {
    std::string answer =
        handler(request->body, [&](const std::string& body) { send(FrameKind::kAnswer, body); });
    send(FrameKind::kAnswer, std::move(answer));
  } catch (const std::exception& error) {
    send(FrameKind::kFailure, encode_failure({Code::kWorkerFailure, error.what(), {}, {}}));
  } catch (...) {
    send(FrameKind::kFailure,
         encode_failure({Code::kWorkerFailure, "the engine failed without a reason", {}, {}}));
  }
  ::_exit(0);
}

/// Why a child that gave no answer ended.
Error cause_of_death(const Child& child, int status) {
  if (child.cancelled) return {Code::kTimeout, "the calculation was cancelled", {}, {}};
  if (child.late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
    return {Code::kTimeout, "the calculation did not end within its time limit", {}, {}};
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == kExitMemory) {
    return {Code::kResourceExhausted, "the calculation needs more memory than it may use", {}, {}};
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == kExitStack) {
    return {Code::kResourceExhausted, "the calculation nests too deeply", {}, {}};
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    return {Code::kResourceExhausted, "the calculation was ended for lack of resources", {}, {}};
  }
  return {Code::kWorkerFailure, "the engine failed on this input", {}, {}};
}

class Loop {
 public:
  Loop(const WorkerOptions& options, const Handler& handler, std::vector<sock_filter> filter)
      : options_(options), handler_(handler), filter_(std::move(filter)) {}
  ~Loop() {
    for (Child& child : children_) end(child);
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// False when the peer has gone.
  bool turn();

 private:
  bool warm_up();
  bool read_socket();
  bool take(Frame& frame);
  void start_waiting();
  void start(Waiting& request);
  void read_child(Child& child);
  void enforce_deadlines();
  int wait_ms() const;
  static void end(Child& child);
  bool finish(Child& child);
  bool send(const Frame& frame) { return write_all(options_.socket, encode_frame(frame)); }

  const WorkerOptions& options_;
  const Handler& handler_;
  std::vector<sock_filter> filter_;
  FrameReader input_;
  bool idle_left_ = true;
  bool started_ = false;
  std::deque<Waiting> waiting_;
  std::list<Child> children_;
};

void Loop::end(Child& child) {
  if (child.pid <= 0) return;
  ::kill(child.pid, SIGKILL);
  int status = 0;
  while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
}

bool Loop::read_socket() {
  std::array<char, 65536> buffer{};
  const ssize_t n = ::recv(options_.socket, buffer.data(), buffer.size(), 0);
  if (n < 0 && errno == EINTR) return true;
  if (n <= 0) return false;
  input_.append({buffer.data(), static_cast<std::size_t>(n)});
  for (;;) {
    auto next = input_.next();
    if (!next.ok()) return false;
    if (!next->has_value()) return true;
    if (!take(**next)) return false;
  }
}

bool Loop::take(Frame& frame) {
  if (frame.kind == FrameKind::kRequest) {
    const auto request = decode_request(frame.payload);
    if (!request) return false;
    const auto wall = std::chrono::milliseconds(request->budget.wall_ms);
    waiting_.push_back({frame.id, std::move(frame.payload), Clock::now() + wall});
    return true;
  }
  if (frame.kind != FrameKind::kCancel) return false;
  std::erase_if(waiting_, [&](const Waiting& w) { return w.id == frame.id; });
  for (Child& child : children_) {
    if (child.id != frame.id) continue;
    child.cancelled = true;
    ::kill(child.pid, SIGKILL);
  }
  return true;
}

void Loop::start_waiting() {
  while (!waiting_.empty() && children_.size() < options_.max_children) {
    Waiting request = std::move(waiting_.front());
    waiting_.pop_front();
    start(request);
  }
}

void Loop::start(Waiting& request) {
  const auto refuse = [&](const char* why) {
    (void)send(
        {FrameKind::kFailure, request.id, encode_failure({Code::kWorkerFailure, why, {}, {}})});
  };
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return refuse("the worker has no free descriptor");
  UniqueFd from(ends[0]);
  UniqueFd to(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0) return refuse("the worker cannot start a calculation");
  if (pid == 0) {
    from.reset();
    ::close(options_.socket);
    run_child(to.get(), request.payload, filter_, handler_);
  }
  Child child;
  child.id = request.id;
  child.pid = pid;
  child.pipe = std::move(from);
  child.deadline = request.deadline;
  children_.push_back(std::move(child));
  if (options_.after_first_start && !std::exchange(started_, true)) options_.after_first_start();
}

void Loop::read_child(Child& child) {
  std::array<char, 65536> buffer{};
  const ssize_t n = ::read(child.pipe.get(), buffer.data(), buffer.size());
  if (n < 0 && errno == EINTR) return;
  if (n > 0) {
    child.frames.append({buffer.data(), static_cast<std::size_t>(n)});
    for (auto next = child.frames.next(); next.ok() && next->has_value();
         next = child.frames.next()) {
      child.last = std::move(**next);
    }
    return;
  }
  child.pipe.reset();
}

bool Loop::finish(Child& child) {
  // The pipe is closed: the child has ended, or is about to.
  int status = 0;
  while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  child.pid = -1;
  if (child.last && !child.cancelled) {
    child.last->id = child.id;
    const bool ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (options_.tell_cause && child.last->kind == FrameKind::kAnswer && !ended_well) {
      child.last->payload += '\n' + encode_failure(cause_of_death(child, status));
    }
    return send(*child.last);
  }
  return send({FrameKind::kFailure, child.id, encode_failure(cause_of_death(child, status))});
}

void Loop::enforce_deadlines() {
  const auto now = Clock::now();
  for (Child& child : children_) {
    if (child.late || now < child.deadline) continue;
    child.late = true;
    ::kill(child.pid, SIGKILL);
  }
  while (!waiting_.empty() && waiting_.front().deadline <= now) {
    (void)send(
        {FrameKind::kFailure, waiting_.front().id,
         encode_failure(
             {Code::kTimeout, "no calculation could be started within the time limit", {}, {}})});
    waiting_.pop_front();
  }
}

int Loop::wait_ms() const {
  auto until = Clock::time_point::max();
  for (const Child& child : children_) {
    if (!child.late) until = std::min(until, child.deadline);
  }
  for (const Waiting& request : waiting_) until = std::min(until, request.deadline);
  if (until == Clock::time_point::max()) return -1;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count() + 1, 0));
}

/// Warms up until the first request comes; steps are short.
bool Loop::warm_up() {
  if (idle_left_ && children_.empty() && waiting_.empty()) {
    pollfd socket{options_.socket, POLLIN, 0};
    if (::poll(&socket, 1, 0) == 0) {
      idle_left_ = options_.idle && options_.idle();
      return true;
    }
  }
  return false;
}

bool Loop::turn() {
  if (warm_up()) return true;
  std::vector<pollfd> watched{{options_.socket, POLLIN, 0}};
  for (const Child& child : children_) watched.push_back({child.pipe.get(), POLLIN, 0});
  if (::poll(watched.data(), watched.size(), wait_ms()) < 0 && errno != EINTR) return false;
  std::size_t i = 1;
  for (auto it = children_.begin(); it != children_.end(); ++i) {
    if (watched[i].revents != 0) read_child(*it);
    if (it->pipe.valid()) {
      ++it;
      continue;
    }
    if (!finish(*it)) return false;
    it = children_.erase(it);
  }
  if (watched[0].revents != 0 && !read_socket()) return false;
  enforce_deadlines();
  start_waiting();
  return true;
}

}  // namespace

int run_worker(const WorkerOptions& options, const Handler& handler) {
  auto filter = calculation_filter(options.threads);
  if (!filter.ok()) return 1;
  ::signal(SIGPIPE, SIG_IGN);
  Loop loop(options, handler, *std::move(filter));
  while (loop.turn()) {
  }
  return 0;
}

}  // namespace codecalc::workers
