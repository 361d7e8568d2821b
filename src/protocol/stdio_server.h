// The stdio transport: lines from one descriptor, lines to another.
#pragma once

#include <functional>

#include "base/fd.h"
#include "base/result.h"
#include "protocol/dispatcher.h"

namespace codecalc::protocol {

/// The private duplicates of what were descriptors 0 and 1.
struct StdioFds {
  UniqueFd in;
  UniqueFd out;
};

/// Takes standard input and output away from the rest of the process: afterwards 0 reads nothing
/// and 1 goes where 2 goes, so that only protocol reaches the client. Call before any thread
/// starts. Error kInternal names the call that failed.
Result<StdioFds> claim_stdio();

/// Serves one client until its input ends, its output breaks, or `stop_fd` becomes readable.
/// `warm_up` is called once, on this thread, when the first message has been served and none waits.
/// The dispatcher has been shut down when this returns: true when nothing of it is running any
/// more; false: leave with _exit, as a call could not be stopped.
bool serve_stdio(Dispatcher& dispatcher, StdioFds fds, int stop_fd,
                 const std::function<void()>& warm_up);

}  // namespace codecalc::protocol
