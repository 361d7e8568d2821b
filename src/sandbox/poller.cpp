// epoll with handlers.
#include "sandbox/poller.h"

#include <sys/epoll.h>

namespace codecalc::sandbox {

Poller::Poller() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

void Poller::add(int fd, std::uint32_t events, Handler handler) {
  handlers_[fd] = std::make_shared<Handler>(std::move(handler));
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
}

void Poller::remove(int fd) {
  if (handlers_.erase(fd) > 0) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
}

void Poller::wait(int timeout_ms) {
  epoll_event events[64];
  const int count = ::epoll_wait(epoll_.get(), events, 64, timeout_ms);
  // A handler may close a descriptor that a later event of this batch names, and its number may be
  // in use again: only handlers that were there before the batch are called for it.
  std::shared_ptr<Handler> called[64];
  for (int i = 0; i < count; ++i) {
    const auto found = handlers_.find(events[i].data.fd);
    if (found != handlers_.end()) called[i] = found->second;
  }
  for (int i = 0; i < count; ++i) {
    const auto found = handlers_.find(events[i].data.fd);
    if (called[i] != nullptr && found != handlers_.end() && found->second == called[i])
      (*called[i])(events[i].events);
  }
}

}  // namespace codecalc::sandbox
