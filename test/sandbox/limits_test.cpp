// Limits with their default values, at their edges, and all at once beside other runs.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support.h"

namespace codecalc::sandbox::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using namespace std::string_literals;

constexpr std::uint64_t kMiB = 1 << 20;

// The launcher that measures the tree instead of asking a cgroup; the usual one where there is
// none.
std::unique_ptr<Executor> start_polled() {
  const char* const always = std::getenv("CODECALC_TEST_LAYERS_OFF");
  const std::string before = always != nullptr ? always : "";
  ::setenv("CODECALC_TEST_LAYERS_OFF", (before + ",memory_cgroup").c_str(), 1);
  std::unique_ptr<Executor> made = start_executor(setup().layers_launcher);
  (void)made->host_report();  // it has read its environment
  ::setenv("CODECALC_TEST_LAYERS_OFF", before.c_str(), 1);
  return made;
}

TEST(Limits, DefaultsOfAProcess) {
  // In the shell's units: blocks of 512 bytes, seconds.
  RunSpec spec = shell(
      "ulimit -n; ulimit -f; ulimit -c; ulimit -t; grep -c . /proc/self/limits > /dev/null;"
      "grep 'Max processes' /proc/self/limits | tr -s ' ' | cut -d' ' -f3,4");
  const std::string descriptors = "1024\n";
  const std::string file_blocks = "524288\n";  // 256 MiB
  const std::string cpu_seconds = "19\n";      // 10 s of wall clock + 8 s, and one behind the watch
  EXPECT_EQ(run_one(spec).out.data, descriptors + file_blocks + "0\n" + cpu_seconds + "512 512\n");
  spec.limits.wall = milliseconds(3000);
  EXPECT_NE(run_one(spec).out.data.find("\n12\n"), std::string::npos);
}

TEST(Limits, DefaultDiskIsOneGibibyteTogether) {
  const StepOutcome outcome = run_one(python(
      "import os\n"
      "print(*[os.statvfs(p).f_blocks * os.statvfs(p).f_frsize for p in ('/box', '/tmp')])\n"
      "for i in range(5):\n"
      "  f = os.open(('/box', '/tmp', '/dev/shm')[i % 3] + f'/f{i}', os.O_WRONLY | os.O_CREAT)\n"
      "  try: os.posix_fallocate(f, 0, 250 << 20); print('ok')\n"
      "  except OSError as e: print(os.strerror(e.errno))\n"));
  EXPECT_EQ(outcome.out.data, "1073741824 1073741824\nok\nok\nok\nok\nNo space left on device\n");
  EXPECT_EQ(verdict_name(outcome.verdict), "OK");
}

TEST(Limits, FileSizeIs256Mebibytes) {
  const StepOutcome outcome =
      run_one(python("import os\n"
                     "f = os.open('/box/f', os.O_WRONLY | os.O_CREAT)\n"
                     "os.truncate(f, 256 << 20); print(os.fstat(f).st_size)\n"
                     "try: os.truncate(f, (256 << 20) + 1)\n"
                     "except OSError as e: print(os.strerror(e.errno))\n"));
  EXPECT_EQ(outcome.out.data, "268435456\nFile too large\n");
}

TEST(Limits, OutputIsCountedExactlyUpTo64Mebibytes) {
  RunSpec spec = abuse({"output", std::to_string(64 * kMiB)});
  spec.limits.output_bytes = 10;
  const StepOutcome all = run_one(spec);
  EXPECT_EQ(all.out.bytes, 64 * kMiB);
  EXPECT_EQ(all.out.data, "oooooooooo");
  EXPECT_TRUE(all.out.truncated);
  EXPECT_EQ(all.exit_code, 0) << "the program saw a write error";
  EXPECT_EQ(verdict_name(all.verdict), "OLE");
  EXPECT_FALSE(all.killed_by_sandbox);

  spec = abuse({"output", std::to_string(200 * kMiB)});
  const StepOutcome more = run_one(spec);
  EXPECT_EQ(verdict_name(more.verdict), "OLE");
  EXPECT_TRUE(more.killed_by_sandbox);
  EXPECT_GT(more.out.bytes, 64 * kMiB);
  EXPECT_EQ(more.out.data.size(), 64u << 10);
}

TEST(Limits, BothStreamsAreCountedAtOnce) {
  RunSpec spec =
      shell("head -c 3000001 /dev/zero & head -c 2000003 /dev/zero >&2 & wait; printf end; exit 7");
  spec.limits.output_bytes = 1024;
  const StepOutcome outcome = run_one(spec);
  EXPECT_EQ(outcome.out.bytes, 3'000'004u);
  EXPECT_EQ(outcome.err.bytes, 2'000'003u);
  EXPECT_EQ(outcome.exit_code, 7);
}

TEST(Limits, OutputHeldOpenByAChildDoesNotHoldTheCall) {
  const auto began = steady_clock::now();
  const StepOutcome outcome = run_one(shell("(sleep 60; echo late) & echo at once"));
  EXPECT_EQ(outcome.out.data, "at once\n");
  EXPECT_EQ(verdict_name(outcome.verdict), "OK");
  EXPECT_LT(steady_clock::now() - began, milliseconds(5000));
}

// What a runtime says that finds no memory where no cgroup tells of it.
TEST(Limits, ARuntimeThatEndsItselfAtTheCapIsAMemoryVerdict) {
  const std::unique_ptr<Executor> polled = start_polled();
  RunSpec spec = python("x = bytearray(3 << 30)");
  spec.limits.memory_bytes = 200 * kMiB;
  auto result = polled->run(spec, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(verdict_name(result->runs[0].verdict), "MLE");
  EXPECT_EQ(limit_name(result->runs[0].limit), "memory");
  EXPECT_TRUE(result->runs[0].inferred);
  EXPECT_FALSE(result->runs[0].killed_by_sandbox);
  EXPECT_EQ(result->runs[0].exit_code, 1);
  spec.run.argv.back() = "try: x = bytearray(3 << 30)\nexcept MemoryError: print('caught')";
  result = polled->run(spec, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(verdict_name(result->runs[0].verdict), "OK");
  EXPECT_EQ(result->runs[0].out.data, "caught\n");
  EXPECT_FALSE(result->runs[0].inferred);
}

// A program that leaves its limits at their defaults, and how it must end.
struct Glutton {
  std::vector<std::string> argv;
  const char* verdict;
  const char* limit;
};

// Those that use too much of something and are stopped at once, and those that time must stop.
const Glutton kGluttons[] = {{{"daemon", "60"}, "OK", ""},
                             {{"flood"}, "OLE", "output"},
                             {{"hold", "2900"}, "MLE", "memory"},
                             {{"hold_many", "30", "100"}, "MLE", "memory"},
                             {{"many_files", "/tmp", "200000"}, "OK", ""}};
const Glutton kEndless[] = {{{"fork_bomb"}, "TLE", "wall"}, {{"thread_bomb"}, "TLE", "wall"},
                            {{"restless"}, "TLE", "wall"},  {{"stubborn"}, "TLE", "wall"},
                            {{"stopped"}, "TLE", "wall"},   {{"nap", "60000"}, "TLE", "wall"},
                            {{"spin", "1"}, "TLE", "wall"}};

void expect_stopped(Executor& with, const Glutton& glutton, const std::string& marker) {
  std::vector<std::string> arguments = glutton.argv;
  arguments.push_back(marker);
  const auto began = steady_clock::now();
  const auto result = with.run(abuse(arguments), {});
  const auto spent = steady_clock::now() - began;
  ASSERT_TRUE(result.ok()) << glutton.argv[0] << result.error().message;
  const StepOutcome& run = result->runs[0];
  EXPECT_EQ(verdict_name(run.verdict), glutton.verdict) << glutton.argv[0] << run.out.data;
  EXPECT_EQ(limit_name(run.limit), glutton.limit) << glutton.argv[0];
  if (run.limit != LimitHit::kWall) return;
  EXPECT_GE(run.wall, milliseconds(10'000)) << glutton.argv[0];
  EXPECT_LE(run.wall, milliseconds(10'000) + patience(milliseconds(100))) << glutton.argv[0];
  // Seven whole trees have to go at the same moment before the answers come.
  EXPECT_LE(spent, milliseconds(10'000) + patience(milliseconds(400))) << glutton.argv[0];
}

// With default limits and other runs beside them, which must not notice: first one at a time, then
// all that are endless at once.
void expect_gluttons_are_stopped(Executor& with) {
  const Traces before = traces();
  const std::string marker = std::to_string(700'000'000 + ::getpid());
  std::atomic<bool> over{false};
  std::atomic<int> fine{0};
  std::atomic<int> disturbed{0};
  std::thread beside([&] {
    while (!over) {
      const auto result = with.run(shell("echo fine"), {});
      ++(result.ok() && result->runs[0].out.data == "fine\n" ? fine : disturbed);
    }
  });
  for (const Glutton& glutton : kGluttons) expect_stopped(with, glutton, marker);
  std::vector<std::thread> threads;
  for (const Glutton& glutton : kEndless)
    threads.emplace_back([&] { expect_stopped(with, glutton, marker); });
  for (auto& thread : threads) thread.join();
  over = true;
  beside.join();
  EXPECT_EQ(disturbed, 0);
  EXPECT_GT(fine, 10);
  EXPECT_TRUE(within(patience(milliseconds(1000)), [&] { return processes_with(marker).empty(); }));
  EXPECT_EQ(traces(), before);
}

TEST(LimitsByDefault, StopEverything) { expect_gluttons_are_stopped(executor()); }

TEST(LimitsByDefault, StopEverythingWithoutACgroup) {
  if (!missing("memory_cgroup").empty())
    GTEST_SKIP() << "StopEverything ran without one: " << missing("memory_cgroup");
  expect_gluttons_are_stopped(*start_polled());
}

}  // namespace
}  // namespace codecalc::sandbox::testing
