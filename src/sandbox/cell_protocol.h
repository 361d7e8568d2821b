// What the launcher and the init of a cell say to each other. Messages go over a SEQPACKET
// socket; a payload too long for one lies in a memory file that is sent along.
//
//   init -> launcher   CellReady     once, when the walls stand
//   launcher -> init   job header and payload: prepare the cell, then run the first step
//   init -> launcher   StepReport    when the step's tree is gone
//   launcher -> init   the next step, or the end of the connection
//
// A program that is started ahead: kMakeReady and its report, then kRunReady and its report.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/fd_passing.h"
#include "sandbox/layers.h"
#include "sandbox/rlimits.h"
#include "sandbox/spec.h"
#include "sandbox/sys.h"
#include "sandbox/wire.h"

namespace codecalc::sandbox {

/// Shared memory of a launcher and one init; the program never has it.
struct CellPage {
  std::atomic<int> left_table{0};  ///< the cell no longer shares the launcher's descriptors
  std::atomic<std::int64_t> started_ns{0};  ///< when the current step's program began; 0: not yet
  std::atomic<bool> kill_requested{false};  ///< the launcher's reason for SIGTERM
  std::atomic<std::int64_t> reaped_cpu_us{0};  ///< of all that the init has reaped so far
  std::atomic<std::int64_t> ready_cpu_us{0};   ///< of the program before its script came
};

/// Sent once by the init, with two descriptors when the walls stand: its /proc and the folder on
/// its tmpfs. `codes[i]` is the errno with which layer i failed, 0: it holds or was
/// not asked for.
struct CellReady {
  int fatal_code = 0;
  char fatal_step[48] = {};
  int codes[kLayerCount] = {};
};

enum class JobKind : std::uint32_t {
  kPrepareAndRun = 1,
  kRunNext,
  kMakeReady,  ///< start the program ahead of its job; the report says that it waits
  kRunReady,   ///< its job: files and limits; no streams, which it has
};

/// Precedes the payload. Descriptors come in this order: stdin, stdout, stderr; the payload file;
/// the trees; the seeds.
struct JobHeader {
  JobKind kind = JobKind::kPrepareAndRun;
  std::uint32_t payload_bytes = 0;
  bool payload_in_file = false;
  bool more = false;  ///< another step follows this one
  std::uint32_t trees = 0;
  std::uint32_t seeds = 0;
};
inline constexpr std::size_t kMaxInlinePayload = 48 << 10;

/// Attached at `inside`; of these, only the session's folder is writable.
struct TreePlace {
  std::string inside;
  bool writable = false;
};

/// What is done once in a cell before its first step.
struct Preparation {
  std::vector<WorkFile> files;
  std::vector<TreePlace> trees;
  std::vector<std::string> seeds;  ///< where each seed's copy goes
  std::uint64_t disk_bytes = 0;
  bool session = false;
  std::string script;  ///< kMakeReady: the work file that the program opens last
};

struct Step {
  Command command;
  ProcessLimits limits;
};

/// The step that a report names when the program could not be executed.
inline constexpr const char* kExecStep = "execute the program";

/// Sent when every process of the step is gone, or when it could not be started.
struct StepReport {
  int setup_code = 0;  ///< errno of a failed preparation or start
  char setup_step[48] = {};
  bool started = false;  ///< the program was executed
  int wait_status = 0;
  std::int64_t wall_us = 0;
  std::int64_t cpu_us = 0;
  std::int64_t max_rss_kb = 0;
};

inline constexpr std::size_t kReadyFds = 2;

void encode(WireWriter& out, const Preparation& preparation);
void encode(WireWriter& out, const Step& step);
void decode(WireReader& in, Preparation& preparation);
void decode(WireReader& in, Step& step);

}  // namespace codecalc::sandbox
