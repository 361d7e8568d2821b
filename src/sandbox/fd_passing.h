// Descriptors over unix sockets.
#pragma once

#include <sys/uio.h>

#include <vector>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// Descriptors that one message may carry.
inline constexpr std::size_t kMaxJobFds = 200;

/// Sends `size` bytes with descriptors over a SEQPACKET socket.
KernelError send_with_fds(int socket, const void* data, std::size_t size,
                          const std::vector<int>& fds);

/// The same with the bytes in two parts.
KernelError send_with_fds(int socket, iovec (&parts)[2], const std::vector<int>& fds);

/// Receives one message; the number of bytes, 0 at the end, -1 with errno.
ssize_t receive_with_fds(int socket, void* data, std::size_t size, int flags,
                         std::vector<UniqueFd>& fds);

}  // namespace codecalc::sandbox
