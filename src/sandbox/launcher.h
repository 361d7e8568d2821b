// Launcher: the loop of codecalc-exec in serve mode: requests from one server over a socket, a
// stock of idle cells, many runs at once, one thread.
#pragma once

#include "sandbox/host.h"

namespace codecalc::sandbox {

/// Serves until the other end of `fd` closes; every cell is gone when it returns.
/// Returns the exit status.
int serve(int fd, HostOptions options);

/// The operator's settings that the launcher reads from its environment.
HostOptions host_options();

}  // namespace codecalc::sandbox
