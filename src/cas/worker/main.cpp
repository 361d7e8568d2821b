// codecalc-cas: the algebra worker. Serves the server that started it over standard input's
// socket. It links Giac and is therefore distributed under the GPL, version 3 or later; the server
// talks to it as a separate program.
#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "cas/worker/operations.h"
#include "cas/worker/request.h"
#include "expr/parser.h"
#include "workers/worker.h"

namespace {

/// Everyday operations in small pieces: run once in the parent, they make the tables that every
/// child then starts with.
bool warm_step(const codecalc::cas::Giac& giac, std::size_t step) {
  using codecalc::expr::parse;
  struct Step {
    const char* command;
    const char* expression;
    const char* second;
  };
  static constexpr Step kSteps[] = {
      {"integrate", "x*sin(x)", "x"},    {"simplify", "sin(x)**2 + cos(x)**2", nullptr},
      {"factor", "x**4 - 1", nullptr},   {"integrate", "1/(x**2 + 1)", "x"},
      {"expand", "(x + 1)**3", nullptr}, {"integrate", "exp(-x**2)", "x"},
      {"derive", "x**x", "x"},           {"simplify", "exp(x)*log(x)*sqrt(x)", nullptr},
      {"solve", "exp(x) - 5", "x"},      {"tlin", "sin(x)*cos(x)", nullptr},
  };
  if (step >= std::size(kSteps)) return false;
  std::vector<codecalc::expr::Expr> arguments;
  for (const char* text : {kSteps[step].expression, kSteps[step].second}) {
    if (text == nullptr) continue;
    auto e = parse(text);
    if (e.ok()) arguments.push_back(*std::move(e));
  }
  (void)giac.run(kSteps[step].command, arguments);
  return true;
}

/// Steps that may run away have limits of their own; this bounds what a request does itself,
/// comparisons mostly. What the request has said so far then stands.
void limit_own_time() {
  constexpr int kOwnSeconds = 3;
  const itimerval limit{{0, 0}, {kOwnSeconds, 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--version") {
    std::puts("codecalc-cas " CODECALC_VERSION " (GPL-3.0-or-later; links Giac, FLINT, Arb)");
    return 0;
  }
  const bool one_shot = argc > 1 && std::string_view(argv[1]) == "--request";
  const codecalc::UniqueFd real_output(::dup(1));
  // Giac writes to standard output and error as it likes.
  const codecalc::UniqueFd sink(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (sink.valid()) {
    ::dup2(sink.get(), 1);
    ::dup2(sink.get(), 2);
  }
  const codecalc::cas::Giac giac;
  if (one_shot) {
    // For people and tests: one request as JSON on the command line.
    const std::string answer =
        codecalc::cas::answer_request(giac, argc > 2 ? argv[2] : "", [](const std::string&) {});
    ::dprintf(real_output.get(), "%s\n", answer.c_str());
    ::_exit(0);
  }
  std::size_t step = 0;
  const int status = codecalc::workers::run_worker(
      {.socket = 0, .max_children = 4, .idle = [&] { return warm_step(giac, step++); }},
      [&giac](std::string_view body, const codecalc::workers::Provisional& provisional) {
        limit_own_time();
        return codecalc::cas::answer_request(giac, body, provisional);
      });
  // Giac's static objects do not all survive an orderly end.
  ::_exit(status);
}
