// Support of the sandbox's tests: the launcher and the hostile programs, runs inside and outside,
// and what a test looks at from outside.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sandbox/executor.h"

namespace codecalc::sandbox::testing {

/// Set up once by main(): whether the tests run as root, and the paths of the programs, which an
/// unprivileged run has as copies.
struct Setup {
  bool root = false;     ///< the launcher makes its sandboxes as root
  std::string launcher;  ///< codecalc-exec, or with CODECALC_TEST_LAYERS_OFF the one that obeys it
  std::string layers_launcher;  ///< obeys CODECALC_TEST_LAYERS_OFF
  std::string abuse;
  std::string abuse_inside;  ///< its path in a sandbox, which no other test process uses
  std::string folder;        ///< a private folder on the host's disk, for secrets and sessions
  HostReport host;           ///< what the launcher gives here
};
const Setup& setup();

/// Why the launcher does not have this layer, as it said itself; empty: it has it.
std::string missing(std::string_view layer);

/// How late something may be that is exact on a quiet machine: five times as late with CI set in
/// the environment, where others use the same processors. bench/ measures the exact figures.
std::chrono::milliseconds patience(std::chrono::milliseconds exact);

/// The executor that the tests of one process share.
Executor& executor();

/// A spec that runs the hostile program with these arguments.
RunSpec abuse(const std::vector<std::string>& arguments);

/// A spec for /bin/sh -c and for python3 -c.
RunSpec shell(const std::string& script);
RunSpec python(const std::string& script);

/// Runs, and fails the test when the run could not be made. The first run's outcome.
StepOutcome run_one(const RunSpec& spec);
RunOutcome run_all(const RunSpec& spec);

/// The same program outside of any sandbox: its standard output and wait status.
struct Outside {
  std::string out;
  int status = 0;
};
Outside run_outside(const std::vector<std::string>& arguments);

/// The key of the SysV objects that a hostile program makes and leaves.
inline constexpr long kLeftIpcKey = 1'128'352'768;

/// Counts of things that a run could leave behind, as seen from the host.
struct Traces {
  std::size_t mounts = 0;
  std::set<std::string> temporary_files;  ///< of the hostile programs, where all may write
  std::size_t ipc_objects = 0;            ///< likewise
  bool operator==(const Traces&) const = default;
};
Traces traces();

/// Pids whose command line or environment holds `marker`.
std::vector<int> processes_with(const std::string& marker);

/// Waits until `holds`, at most `limit`; whether it does.
bool within(std::chrono::milliseconds limit, const std::function<bool()>& holds);

/// Memory cgroups that launchers have made, over the whole hierarchy that this process can see.
std::set<std::string> launcher_cgroups();

}  // namespace codecalc::sandbox::testing
