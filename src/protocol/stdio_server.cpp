// The loop that reads, and the orderly end.
#include "protocol/stdio_server.h"

#include <fcntl.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "protocol/framing.h"
#include "protocol/outbox.h"

namespace codecalc::protocol {
namespace {

using std::chrono::milliseconds;

/// At the end of the input: answers that are nearly there still go out, the rest is stopped.
constexpr milliseconds kQuickGrace{250};
constexpr milliseconds kPatience{400};
constexpr milliseconds kFlush{200};
constexpr milliseconds kFullPause{100};

Error failed(const char* what) {
  return {Code::kInternal, std::string(what) + ": " + std::strerror(errno), "", ""};
}

bool is_readable(int fd) {
  pollfd event{fd, POLLIN, 0};
  return ::poll(&event, 1, 0) > 0;
}

/// The peer writes no more: what it wrote may still wait to be read.
bool has_ended(int fd) {
  pollfd event{fd, POLLRDHUP, 0};
  return ::poll(&event, 1, 0) > 0;
}

/// Waits for input. False: the server has to end.
bool wait_for_input(int in, int stop_fd) {
  std::array<pollfd, 2> wait = {{{in, POLLIN, 0}, {stop_fd, POLLIN, 0}}};
  for (;;) {
    if (::poll(wait.data(), wait.size(), -1) < 0 && errno != EINTR) return false;
    if ((wait[1].revents & POLLIN) != 0) return false;
    if (wait[0].revents != 0) return true;
  }
}

class Connection {
 public:
  Connection(Dispatcher& dispatcher, StdioFds fds, int stop_fd,
             const std::function<void()>& warm_up)
      : dispatcher_(dispatcher),
        in_(std::move(fds.in)),
        stop_fd_(stop_fd),
        warm_up_(warm_up),
        outbox_(std::make_shared<Outbox>(std::move(fds.out))) {}

  bool serve() {
    outbox_->set_reader_thread();
    while (read_once()) {
    }
    const bool ended = dispatcher_.shut_down(kQuickGrace, kPatience);
    outbox_->flush(kFlush);
    return ended;
  }

 private:
  /// False at the end of everything.
  bool read_once() {
    if (served_ && !warm_ && !is_readable(in_.get())) {
      warm_ = true;
      warm_up_();
    }
    if (outbox_->is_broken() || !wait_for_input(in_.get(), stop_fd_)) return false;
    const std::span<char> space = lines_.space();
    const ssize_t count = ::read(in_.get(), space.data(), space.size());
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    if (count == 0) {
      serve_line(lines_.rest());
      return false;
    }
    lines_.commit(static_cast<std::size_t>(count));
    for (auto line = lines_.next(); line.kind != LineReader::Kind::kNone; line = lines_.next()) {
      serve_line(line);
      // A client that has gone is never waited for; its last lines could not be answered.
      while (outbox_->is_full(kFullPause)) {
        if (is_readable(stop_fd_) || has_ended(in_.get())) return false;
      }
    }
    return true;
  }

  void serve_line(const LineReader::Line& line) {
    served_ = true;
    if (line.kind == LineReader::Kind::kTooLong) {
      Dispatcher::refuse_too_long(kMaxLineBytes, *outbox_);
    } else if (line.text.find_first_not_of(" \t\r") != std::string_view::npos) {
      dispatcher_.handle(line.text, session_, outbox_);
    }
  }

  Dispatcher& dispatcher_;
  UniqueFd in_;
  int stop_fd_;
  const std::function<void()>& warm_up_;
  bool warm_ = false;
  bool served_ = false;
  std::shared_ptr<Outbox> outbox_;
  std::shared_ptr<Session> session_ = std::make_shared<Session>();
  LineReader lines_;
};

}  // namespace

Result<StdioFds> claim_stdio() {
  // When a standard descriptor is closed, open() gives just that one: it stays, as a null device.
  const int opened = ::open("/dev/null", O_RDWR);
  if (opened < 0) return failed("open /dev/null");
  UniqueFd null(::fcntl(opened, F_DUPFD_CLOEXEC, 3));
  if (opened > 2) ::close(opened);
  if (!null) return failed("duplicate /dev/null");
  if (::fcntl(2, F_GETFD) < 0 && ::dup2(null.get(), 2) < 0) return failed("dup2 to 2");
  StdioFds fds;
  fds.in.reset(::fcntl(0, F_DUPFD_CLOEXEC, 3));
  if (!fds.in) return failed("standard input");
  fds.out.reset(::fcntl(1, F_DUPFD_CLOEXEC, 3));
  if (!fds.out) return failed("standard output");
  if (::dup2(null.get(), 0) < 0) return failed("dup2 to 0");
  if (::dup2(2, 1) < 0) return failed("dup2 to 1");
  return fds;
}

bool serve_stdio(Dispatcher& dispatcher, StdioFds fds, int stop_fd,
                 const std::function<void()>& warm_up) {
  return Connection(dispatcher, std::move(fds), stop_fd, warm_up).serve();
}

}  // namespace codecalc::protocol
