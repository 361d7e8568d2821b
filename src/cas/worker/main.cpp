// codecalc-cas: the algebra worker. Serves the server that started it over standard input's
// socket. It links Giac and is therefore distributed under the GPL, version 3 or later; the server
// talks to it as a separate program.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "base/fd.h"
#include "cas/worker/operations.h"
#include "cas/worker/request.h"
#include "workers/worker.h"

namespace {

/// Runs the everyday operations once, so that every child starts with their tables made.
void warm(const codecalc::cas::Giac& giac) {
  for (const char* body : {
           R"j({"op":"evaluate","expression":"integrate(x*sin(x)**2/(x+1), x)"})j",
           R"j({"op":"limit","expr":"sin(x)/x","var":"x","point":"0"})j",
           R"j({"op":"simplify","expr":"sin(x)**2+cos(x)**2"})j",
           R"j({"op":"solve","expr":"x**2-4","var":"x"})j",
       }) {
    (void)codecalc::cas::answer_request(giac, body, [](const std::string&) {});
  }
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
  warm(giac);
  const int status = codecalc::workers::run_worker(
      {.socket = 0, .max_children = 4},
      [&giac](std::string_view body, const codecalc::workers::Provisional& provisional) {
        return codecalc::cas::answer_request(giac, body, provisional);
      });
  // Giac's static objects do not all survive an orderly end.
  ::_exit(status);
}
