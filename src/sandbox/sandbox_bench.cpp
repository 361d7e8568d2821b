// What the sandbox costs: a run of /bin/true over a bare spawn of it, and runs a second with eight
// under way. Prints a table; not a test.
//
//   codecalc_sandbox_bench [--json] [ROUNDS [PROGRAM [UNDER_WAY]]]    UNDER_WAY: ROUNDS runs, that
//   many at once
//
// CODECALC_EXEC_BIN names the launcher; without it, the one beside this program.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/executor.h"

namespace {

using codecalc::sandbox::Executor;
using codecalc::sandbox::RunSpec;
using Clock = std::chrono::steady_clock;

double micros_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

// Spawns the program with its output read through a pipe, as the sandbox does.
double bare_spawn(const char* program) {
  const Clock::time_point start = Clock::now();
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) std::exit(1);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  char* argv[] = {const_cast<char*>(program), nullptr};
  char* env[] = {nullptr};
  pid_t pid = -1;
  if (::posix_spawn(&pid, program, &actions, nullptr, argv, env) != 0) std::exit(1);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  char buffer[4096];
  while (::read(ends[0], buffer, sizeof buffer) > 0) {
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  return micros_since(start);
}

RunSpec spec_for(const char* program, bool no_net) {
  RunSpec spec;
  spec.run.argv = {program};
  spec.no_net = no_net;
  return spec;
}

double sandboxed(Executor& executor, const RunSpec& spec) {
  const Clock::time_point start = Clock::now();
  const auto result = executor.run(spec, {});
  if (!result.ok() || result->runs.size() != 1) {
    std::fprintf(stderr, "run failed: %s\n",
                 result.ok() ? "no run" : result.error().message.c_str());
    std::exit(1);
  }
  return micros_since(start);
}

void print_row(const char* name, std::vector<double>& times, std::vector<double>& base) {
  std::sort(times.begin(), times.end());
  std::sort(base.begin(), base.end());
  const double min = times.front();
  const double median = times[times.size() / 2];
  std::printf("%-28s min %8.0f us  median %8.0f us  over bare %+8.0f / %+8.0f us\n", name, min,
              median, min - base.front(), median - base[base.size() / 2]);
}

double runs_a_second(Executor& executor, const RunSpec& spec, unsigned under_way, int total) {
  const Clock::time_point start = Clock::now();
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < under_way; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < total / static_cast<int>(under_way); ++n) (void)sandboxed(executor, spec);
    });
  }
  for (auto& thread : threads) thread.join();
  return total / (micros_since(start) / 1e6);
}

// Two figures for a program: how much longer a run takes than a bare spawn, medians of interleaved
// rounds, and runs a second with eight under way.
int print_json(Executor& executor, int rounds) {
  const RunSpec spec = spec_for("/bin/true", true);
  std::vector<double> bare, ours;
  for (int i = 0; i < rounds + 20; ++i) {
    const double one = bare_spawn("/bin/true");
    const double other = sandboxed(executor, spec);
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
    if (i < 20) continue;
    bare.push_back(one);
    ours.push_back(other);
  }
  std::sort(bare.begin(), bare.end());
  std::sort(ours.begin(), ours.end());
  const double above = ours[ours.size() / 2] - bare[bare.size() / 2];
  std::printf("{\"above_bare_ms\": %.4f, \"runs_per_s\": %.1f}\n", above / 1000,
              runs_a_second(executor, spec, 8, rounds * 8));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = argc > 1 && std::string_view(argv[1]) == "--json";
  if (json) {
    --argc;
    ++argv;
  }
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 300;
  const char* program = argc > 2 ? argv[2] : "/bin/true";
  const char* launcher = std::getenv("CODECALC_EXEC_BIN");
  const auto path = codecalc::sandbox::find_launcher(launcher == nullptr ? "" : launcher);
  if (!path.ok()) {
    std::fprintf(stderr, "%s\n", path.error().message.c_str());
    return 1;
  }
  const auto executor = codecalc::sandbox::start_executor(*path);
  if (json) return print_json(*executor, rounds);
  const RunSpec open = spec_for(program, false);
  const RunSpec closed = spec_for(program, true);
  for (int i = 0; i < 20; ++i) (void)sandboxed(*executor, closed);
  if (argc > 3) {
    const auto under_way = static_cast<unsigned>(std::atoi(argv[3]));
    const double rate = runs_a_second(*executor, closed, under_way, rounds);
    std::printf("%2u under way: %7.0f runs/s\n", under_way, rate);
    return 0;
  }

  std::vector<double> bare, with_net, without_net, queried;
  for (int i = 0; i < rounds; ++i) {
    bare.push_back(bare_spawn(program));
    with_net.push_back(sandboxed(*executor, open));
    without_net.push_back(sandboxed(*executor, closed));
    const Clock::time_point start = Clock::now();
    (void)executor->host_report();
    queried.push_back(micros_since(start));
    // Calls of a person or a model come with pauses, in which the stock of cells is filled.
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
  }
  std::vector<double> same = bare;
  print_row("bare spawn", bare, same);
  print_row("sandbox", with_net, bare);
  print_row("sandbox, no network", without_net, bare);
  std::sort(queried.begin(), queried.end());
  std::printf("%-28s min %8.0f us  median %8.0f us\n", "launcher's answer alone", queried.front(),
              queried[queried.size() / 2]);
  for (const unsigned under_way : {1u, 2u, 8u, 32u})
    std::printf("%2u under way: %7.0f runs/s\n", under_way,
                runs_a_second(*executor, closed, under_way, rounds * 4));
  return 0;
}
