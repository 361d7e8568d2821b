// What happened: the truth about a run, as causes that were recorded, never guessed from text.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc::sandbox {

enum class Verdict { kOk, kTimeLimit, kMemoryLimit, kOutputLimit, kRuntimeError };
std::string_view verdict_name(Verdict verdict);  ///< "OK", "TLE", "MLE", "OLE", "RTE"

enum class Phase { kCompile, kRun };

/// Which limit ended or would have ended the run.
enum class LimitHit { kNone, kWall, kCpu, kMemory, kOutput, kDisk };
std::string_view limit_name(LimitHit limit);  ///< "", "wall", "cpu", "memory", "output", "disk"

/// One captured stream.
struct Captured {
  std::string data;         ///< raw bytes, at most Limits::output_bytes
  std::uint64_t bytes = 0;  ///< what the program wrote, counted up to 64 MiB
  bool truncated = false;
  std::string error;  ///< why the stream could not be read; empty: it was
};

/// One finished process tree.
struct StepOutcome {
  Verdict verdict = Verdict::kOk;
  LimitHit limit = LimitHit::kNone;
  bool inferred = false;  ///< the verdict was inferred (memory exhausted without a counter)
  int exit_code = 0;      ///< the exit status, or minus the signal that ended it
  int signal = 0;         ///< 0: it exited
  bool killed_by_sandbox = false;
  std::chrono::microseconds wall{0};  ///< of the program alone, without our own set-up
  std::chrono::microseconds cpu{0};   ///< of the whole tree
  std::int64_t peak_memory_kb = -1;   ///< of the whole tree; -1: not measured
  Captured out;
  Captured err;
};

struct RunOutcome {
  Phase phase = Phase::kRun;  ///< where it ended; compile errors have no runs
  StepOutcome compile;        ///< meaningful when the spec had a compile step
  std::vector<StepOutcome> runs;
  std::chrono::microseconds total{0};
  bool compile_cached = false;
  /// Guarantees that were asked for or are standard and did not hold, as stable tokens
  /// (docs/contract.md).
  std::vector<std::string> unenforced;
  /// The layers that held, e.g. "mount_namespace", "seccomp".
  std::vector<std::string> layers;
};

}  // namespace codecalc::sandbox
