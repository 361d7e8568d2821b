// The worker's side: one initialised, single-threaded parent that forks a child per request.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace codecalc::workers {

/// Sends an answer that stands if the child does not get to a better one before its limit. May be
/// called any number of times; the last one counts.
using Provisional = std::function<void(const std::string& answer)>;

/// Makes the answer of one request, in a child of its own. An exception that leaves it becomes a
/// kWorkerFailure.
using Handler = std::function<std::string(std::string_view body, const Provisional& provisional)>;

struct WorkerOptions {
  int socket = 0;
  std::size_t max_children = 4;  ///< further requests wait for one of them to end
  /// A short step of warming up, done while nothing else is to do; false when none is left.
  std::function<bool()> idle{};
  bool threads = false;  ///< a child may start threads of its own
  /// When a child ends before its last answer was final, a line feed and encode_failure() of why
  /// it ended follow that answer. For answers without line feeds.
  bool tell_cause = false;
  /// Run once, by the parent, as soon as the first child has been started: for what only later
  /// requests need.
  std::function<void()> after_first_start{};
};

/// Serves the socket until its peer closes it, then ends the children and returns. The caller has
/// initialised everything that a request needs, so that a child starts warm. Each child has no
/// network and no files, and ends by SIGKILL at its limit: the caller gets kTimeout,
/// kResourceExhausted or kWorkerFailure, and no other request notices.
int run_worker(const WorkerOptions& options, const Handler& handler);

}  // namespace codecalc::workers
