// Writing without ever blocking a caller. The descriptor's O_NONBLOCK flag stays as it was: it
// belongs to the open file, which a terminal or a shell may share.
#include "protocol/outbox.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace codecalc::protocol {
namespace {

/// A pipe that polls writable has room for this much at least.
constexpr std::size_t kSafeChunk = 4096;

}  // namespace

Outbox::Outbox(UniqueFd fd, const OutboxLimits& limits)
    : fd_(std::move(fd)), stop_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), limits_(limits) {
  struct stat info{};
  is_socket_ = ::fstat(fd_.get(), &info) == 0 && S_ISSOCK(info.st_mode);
}

Outbox::~Outbox() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    queued_.notify_all();
    drained_.notify_all();
  }
  const std::uint64_t one = 1;
  // A full counter would mean that it was signalled already.
  [[maybe_unused]] const auto written = ::write(stop_.get(), &one, sizeof one);
  if (writer_.joinable()) writer_.join();
}

void Outbox::notify(std::string text, bool must_arrive) {
  send(std::move(text), !must_arrive, false);
}

void Outbox::respond(std::string text, int) {
  send(std::move(text), false, std::this_thread::get_id() != reader_);
}

bool Outbox::is_full(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return !drained_.wait_for(lock, patience, [this] {
    return broken_ || stopping_ || queued_bytes_ <= limits_.full_above;
  });
}

bool Outbox::is_broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

bool Outbox::flush(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  const bool done = drained_.wait_for(
      lock, patience, [this] { return broken_ || stopping_ || (queue_.empty() && !writing_); });
  return done && !broken_;
}

bool Outbox::send(std::string text, bool droppable, bool may_wait) {
  text += '\n';
  std::unique_lock lock(mutex_);
  if (droppable && queued_bytes_ > limits_.droppable_above) return false;
  if (may_wait && queued_bytes_ > limits_.wait_above) {
    drained_.wait(lock,
                  [this] { return broken_ || stopping_ || queued_bytes_ <= limits_.wait_above; });
  }
  if (broken_ || stopping_) return false;
  if (queue_.empty() && !writing_) {
    const std::size_t written = write_ready(text);
    if (broken_) return false;
    if (written == text.size()) return true;
    text.erase(0, written);
  }
  queued_bytes_ += text.size();
  queue_.push_back(std::move(text));
  if (!writer_.joinable()) {
    try {
      writer_ = std::thread([this] { write_queued(); });
    } catch (const std::system_error&) {
      broken_ = true;  // half a line is out and nobody can write the rest
      drained_.notify_all();
      return false;
    }
  }
  queued_.notify_one();
  return true;
}

std::size_t Outbox::write_ready(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    ssize_t n = 0;
    if (is_socket_) {
      n = ::send(fd_.get(), bytes.data() + done, bytes.size() - done, MSG_DONTWAIT | MSG_NOSIGNAL);
    } else {
      pollfd ready{fd_.get(), POLLOUT, 0};
      const int count = ::poll(&ready, 1, 0);
      if (count == 0 || (count < 0 && errno == EINTR)) return done;
      n = ::write(fd_.get(), bytes.data() + done, std::min(bytes.size() - done, kSafeChunk));
    }
    if (n > 0) {
      done += static_cast<std::size_t>(n);
    } else if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
      return done;
    } else {
      broken_ = true;
      drained_.notify_all();
      return done;
    }
  }
  return done;
}

void Outbox::write_queued() {
  std::unique_lock lock(mutex_);
  for (;;) {
    queued_.wait(lock, [this] { return stopping_ || broken_ || !queue_.empty(); });
    if (stopping_ || broken_) return;
    std::string line = std::move(queue_.front());
    queue_.pop_front();
    writing_ = true;
    std::string_view rest = line;
    while (!rest.empty() && !stopping_ && !broken_) {
      const std::size_t written = write_ready(rest);
      rest.remove_prefix(written);
      queued_bytes_ -= written;
      if (written > 0) drained_.notify_all();
      if (rest.empty() || broken_) break;
      lock.unlock();
      std::array<pollfd, 2> wait = {{{fd_.get(), POLLOUT, 0}, {stop_.get(), POLLIN, 0}}};
      ::poll(wait.data(), wait.size(), -1);
      lock.lock();
    }
    writing_ = false;
    drained_.notify_all();
  }
}

}  // namespace codecalc::protocol
