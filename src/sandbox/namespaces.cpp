// Namespaces of the launcher and of its cells.
#include "sandbox/namespaces.h"

#include <cstdio>

#include <linux/capability.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "sandbox/fd_passing.h"

namespace codecalc::sandbox {
namespace {

KernelError write_text(const char* path, std::string_view text) {
  const KernelError written = write_file_at(AT_FDCWD, path, text);
  return written.ok() ? written : KernelError{written.code, path};
}

// An unprivileged process must give up setgroups before it may write its gid map.
KernelError write_maps(std::string_view uid_line, std::string_view gid_line) {
  const KernelError denied = write_text("/proc/self/setgroups", "deny");
  if (!denied.ok() && denied.code != ENOENT) return denied;
  TRY_KERNEL(write_text("/proc/self/gid_map", gid_line));
  return write_text("/proc/self/uid_map", uid_line);
}

KernelError raise_loopback() {
  const UniqueFd fd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!fd) return {errno, "socket for loopback"};
  ifreq request{};
  std::strncpy(request.ifr_name, "lo", IFNAMSIZ - 1);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  return check("raise loopback", ::ioctl(fd.get(), SIOCSIFFLAGS, &request));
}

}  // namespace

std::uint64_t cell_clone_flags(const LayerSet& layers) {
  struct Row {
    Layer layer;
    std::uint64_t flag;
  };
  // Made later: the cgroup namespace, when the cell is in its own group; the network namespace,
  // which is lent; the user namespace, which is the program's own.
  constexpr Row kRows[] = {{Layer::kMountNamespace, CLONE_NEWNS},
                           {Layer::kPidNamespace, CLONE_NEWPID},
                           {Layer::kIpcNamespace, CLONE_NEWIPC},
                           {Layer::kUtsNamespace, CLONE_NEWUTS}};
  std::uint64_t flags = 0;
  for (const Row& row : kRows) {
    if (layers.has(row.layer)) flags |= row.flag;
  }
  return flags;
}

KernelError enter_user_namespace() {
  char uid_line[48];
  char gid_line[48];
  std::snprintf(uid_line, sizeof uid_line, "%u %u 1", kFirstSandboxUid, ::geteuid());
  std::snprintf(gid_line, sizeof gid_line, "%u %u 1", kFirstSandboxUid, ::getegid());
  TRY_KERNEL(check("unshare(user)", ::unshare(CLONE_NEWUSER)));
  return write_maps(uid_line, gid_line);
}

KernelError enter_own_user_namespace() {
  static_assert(kFirstSandboxUid == 64'000);
  constexpr std::string_view kLine = "64000 64000 1";
  TRY_KERNEL(check("unshare(user)", ::unshare(CLONE_NEWUSER)));
  return write_maps(kLine, kLine);
}

bool has_sys_admin() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  if (::syscall(SYS_capget, &header, data) != 0) return false;
  return (data[0].effective & (1u << CAP_SYS_ADMIN)) != 0;
}

KernelError NetworkPool::add(int proc) {
  int ready[2];
  TRY_KERNEL(check("socketpair", ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ready)));
  UniqueFd mine(ready[0]);
  UniqueFd childs(ready[1]);
  int pidfd = -1;
  const pid_t child = sys_clone3(CLONE_NEWNET, &pidfd);
  if (child == 0) {
    // Opened here: the launcher may not look into a process of its own that is not dumpable.
    const KernelError raised = raise_loopback();
    const UniqueFd made(::openat(proc, "self/ns/net", O_RDONLY | O_CLOEXEC));
    const int code = made ? raised.code : errno;
    std::vector<int> fds;
    if (made) fds.push_back(made.get());
    ::_exit(send_with_fds(childs.get(), &code, sizeof code, fds).ok() ? 0 : 1);
  }
  TRY_KERNEL(check("clone(net)", child));
  const UniqueFd hold(pidfd);
  childs.reset();
  int code = EPIPE;
  std::vector<UniqueFd> fds;
  if (receive_with_fds(mine.get(), &code, sizeof code, 0, fds) != sizeof code) code = EPIPE;
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (code != 0 || fds.size() != 1) return {code, "make a network namespace"};
  idle_.push_back(std::move(fds[0]));
  return {};
}

UniqueFd NetworkPool::lease(int proc) {
  if (idle_.empty() && !add(proc).ok()) return UniqueFd();
  UniqueFd fd = std::move(idle_.back());
  idle_.pop_back();
  return fd;
}

}  // namespace codecalc::sandbox
