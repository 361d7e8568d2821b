// The allocator under FLINT, Arb, Calcium and GMP, and the threads that use it.
#include "calc/certified/guard.h"

#include <flint/flint.h>
#include <gmp.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>

namespace codecalc::calc::certified {
namespace {

/// What is known of one thread's work. Blocks form a ring through `first`.
struct Scope;

struct alignas(16) Block {
  Block* next;
  Block* previous;
  Scope* scope;
  std::size_t size;
};

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

void work(const Job& job, Scope& scope) {
  current_scope = &scope;
  try {
    job.run(job.argument);
    flint_cleanup();
  } catch (const Stop&) {
    // Told in scope.stop.
  }
  current_scope = nullptr;
  Block* block = scope.ring.next;
  while (block != &scope.ring) {
    Block* next = block->next;
    if (scope.stopped) std::free(block);
    else block->scope = nullptr;  // a cache that outlives the thread
    block = next;
  }
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
  Scope scope;
  scope.allowance = allowance;
  try {
    std::thread thread([&] { work(job, scope); });
    thread.join();
  } catch (const std::system_error&) {
    stop = {CODECALC_CERTIFIED_LIMIT, "no thread could be started for the calculation"};
    return false;
  }
  stop = scope.stop;
  return !scope.stopped;
}

void set_deadline(std::chrono::steady_clock::time_point deadline) {
  if (current_scope != nullptr) current_scope->allowance.deadline = deadline;
}

bool stopped() { return current_scope != nullptr && current_scope->stopped; }

}  // namespace codecalc::calc::certified
