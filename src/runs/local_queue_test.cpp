// The queue with an executor that does as it is told.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

#include "runs/queue.h"

namespace codecalc::runs {
namespace {

/// A run lasts until it is let go or killed.
class SlowExecutor final : public sandbox::Executor {
 public:
  Result<sandbox::RunOutcome> run(const sandbox::RunSpec& spec,
                                  const sandbox::RunControl& control) override {
    std::atomic<bool> killed{false};
    control.subscribe_cancel([&] {
      killed = true;
      const std::lock_guard lock(mutex);
      changed.notify_all();
    });
    std::unique_lock lock(mutex);
    ++started;
    changed.wait(lock, [&] { return open || killed; });
    if (killed) return Error{Code::kWorkerFailure, "The run was cancelled.", "", ""};
    sandbox::RunOutcome outcome;
    outcome.runs.emplace_back();
    outcome.runs[0].out.data = spec.inputs[0];
    outcome.runs[0].out.bytes = spec.inputs[0].size();
    return outcome;
  }
  Result<sandbox::HostReport> host_report() override { return sandbox::HostReport{}; }

  void let_go() {
    const std::lock_guard lock(mutex);
    open = true;
    changed.notify_all();
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool open = false;
  int started = 0;
};

class LocalQueueTest : public testing::Test {
 protected:
  LocalQueueTest() {
    char name[] = "/tmp/codecalc-queue-XXXXXX";
    base = ::mkdtemp(name);
    std::ofstream(base + "/bash") << "#!/bin/sh\n";
    ::chmod((base + "/bash").c_str(), 0755);
    settings.state_dir = base + "/runs";
    languages = std::make_unique<runtimes::Languages>(base);
  }
  ~LocalQueueTest() override { std::filesystem::remove_all(base); }

  std::unique_ptr<RunQueue> open() {
    auto queue = open_local_queue(
        settings, [this] { return execution::Host{&executor, *languages, config}; });
    EXPECT_TRUE(queue.ok());
    return *std::move(queue);
  }
  static Submission bash(const std::string& input, std::optional<std::string> key = {}) {
    Submission s;
    s.language = "bash";
    s.source = "the source";
    s.input = input;
    s.provider_id = "local";
    s.idempotency_key = std::move(key);
    return s;
  }
  static RunView wait(RunQueue& queue, const std::string& id) {
    for (int i = 0; i < 1000; ++i) {
      auto view = queue.inspect(id);
      if (view->record.finished) return *view;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "the run did not end";
    return {};
  }

  std::string base;
  RunSettings settings;
  Config config;
  SlowExecutor executor;
  std::unique_ptr<runtimes::Languages> languages;
};

TEST_F(LocalQueueTest, RunsEndWithTheirResult) {
  const auto queue = open();
  const auto begun = queue->submit(bash("hello"));
  ASSERT_TRUE(begun.ok());
  EXPECT_FALSE(begun->record.finished);
  EXPECT_NEAR(begun->record.deadline - begun->record.started_at, 10, 0.001);
  EXPECT_EQ(queue->inspect(begun->record.run_id)->result, nullptr);
  executor.let_go();
  const RunView ended = wait(*queue, begun->record.run_id);
  EXPECT_EQ(ended.record.verdict, "OK");
  EXPECT_EQ(ended.record.exit_code, 0);
  EXPECT_EQ(ended.record.out_bytes, 5);
  EXPECT_EQ(std::get<execution::Envelope>(*ended.result).out_text, "hello");
  EXPECT_FALSE(queue->inspect("nope"));
  EXPECT_FALSE(queue->cancel("nope"));
}

TEST_F(LocalQueueTest, SixtyFourAtOnceAndNoMore) {
  const auto queue = open();
  std::vector<std::string> ids;
  for (int i = 0; i < 64; ++i) ids.push_back(queue->submit(bash(std::to_string(i)))->record.run_id);
  EXPECT_EQ(code_name(queue->submit(bash("more")).error().code), "resource_exhausted");
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 64u);
  executor.let_go();
  for (int i = 0; i < 64; ++i) {
    const RunView ended = wait(*queue, ids[static_cast<std::size_t>(i)]);
    EXPECT_EQ(std::get<execution::Envelope>(*ended.result).out_text, std::to_string(i));
  }
  EXPECT_TRUE(queue->submit(bash("more")).ok());
}

TEST_F(LocalQueueTest, CancelEndsARunOnce) {
  const auto queue = open();
  const std::string id = queue->submit(bash("x"))->record.run_id;
  const auto first = queue->cancel(id);
  EXPECT_TRUE(first->cancelled);
  EXPECT_TRUE(first->view.record.finished);
  EXPECT_TRUE(first->view.record.cancelled);
  const auto second = queue->cancel(id);
  EXPECT_FALSE(second->cancelled);
  EXPECT_TRUE(second->view.record.finished);
}

TEST_F(LocalQueueTest, AKeyNamesOneRun) {
  std::string id;
  {
    const auto queue = open();
    executor.let_go();
    id = queue->submit(bash("x", "key"))->record.run_id;
    EXPECT_EQ(queue->submit(bash("x", "key"))->record.run_id, id);
    EXPECT_NE(queue->submit(bash("x", "other"))->record.run_id, id);
    EXPECT_NE(queue->submit(bash("x"))->record.run_id, id);
    EXPECT_EQ(code_name(queue->submit(bash("y", "key")).error().code), "validation");
    wait(*queue, id);
  }
  const auto queue = open();  // the next server knows it too
  EXPECT_EQ(queue->submit(bash("x", "key"))->record.run_id, id);
}

TEST_F(LocalQueueTest, ARestartKeepsTheFactsAndNoTexts) {
  std::string id;
  {
    const auto queue = open();
    executor.let_go();
    id = queue->submit(bash("the input", "the key"))->record.run_id;
    wait(*queue, id);
  }
  std::ostringstream text;
  for (const auto& entry : std::filesystem::directory_iterator(settings.state_dir))
    text << std::ifstream(entry.path()).rdbuf();
  EXPECT_NE(text.str().find(id), std::string::npos);
  for (const char* secret : {"the source", "the input", "the key"})
    EXPECT_EQ(text.str().find(secret), std::string::npos) << secret;
  const auto queue = open();
  const auto view = queue->inspect(id);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->record.verdict, "OK");
  EXPECT_EQ(view->record.exit_code, 0);
  EXPECT_EQ(view->record.out_bytes, 9);
  EXPECT_EQ(view->result, nullptr);
  EXPECT_FALSE(queue->cancel(id)->cancelled);
}

}  // namespace
}  // namespace codecalc::runs
