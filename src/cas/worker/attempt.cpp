// Attempts: steps that may run away, each in a process of its own with a time limit.
#include "cas/worker/attempt.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/fd.h"
#include "expr/parser.h"

namespace codecalc::cas {

namespace {

constexpr std::size_t kMaxText = 1 << 20;

[[noreturn]] void run_step(int out, int cpu_ms,
                           const std::function<std::optional<std::string>()>& step) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The timer's signal ends the process: nothing to be asked, nothing to be caught.
  ::signal(SIGPROF, SIG_DFL);
  const itimerval limit{{0, 0}, {cpu_ms / 1000, (cpu_ms % 1000) * 1000}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
  // A step that waits uses no CPU time; four times as much by the clock is what a busy machine
  // needs.
  ::signal(SIGALRM, SIG_DFL);
  const int wall_ms = 4 * cpu_ms + 500;
  const itimerval clock{{0, 0}, {wall_ms / 1000, (wall_ms % 1000) * 1000}};
  ::setitimer(ITIMER_REAL, &clock, nullptr);
  std::string text;
  try {
    if (const auto answer = step()) text = "=" + *answer;
  } catch (...) {
    text.clear();
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t n = ::write(out, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  ::_exit(0);
}

}  // namespace

std::optional<std::string> attempt_text(int cpu_ms,
                                        const std::function<std::optional<std::string>()>& step) {
  if (cpu_ms <= 0) return std::nullopt;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const UniqueFd from(ends[0]);
  UniqueFd to(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0) return std::nullopt;
  if (pid == 0) run_step(to.get(), cpu_ms, step);
  to.reset();
  std::string text;
  std::array<char, 16384> buffer{};
  for (;;) {
    const ssize_t n = ::read(from.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (text.size() > kMaxText) break;
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || text.empty() || text.size() > kMaxText) return std::nullopt;
  return text.substr(1);
}

std::optional<Expr> attempt(int cpu_ms, const std::function<std::optional<Expr>()>& step) {
  const auto text = attempt_text(cpu_ms, [&]() -> std::optional<std::string> {
    const auto e = step();
    if (!e) return std::nullopt;
    return expr::print(*e);
  });
  if (!text) return std::nullopt;
  const auto e = expr::parse(*text, {.max_bytes = kMaxText,
                                     .max_depth = 2000,
                                     .max_height = 20'000,
                                     .max_nodes = 200'000,
                                     .caret = expr::ParseOptions::Caret::kXor});
  if (!e.ok()) return std::nullopt;
  return *e;
}

int cpu_used_ms() {
  int total = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    if (::getrusage(static_cast<__rusage_who>(who), &usage) != 0) continue;
    for (const timeval& t : {usage.ru_utime, usage.ru_stime}) {
      total += static_cast<int>(t.tv_sec * 1000 + t.tv_usec / 1000);
    }
  }
  return total;
}

}  // namespace codecalc::cas
