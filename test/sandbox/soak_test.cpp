// Many runs of many kinds: what the launcher holds must not grow. CODECALC_SOAK_RUNS says how many.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include <unistd.h>

#include "support.h"

namespace codecalc::sandbox::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr int kThreads = 4;

// What a process holds.
struct Holdings {
  long memory_kb = 0;
  long descriptors = 0;
  long children = 0;
};

long entries(const fs::path& folder) {
  std::error_code ignored;
  return std::distance(fs::directory_iterator(folder, ignored), fs::directory_iterator());
}

Holdings holdings_of(int pid) {
  const fs::path folder = "/proc/" + std::to_string(pid);
  Holdings found;
  std::ifstream status(folder / "status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) found.memory_kb = std::atol(line.c_str() + 8);
  }
  found.descriptors = entries(folder / "fd");
  std::error_code ignored;
  for (const auto& task : fs::directory_iterator(folder / "task", ignored)) {
    std::ifstream children(task.path() / "children");
    for (int child = 0; children >> child;) ++found.children;
  }
  return found;
}

int launcher_pid() {
  std::error_code ignored;
  for (const auto& task : fs::directory_iterator("/proc/self/task", ignored)) {
    std::ifstream children(task.path() / "children");
    for (int child = 0; children >> child;) {
      std::ifstream name("/proc/" + std::to_string(child) + "/comm");
      std::string text;
      if (std::getline(name, text) && text.starts_with("codecalc-exec")) return child;
    }
  }
  return -1;
}

struct Kind {
  RunSpec spec;
  const char* verdict;
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  all.push_back({shell("read x; echo $x"), "OK"});
  all.push_back({shell("head -c 300000 /dev/zero"), "OLE"});
  all.push_back({abuse({"daemon", "60"}), "OK"});
  all.push_back({abuse({"hold", "20"}), "OK"});
  all.push_back({abuse({"forks", "10"}), "OK"});
  all.push_back({abuse({"file", "/tmp", "2", "3"}), "OK"});
  all.push_back({abuse({"signal_self", "9"}), "RTE"});
  all.push_back({abuse({"nap", "60000"}), "TLE"});
  all.back().spec.limits.wall = milliseconds(60);
  all.push_back({abuse({"hold", "60"}), "MLE"});
  all.back().spec.limits.memory_bytes = 30 << 20;
  all.push_back({shell("cat compiled"), "OK"});
  all.back().spec.compile = shell("echo yes > compiled").run;
  all.back().spec.inputs = {"", "x"};
  // An interpreter that may have been started ahead.
  all.push_back({python(""), "OK"});
  all.back().spec.files = {{.path = "main.py", .content = "print(sum(range(10)))\n"}};
  all.back().spec.run.argv = {"/usr/bin/python3", "-I", "main.py"};
  all.back().spec.opened_last = "main.py";
  for (std::size_t i = 0; i < all.size(); ++i) all[i].spec.no_net = i % 2 == 0;
  return all;
}

// Runs that many of them on several threads, each with the verdict that it must have.
void run_many(const std::vector<Kind>& all, int count) {
  std::atomic<int> next{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = next++; i < count; i = next++) {
        const Kind& kind = all[static_cast<std::size_t>(i) % all.size()];
        const auto result = executor().run(kind.spec, {});
        if (!result.ok() || verdict_name(result->runs.back().verdict) != kind.verdict) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Soak, NothingGrows) {
  const char* const asked = std::getenv("CODECALC_SOAK_RUNS");
  const int runs = asked != nullptr ? std::max(100, std::atoi(asked)) : 500;
  const std::vector<Kind> all = kinds();
  const Traces traces_before = traces();
  // Until the stock of cells, the slots' cgroups and the allocators have their size.
  run_many(all, 200);
  std::this_thread::sleep_for(milliseconds(200));
  const int launcher = launcher_pid();
  ASSERT_GT(launcher, 0);
  const Holdings before = holdings_of(launcher);
  const Holdings own_before = holdings_of(::getpid());
  const std::size_t cgroups_before = launcher_cgroups().size();
  run_many(all, runs);
  std::this_thread::sleep_for(milliseconds(200));
  const Holdings after = holdings_of(launcher);
  const Holdings own_after = holdings_of(::getpid());
  std::printf("%d runs: launcher %ld -> %ld kB, %ld -> %ld descriptors, %ld -> %ld children\n",
              runs, before.memory_kb, after.memory_kb, before.descriptors, after.descriptors,
              before.children, after.children);
  // The stock may be some cells larger, each with a dozen descriptors.
  EXPECT_EQ(launcher_pid(), launcher) << "the launcher was started again";
  EXPECT_LE(after.memory_kb, before.memory_kb + 1024);
  EXPECT_LE(after.children, before.children + 6);
  // Root alone may look at the launcher's.
  EXPECT_GT(before.descriptors, setup().root ? 20 : -1);
  EXPECT_LE(after.descriptors, before.descriptors + 80);
  EXPECT_LE(own_after.memory_kb, own_before.memory_kb + 4096);
  EXPECT_LE(own_after.descriptors, own_before.descriptors + 2);
  EXPECT_LE(launcher_cgroups().size(), cgroups_before + 4);
  EXPECT_EQ(traces(), traces_before);
}

}  // namespace
}  // namespace codecalc::sandbox::testing
