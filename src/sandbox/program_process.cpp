// The waiting process shares the init's memory until its exec (and its descriptors until it goes
// on): no allocation, no state of the C library but errno, and one of the two always waits for the
// other (not by the private kind of futex, as the kernel's own wake at exec is not).
#include "sandbox/program_process.h"

#include <linux/close_range.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "sandbox/namespaces.h"
#include "sandbox/privileges.h"
#include "sandbox/rlimits.h"

namespace codecalc::sandbox {
namespace {

constexpr int kStartFailed = 127;
constexpr std::size_t kStackBytes = 64 << 10;

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const auto& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

KernelError ProgramProcess::wear_early_walls() const {
  // A session of its own: where the scheduler groups by session, the init and the launcher get
  // their share of the processor however many tasks the program makes.
  ::setsid();
  if (!setup_.user_namespace) {
    const int fd = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
      const ssize_t written = ::write(fd, "500", 3);
      ::close(fd);
      TRY_KERNEL(check("oom_score_adj", written));
    }
  }
  (void)::setpriority(PRIO_PROCESS, 0, 0);
  if (layers_.has(Layer::kSandboxUid)) {
    if (setup_.user_namespace) {
      TRY_KERNEL(enter_own_user_namespace());
      // A new namespace comes with a full one.
      if (layers_.has(Layer::kCapabilities)) TRY_KERNEL(drop_bounding_set());
    } else {
      TRY_KERNEL(become(setup_.uid, setup_.gid));
    }
  }
  if (layers_.has(Layer::kCapabilities)) TRY_KERNEL(drop_capabilities());
  if (layers_.has(Layer::kSeccomp)) TRY_KERNEL(load_filter(*setup_.filter));
  return {};
}

KernelError ProgramProcess::execute() {
  TRY_KERNEL(check("unshare descriptors", sys_close_range(~0u, ~0u, CLOSE_RANGE_UNSHARE)));
  for (int target = 0; target < 3; ++target)
    TRY_KERNEL(check("dup2", ::dup2(start_.streams[target], target)));
  TRY_KERNEL(check("chdir", ::chdir(kWorkFolder)));
  if (layers_.has(Layer::kLandlock)) TRY_KERNEL(landlock_.restrict_self());
  const ProcessLimits& limits = start_.step->limits;
  if (layers_.has(Layer::kRlimits)) TRY_KERNEL(apply_rlimits(limits));
  if (layers_.has(Layer::kTaskLimit)) TRY_KERNEL(apply_task_limit(limits.tasks));
  TRY_KERNEL(check("close_range", sys_close_range(3, ~0u, 0)));
  ::signal(SIGPIPE, SIG_DFL);
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  start_.setup_cpu_us = used.tv_sec * 1'000'000 + used.tv_nsec / 1000;
  // Here and not in the init, which may be late to run again: the program's time begins.
  setup_.page->started_ns.store(now_ns(), std::memory_order_release);
  ::execve(start_.argv[0], start_.argv, start_.env);
  return {errno, kExecStep};
}

int ProgramProcess::process_main(void* self) {
  auto& process = *static_cast<ProgramProcess*>(self);
  Start& start = process.start_;
  start.error = process.wear_early_walls();
  start.waiting.store(1, std::memory_order_release);
  futex_wake(start.waiting);
  while (start.go.load(std::memory_order_acquire) == 0) futex_wait(start.go, 0);
  if (start.error.ok()) start.error = process.execute();
  ::_exit(kStartFailed);
}

KernelError ProgramProcess::make(const LayerSet& layers) {
  layers_ = layers;
  pid_ = -1;
  if (stack_ == nullptr) {
    void* stack = ::mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return {errno, "mmap"};
    stack_ = static_cast<char*>(stack);
  }
  start_.error = {};
  start_.go.store(0);
  start_.waiting.store(0);
  // The maps of its user namespace can be written only by a dumpable process.
  if (setup_.user_namespace) ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  // The kernel clears `alive` and wakes its waiter when the process no longer uses this memory.
  pid_ = ::clone(process_main, stack_ + kStackBytes,
                 CLONE_VM | CLONE_FILES | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD,
                 this, reinterpret_cast<pid_t*>(&start_.alive), nullptr,
                 reinterpret_cast<pid_t*>(&start_.alive));
  if (pid_ < 0) return {errno, "clone the program's process"};
  while (start_.waiting.load(std::memory_order_acquire) == 0) futex_wait(start_.waiting, 0);
  if (setup_.user_namespace) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return start_.error;  // it still waits, and fails when it is released
}

pid_t ProgramProcess::release(const Step& step, const int (&streams)[3]) {
  const std::vector<char*> argv = pointers(step.command.argv);
  const std::vector<char*> env = pointers(step.command.env);
  start_.argv = argv.data();
  start_.env = env.data();
  start_.step = &step;
  for (int i = 0; i < 3; ++i) start_.streams[i] = streams[i];
  start_.go.store(1, std::memory_order_release);
  futex_wake(start_.go);
  for (int alive = start_.alive.load(); alive != 0; alive = start_.alive.load())
    futex_wait(start_.alive, alive);
  const pid_t released = pid_;
  pid_ = -1;
  return released;
}

}  // namespace codecalc::sandbox
