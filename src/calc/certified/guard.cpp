// The allocator under FLINT, Arb, Calcium and GMP, and the threads that use it.
#include "calc/certified/guard.h"

#include <flint/flint.h>
#include <gmp.h>

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace codecalc::calc::certified {
namespace {

struct Scope;

struct alignas(16) Block {
  Block* next;
  Block* previous;
  Scope* scope;
  std::size_t size;
};

/// What is known of one thread's work. Its blocks form a ring through `ring`.
struct Scope {
  Allowance allowance;
  Block ring{&ring, &ring, nullptr, 0};
  std::size_t held = 0;
  unsigned calls = 0;
  bool stopped = false;
  Stop stop{};
};

thread_local Scope* current_scope = nullptr;

[[noreturn]] void stop_now(Scope& scope, codecalc_certified_status status, const char* why) {
  scope.stopped = true;
  scope.stop = {status, why};
  throw scope.stop;
}

/// Called before every allocation.
void check(Scope& scope, std::size_t size) {
  // Destructors that run while Stop passes may allocate; they must be let through.
  if (scope.stopped) return;
  if (size > scope.allowance.bytes || scope.held > scope.allowance.bytes - size) {
    stop_now(scope, CODECALC_CERTIFIED_LIMIT, "the calculation needs too much memory");
  }
  // The clock costs as much as a small allocation: ask it now and then.
  if (++scope.calls % 64 != 0 && size < 65536) return;
  if (std::chrono::steady_clock::now() > scope.allowance.deadline) {
    stop_now(scope, CODECALC_CERTIFIED_LIMIT, "the calculation takes too long");
  }
  if (scope.allowance.cancelled != nullptr &&
      scope.allowance.cancelled(scope.allowance.context) != 0) {
    stop_now(scope, CODECALC_CERTIFIED_CANCELLED, "the calculation was cancelled");
  }
}

void link(Block& block, Scope* scope, std::size_t size) {
  block.scope = scope;
  block.size = size;
  if (scope == nullptr) return;
  block.next = scope->ring.next;
  block.previous = &scope->ring;
  block.next->previous = &block;
  scope->ring.next = &block;
  scope->held += size;
}

void unlink(Block& block) {
  if (block.scope == nullptr) return;
  block.next->previous = block.previous;
  block.previous->next = block.next;
  block.scope->held -= block.size;
}

void* allocate(std::size_t size) {
  Scope* scope = current_scope;
  if (scope != nullptr) check(*scope, size);
  auto* block = static_cast<Block*>(std::malloc(sizeof(Block) + size));
  if (block == nullptr) {
    if (scope != nullptr && !scope->stopped) {
      stop_now(*scope, CODECALC_CERTIFIED_LIMIT, "not enough memory");
    }
    std::abort();
  }
  link(*block, scope, size);
  return block + 1;
}

void* allocate_zeroed(std::size_t count, std::size_t size) {
  if (size != 0 && count > static_cast<std::size_t>(-1) / size)
    return allocate(static_cast<std::size_t>(-1) / 2);
  void* memory = allocate(count * size);
  std::memset(memory, 0, count * size);
  return memory;
}

void release(void* memory) {
  if (memory == nullptr) return;
  Block* block = static_cast<Block*>(memory) - 1;
  unlink(*block);
  std::free(block);
}

void* reallocate(void* memory, std::size_t size) {
  if (memory == nullptr) return allocate(size);
  const std::size_t old = (static_cast<Block*>(memory) - 1)->size;
  void* fresh = allocate(size);
  std::memcpy(fresh, memory, old < size ? old : size);
  release(memory);
  return fresh;
}

void* gmp_reallocate(void* memory, std::size_t, std::size_t size) {
  return reallocate(memory, size);
}
void gmp_release(void* memory, std::size_t) { release(memory); }

/// The libraries call this on faults of their own (an exponent too large, an impossible inverse).
/// The attribute is part of the pointer's type for flint_set_abort; [[noreturn]] is not.
__attribute__((noreturn)) void library_fault() {
  if (current_scope != nullptr && !current_scope->stopped) {
    stop_now(*current_scope, CODECALC_CERTIFIED_LIMIT,
             "the calculation is beyond the algebra library");
  }
  std::abort();
}

/// A thread that answers one job after another: FLINT's pools and constants, which are kept for
/// each thread, cost several times what a usual question does.
class Worker {
 public:
  Worker() : thread_([this] { serve(); }) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      quit_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

  /// Runs one job to its end; false when it was stopped: then the worker is of no more use.
  bool run(const Job& job, const Allowance& allowance, Stop& stop) {
    std::unique_lock lock(mutex_);
    scope_.allowance = allowance;
    scope_.allowance.bytes += scope_.held;
    job_ = &job;
    wake_.notify_all();
    wake_.wait(lock, [this] { return job_ == nullptr; });
    stop = scope_.stop;
    return !scope_.stopped;
  }

  /// What its caches hold between jobs.
  std::size_t held() const { return scope_.held; }

 private:
  void serve() {
    current_scope = &scope_;
    std::unique_lock lock(mutex_);
    while (!scope_.stopped) {
      wake_.wait(lock, [this] { return job_ != nullptr || quit_; });
      if (job_ == nullptr) break;
      const Job job = *job_;
      lock.unlock();
      try {
        job.run(job.argument);
      } catch (const Stop&) {
        // Told in scope_.stop.
      }
      lock.lock();
      job_ = nullptr;
      wake_.notify_all();
    }
    if (!scope_.stopped) flint_cleanup();
    current_scope = nullptr;
    release_blocks();
  }

  void release_blocks() {
    Block* block = scope_.ring.next;
    while (block != &scope_.ring) {
      Block* next = block->next;
      if (scope_.stopped) std::free(block);
      else block->scope = nullptr;  // a cache that outlives the thread
      block = next;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  const Job* job_ = nullptr;
  bool quit_ = false;
  Scope scope_;
  std::thread thread_;  ///< last: it uses the others
};

/// Workers that wait for the next question. More may run at once; they end with their job.
class Pool {
 public:
  std::unique_ptr<Worker> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return std::make_unique<Worker>();
  }

  void give_back(std::unique_ptr<Worker> worker) {
    if (worker->held() > kMaxIdleBytes) return;
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kMaxIdle) idle_.push_back(std::move(worker));
  }

 private:
  static constexpr std::size_t kMaxIdle = 2;
  static constexpr std::size_t kMaxIdleBytes = 8u << 20;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

/// Never destroyed: its threads may not be waited for while the process ends.
Pool& pool() {
  static auto* const instance = new Pool;
  return *instance;
}

}  // namespace

void install_guard() {
  static std::once_flag once;
  std::call_once(once, [] {
    mp_set_memory_functions(allocate, gmp_reallocate, gmp_release);
    __flint_set_memory_functions(allocate, allocate_zeroed, reallocate, release);
    flint_set_abort(library_fault);
  });
}

bool run_guarded(const Job& job, const Allowance& allowance, Stop& stop) {
  if (allowance.cancelled != nullptr && allowance.cancelled(allowance.context) != 0) {
    stop = {CODECALC_CERTIFIED_CANCELLED, "the calculation was cancelled"};
    return false;
  }
  try {
    std::unique_ptr<Worker> worker = pool().take();
    if (!worker->run(job, allowance, stop)) return false;
    pool().give_back(std::move(worker));
    return true;
  } catch (const std::system_error&) {
    stop = {CODECALC_CERTIFIED_LIMIT, "no thread could be started for the calculation"};
    return false;
  }
}

void set_deadline(std::chrono::steady_clock::time_point deadline) {
  if (current_scope != nullptr) current_scope->allowance.deadline = deadline;
}

bool stopped() { return current_scope != nullptr && current_scope->stopped; }

}  // namespace codecalc::calc::certified
