// Client: the server's side of a worker process.
#include "workers/client.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "base/fd.h"

namespace codecalc::workers {

namespace {

using std::chrono::milliseconds;

/// The worker answers a request that ran out of time by itself; only a worker that hangs is later.
constexpr milliseconds kGrace{2000};

/// One call that waits for its answer.
struct Pending {
  std::optional<Result<std::string>> answer;
  std::condition_variable done;
};

/// A running worker process. Guarded by Client::State::mutex, except for the reader's socket.
struct Process {
  pid_t pid = -1;
  UniqueFd socket;
  std::thread reader;
  std::map<std::uint64_t, Pending*> pending;
  bool dead = false;
};

/// The worker leads a group of its own, which its children stay in.
void end_group(pid_t pid) {
  if (pid > 1) ::kill(-pid, SIGKILL);
}

bool send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// The environment of a worker: nothing but what a sanitizer or a library path needs.
std::vector<std::string> worker_environment() {
  std::vector<std::string> out{"LANG=C", "LC_ALL=C"};
  for (const char* name :
       {"LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) out.push_back(std::string(name) + "=" + value);
  }
  return out;
}

/// posix_spawn with the socket as standard input; other descriptors of the server are
/// close-on-exec. Returns the pid or -errno.
pid_t spawn_worker(const std::string& binary, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, socket, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> environment = worker_environment();
  std::vector<char*> envp;
  for (std::string& entry : environment) envp.push_back(entry.data());
  envp.push_back(nullptr);
  std::string program = binary;
  std::array<char*, 2> argv{program.data(), nullptr};
  pid_t pid = -1;
  const int error =
      posix_spawn(&pid, binary.c_str(), &actions, &attributes, argv.data(), envp.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -error;
}

}  // namespace

struct Client::State {
  ClientOptions options;
  std::mutex mutex;
  std::shared_ptr<Process> process;
  std::uint64_t next_id = 1;

  Status start();                                          // needs the mutex
  void read_answers(const std::shared_ptr<Process>& p);    // the reader's thread
  void fail_all(Process& p, const std::string& why);       // needs the mutex
  static void finish(Process& p);                          // without the mutex
  Error late(Process& p, std::uint64_t id, bool stopped);  // needs the mutex
};

Client::Client(ClientOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}

Client::~Client() {
  std::shared_ptr<Process> process;
  {
    const std::lock_guard lock(state_->mutex);
    process = std::move(state_->process);
  }
  if (process) State::finish(*process);
}

std::string Client::binary() const {
  for (const std::string& path : state_->options.binaries) {
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

pid_t Client::process() const {
  const std::lock_guard lock(state_->mutex);
  return state_->process && !state_->process->dead ? state_->process->pid : -1;
}

void Client::prewarm() {
  const std::lock_guard lock(state_->mutex);
  if (!state_->process) (void)state_->start();
}

Status Client::State::start() {
  std::string binary;
  for (const std::string& path : options.binaries) {
    if (binary.empty() && ::access(path.c_str(), X_OK) == 0) binary = path;
  }
  if (binary.empty()) {
    return Error{Code::kDependencyMissing, options.missing_message, {}, options.missing_remedy};
  }
  std::array<int, 2> pair{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    return Error{
        Code::kWorkerFailure, options.name + " cannot be started: " + std::strerror(errno), {}, {}};
  }
  auto fresh = std::make_shared<Process>();
  fresh->socket.reset(pair[0]);
  const UniqueFd theirs(pair[1]);
  fresh->pid = spawn_worker(binary, theirs.get());
  if (fresh->pid < 0) {
    return Error{Code::kWorkerFailure,
                 options.name + " cannot be started: " + std::strerror(-fresh->pid),
                 {},
                 {}};
  }
  process = fresh;
  fresh->reader = std::thread([this, fresh] { read_answers(fresh); });
  return Unit{};
}

void Client::State::read_answers(const std::shared_ptr<Process>& p) {
  FrameReader frames;
  std::vector<char> buffer(65536);
  for (;;) {
    const ssize_t n = ::recv(p->socket.get(), buffer.data(), buffer.size(), 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    frames.append({buffer.data(), static_cast<std::size_t>(n)});
    bool broken = false;
    for (;;) {
      auto next = frames.next();
      broken = !next.ok();
      if (broken || !next->has_value()) break;
      Frame& frame = **next;
      const std::lock_guard lock(mutex);
      const auto it = p->pending.find(frame.id);
      if (it == p->pending.end()) continue;
      if (frame.kind == FrameKind::kAnswer) {
        it->second->answer.emplace(std::move(frame.payload));
      } else {
        it->second->answer.emplace(decode_failure(frame.payload));
      }
      it->second->done.notify_all();
      p->pending.erase(it);
    }
    if (broken) break;
  }
  const std::lock_guard lock(mutex);
  p->dead = true;
  end_group(p->pid);
  fail_all(*p, options.name + " ended unexpectedly; it is started again at the next call");
}

void Client::State::fail_all(Process& p, const std::string& why) {
  for (auto& [id, pending] : p.pending) {
    pending->answer.emplace(Error{Code::kWorkerFailure, why, {}, {}});
    pending->done.notify_all();
  }
  p.pending.clear();
}

void Client::State::finish(Process& p) {
  ::shutdown(p.socket.get(), SHUT_RDWR);
  end_group(p.pid);
  if (p.reader.joinable()) p.reader.join();
  int status = 0;
  while (::waitpid(p.pid, &status, 0) < 0 && errno == EINTR) {
  }
}

Error Client::State::late(Process& p, std::uint64_t id, bool stopped) {
  p.pending.erase(id);
  if (stopped) {
    (void)send_all(p.socket.get(), encode_frame({FrameKind::kCancel, id, {}}));
    return Error{Code::kTimeout, "the calculation was cancelled", {}, {}};
  }
  // The worker itself did not keep its limit: end it, and everything that it still had.
  end_group(p.pid);
  return Error{Code::kTimeout, "the calculation did not end within its time limit", {}, {}};
}

Result<std::string> Client::call(std::string_view body, const Budget& budget,
                                 std::stop_token stop) {
  if (body.size() > kMaxPayload / 2) {
    return Error{Code::kValidation, "the request is too long", {}, {}};
  }
  Pending pending;
  // Before the lock is taken: a stop that came already calls it at once.
  const std::stop_callback wake(stop, [&] {
    const std::lock_guard inner(state_->mutex);
    pending.done.notify_all();
  });
  std::shared_ptr<Process> retired;
  std::unique_lock lock(state_->mutex);
  if (state_->process && state_->process->dead) retired = std::move(state_->process);
  if (retired) {
    lock.unlock();
    State::finish(*retired);
    lock.lock();
  }
  if (!state_->process) TRY(state_->start());
  const std::shared_ptr<Process> process = state_->process;
  const std::uint64_t id = state_->next_id++;
  process->pending.emplace(id, &pending);
  if (!send_all(process->socket.get(),
                encode_frame({FrameKind::kRequest, id, encode_request(budget, body)}))) {
    process->pending.erase(id);
    end_group(process->pid);
    return Error{Code::kWorkerFailure, state_->options.name + " does not take requests", {}, {}};
  }
  const auto deadline = std::chrono::steady_clock::now() + milliseconds(budget.wall_ms) + kGrace;
  while (!pending.answer && !stop.stop_requested()) {
    if (pending.done.wait_until(lock, deadline) == std::cv_status::timeout) break;
  }
  if (!pending.answer) {
    pending.answer.emplace(state_->late(*process, id, stop.stop_requested()));
  }
  lock.unlock();
  return *std::move(pending.answer);
}

}  // namespace codecalc::workers
