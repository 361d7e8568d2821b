// Causes first, in the order of their force; the exit status last.
#include "sandbox/verdict.h"

#include <array>

#include <sys/wait.h>

namespace codecalc::sandbox {
namespace {

// What runtimes print when an allocation fails and nobody catches it.
constexpr std::string_view kLastWords[] = {
    "\nMemoryError",                     // Python
    "std::bad_alloc",                    // C++
    "java.lang.OutOfMemoryError",        // JVM
    "insufficient memory for the Java",  // JVM at start
    "Could not reserve enough space",    // JVM at start
    "heap out of memory",                // V8
    "Array buffer allocation failed",    // V8
    "out of memory",                     // Go, zsh, sqlite, Bun, Zig and others
    "Out of memory",                     // Perl, PHP, .NET
    "OutOfMemory",                       // .NET, Zig
    "cannot allocate memory",            // Go, shells, awk
    "Cannot allocate memory",            // strerror(ENOMEM)
    "Allowed memory size of",            // PHP
    "failed to allocate memory",         // Ruby
    "memory allocation of",              // Rust
    "not enough memory",                 // Lua
    "cannot allocate vector of size",    // R
    "Heap exhausted",
    "heap exhausted",                // GHC
    "eheap_alloc: Cannot allocate",  // BEAM
    "unable to alloc",
    "unable to realloc",         // Tcl
    "Error allocating",          // gfortran
    "virtual memory exhausted",  // compilers
};

constexpr std::size_t kLastWordsBytes = 8192;

std::string_view tail(std::string_view text) {
  return text.size() > kLastWordsBytes ? text.substr(text.size() - kLastWordsBytes) : text;
}

bool died_as_without_memory(int signal) {
  return signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS || signal == SIGTRAP ||
         signal == SIGILL || signal == SIGKILL;
}

void set_limit(StepOutcome& step, Verdict verdict, LimitHit limit) {
  step.verdict = verdict;
  step.limit = limit;
}

// A program that was killed or that failed, with no limit on record: did it run out of memory?
bool ran_out_of_memory(const StepFacts& facts, const StepOutcome& step) {
  const bool near_limit = facts.memory_limit > 0 && facts.peak_bytes >= facts.memory_limit / 10 * 9;
  if (step.signal != 0 && near_limit && died_as_without_memory(step.signal)) return true;
  return tells_out_of_memory(tail(step.err.data)) ||
         (near_limit && tells_out_of_memory(tail(step.out.data)));
}

}  // namespace

bool tells_out_of_memory(std::string_view text) {
  if (text.starts_with("MemoryError")) return true;
  for (const std::string_view words : kLastWords) {
    if (text.find(words) != std::string_view::npos) return true;
  }
  return false;
}

void judge(const StepFacts& facts, StepOutcome& step) {
  const int status = facts.report.wait_status;
  if (WIFSIGNALED(status)) {
    step.signal = WTERMSIG(status);
    step.exit_code = -step.signal;
  } else {
    step.exit_code = WEXITSTATUS(status);
  }
  step.killed_by_sandbox = facts.killed != KillReason::kNone && step.signal != 0;
  const bool cpu_spent = (step.signal == SIGXCPU || step.signal == SIGKILL) &&
                         facts.report.cpu_us >= facts.cpu_limit_us;
  // A program that exits while the timer fires has made it.
  if (facts.killed == KillReason::kWall && step.signal != 0)
    return set_limit(step, Verdict::kTimeLimit, LimitHit::kWall);
  if ((facts.killed == KillReason::kCpu && step.signal != 0) || cpu_spent) {
    step.killed_by_sandbox = true;
    return set_limit(step, Verdict::kTimeLimit, LimitHit::kCpu);
  }
  if (facts.killed == KillReason::kMemory || facts.oom_kills > 0) {
    step.killed_by_sandbox = true;
    return set_limit(step, Verdict::kMemoryLimit, LimitHit::kMemory);
  }
  if (facts.killed == KillReason::kOutput || step.out.truncated || step.err.truncated)
    return set_limit(step, Verdict::kOutputLimit, LimitHit::kOutput);
  if (step.exit_code == 0) return set_limit(step, Verdict::kOk, LimitHit::kNone);
  if (ran_out_of_memory(facts, step)) {
    step.inferred = true;
    return set_limit(step, Verdict::kMemoryLimit, LimitHit::kMemory);
  }
  set_limit(step, Verdict::kRuntimeError,
            step.signal == SIGXFSZ ? LimitHit::kDisk : LimitHit::kNone);
}

}  // namespace codecalc::sandbox
