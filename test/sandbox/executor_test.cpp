// The executor as its callers use it: steps, inputs, files, folders, output as it comes,
// cancellation.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

namespace codecalc::sandbox::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Executor, GivesInputOutputAndStatus) {
  RunSpec spec = shell("cat; echo to stderr >&2; exit 5");
  spec.inputs = {"line one\nline two\n"};
  const StepOutcome outcome = run_one(spec);
  EXPECT_EQ(outcome.out.data, "line one\nline two\n");
  EXPECT_EQ(outcome.err.data, "to stderr\n");
  EXPECT_EQ(outcome.exit_code, 5);
  EXPECT_EQ(verdict_name(outcome.verdict), "RTE");
}

TEST(Executor, PassesInputsLargerThanAPipe) {
  RunSpec spec = shell("wc -c; sleep 0");
  spec.inputs = {std::string(5'000'000, 'i')};
  EXPECT_EQ(run_one(spec).out.data, "5000000\n");
}

TEST(Executor, IgnoresInputThatIsNotRead) {
  RunSpec spec = shell("echo done");
  spec.inputs = {std::string(5'000'000, 'i')};
  const StepOutcome outcome = run_one(spec);
  EXPECT_EQ(outcome.out.data, "done\n");
  EXPECT_EQ(verdict_name(outcome.verdict), "OK");
}

TEST(Executor, ProgramsCanOpenTheirStandardStreams) {
  RunSpec spec = shell("cat /dev/stdin > /dev/stdout; echo e > /dev/stderr");
  spec.inputs = {"through the device\n"};
  const StepOutcome outcome = run_one(spec);
  EXPECT_EQ(outcome.out.data, "through the device\n");
  EXPECT_EQ(outcome.err.data, "e\n");
}

TEST(Executor, EnvironmentIsWhatWasGiven) {
  RunSpec spec;
  spec.run.argv = {"/usr/bin/env"};
  EXPECT_EQ(run_one(spec).out.data, "");
  spec.run.env = {"ONE=1", "TWO=2"};
  EXPECT_EQ(run_one(spec).out.data, "ONE=1\nTWO=2\n");
}

TEST(Executor, WritesFilesOfTheJob) {
  RunSpec spec = shell("cat a/b/file.txt; ./run.sh; ls -l a/b/file.txt | cut -c1-10; pwd");
  spec.files = {{.path = "a/b/file.txt", .content = "content\n"},
                {.path = "run.sh", .content = "#!/bin/sh\necho ran\n", .executable = true},
                {.path = "big", .content = std::string(3'000'000, 'b')}};
  EXPECT_EQ(run_one(spec).out.data, "content\nran\n-rw-r--r--\n/box\n");
}

TEST(Executor, RefusesFilesOutsideTheWorkFolder) {
  for (const char* path : {"../x", "/etc/x", "a/../../x", "", "a//b", "./x"}) {
    RunSpec spec = shell("true");
    spec.files = {{.path = path, .content = "x"}};
    const auto result = executor().run(spec, {});
    EXPECT_FALSE(result.ok()) << path;
  }
}

TEST(Executor, ACommandThatIsNotThereIsAnError) {
  RunSpec spec;
  spec.run.argv = {"/usr/bin/no-such-program"};
  const auto result = executor().run(spec, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::kRuntimeUnavailable);
  EXPECT_EQ(result.error().message,
            "/usr/bin/no-such-program cannot be executed: No such file or directory.");
}

TEST(Executor, AnUnpreparedSandboxIsNoMissingRuntime) {
  RunSpec spec = shell("true");
  spec.files = {{.path = "../x", .content = "x"}};
  const auto result = executor().run(spec, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(code_name(result.error().code), "worker_failure");
  EXPECT_EQ(result.error().message,
            "The sandbox could not be prepared: a work file's path: Invalid argument.");
  EXPECT_NE(result.error().remedy.find("codecalc doctor"), std::string::npos);
}

TEST(Executor, CompilesOnceAndRunsOnEachInput) {
  RunSpec spec = shell("read n; echo $((n * n)) $(cat compiled)");
  spec.compile = shell("echo compiled >> compiled; date +%N >> compiled; wc -l < compiled").run;
  spec.inputs = {"2\n", "3\n", "4\n"};
  const RunOutcome outcome = run_all(spec);
  EXPECT_EQ(outcome.phase, Phase::kRun);
  EXPECT_EQ(outcome.compile.out.data, "2\n");
  ASSERT_EQ(outcome.runs.size(), 3u);
  const std::string tail = outcome.runs[0].out.data.substr(1);
  EXPECT_EQ(outcome.runs[0].out.data.substr(0, 2), "4 ");
  EXPECT_EQ(outcome.runs[1].out.data, "9" + tail) << "compiled again";
  EXPECT_EQ(outcome.runs[2].out.data, "16" + tail);
}

TEST(Executor, ACompileErrorEndsTheRun) {
  RunSpec spec = shell("echo never");
  spec.compile = shell("echo 'error: line 1' >&2; exit 1").run;
  const RunOutcome outcome = run_all(spec);
  EXPECT_EQ(outcome.phase, Phase::kCompile);
  EXPECT_TRUE(outcome.runs.empty());
  EXPECT_EQ(outcome.compile.exit_code, 1);
  EXPECT_EQ(outcome.compile.err.data, "error: line 1\n");
}

TEST(Executor, CompileAndRunsShareTheWallClock) {
  RunSpec spec = shell("sleep 0.3");
  spec.compile = shell("sleep 0.3").run;
  spec.inputs = {"", "", "", "", ""};
  spec.limits.wall = milliseconds(1000);
  const RunOutcome outcome = run_all(spec);
  ASSERT_GE(outcome.runs.size(), 1u);
  ASSERT_LE(outcome.runs.size(), 3u);
  EXPECT_EQ(verdict_name(outcome.runs.back().verdict), "TLE");
}

TEST(Executor, NothingOfOneInputsRunReachesTheNext) {
  RunSpec spec = abuse({"daemon", "30"});
  spec.inputs = {"", ""};
  const RunOutcome first = run_all(spec);
  ASSERT_EQ(first.runs.size(), 2u);
  RunSpec look = shell("ls /proc | grep -c '^[0-9]'; (sleep 100 &) ; echo x");
  look.inputs = {"", "", ""};
  const RunOutcome outcome = run_all(look);
  ASSERT_EQ(outcome.runs.size(), 3u);
  for (const StepOutcome& run : outcome.runs) EXPECT_EQ(run.out.data, outcome.runs[0].out.data);
}

TEST(Executor, ARunThatFailsDoesNotStopTheOthers) {
  RunSpec spec = shell("read n; exit $n");
  spec.inputs = {"1\n", "0\n", "2\n"};
  const RunOutcome outcome = run_all(spec);
  ASSERT_EQ(outcome.runs.size(), 3u);
  EXPECT_EQ(outcome.runs[0].exit_code, 1);
  EXPECT_EQ(outcome.runs[1].exit_code, 0);
  EXPECT_EQ(outcome.runs[2].exit_code, 2);
}

TEST(Executor, RunsAreFresh) {
  const char* script =
      "ls -A /box /tmp /dev/shm; touch /box/a /tmp/b /dev/shm/c; cat /proc/sys/kernel/hostname";
  const std::string first = run_one(shell(script)).out.data;
  EXPECT_EQ(first, "/box:\n\n/dev/shm:\n\n/tmp:\nsandbox\n");
  EXPECT_EQ(run_one(shell(script)).out.data, first);
}

TEST(Executor, ShowsReadOnlyFolders) {
  const std::string folder = setup().folder + "/runtime";
  fs::create_directories(folder + "/bin");
  std::ofstream(folder + "/bin/data") << "of the runtime\n";
  ::chmod(folder.c_str(), 0755);
  RunSpec spec = shell("cat " + folder +
                       "/bin/data /opt/rt/bin/data /tmp/rt/bin/data; "
                       "touch /opt/rt/x || echo read-only");
  spec.read_only = {{folder, ""}, {folder, "/opt/rt"}, {folder, "/tmp/rt"}};
  const StepOutcome outcome = run_one(spec);
  EXPECT_EQ(outcome.out.data, "of the runtime\nof the runtime\nof the runtime\nread-only\n")
      << outcome.err.data;
}

TEST(Executor, NamesAFolderThatIsNotThere) {
  RunSpec spec = shell("true");
  spec.read_only = {{"/no/such/folder", ""}};
  const auto result = executor().run(spec, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::kRuntimeUnavailable);
  EXPECT_NE(result.error().message.find("/no/such/folder"), std::string::npos);
}

TEST(Executor, SeedsArePrivateCopies) {
  const std::string folder = setup().folder + "/seed";
  fs::create_directories(folder + "/deep/er");
  std::ofstream(folder + "/deep/er/cache") << "warm\n";
  std::error_code ignored;
  fs::create_symlink("deep/er/cache", folder + "/link", ignored);
  RunSpec spec = shell(
      "cat .cache/x/link; echo mine >> .cache/x/deep/er/cache; "
      "cat .cache/x/deep/er/cache; touch .cache/y");
  spec.seeds = {{folder, "/box/.cache/x"}};
  for (int i = 0; i < 2; ++i) {
    const StepOutcome outcome = run_one(spec);
    EXPECT_EQ(outcome.out.data, "warm\nwarm\nmine\n") << outcome.err.data;
  }
  std::ifstream in(folder + "/deep/er/cache");
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "warm");
}

TEST(Executor, ASessionsFolderIsWritableAndStays) {
  const std::string folder = setup().folder + "/session";
  fs::create_directories(folder);
  RunSpec spec = shell("cat note 2>/dev/null; echo written > note; mkdir -p d; pwd; ls -ln note");
  spec.session_folder = folder;
  const auto first = executor().run(spec, {});
  // Some file systems of containers cannot show a file as another user's.
  if (!first.ok() && first.error().message.find("map the owner") != std::string::npos)
    GTEST_SKIP() << first.error().message;
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_NE(first->runs[0].out.data.find("/box\n-rw-r--r-- 1 "), std::string::npos);
  EXPECT_EQ(run_one(spec).out.data.substr(0, 8), "written\n");
  struct stat info{};
  ASSERT_EQ(::stat((folder + "/note").c_str(), &info), 0);
  EXPECT_EQ(info.st_uid, ::geteuid()) << "the file belongs to the folder's owner";
  EXPECT_TRUE(fs::is_directory(folder + "/d"));
}

TEST(Executor, LinksInASessionsFolderLeadNowhere) {
  const std::string folder = setup().folder + "/linked";
  const std::string target = setup().folder + "/target";
  fs::create_directories(folder);
  fs::create_directories(target);
  std::error_code ignored;
  fs::create_directory_symlink(target, folder + "/out", ignored);
  RunSpec spec = shell("cat out/x; echo done");
  spec.session_folder = folder;
  spec.files = {{.path = "out/x", .content = "x"}};
  const auto result = executor().run(spec, {});
  EXPECT_FALSE(result.ok());
  EXPECT_TRUE(fs::is_empty(target));
}

TEST(Executor, OutputComesWhileTheProgramRuns) {
  RunSpec spec = shell("echo one; sleep 0.3; echo two; echo err >&2; sleep 0.3; echo three");
  std::mutex mutex;
  std::string out;
  std::string err;
  std::vector<std::chrono::steady_clock::time_point> times;
  RunControl control;
  control.observer.on_output = [&](bool is_stderr, std::string_view piece) {
    const std::lock_guard<std::mutex> lock(mutex);
    (is_stderr ? err : out) += piece;
    times.push_back(std::chrono::steady_clock::now());
  };
  const auto result = executor().run(spec, control);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(out, "one\ntwo\nthree\n");
  EXPECT_EQ(err, "err\n");
  EXPECT_EQ(result->runs[0].out.data, out);
  ASSERT_GE(times.size(), 3u);
  EXPECT_GE(times.back() - times.front(), milliseconds(500));
}

TEST(Executor, CancellingEndsTheRunAndItsProcesses) {
  RunControl control;
  std::promise<std::function<void()>> handle;
  control.subscribe_cancel = [&](std::function<void()> cancel) {
    handle.set_value(std::move(cancel));
  };
  auto run = std::async(std::launch::async,
                        [&] { return executor().run(abuse({"nap", "777001"}), control); });
  const std::function<void()> cancel = handle.get_future().get();
  const std::string marker = std::string("nap\0", 4) + "777001";
  ASSERT_TRUE(within(seconds(10), [&] { return !processes_with(marker).empty(); }));
  cancel();
  ASSERT_EQ(run.wait_for(seconds(10)), std::future_status::ready);
  EXPECT_FALSE(run.get().ok());
  EXPECT_TRUE(within(patience(milliseconds(1000)), [&] { return processes_with(marker).empty(); }));
  cancel();  // again, after the end: nothing happens
}

TEST(Executor, ManyRunsAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 12; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) {
        RunSpec spec = shell("read x; echo $((x + 1))");
        const int value = t * 100 + i;
        spec.inputs = {std::to_string(value) + "\n"};
        spec.no_net = i % 2 == 0;
        const auto result = executor().run(spec, {});
        if (result.ok() && result->runs[0].out.data == std::to_string(value + 1) + "\n") ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 120);
}

TEST(Executor, MoreRunsThanCellsWaitTheirTurn) {
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 90; ++t) {
    threads.emplace_back([&] {
      RunSpec spec = shell("sleep 0.2; echo ok");
      const auto result = executor().run(spec, {});
      if (result.ok() && result->runs[0].out.data == "ok\n") ++right;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 90);
}

TEST(Executor, AProgramBesideABombIsUntouched) {
  RunSpec bomb = abuse({"fork_bomb"});
  bomb.limits.wall = milliseconds(1500);
  auto run = std::async(std::launch::async, [&] { return executor().run(bomb, {}); });
  std::this_thread::sleep_for(milliseconds(200));
  RunSpec spec = shell("for i in 1 2 3 4 5; do /bin/true || echo failed; done; echo fine");
  spec.limits.wall = seconds(20);
  EXPECT_EQ(run_one(spec).out.data, "fine\n");
  const auto bombed = run.get();
  ASSERT_TRUE(bombed.ok());
  EXPECT_EQ(verdict_name(bombed->runs[0].verdict), "TLE");
}

TEST(Executor, MemoryErrorsAreMemoryVerdicts) {
  RunSpec spec = python("x = bytearray(10**13)");
  const StepOutcome refused = run_one(spec);
  EXPECT_EQ(verdict_name(refused.verdict), "MLE");
  EXPECT_TRUE(refused.inferred);
  EXPECT_EQ(refused.exit_code, 1);
  const StepOutcome caught =
      run_one(python("try:\n  x = bytearray(10**13)\nexcept MemoryError:\n"
                     "  print('caught')"));
  EXPECT_EQ(verdict_name(caught.verdict), "OK");
  EXPECT_EQ(caught.out.data, "caught\n");
}

TEST(Executor, ReportsTheHost) {
  const auto report = executor().host_report();
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->level, setup().root ? "A" : "B");
  for (const char* layer : {"mount_namespace", "pid_namespace", "seccomp", "landlock"})
    EXPECT_NE(std::find(report->layers.begin(), report->layers.end(), layer), report->layers.end())
        << layer;
}

TEST(Executor, AMissingLauncherIsAnError) {
  const auto none = start_executor("/no/such/launcher");
  const auto result = none->run(shell("true"), {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Code::kRuntimeUnavailable);
  EXPECT_NE(result.error().message.find("/no/such/launcher"), std::string::npos);
}

}  // namespace
}  // namespace codecalc::sandbox::testing
