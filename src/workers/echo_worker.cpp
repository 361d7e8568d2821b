// A worker for the tests of the pattern: answers, or misbehaves as it is told.
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "workers/worker.h"

namespace {

volatile std::size_t g_sink = 0;

// NOLINTNEXTLINE(misc-no-recursion): that is the point
std::size_t deep(std::size_t n) {
  volatile char room[512];
  room[n % sizeof room] = 1;
  if (n == SIZE_MAX) return 0;  // never reached; the compiler refuses a plain endless recursion
  return deep(n + 1) + static_cast<std::size_t>(room[0]);
}

std::string refused(bool failed) { return failed ? "refused" : "allowed"; }

std::string handle(std::string_view body, const codecalc::workers::Provisional& provisional) {
  if (body.starts_with("echo ")) return std::string(body.substr(5));
  if (body == "throw") throw std::runtime_error("as told");
  if (body == "abort") std::abort();
  if (body == "deep") return std::to_string(deep(0));
  if (body == "network") return refused(::socket(AF_INET, SOCK_STREAM, 0) < 0);
  if (body == "open") return refused(::open("/tmp", O_RDONLY) < 0);
  if (body == "exec") return refused(::execl("/bin/true", "true", nullptr) < 0);
  if (body == "kill") return refused(::kill(::getppid(), SIGKILL) < 0);
  if (body == "memory") {
    std::vector<std::vector<char>> held;
    for (;;) held.emplace_back(1 << 20, 'x');
  }
  if (body == "provisional") {
    provisional("early");
    std::abort();
  }
  if (body == "spin") {
    for (;;) g_sink = g_sink + 1;
  }
  return "unknown";
}

}  // namespace

int main() { return codecalc::workers::run_worker({.socket = 0, .max_children = 4}, handle); }
