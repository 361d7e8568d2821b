// The walls around one request's child.
#include "workers/child_limits.h"

#include <fcntl.h>
#include <gmp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "base/fd.h"

namespace codecalc::workers {

namespace {

constexpr std::array kAllowed{
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(close),
    SCMP_SYS(lseek),
    SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(pipe2),
    SCMP_SYS(mmap),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(mprotect),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(times),
    SCMP_SYS(time),
    SCMP_SYS(getrusage),
    SCMP_SYS(getrlimit),
    SCMP_SYS(setitimer),
    SCMP_SYS(getitimer),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getppid),
    SCMP_SYS(getrandom),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
    SCMP_SYS(wait4),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(restart_syscall),
};

/// Rules beyond the plain list: forking (not threads), signals to itself, its own limits lowered.
bool add_special_rules(scmp_filter_ctx filter) {
  const auto own = static_cast<scmp_datum_t>(SIGCHLD);
  const scmp_datum_t clone_mask = CLONE_VM | CLONE_FILES | CLONE_NEWUSER | CLONE_NEWNS |
                                  CLONE_NEWPID | CLONE_NEWNET | CLONE_THREAD;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, clone_mask | 0xff, own)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1,
                          SCMP_A0(SCMP_CMP_EQ, PR_SET_PDEATHSIG)) == 0 &&
         // abort() signals its own thread; the numbers differ in every child, so the signal is
         // what can be checked.
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                          SCMP_A2(SCMP_CMP_EQ, SIGABRT)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1,
                          SCMP_A2(SCMP_CMP_EQ, 0)) == 0;
}

/// Threads within the process. The C library asks by clone3 first, whose flags a filter cannot
/// see: ENOSYS makes it take clone.
bool add_thread_rules(scmp_filter_ctx filter) {
  const scmp_datum_t thread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD;
  const scmp_datum_t mask = thread | CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, mask, thread)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

[[noreturn]] void out_of_memory() { ::_exit(kExitMemory); }

void* must_allocate(std::size_t size) {
  void* p = std::malloc(size);
  if (p == nullptr) out_of_memory();
  return p;
}
void* must_reallocate(void* old, std::size_t, std::size_t size) {
  void* p = std::realloc(old, size);
  if (p == nullptr) out_of_memory();
  return p;
}
void release(void* p, std::size_t) { std::free(p); }

/// A fault close to the stack pointer is a stack that ran out; any other one is a crash, which
/// happens again on return, without this handler.
void on_fault(int, siginfo_t* info, void* context) {
  constexpr std::uintptr_t kNear = 1 << 20;
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto stack = static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RSP]);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (address + kNear > stack && address < stack + kNear) ::_exit(kExitStack);
  ::signal(SIGSEGV, SIG_DFL);
}

/// A stack of its own for the fault handler: the ordinary one is what ran out.
bool catch_stack_overflow() {
  constexpr std::size_t kSize = 65536;
  void* memory = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kSize;
  if (::sigaltstack(&stack, nullptr) != 0) return false;
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  return ::sigaction(SIGSEGV, &action, nullptr) == 0;
}

bool limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  return ::setrlimit(static_cast<__rlimit_resource>(resource), &value) == 0;
}

/// The private memory that the process holds now, in bytes, as RLIMIT_DATA counts it.
rlim_t held_memory() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  const int got = std::fscanf(file, "%lu %lu %lu %lu %lu %lu", &size, &resident, &shared, &text,
                              &library, &data);
  std::fclose(file);
  return got == 6 ? static_cast<rlim_t>(data) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

Result<std::vector<sock_filter>> calculation_filter(bool threads) {
  const Error failed{Code::kWorkerFailure, "the system call filter cannot be made", {}, {}};
  const std::unique_ptr<void, decltype(&seccomp_release)> filter(
      seccomp_init(SCMP_ACT_ERRNO(EPERM)), &seccomp_release);
  if (!filter) return failed;
  for (const int call : kAllowed) {
    if (call >= 0 && seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 0) != 0) return failed;
  }
  if (!add_special_rules(filter.get())) return failed;
  if (threads && !add_thread_rules(filter.get())) return failed;
  const UniqueFd file(::memfd_create("filter", MFD_CLOEXEC));
  if (!file || seccomp_export_bpf(filter.get(), file.get()) != 0) return failed;
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  if (size <= 0) return failed;
  std::vector<sock_filter> program(static_cast<std::size_t>(size) / sizeof(sock_filter));
  const std::size_t bytes = program.size() * sizeof(sock_filter);
  if (::pread(file.get(), program.data(), bytes, 0) != static_cast<ssize_t>(bytes)) return failed;
  return program;
}

bool enter_limits(const Budget& budget, const std::vector<sock_filter>& filter) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
  std::set_new_handler(out_of_memory);
  mp_set_memory_functions(must_allocate, must_reallocate, release);
  if (!catch_stack_overflow()) return false;
  const rlim_t cpu = (budget.cpu_ms + 999) / 1000;
  const rlim_t memory = held_memory() + (rlim_t{budget.memory_mib} << 20);
  if (!limit(RLIMIT_CPU, cpu, cpu + 1) || !limit(RLIMIT_DATA, memory, memory) ||
      !limit(RLIMIT_FSIZE, 0, 0) || !limit(RLIMIT_NOFILE, 64, 64) || !limit(RLIMIT_CORE, 0, 0)) {
    return false;
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  sock_fprog program{};
  program.len = static_cast<unsigned short>(filter.size());
  program.filter = const_cast<sock_filter*>(filter.data());
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace codecalc::workers
