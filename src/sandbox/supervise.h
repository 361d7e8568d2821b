// Run: one request on its way through a cell: preparation, the compile step, a step per input.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sandbox/capture.h"
#include "sandbox/host.h"
#include "sandbox/poller.h"
#include "sandbox/preparation.h"
#include "sandbox/verdict.h"

namespace codecalc::sandbox {

/// What a run tells its launcher.
class RunOwner {
 public:
  virtual ~RunOwner() = default;
  virtual void run_printed(std::uint32_t id, bool is_stderr, std::string_view piece) = 0;
  virtual void run_ended(std::uint32_t id, Result<RunOutcome> result) = 0;
  /// The program that was started ahead for it is gone and saw nothing of the run, which can be
  /// started again in another cell.
  virtual void run_needs_cell(std::uint32_t id) = 0;
};

class Run {
 public:
  Run(std::uint32_t id, RunSpec spec, bool stream, Host& host, Poller& poller, RunOwner& owner);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Takes the cell and sends it the job. Ends at once on an error of the preparation.
  void start(std::unique_ptr<Cell> cell);

  /// The caller wants no result any more.
  void cancel();

  /// Looks at the limits; returns when it wants to be called again.
  std::int64_t check(std::int64_t now);

  bool ended() const { return ended_; }
  std::uint32_t id() const { return id_; }
  bool no_net() const { return spec_.no_net; }
  /// Which programs started ahead would do for it; empty: none.
  const std::string& ready_key() const { return ready_key_; }
  const RunSpec& spec() const { return spec_; }
  /// The same run, not yet started, which takes no program that was started ahead.
  std::unique_ptr<Run> again();
  /// Whether the cell may still hold a program when the run has ended.
  bool killed_by_failure() const { return failed_; }
  std::unique_ptr<Cell> take_cell() { return std::move(cell_); }

 private:
  Status open_pipes(JobFds& fds);
  Status send_job(const Preparation* preparation, JobFds& fds);
  Step make_step() const;
  void start_step(const Preparation* preparation, JobFds& fds);
  void next_step();

  void feed_input();
  void drain(Capture& capture, bool is_stderr, bool to_the_end);
  void close_streams();
  void on_cell(std::uint32_t events);
  void on_report(const StepReport& report);
  void end_step(const StepReport& report);
  void kill(KillReason reason);
  void fail(Error error);
  void finish(Result<RunOutcome> result);

  std::int64_t check_started(std::int64_t now, std::int64_t started);
  std::int64_t watch_memory(std::int64_t now);
  std::int64_t watch_cpu(std::int64_t now, std::int64_t started);

  bool lost_before_start();

  const std::uint32_t id_;
  RunSpec spec_;
  std::string ready_key_;
  const bool stream_;
  Host& host_;
  Poller& poller_;
  RunOwner& owner_;

  std::unique_ptr<Cell> cell_;
  MemoryGroup* group_ = nullptr;
  RunOutcome outcome_;
  bool compiling_ = false;
  bool running_ = false;  ///< a step is under way
  bool ended_ = false;
  bool failed_ = false;

  UniqueFd input_;
  std::size_t input_at_ = 0;
  Capture out_;
  Capture err_;

  KillReason killed_ = KillReason::kNone;
  std::int64_t killed_ns_ = 0;
  std::int64_t begun_ns_ = 0;  ///< when the request was taken up
  std::int64_t step_sent_ns_ = 0;
  std::int64_t wall_left_ns_ = 0;
  std::int64_t next_memory_ns_ = 0;
  std::int64_t next_cpu_ns_ = 0;
  std::uint64_t cpu_before_us_ = 0;  ///< of earlier steps in this cell
  std::uint64_t peak_bytes_ = 0;     ///< of the watch
};

}  // namespace codecalc::sandbox
