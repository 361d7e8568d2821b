// Poller: one epoll set with a handler per descriptor.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

class Poller {
 public:
  using Handler = std::function<void(std::uint32_t events)>;

  Poller();

  /// Watches `fd`, which must stay open until remove().
  void add(int fd, std::uint32_t events, Handler handler);
  void remove(int fd);

  /// Waits at most `timeout_ms` (-1: for ever) and calls the handlers of what happened.
  void wait(int timeout_ms);

 private:
  UniqueFd epoll_;
  // Shared, so that a handler may remove itself while it runs.
  std::unordered_map<int, std::shared_ptr<Handler>> handlers_;
};

}  // namespace codecalc::sandbox
