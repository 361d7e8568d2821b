// SCM_RIGHTS messages.
#include "sandbox/fd_passing.h"

#include <sys/socket.h>

namespace codecalc::sandbox {

KernelError send_with_fds(int socket, iovec (&parts)[2], const std::vector<int>& fds) {
  alignas(cmsghdr) char control[CMSG_SPACE(kMaxJobFds * sizeof(int))];
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
    cmsghdr* item = CMSG_FIRSTHDR(&message);
    item->cmsg_level = SOL_SOCKET;
    item->cmsg_type = SCM_RIGHTS;
    item->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(item), fds.data(), fds.size() * sizeof(int));
  }
  return check("send", ::sendmsg(socket, &message, MSG_NOSIGNAL));
}

KernelError send_with_fds(int socket, const void* data, std::size_t size,
                          const std::vector<int>& fds) {
  iovec parts[2] = {{const_cast<void*>(data), size}, {nullptr, 0}};
  return send_with_fds(socket, parts, fds);
}

ssize_t receive_with_fds(int socket, void* data, std::size_t size, int flags,
                         std::vector<UniqueFd>& fds) {
  iovec part{data, size};
  alignas(cmsghdr) char control[CMSG_SPACE(kMaxJobFds * sizeof(int))];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t n = 0;
  do {
    n = ::recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  } while (n < 0 && errno == EINTR);
  if (n < 0) return n;
  for (cmsghdr* item = CMSG_FIRSTHDR(&message); item != nullptr;
       item = CMSG_NXTHDR(&message, item)) {
    const std::size_t count = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const int* received = reinterpret_cast<const int*>(CMSG_DATA(item));
    for (std::size_t i = 0; i < count; ++i) fds.emplace_back(received[i]);
  }
  return n;
}

}  // namespace codecalc::sandbox
