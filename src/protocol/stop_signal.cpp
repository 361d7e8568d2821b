// The handler writes to an eventfd, which is all that a handler may safely do.
#include "protocol/stop_signal.h"

#include <signal.h>
#include <sys/eventfd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>

namespace codecalc::protocol {
namespace {

// The one variable of the process that changes: a signal handler has no other way to its object.
std::atomic<int> g_stop_event{-1};

void on_stop(int) {
  const int saved = errno;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(g_stop_event.load(), &one, sizeof one);
  errno = saved;
}

void on_pipe(int) {}

void install(int signal_number, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal_number, &action, nullptr);
}

}  // namespace

StopSignal::StopSignal() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  g_stop_event.store(event_.get());
  install(SIGTERM, on_stop);
  install(SIGINT, on_stop);
  install(SIGPIPE, on_pipe);
}

StopSignal::~StopSignal() {
  install(SIGTERM, SIG_DFL);
  install(SIGINT, SIG_DFL);
  g_stop_event.store(-1);
}

}  // namespace codecalc::protocol
