// The line to an interpreter: a socket for requests and answers, and pipes that are new with every
// call, so that what an earlier call still prints belongs to none.
#include "execution/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

namespace codecalc::execution {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kStartTime{20};
constexpr int kLookMs = 50;  // how soon a cancellation is seen
constexpr std::uint64_t kFloodBytes = 64 << 20;
constexpr std::size_t kMaxCodeBytes = 64 << 20;

Error broken(const char* what) {
  return {Code::kWorkerFailure, std::string("the session's worker: ") + what, "",
          "Start a new session; the files of this one remain."};
}

/// A socket at `.codecalc-run/worker` of the session, by a path that is always short enough.
Result<UniqueFd> listen_in(const sessions::Workspace& workspace) {
  const int root = workspace.jail().root();
  if (::mkdirat(root, ".codecalc-run", 0755) != 0 && errno != EEXIST)
    return broken("its folder cannot be made");
  const UniqueFd folder(
      ::openat(root, ".codecalc-run", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!folder || !listener) return broken("its socket cannot be made");
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::snprintf(name.sun_path, sizeof name.sun_path, "/proc/self/fd/%d/worker", folder.get());
  if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 ||
      ::listen(listener.get(), 1) != 0)
    return broken("its socket cannot be bound");
  return listener;
}

Result<UniqueFd> input_file(std::string_view text) {
  UniqueFd fd(::memfd_create("stdin", MFD_CLOEXEC));
  std::string_view left = text;
  while (fd && !left.empty()) {
    const ssize_t n = ::write(fd.get(), left.data(), left.size());
    if (n <= 0) return broken("its input cannot be written");
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  if (!fd) return broken("its input cannot be made");
  ::lseek(fd.get(), 0, SEEK_SET);
  return fd;
}

/// Keeps what fits and counts the rest. False at the end of the stream.
bool drain(int fd, sandbox::Captured& into, std::uint64_t cap) {
  char piece[65536];
  while (true) {
    const ssize_t n = ::read(fd, piece, sizeof piece);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno == EAGAIN;
    if (n == 0) return false;
    const auto size = static_cast<std::size_t>(n);
    const std::size_t room = cap - std::min<std::uint64_t>(cap, into.data.size());
    into.data.append(piece, std::min(size, room));
    into.bytes += size;
    into.truncated = into.bytes > into.data.size();
    if (into.bytes > kFloodBytes) return true;
  }
}

}  // namespace

struct Worker::Streams {
  UniqueFd out;
  UniqueFd err;
};

Result<std::shared_ptr<Worker>> Worker::start(sandbox::Executor& executor, sandbox::RunSpec spec,
                                              const sessions::Workspace& workspace) {
  std::shared_ptr<Worker> worker(new Worker());
  worker->no_net_ = spec.no_net;
  if (const auto report = executor.host_report(); report.ok())
    worker->unenforced_ = report->unenforced;
  TRY_ASSIGN(const UniqueFd listener, listen_in(workspace));
  Worker* const self = worker.get();
  std::atomic<bool> failed{false};
  auto failure = std::make_shared<std::optional<Error>>();
  worker->thread_ = std::thread([self, &executor, spec = std::move(spec), failure] {
    sandbox::RunControl control;
    control.subscribe_cancel = [self](std::function<void()> kill) {
      const std::lock_guard lock(self->mutex_);
      self->kill_ = std::move(kill);
    };
    auto outcome = executor.run(spec, control);
    const std::lock_guard lock(self->mutex_);
    self->kill_ = nullptr;
    if (!outcome.ok()) *failure = outcome.error();
    self->ended_.emplace();
    self->ended_->exit_code = -SIGKILL;
    self->ended_->verdict = sandbox::Verdict::kRuntimeError;
    if (outcome.ok() && !outcome->runs.empty()) *self->ended_ = std::move(outcome->runs[0]);
  });
  const auto deadline = Clock::now() + kStartTime;
  while (Clock::now() < deadline) {
    pollfd waiting{listener.get(), POLLIN, 0};
    if (::poll(&waiting, 1, 20) > 0) {
      worker->line_.reset(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (worker->line_) return worker;
    }
    const std::lock_guard lock(worker->mutex_);
    if (!worker->ended_) continue;
    if (*failure) return **failure;
    return broken("it ended while it started");
  }
  return broken("it did not start in time");
}

Worker::~Worker() {
  end();
  if (thread_.joinable()) thread_.join();
}

void Worker::end() {
  std::function<void()> kill;
  // The run may be on its way to the launcher still: then it can be killed a moment later.
  for (int i = 0; i < 1000; ++i) {
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return;
      kill = kill_;
    }
    if (kill) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (kill) kill();
}

void Worker::await_end() {
  constexpr int kSteps = 200;
  for (int i = 0; i < kSteps; ++i) {
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

sandbox::StepOutcome Worker::last_words() {
  if (thread_.joinable()) thread_.join();
  const std::lock_guard lock(mutex_);
  sandbox::StepOutcome step = ended_.value_or(sandbox::StepOutcome{});
  step.out = {};
  step.err = {};
  return step;
}

Status Worker::send(const Call& call, const std::string& nonce, Streams& streams) {
  if (call.code.size() > kMaxCodeBytes) return broken("the source is too long");
  int out[2];
  int err[2];
  if (::pipe2(out, O_CLOEXEC) != 0) return broken("no pipe can be made");
  streams.out.reset(out[0]);
  const UniqueFd their_out(out[1]);
  if (::pipe2(err, O_CLOEXEC) != 0) return broken("no pipe can be made");
  streams.err.reset(err[0]);
  const UniqueFd their_err(err[1]);
  for (const int fd : {out[0], err[0]}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
  TRY_ASSIGN(const UniqueFd input, input_file(call.input));

  std::string head = nonce;
  const auto size = static_cast<std::uint32_t>(call.code.size());
  for (int i = 0; i < 4; ++i) head += static_cast<char>(size >> (8 * i) & 255);
  const int fds[3] = {input.get(), their_out.get(), their_err.get()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof fds)] = {};
  iovec part{head.data(), head.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof fds);
  std::memcpy(CMSG_DATA(rights), fds, sizeof fds);
  if (::sendmsg(line_.get(), &message, MSG_NOSIGNAL) != static_cast<ssize_t>(head.size()))
    return broken("it takes no request");
  std::string_view left = call.code;
  while (!left.empty()) {
    const ssize_t n = ::send(line_.get(), left.data(), left.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return broken("it takes no request");
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  return Unit{};
}

/// False when the line is closed.
bool Worker::read_line() {
  char piece[4096];
  const ssize_t n = ::recv(line_.get(), piece, sizeof piece, MSG_DONTWAIT);
  if (n < 0) return errno == EAGAIN || errno == EINTR;
  if (n == 0) return false;
  received_.append(piece, static_cast<std::size_t>(n));
  return true;
}

/// The answer is where this call's own characters are; all else on the line is user code's noise.
std::optional<int> Worker::find_answer(const std::string& nonce) {
  const std::size_t at = received_.find(nonce + " ");
  if (at == std::string::npos) {
    const std::size_t keep = nonce.size() + 1;
    if (received_.size() > keep) received_.erase(0, received_.size() - keep);
    return std::nullopt;
  }
  const std::size_t begin = at + nonce.size() + 1;
  const std::size_t end = received_.find('\n', begin);
  if (end == std::string::npos) return std::nullopt;
  int status = 1;
  std::from_chars(received_.data() + begin, received_.data() + end, status);
  received_.clear();
  return status & 255;
}

Result<Worker::Answer> Worker::call(const Call& call, registry::CancelToken& cancel) {
  const std::string nonce = sessions::random_hex();
  const auto begun = Clock::now();
  const auto deadline = begun + call.wall;
  Answer answer;
  Streams streams;
  sandbox::StepOutcome& step = answer.step;
  const auto flooded = [&] { return step.out.bytes > kFloodBytes || step.err.bytes > kFloodBytes; };
  if (const Status sent = send(call, nonce, streams); !sent.ok()) {
    end();
    return sent.error();
  }
  std::optional<int> status;
  bool open = true;
  while (open && !status && !cancel.cancelled() && !flooded() && Clock::now() < deadline) {
    pollfd waiting[3] = {
        {line_.get(), POLLIN, 0}, {streams.out.get(), POLLIN, 0}, {streams.err.get(), POLLIN, 0}};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    ::poll(waiting, 3, static_cast<int>(std::clamp<std::int64_t>(left.count() + 1, 1, kLookMs)));
    if (waiting[1].revents != 0 && !drain(streams.out.get(), step.out, call.output_bytes))
      streams.out.reset();
    if (waiting[2].revents != 0 && !drain(streams.err.get(), step.err, call.output_bytes))
      streams.err.reset();
    if (waiting[0].revents != 0) open = read_line();
    status = find_answer(nonce);
  }
  // A line that is closed belongs to a process that is about to end by itself: how, is told.
  if (!status && !open) await_end();
  if (!status) end();
  sandbox::StepOutcome last;
  if (!status) last = last_words();
  if (streams.out) drain(streams.out.get(), step.out, call.output_bytes);
  if (streams.err) drain(streams.err.get(), step.err, call.output_bytes);
  step.wall = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begun);
  const bool truncated = step.out.truncated || step.err.truncated;
  if (status) {
    step.exit_code = *status;
    step.verdict = *status != 0 ? sandbox::Verdict::kRuntimeError
                   : truncated  ? sandbox::Verdict::kOutputLimit
                                : sandbox::Verdict::kOk;
    if (*status == 0 && truncated) step.limit = sandbox::LimitHit::kOutput;
    return answer;
  }
  answer.died = true;
  answer.cancelled = cancel.cancelled();
  step.exit_code = last.exit_code;
  step.signal = last.signal;
  step.peak_memory_kb = last.peak_memory_kb;
  step.verdict = last.verdict == sandbox::Verdict::kMemoryLimit ? last.verdict
                                                                : sandbox::Verdict::kRuntimeError;
  if (step.verdict == sandbox::Verdict::kMemoryLimit) step.limit = sandbox::LimitHit::kMemory;
  if (flooded()) {
    step.verdict = sandbox::Verdict::kOutputLimit;
    step.limit = sandbox::LimitHit::kOutput;
    step.killed_by_sandbox = true;
  } else if (open && !answer.cancelled) {
    step.verdict = sandbox::Verdict::kTimeLimit;
    step.limit = sandbox::LimitHit::kWall;
    step.killed_by_sandbox = true;
    step.exit_code = -SIGKILL;
    step.signal = SIGKILL;
  }
  return answer;
}

}  // namespace codecalc::execution
