// The deny list. What is refused: other architectures; new namespaces and mounts; the kernel's own
// programming interfaces (bpf, perf, io_uring, modules, kexec); other processes' memory; keyrings;
// sockets of families that runtimes do not use; making setuid files.
#include "sandbox/seccomp_filter.h"

#include <cstdio>

#include <linux/sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace codecalc::sandbox {
namespace {

constexpr std::uint64_t kLow32 = 0xffffffff;  // the kernel reads int arguments as 32 bits

// Numbers that the headers of the oldest supported system lack (x86-64 and the common table agree
// from 424 on).
constexpr int kCallSetxattrat = 463;
constexpr int kCallOpenTreeAttr = 467;
constexpr int kCallListmount = 458;
constexpr int kCallStatmount = 457;
constexpr int kCallLsmSetSelfAttr = 460;
constexpr int kCallMemfdSecret = 447;
constexpr int kCallFchmodat2 = 452;

// Refused to programs whatever the arguments, with EPERM; the init of a cell needs them.
constexpr int kDeniedToPrograms[] = {
    SCMP_SYS(mount),      SCMP_SYS(umount2),       SCMP_SYS(pivot_root), SCMP_SYS(open_tree),
    SCMP_SYS(move_mount), SCMP_SYS(mount_setattr), SCMP_SYS(setns),      SCMP_SYS(sethostname)};

// Refused to everybody whatever the arguments, with EPERM.
constexpr int kDenied[] = {
    // the file tree
    SCMP_SYS(chroot), SCMP_SYS(fsopen), SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(fspick),
    kCallOpenTreeAttr, kCallListmount, kCallStatmount, SCMP_SYS(swapon), SCMP_SYS(swapoff),
    SCMP_SYS(quotactl), SCMP_SYS(quotactl_fd), SCMP_SYS(acct), SCMP_SYS(open_by_handle_at),
    SCMP_SYS(name_to_handle_at), SCMP_SYS(fanotify_init), SCMP_SYS(fanotify_mark),
    // programming the kernel
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(init_module),
    SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(create_module),
    SCMP_SYS(query_module), SCMP_SYS(get_kernel_syms), SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load), SCMP_SYS(lookup_dcookie), SCMP_SYS(nfsservctl), SCMP_SYS(_sysctl),
    SCMP_SYS(uselib), SCMP_SYS(modify_ldt), kCallLsmSetSelfAttr,
    // keys, and other processes
    SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise),
    SCMP_SYS(process_mrelease), SCMP_SYS(pidfd_getfd), SCMP_SYS(kcmp), kCallMemfdSecret,
    // the machine
    SCMP_SYS(reboot), SCMP_SYS(syslog), SCMP_SYS(iopl), SCMP_SYS(ioperm), SCMP_SYS(vhangup),
    SCMP_SYS(clock_settime), SCMP_SYS(settimeofday), SCMP_SYS(stime), SCMP_SYS(adjtimex),
    SCMP_SYS(clock_adjtime), SCMP_SYS(setdomainname), SCMP_SYS(ioprio_set), SCMP_SYS(migrate_pages),
    SCMP_SYS(move_pages)};

// Refused as if the kernel lacked them: callers fall back to what can be checked.
constexpr int kMissing[] = {SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter),
                            SCMP_SYS(io_uring_register), kCallSetxattrat};
constexpr int kMissingToPrograms[] = {SCMP_SYS(clone3), SCMP_SYS(openat2)};

// One filter being built; the first failure sticks.
class Builder {
 public:
  explicit Builder(scmp_filter_ctx context) : context_(context) {}

  void refuse(int call, int code) {
    note(seccomp_rule_add(context_, SCMP_ACT_ERRNO(code), call, 0));
  }

  template <class... Compare>
  void refuse_if(int call, int code, Compare... compare) {
    note(seccomp_rule_add(context_, SCMP_ACT_ERRNO(code), call, sizeof...(compare), compare...));
  }

  int result() const { return result_; }

 private:
  void note(int result) {
    // An old library does not know the newest names; those have numbers below zero.
    if (result != 0 && result_ == 0 && result != -EDOM) result_ = result;
  }

  scmp_filter_ctx context_;
  int result_ = 0;
};

scmp_arg_cmp bits(unsigned argument, std::uint64_t mask) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, mask};
}

scmp_arg_cmp low32(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, kLow32, value};
}

constexpr std::uint64_t kNamespaceFlags[] = {CLONE_NEWNS,  CLONE_NEWCGROUP, CLONE_NEWUTS,
                                             CLONE_NEWIPC, CLONE_NEWUSER,   CLONE_NEWPID,
                                             CLONE_NEWNET};

constexpr std::uint64_t kInternet[] = {AF_INET, AF_INET6};
constexpr std::uint64_t kRaw[] = {SOCK_RAW, SOCK_PACKET};
constexpr std::uint64_t kSetId[] = {S_ISUID, S_ISGID};

void refuse_sockets(Builder& filter) {
  for (const int call : {SCMP_SYS(socket), SCMP_SYS(socketpair)}) {
    // Allowed: AF_UNIX 1, AF_INET 2, AF_INET6 10, AF_NETLINK 16 (its protocol 0 only).
    filter.refuse_if(call, EAFNOSUPPORT, scmp_arg_cmp{0, SCMP_CMP_GT, AF_NETLINK, 0});
    for (std::uint64_t family = 0; family < AF_NETLINK; ++family) {
      if (family == AF_UNIX || family == AF_INET || family == AF_INET6) continue;
      filter.refuse_if(call, EAFNOSUPPORT, low32(0, family));
    }
    for (const std::uint64_t family : kInternet) {
      for (const std::uint64_t type : kRaw)
        filter.refuse_if(call, EPERM, low32(0, family),
                         scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, 0xf, type});
    }
    filter.refuse_if(call, EPERM, low32(0, AF_NETLINK), scmp_arg_cmp{2, SCMP_CMP_NE, 0, 0});
  }
}

// A setuid file made in a session's folder would outlive the run, with the host's owner.
void refuse_setuid_files(Builder& filter) {
  for (const std::uint64_t bit : kSetId) {
    filter.refuse_if(SCMP_SYS(chmod), EPERM, bits(1, bit));
    filter.refuse_if(SCMP_SYS(fchmod), EPERM, bits(1, bit));
    filter.refuse_if(SCMP_SYS(fchmodat), EPERM, bits(2, bit));
    filter.refuse_if(kCallFchmodat2, EPERM, bits(2, bit));
    filter.refuse_if(SCMP_SYS(creat), EPERM, bits(1, bit));
    filter.refuse_if(SCMP_SYS(mknod), EPERM, bits(1, bit));
    filter.refuse_if(SCMP_SYS(mknodat), EPERM, bits(2, bit));
    filter.refuse_if(SCMP_SYS(open), EPERM, bits(1, 0100 /* O_CREAT */), bits(2, bit));
    filter.refuse_if(SCMP_SYS(openat), EPERM, bits(2, 0100 /* O_CREAT */), bits(3, bit));
    filter.refuse_if(SCMP_SYS(open), EPERM, bits(1, 020000000 /* O_TMPFILE */), bits(2, bit));
    filter.refuse_if(SCMP_SYS(openat), EPERM, bits(2, 020000000 /* O_TMPFILE */), bits(3, bit));
  }
}

void refuse_internet(Builder& filter) {
  for (const int call : {SCMP_SYS(socket), SCMP_SYS(socketpair)}) {
    for (const std::uint64_t family : kInternet) filter.refuse_if(call, EACCES, low32(0, family));
  }
}

void add_program_rules(Builder& filter, const FilterOptions& options) {
  for (const int call : kDeniedToPrograms) filter.refuse(call, EPERM);
  for (const int call : kMissingToPrograms) filter.refuse(call, ENOSYS);
  for (const std::uint64_t flag : kNamespaceFlags)
    filter.refuse_if(SCMP_SYS(unshare), EPERM, bits(0, flag));
  filter.refuse_if(SCMP_SYS(unshare), EPERM, bits(0, CLONE_NEWTIME));
  if (options.deny_memfd) filter.refuse(SCMP_SYS(memfd_create), ENOSYS);
  if (options.deny_internet) refuse_internet(filter);
}

void add_rules(Builder& filter, const FilterOptions& options) {
  if (options.part == FilterPart::kProgram) return add_program_rules(filter, options);
  for (const int call : kDenied) filter.refuse(call, EPERM);
  for (const int call : kMissing) filter.refuse(call, ENOSYS);
  // The launcher itself makes namespaces by clone3 and unshare.
  for (const std::uint64_t flag : kNamespaceFlags)
    filter.refuse_if(SCMP_SYS(clone), EPERM, bits(0, flag));
  refuse_sockets(filter);
  refuse_setuid_files(filter);
  // Putting characters into a terminal's input; inode flags that hinder removal.
  for (const std::uint64_t request :
       {0x5412ul /* TIOCSTI */, 0x541cul /* TIOCLINUX */, 0x40086602ul /* FS_IOC_SETFLAGS */,
        0x401c5820ul /* FS_IOC_FSSETXATTR */})
    filter.refuse_if(SCMP_SYS(ioctl), EPERM, low32(1, request));
  // Every personality above ADDR_NO_RANDOMIZE weakens memory protection or speaks of other systems.
  filter.refuse_if(SCMP_SYS(personality), EPERM, scmp_arg_cmp{0, SCMP_CMP_GT, 0x40000, 0});
}

// libseccomp gives the program as a file; a pipe holds far more than it is long.
int export_program(scmp_filter_ctx context, SeccompProgram& out) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return -errno;
  const UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  if (const int result = seccomp_export_bpf(context, write_end.get()); result != 0) return result;
  write_end.reset();
  out.clear();
  sock_filter instruction{};
  while (::read(read_end.get(), &instruction, sizeof instruction) == sizeof instruction)
    out.push_back(instruction);
  return out.empty() ? -EINVAL : 0;
}

}  // namespace

KernelError build_filter(const FilterOptions& options, SeccompProgram& out) {
  const scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
  if (context == nullptr) return {ENOMEM, "seccomp_init"};
  int result = seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  // Level 2: a binary tree over the call numbers instead of a chain.
  if (result == 0) result = seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (result == 0) {
    Builder filter(context);
    add_rules(filter, options);
    result = filter.result();
  }
  if (result == 0) result = export_program(context, out);
  seccomp_release(context);
  return result == 0 ? KernelError{} : KernelError{-result, "seccomp filter"};
}

KernelError load_filter(const SeccompProgram& program) {
  sock_fprog code{static_cast<unsigned short>(program.size()),
                  const_cast<sock_filter*>(program.data())};
  return check("seccomp", ::syscall(SYS_seccomp, 1 /* SECCOMP_SET_MODE_FILTER */, 0, &code));
}

}  // namespace codecalc::sandbox
