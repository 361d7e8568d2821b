// Threads share the state, so that the last steps of an ending thread never touch freed memory.
#include "protocol/worker_pool.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace codecalc::protocol {

struct WorkerPool::State {
  explicit State(const Options& o) : options(o) {}
  const Options options;
  std::mutex mutex;
  std::condition_variable work_ready;
  std::condition_variable thread_ended;
  std::deque<std::function<void()>> queue;
  std::size_t threads = 0;
  std::size_t idle = 0;
  bool stopping = false;
};

WorkerPool::WorkerPool(const Options& options) : state_(std::make_shared<State>(options)) {}

WorkerPool::~WorkerPool() {
  std::unique_lock lock(state_->mutex);
  state_->stopping = true;
  state_->queue.clear();
  state_->work_ready.notify_all();
  state_->thread_ended.wait(lock, [this] { return state_->threads == 0; });
}

bool WorkerPool::submit(std::function<void()> task) {
  std::unique_lock lock(state_->mutex);
  if (state_->stopping) return false;
  state_->queue.push_back(std::move(task));
  if (state_->idle >= state_->queue.size() || state_->threads >= state_->options.max_threads) {
    lock.unlock();
    state_->work_ready.notify_one();
    return true;
  }
  ++state_->threads;
  try {
    std::thread(work, state_).detach();
  } catch (const std::system_error&) {
    // The host gives no more threads: those that run will take the task, if there is any.
    if (--state_->threads > 0) return true;
    state_->queue.pop_back();
    return false;
  }
  return true;
}

std::size_t WorkerPool::thread_count() const {
  const std::lock_guard lock(state_->mutex);
  return state_->threads;
}

void WorkerPool::work(const std::shared_ptr<State>& state) {
  std::unique_lock lock(state->mutex);
  for (;;) {
    ++state->idle;
    const bool ready = state->work_ready.wait_for(
        lock, state->options.idle_time, [&] { return state->stopping || !state->queue.empty(); });
    --state->idle;
    if (!ready || state->stopping) break;
    auto task = std::move(state->queue.front());
    state->queue.pop_front();
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
  }
  --state->threads;
  state->thread_ended.notify_all();
}

}  // namespace codecalc::protocol
