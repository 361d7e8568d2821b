// The client of codecalc-exec: one reader thread, which also starts the launcher and starts it
// again after its death.
#include "sandbox/executor.h"

#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "sandbox/wire.h"

extern char** environ;

namespace codecalc::sandbox {
namespace {

// The launcher's socket in its own descriptor table.
constexpr int kLauncherFd = 3;

// A launcher is asked for its report when it has started. It answers when it has tried the walls of
// the host, which takes milliseconds and is bounded by seconds.
constexpr std::uint32_t kGreetingId = 0;
constexpr int kGreetingMs = 30'000;

// What the launcher may see of this process's environment; programs see nothing of either.
constexpr std::string_view kPassedOn[] = {"CODECALC_READ_PATHS=",
                                          "CODECALC_PROCESS_HEADROOM=",
                                          "CODECALC_MAX_PROCESSES=",
                                          "CODECALC_READY_PROCESSES=",
                                          "CODECALC_TEST_LAYERS_OFF=",
                                          "ASAN_OPTIONS=",
                                          "UBSAN_OPTIONS=",
                                          "TSAN_OPTIONS="};

Error launcher_died() {
  return {.code = Code::kWorkerFailure,
          .message = "The sandbox launcher ended while the program ran.",
          .remedy = "Call again: the launcher is started anew."};
}

// Started, and ended or kept silent before it said anything.
Error no_launcher(const std::string& path) {
  return {.code = Code::kRuntimeUnavailable,
          .message = path + " did not answer as codecalc-exec does.",
          .remedy = "Set CODECALC_EXEC_BIN to the path of codecalc-exec, or unset it."};
}

struct Launcher {
  pid_t pid = -1;
  UniqueFd socket;
  bool has_answered = false;  ///< used by the reader alone
};

Result<Launcher> spawn_launcher(const std::string& path) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{.code = Code::kInternal, .message = std::strerror(errno)};
  Launcher launcher;
  launcher.socket.reset(ends[0]);
  // Not on the number that the child gets: dup2 onto itself would keep close-on-exec.
  const UniqueFd theirs(::fcntl(ends[1], F_DUPFD_CLOEXEC, kLauncherFd + 1));
  ::close(ends[1]);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, theirs.get(), kLauncherFd);
  sigset_t none;
  ::sigemptyset(&none);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::string number = std::to_string(kLauncherFd);
  std::string program = path;
  std::string serve = "--serve";
  char* argv[] = {program.data(), serve.data(), number.data(), nullptr};
  std::vector<char*> env;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    for (const std::string_view name : kPassedOn) {
      if (std::string_view(*entry).starts_with(name)) env.push_back(*entry);
    }
  }
  env.push_back(nullptr);
  const int code =
      ::posix_spawn(&launcher.pid, path.c_str(), &actions, &attributes, argv, env.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (code != 0)
    return Error{.code = Code::kRuntimeUnavailable,
                 .message = "The sandbox launcher " + path +
                            " could not be started: " + std::strerror(code) + ".",
                 .remedy = "Set CODECALC_EXEC_BIN to the path of codecalc-exec."};
  return launcher;
}

// A call that waits for its answer.
struct Pending {
  const RunControl* control = nullptr;
  std::condition_variable answered;  // its own: an answer wakes nobody else's call
  bool done = false;
  MessageType type = MessageType::kFailure;
  std::string payload;
  std::uint64_t generation = 0;
};

class Client : public Executor {
 public:
  explicit Client(std::string path) : path_(std::move(path)), thread_([this] { read_forever(); }) {}
  ~Client() override;

  Result<RunOutcome> run(const RunSpec& spec, const RunControl& control) override;
  Result<HostReport> host_report() override;

 private:
  Result<std::shared_ptr<Pending>> call(MessageType type, std::string_view payload,
                                        const RunControl* control);
  bool write_frame(const std::string& frame);
  void cancel(std::uint32_t id, std::uint64_t generation);

  void read_forever();
  void read_until_death();
  void deliver(const FrameHeader& header, std::string_view payload);
  void reap();

  const std::string path_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::mutex write_mutex_;
  std::map<std::uint32_t, std::shared_ptr<Pending>> pending_;
  std::shared_ptr<Launcher> launcher_;
  Error start_error_;
  bool started_ = false;  ///< the first attempt to start was made
  bool wanted_ = true;    ///< a call waits for a launcher
  bool stopping_ = false;
  std::uint32_t next_id_ = 1;
  std::uint64_t generation_ = 0;
  // Calls cancelled through a handle that outlives this object find nothing here.
  std::shared_ptr<Client*> alive_ = std::make_shared<Client*>(this);
  std::shared_ptr<std::mutex> alive_mutex_ = std::make_shared<std::mutex>();
  std::thread thread_;  // last: it uses all of the above
};

Client::~Client() {
  {
    const std::lock_guard<std::mutex> lock(*alive_mutex_);
    *alive_ = nullptr;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    if (launcher_ != nullptr) ::shutdown(launcher_->socket.get(), SHUT_RDWR);
  }
  changed_.notify_all();
  thread_.join();
}

bool Client::write_frame(const std::string& frame) {
  std::shared_ptr<Launcher> launcher;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    launcher = launcher_;
  }
  if (launcher == nullptr) return false;
  const std::lock_guard<std::mutex> lock(write_mutex_);
  std::string_view left = frame;
  while (!left.empty()) {
    const ssize_t n = ::send(launcher->socket.get(), left.data(), left.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

Result<std::shared_ptr<Pending>> Client::call(MessageType type, std::string_view payload,
                                              const RunControl* control) {
  auto pending = std::make_shared<Pending>();
  pending->control = control;
  std::uint32_t id = 0;
  std::uint64_t generation = 0;
  {
    std::unique_lock<std::mutex> lock(mutex_);
    if (launcher_ == nullptr) {
      wanted_ = true;
      started_ = false;
      changed_.notify_all();
      changed_.wait(lock, [this] { return stopping_ || started_; });
      if (launcher_ == nullptr) return stopping_ ? launcher_died() : start_error_;
    }
    id = next_id_++;
    generation = generation_;
    pending->generation = generation;
    pending_[id] = pending;
  }
  // A launcher that died meanwhile ends the call through its reader.
  (void)write_frame(encode_frame(type, id, payload));
  if (control != nullptr && control->subscribe_cancel) {
    control->subscribe_cancel([alive = alive_, guard = alive_mutex_, id, generation] {
      const std::lock_guard<std::mutex> lock(*guard);
      if (*alive != nullptr) (*alive)->cancel(id, generation);
    });
  }
  std::unique_lock<std::mutex> lock(mutex_);
  pending->answered.wait(lock, [&] { return pending->done; });
  pending_.erase(id);
  return pending;
}

void Client::cancel(std::uint32_t id, std::uint64_t generation) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (generation != generation_ || pending_.count(id) == 0) return;
  }
  (void)write_frame(encode_frame(MessageType::kCancel, id, {}));
}

Result<RunOutcome> Client::run(const RunSpec& spec, const RunControl& control) {
  WireWriter out;
  out.flag(static_cast<bool>(control.observer.on_output));
  encode(out, spec);
  TRY_ASSIGN(const std::shared_ptr<Pending> answer, call(MessageType::kRun, out.bytes(), &control));
  WireReader in(answer->payload);
  if (answer->type == MessageType::kOutcome) {
    RunOutcome outcome;
    decode(in, outcome);
    if (in.done()) return outcome;
    return launcher_died();
  }
  Error error;
  decode(in, error);
  return in.done() ? error : launcher_died();
}

Result<HostReport> Client::host_report() {
  TRY_ASSIGN(const std::shared_ptr<Pending> answer, call(MessageType::kAskHost, {}, nullptr));
  WireReader in(answer->payload);
  if (answer->type != MessageType::kHostReport) {
    Error error;
    decode(in, error);
    return in.done() ? error : launcher_died();
  }
  HostReport report;
  decode(in, report);
  if (!in.done()) return launcher_died();
  return report;
}

void Client::deliver(const FrameHeader& header, std::string_view payload) {
  std::shared_ptr<Pending> pending;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = pending_.find(header.id);
    if (found == pending_.end()) return;
    pending = found->second;
  }
  if (header.type == MessageType::kOutput) {
    WireReader in(payload);
    const bool is_stderr = in.flag();
    const std::string_view piece = in.text();
    if (in.done() && pending->control != nullptr && pending->control->observer.on_output)
      pending->control->observer.on_output(is_stderr, piece);
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    pending->type = header.type;
    pending->payload = payload;
    pending->done = true;
  }
  pending->answered.notify_one();
}

void Client::read_until_death() {
  std::string input;
  std::string piece(256 << 10, '\0');
  (void)write_frame(encode_frame(MessageType::kAskHost, kGreetingId, {}));
  while (true) {
    if (!launcher_->has_answered) {
      pollfd ready{launcher_->socket.get(), POLLIN, 0};
      if (::poll(&ready, 1, kGreetingMs) == 0) return;
    }
    const ssize_t n = ::recv(launcher_->socket.get(), piece.data(), piece.size(), 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    launcher_->has_answered = true;
    input.append(piece, 0, static_cast<std::size_t>(n));
    std::size_t at = 0;
    while (input.size() - at >= kFrameHeaderBytes) {
      const std::string_view rest = std::string_view(input).substr(at);
      const FrameHeader header = decode_frame_header(rest);
      if (rest.size() < kFrameHeaderBytes + header.size) break;
      deliver(header, rest.substr(kFrameHeaderBytes, header.size));
      at += kFrameHeaderBytes + header.size;
    }
    input.erase(0, at);
  }
}

void Client::reap() {
  std::shared_ptr<Launcher> launcher;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    launcher = std::move(launcher_);
    launcher_ = nullptr;
    ++generation_;
    // Also for a call that waited for the start and finds the launcher gone.
    start_error_ = launcher->has_answered ? launcher_died() : no_launcher(path_);
    WireWriter out;
    encode(out, start_error_);
    for (auto& [id, pending] : pending_) {
      if (pending->done) continue;
      pending->type = MessageType::kFailure;
      pending->payload = out.bytes();
      pending->done = true;
      pending->answered.notify_one();
    }
  }
  changed_.notify_all();
  ::shutdown(launcher->socket.get(), SHUT_RDWR);
  // It ends by itself when its socket closes; one that hangs is killed, and all its cells with it.
  for (int waited_ms = 0;; waited_ms += 5) {
    const pid_t pid = ::waitpid(launcher->pid, nullptr, WNOHANG);
    if (pid != 0) break;
    if (waited_ms == 500) ::kill(launcher->pid, SIGKILL);
    ::usleep(5'000);
  }
}

void Client::read_forever() {
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || wanted_; });
      if (stopping_) break;
      wanted_ = false;
      Result<Launcher> spawned = spawn_launcher(path_);
      if (spawned.ok()) {
        launcher_ = std::make_shared<Launcher>(std::move(*spawned));
      } else {
        start_error_ = spawned.error();
      }
      started_ = true;
    }
    changed_.notify_all();
    if (launcher_ == nullptr) continue;
    read_until_death();
    reap();
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  for (auto& [id, pending] : pending_) {
    pending->done = true;
    pending->answered.notify_one();
  }
  changed_.notify_all();
}

bool is_program(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

std::string own_folder() {
  char path[4096];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  if (size <= 0) return {};
  const std::string text(path, static_cast<std::size_t>(size));
  return text.substr(0, text.rfind('/'));
}

}  // namespace

Result<std::string> find_launcher(const std::string& named) {
  std::vector<std::string> tried;
  if (!named.empty()) {
    tried.push_back(named);
  } else {
    const std::string folder = own_folder();
    tried.push_back(folder + "/codecalc-exec");
    tried.push_back(folder + "/../libexec/codecalc/codecalc-exec");
  }
  std::string all;
  for (const auto& path : tried) {
    if (is_program(path)) return path;
    all += (all.empty() ? "" : ", ") + path;
  }
  return Error{.code = Code::kRuntimeUnavailable,
               .message = "The sandbox launcher codecalc-exec was not found; tried: " + all + ".",
               .remedy = "Build or install codecalc-exec, or set CODECALC_EXEC_BIN to its path."};
}

std::unique_ptr<Executor> start_executor(const std::string& path) {
  return std::make_unique<Client>(path);
}

}  // namespace codecalc::sandbox
