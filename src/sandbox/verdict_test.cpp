// Verdicts from recorded causes, by a table.
#include "sandbox/verdict.h"

#include <gtest/gtest.h>

#include <csignal>

namespace codecalc::sandbox {
namespace {

constexpr int exited(int status) { return status << 8; }

struct Row {
  const char* name;
  int status;
  KillReason killed = KillReason::kNone;
  std::uint64_t oom_kills = 0;
  std::uint64_t peak_mb = 1;
  std::int64_t cpu_ms = 0;
  bool truncated = false;
  const char* err = "";
  // expected
  const char* verdict = "OK";
  const char* limit = "";
  int exit_code = 0;
  bool by_sandbox = false;
  bool inferred = false;
};

constexpr Row kRows[] = {
    {.name = "exit 0", .status = exited(0)},
    {.name = "exit 3", .status = exited(3), .verdict = "RTE", .exit_code = 3},
    {.name = "exit 137", .status = exited(137), .verdict = "RTE", .exit_code = 137},
    {.name = "own kill", .status = SIGKILL, .verdict = "RTE", .exit_code = -9},
    {.name = "crash", .status = SIGSEGV, .verdict = "RTE", .exit_code = -11},
    {.name = "wall",
     .status = SIGKILL,
     .killed = KillReason::kWall,
     .verdict = "TLE",
     .limit = "wall",
     .exit_code = -9,
     .by_sandbox = true},
    {.name = "exit beside the timer", .status = exited(0), .killed = KillReason::kWall},
    {.name = "cpu watch",
     .status = SIGKILL,
     .killed = KillReason::kCpu,
     .verdict = "TLE",
     .limit = "cpu",
     .exit_code = -9,
     .by_sandbox = true},
    {.name = "cpu rlimit",
     .status = SIGXCPU,
     .cpu_ms = 1001,
     .verdict = "TLE",
     .limit = "cpu",
     .exit_code = -SIGXCPU,
     .by_sandbox = true},
    {.name = "oom",
     .status = SIGKILL,
     .oom_kills = 1,
     .verdict = "MLE",
     .limit = "memory",
     .exit_code = -9,
     .by_sandbox = true},
    {.name = "oom of a helper",
     .status = exited(0),
     .oom_kills = 1,
     .verdict = "MLE",
     .limit = "memory",
     .by_sandbox = true},
    {.name = "watch",
     .status = SIGKILL,
     .killed = KillReason::kMemory,
     .verdict = "MLE",
     .limit = "memory",
     .exit_code = -9,
     .by_sandbox = true},
    {.name = "wall before oom",
     .status = SIGKILL,
     .killed = KillReason::kWall,
     .oom_kills = 1,
     .verdict = "TLE",
     .limit = "wall",
     .exit_code = -9,
     .by_sandbox = true},
    {.name = "truncated",
     .status = exited(0),
     .truncated = true,
     .verdict = "OLE",
     .limit = "output"},
    {.name = "flood",
     .status = SIGKILL,
     .killed = KillReason::kOutput,
     .truncated = true,
     .verdict = "OLE",
     .limit = "output",
     .exit_code = -9,
     .by_sandbox = true},
    {.name = "file size",
     .status = SIGXFSZ,
     .verdict = "RTE",
     .limit = "disk",
     .exit_code = -SIGXFSZ},
    {.name = "abort near the limit",
     .status = SIGABRT,
     .peak_mb = 95,
     .verdict = "MLE",
     .limit = "memory",
     .exit_code = -6,
     .inferred = true},
    {.name = "abort far from it",
     .status = SIGABRT,
     .peak_mb = 50,
     .verdict = "RTE",
     .exit_code = -6},
    {.name = "exit 1 near the limit",
     .status = exited(1),
     .peak_mb = 95,
     .verdict = "RTE",
     .exit_code = 1},
    {.name = "MemoryError",
     .status = exited(1),
     .err = "Traceback:\nMemoryError\n",
     .verdict = "MLE",
     .limit = "memory",
     .exit_code = 1,
     .inferred = true},
    {.name = "caught MemoryError", .status = exited(0), .err = "Traceback:\nMemoryError\n"},
};

TEST(Verdict, Table) {
  for (const Row& row : kRows) {
    StepFacts facts;
    facts.report.wait_status = row.status;
    facts.report.cpu_us = row.cpu_ms * 1000;
    facts.killed = row.killed;
    facts.oom_kills = row.oom_kills;
    facts.peak_bytes = row.peak_mb << 20;
    facts.memory_limit = 100u << 20;
    facts.cpu_limit_us = 1'000'000;
    StepOutcome step;
    step.out.truncated = row.truncated;
    step.err.data = row.err;
    judge(facts, step);
    EXPECT_EQ(verdict_name(step.verdict), row.verdict) << row.name;
    EXPECT_EQ(limit_name(step.limit), row.limit) << row.name;
    EXPECT_EQ(step.exit_code, row.exit_code) << row.name;
    EXPECT_EQ(step.killed_by_sandbox, row.by_sandbox) << row.name;
    EXPECT_EQ(step.inferred, row.inferred) << row.name;
  }
}

TEST(Verdict, LastWordsOfRuntimesWithoutMemory) {
  constexpr const char* kTelling[] = {
      "Traceback (most recent call last):\n  File \"main.py\", line 1\nMemoryError",
      "MemoryError: cannot allocate 5 GiB",
      "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc",
      "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space",
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
      "fatal error: runtime: out of memory",
      "runtime: cannot allocate memory",
      "Out of memory!",
      "PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted",
      "main.rb:1:in `*': failed to allocate memory (NoMemoryError)",
      "memory allocation of 4294967296 bytes failed",
      "lua: not enough memory",
      "Error: cannot allocate vector of size 7.5 Gb",
      "main: Heap exhausted;",
      "eheap_alloc: Cannot allocate 3936326656 bytes of memory (of type \"heap\").",
      "unable to alloc 1073741824 bytes",
      "System.OutOfMemoryException: Exception of type 'System.OutOfMemoryException' was thrown.",
  };
  for (const char* text : kTelling) EXPECT_TRUE(tells_out_of_memory(text)) << text;
  constexpr const char* kOther[] = {"",
                                    "Segmentation fault",
                                    "ValueError: bad",
                                    "NameError: name 'memory' is not defined",
                                    "print('no MemoryError here')",
                                    "RecursionError: maximum recursion depth exceeded"};
  for (const char* text : kOther) EXPECT_FALSE(tells_out_of_memory(text)) << text;
}

}  // namespace
}  // namespace codecalc::sandbox
