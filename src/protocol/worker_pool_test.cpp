// Threads on demand, within a bound, and gone when idle.
#include "protocol/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace codecalc::protocol {
namespace {

using std::chrono::milliseconds;

/// Holds tasks until it is opened, and counts those that came.
class Gate {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  bool wait_for(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(10), [&] { return waiting_ >= count; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_ = 0;
  bool open_ = false;
};

TEST(WorkerPool, GrowsToItsBoundAndRunsEverything) {
  Gate gate;
  std::atomic<int> done{0};
  {
    WorkerPool pool({.max_threads = 3});
    EXPECT_EQ(pool.thread_count(), 0u);
    for (int i = 0; i < 10; ++i) {
      EXPECT_TRUE(pool.submit([&] {
        gate.pass();
        ++done;
      }));
    }
    EXPECT_TRUE(gate.wait_for(3));
    EXPECT_EQ(pool.thread_count(), 3u);
    gate.open();
    EXPECT_TRUE(gate.wait_for(10));
  }
  EXPECT_EQ(done, 10);
}

TEST(WorkerPool, OneThreadServesOneCallAfterAnother) {
  WorkerPool pool({.max_threads = 8});
  for (int i = 0; i < 50; ++i) {
    Gate gate;
    gate.open();
    EXPECT_TRUE(pool.submit([&] { gate.pass(); }));
    EXPECT_TRUE(gate.wait_for(1));
    std::this_thread::sleep_for(milliseconds(2));
  }
  EXPECT_LE(pool.thread_count(), 2u);
}

TEST(WorkerPool, IdleThreadsEnd) {
  WorkerPool pool({.max_threads = 4, .idle_time = milliseconds(20)});
  EXPECT_TRUE(pool.submit([] {}));
  for (int i = 0; i < 500 && pool.thread_count() > 0; ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(pool.thread_count(), 0u);
  std::atomic<bool> ran{false};
  EXPECT_TRUE(pool.submit([&] { ran = true; }));
  for (int i = 0; i < 500 && !ran; ++i) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace codecalc::protocol
