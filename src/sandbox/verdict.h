// The verdict of a step, from the causes that were recorded.
#pragma once

#include <cstdint>
#include <string_view>

#include "sandbox/cell_protocol.h"
#include "sandbox/outcome.h"

namespace codecalc::sandbox {

/// Why the launcher ended a step.
enum class KillReason { kNone, kWall, kCpu, kMemory, kOutput, kCancelled };

struct StepFacts {
  StepReport report;
  KillReason killed = KillReason::kNone;
  std::uint64_t oom_kills = 0;
  std::uint64_t peak_bytes = 0;  ///< 0: unknown
  std::uint64_t memory_limit = 0;
  std::int64_t cpu_limit_us = 0;
};

/// Fills in verdict, limit, exit code and signal of `step`, whose streams are complete.
void judge(const StepFacts& facts, StepOutcome& step);

/// Whether a program's last words say that its runtime found no memory.
bool tells_out_of_memory(std::string_view text);

}  // namespace codecalc::sandbox
