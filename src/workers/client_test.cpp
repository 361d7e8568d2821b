// Client and worker together: answers, limits, deaths, cancelling, many calls at once.
#include "workers/client.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <thread>
#include <vector>

namespace codecalc::workers {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

ClientOptions echo_worker() {
  return {.name = "echo",
          .binaries = {"/nonexistent", CODECALC_ECHO_WORKER},
          .missing_message = "no echo",
          .missing_remedy = "install it"};
}

milliseconds since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

std::string outcome(const Result<std::string>& r) {
  return r.ok() ? "=" + *r : std::string(code_name(r.error().code));
}

TEST(Client, NamesAMissingWorker) {
  Client client({.name = "x", .binaries = {"/nonexistent"}, .missing_message = "gone"});
  client.prewarm();
  const auto r = client.call("a", {});
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.error().code, Code::kDependencyMissing);
  EXPECT_EQ(r.error().message, "gone");
  EXPECT_EQ(client.binary(), "");
}

TEST(Client, AnswersAndNamesFailures) {
  Client client(echo_worker());
  client.prewarm();
  struct Case {
    const char* body;
    const char* expected;
  };
  const Case cases[] = {
      {"echo hello", "=hello"},
      {"throw", "worker_failure"},
      {"abort", "worker_failure"},
      {"memory", "resource_exhausted"},
      {"deep", "resource_exhausted"},
      {"network", "=refused"},
      {"open", "=refused"},
      {"exec", "=refused"},
      {"provisional", "=early"},
      {"kill", "=refused"},
      {"echo still here", "=still here"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(
        outcome(client.call(c.body, {.wall_ms = 20'000, .cpu_ms = 10'000, .memory_mib = 200})),
        c.expected)
        << c.body;
  }
}

TEST(Client, EndsARunawayAtItsWallLimit) {
  Client client(echo_worker());
  const auto start = steady_clock::now();
  EXPECT_EQ(outcome(client.call("spin", {.wall_ms = 300})), "timeout");
  EXPECT_LT(since(start), milliseconds(2'500));
  EXPECT_EQ(outcome(client.call("echo a", {})), "=a");
}

TEST(Client, EndsAtOnceWhenStopped) {
  Client client(echo_worker());
  std::stop_source source;
  const auto start = steady_clock::now();
  std::jthread stopper([&source] {
    std::this_thread::sleep_for(milliseconds(100));
    source.request_stop();
  });
  EXPECT_EQ(outcome(client.call("spin", {.wall_ms = 30'000}, source.get_token())), "timeout");
  EXPECT_LT(since(start), milliseconds(5'000));
  EXPECT_EQ(outcome(client.call("spin", {.wall_ms = 30'000}, source.get_token())), "timeout");
}

TEST(Client, StartsADeadWorkerAgain) {
  Client client(echo_worker());
  EXPECT_EQ(outcome(client.call("echo a", {})), "=a");
  const pid_t worker = client.process();
  ASSERT_GT(worker, 1);
  ::kill(worker, SIGKILL);
  // The call that meets the death may fail; the one after it must not.
  (void)client.call("echo b", {});
  EXPECT_EQ(outcome(client.call("echo b", {})), "=b");
}

TEST(Client, ServesManyThreads) {
  Client client(echo_worker());
  std::vector<std::jthread> threads;
  std::vector<std::string> seen(24);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back(
        [&client, &seen, i] { seen[i] = outcome(client.call("echo " + std::to_string(i), {})); });
  }
  threads.clear();
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], "=" + std::to_string(i));
}

}  // namespace
}  // namespace codecalc::workers
