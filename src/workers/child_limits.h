// The walls around one request's child.
#pragma once

#include <linux/filter.h>

#include <vector>

#include "base/result.h"
#include "workers/frame.h"

namespace codecalc::workers {

/// Exit statuses by which a child tells why it could not answer.
inline constexpr int kExitMemory = 77;
inline constexpr int kExitStack = 78;

/// The system calls that a calculation needs; every other one fails with EPERM. Made once in the
/// parent, because the library's own loading takes longer than many an answer. `threads`: it may
/// start threads, which share all walls.
Result<std::vector<sock_filter>> calculation_filter(bool threads = false);

/// In the child: dies with the parent, CPU and memory limits, no files, no new privileges, the
/// filter. Running out of memory or stack ends the child with the statuses above. False when a
/// wall could not be put up; the child must not work then.
bool enter_limits(const Budget& budget, const std::vector<sock_filter>& filter);

}  // namespace codecalc::workers
