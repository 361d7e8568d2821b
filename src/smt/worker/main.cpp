// codecalc-smt: the worker that decides SMT-LIB scripts, with Z3 and, where it is there, cvc5.
// Serves the server that started it over standard input's socket.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/json.h"
#include "smt/worker/cvc5.h"
#include "smt/worker/z3_run.h"
#include "workers/worker.h"

namespace {

using codecalc::smt::Cvc5;
using codecalc::smt::Z3Session;

/// Both solvers walk terms by recursion: a deep one needs room.
constexpr rlim_t kStack = rlim_t{64} << 20;

struct Engines {
  std::unique_ptr<Z3Session> z3;
  std::unique_ptr<Cvc5> cvc5;
  std::string cvc5_missing;
};

void load_cvc5(Engines& engines) {
  auto cvc5 = Cvc5::load(CODECALC_CVC5_LIBRARY);
  if (cvc5.ok()) engines.cvc5 = *std::move(cvc5);
  else engines.cvc5_missing = cvc5.error().message;
}

/// The context is made here and used by the children alone: no script's names reach another one.
Engines start_engines() {
  Engines engines;
  engines.z3 = std::make_unique<Z3Session>();
  (void)engines.z3->run("(echo \"\")");
  return engines;
}

/// The first byte names the engine, the rest is the script.
std::string answer(const Engines& engines, std::string_view body,
                   const codecalc::workers::Provisional& provisional) {
  using codecalc::Json;
  const char engine = body.empty() ? '\0' : body.front();
  if (!body.empty()) body.remove_prefix(1);
  if (engine == 'z') return codecalc::smt::run_z3(*engines.z3, body, provisional);
  if (engine == 'c' && engines.cvc5) return engines.cvc5->run(body, provisional);
  if (engine == 'v') {
    return codecalc::write_json({{"z3", codecalc::smt::z3_version()},
                                 {"cvc5", engines.cvc5 ? engines.cvc5->version() : std::string()}});
  }
  return codecalc::write_json({{"checks", Json::array()}, {"reason", engines.cvc5_missing}});
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const codecalc::UniqueFd real_output(::dup(1));
  // The libraries write warnings as they like.
  const codecalc::UniqueFd sink(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (sink.valid()) {
    ::dup2(sink.get(), 1);
    ::dup2(sink.get(), 2);
  }
  rlimit stack{};
  ::getrlimit(RLIMIT_STACK, &stack);
  if (stack.rlim_cur < kStack) {
    stack.rlim_cur = stack.rlim_max < kStack ? stack.rlim_max : kStack;
    ::setrlimit(RLIMIT_STACK, &stack);
  }
  Engines engines = start_engines();
  if (word == "--version" || word == "--request") {
    // For people and tests: --request z|c SCRIPT.
    load_cvc5(engines);
    const std::string body = word == "--version"
                                 ? "v"
                                 : std::string(argc > 2 ? argv[2] : "") + (argc > 3 ? argv[3] : "");
    const std::string text = answer(engines, body, [](const std::string&) {});
    ::dprintf(real_output.get(), "codecalc-smt " CODECALC_VERSION " %s\n", text.c_str());
    ::_exit(0);
  }
  const int status = codecalc::workers::run_worker(
      {.socket = 0,
       .max_children = 4,
       .threads = true,
       .tell_cause = true,
       .after_first_start = [&engines] { load_cvc5(engines); }},
      [&engines](std::string_view body, const codecalc::workers::Provisional& provisional) {
        return answer(engines, body, provisional);
      });
  ::_exit(status);
}
