// What a run's cell is given before its first step: folders of the host, seeds, the session; and
// the message that hands a job over.
#pragma once

#include <string>
#include <vector>

#include "sandbox/host.h"

namespace codecalc::sandbox {

/// The descriptors that go with a job, in the order of JobHeader.
struct JobFds {
  std::vector<UniqueFd> streams;  ///< three, or none
  std::vector<UniqueFd> trees;
  std::vector<UniqueFd> seeds;
};

/// The error of a set-up that failed: kWorkerFailure, neither the caller's fault nor that of a
/// runtime that is not there.
Error setup_error(const std::string& what, int code);

/// The error of a step that could not be started: kRuntimeUnavailable when the host lacks the
/// program or cannot execute it, else as setup_error().
Error start_error(const StepReport& report, const Command& command);

/// All of `spec` but its files. Errors name what cannot be shown to the program.
Result<Preparation> gather(Host& host, const Cell& cell, const RunSpec& spec, JobFds& fds);

/// Sends one job to the init of a cell; `more` says that another follows.
Status hand_over(const Cell& cell, JobKind kind, bool more, const std::string& payload,
                 const JobFds& fds);

}  // namespace codecalc::sandbox
