// The init of a cell. It is pid 1 of its namespace and keeps its privileges: the programs that it
// starts have another user (or no capability), so they can neither signal nor read it.
#include "sandbox/cell_init.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <linux/close_range.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sandbox/cell_files.h"
#include "sandbox/landlock.h"
#include "sandbox/mounts.h"
#include "sandbox/namespaces.h"
#include "sandbox/privileges.h"

namespace codecalc::sandbox {
namespace {

constexpr int kSocket = 3;
constexpr int kAway = 20;
constexpr int kProgramStartFailed = 127;
constexpr std::size_t kProgramStackBytes = 64 << 10;

CellPage* shared_page = nullptr;  // for the signal handler, which has no other way

extern "C" void on_terminate(int /*signal*/) {
  // A program of the same user may send the signal as well; only the launcher's word counts.
  if (shared_page != nullptr && shared_page->kill_requested.load(std::memory_order_acquire))
    ::kill(-1, SIGKILL);
}

bool launcher_is_gone() {
  char byte = 0;
  return ::recv(kSocket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

// The end of this process is the end of every process of the cell.
extern "C" void on_socket(int /*signal*/) {
  const int code = errno;
  if (launcher_is_gone()) ::_exit(0);
  errno = code;
}

// Two ways to die with the launcher: the kernel's, and the closing of the socket. The kernel
// forgets its own at every change of ids, also those of the file system's.
KernelError die_with_launcher() {
  TRY_KERNEL(check("PR_SET_PDEATHSIG", ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)));
  if (launcher_is_gone()) ::_exit(0);
  return {};
}

KernelError watch_socket() {
  struct sigaction action{};
  action.sa_handler = on_socket;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGIO, &action, nullptr);
  TRY_KERNEL(check("F_SETOWN", ::fcntl(kSocket, F_SETOWN, ::getpid())));
  return check("O_ASYNC", ::fcntl(kSocket, F_SETFL, O_ASYNC));
}

void copy_step_name(char (&to)[48], const char* from) { std::snprintf(to, sizeof to, "%s", from); }

// A job as it came: descriptors first, then what the payload says.
struct Job {
  JobHeader header;
  std::vector<UniqueFd> fds;
  std::string payload;
};

// Shared with the program's process until its exec.
struct Start {
  std::atomic<int> waiting{0};  ///< the early walls stand, or failed
  std::atomic<int> go{0};
  std::atomic<int> alive{0};  ///< its thread id until it leaves this memory
  KernelError error;
  char* const* argv = nullptr;
  char* const* env = nullptr;
  const Step* step = nullptr;
  int streams[3] = {-1, -1, -1};
  std::int64_t setup_cpu_us = 0;
};
static_assert(sizeof(std::atomic<int>) == sizeof(int));

class Cell {
 public:
  explicit Cell(const CellSetup& setup) : setup_(setup) {}

  [[noreturn]] void run();

 private:
  KernelError put_up_walls();
  void try_layer(Layer layer, KernelError result);
  KernelError fill_landlock();
  bool has(Layer layer) const {
    return setup_.layers.has(layer) && ready_.codes[static_cast<std::size_t>(layer)] == 0;
  }

  KernelError send_ready() const;
  bool receive(Job& job);
  KernelError read_payload_file(Job& job);
  KernelError prepare(const Job& job, const Preparation& preparation);
  StepReport serve(Job& job);
  StepReport run_step(const Job& job, const Step& step);
  KernelError wear_early_walls() const;
  KernelError start_program() const;
  static int program_main(void* self);
  KernelError make_program();
  void release_program();
  void wait_for_tree(pid_t program, StepReport& report);

  CellSetup setup_;
  CellReady ready_;
  LandlockRules landlock_;
  mutable Start start_;
  pid_t program_ = -1;  ///< the process that waits to become the program; -1: none
  char* program_stack_ = nullptr;
  // Not cleared: a cell that waits should own few pages.
  static constexpr std::size_t kBufferBytes = sizeof(JobHeader) + kMaxInlinePayload;
  std::unique_ptr<char[]> buffer_{new char[kBufferBytes]};
};

void Cell::try_layer(Layer layer, KernelError result) {
  if (!result.ok()) ready_.codes[static_cast<std::size_t>(layer)] = result.code;
}

KernelError Cell::fill_landlock() {
  TRY_KERNEL(landlock_.create(setup_.landlock_abi));
  TRY_KERNEL(landlock_.allow_list("/"));
  for (const char* path : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc",
                           "/sys", "/run", "/var"}) {
    char target[8] = {};
    // Most of them are links into /usr.
    if (::readlink(path, target, sizeof target) < 4 || std::memcmp(target, "usr/", 4) != 0)
      TRY_KERNEL(landlock_.allow_read(path));
  }
  for (const std::string& path : *setup_.read_paths) TRY_KERNEL(landlock_.allow_read(path.c_str()));
  for (const char* path : {"/proc", "/dev"}) TRY_KERNEL(landlock_.allow_use(path));
  for (const char* path : {kWorkFolder, "/tmp", "/dev/shm"}) TRY_KERNEL(landlock_.allow_all(path));
  return {};
}

KernelError Cell::put_up_walls() {
  TRY_KERNEL(watch_socket());
  ::umask(022);
  // Best effort, for schedulers that do not group: the init must get through to end a program.
  (void)::setpriority(PRIO_PROCESS, 0, -10);
  if (setup_.network >= 0)
    TRY_KERNEL(check("enter the empty network", ::setns(setup_.network, CLONE_NEWNET)));
  const LayerSet& layers = setup_.layers;
  const UniqueFd network(setup_.network);
  const UniqueFd cgroup(setup_.cgroup_procs);
  if (layers.has(Layer::kUtsNamespace)) {
    constexpr std::string_view kName = "sandbox";
    try_layer(Layer::kUtsNamespace,
              check("sethostname", ::sethostname(kName.data(), kName.size())));
  }
  if (setup_.cgroup_procs >= 0)
    try_layer(Layer::kMemoryCgroup,
              check("join the memory cgroup", ::write(setup_.cgroup_procs, "0", 1)));
  if (layers.has(Layer::kCgroupNamespace))
    try_layer(Layer::kCgroupNamespace, check("unshare(cgroup)", ::unshare(CLONE_NEWCGROUP)));
  if (layers.has(Layer::kMountNamespace)) {
    KernelError masks;
    TRY_KERNEL(mount_cell({.uid = setup_.uid,
                           .gid = setup_.gid,
                           .disk_bytes = setup_.disk_bytes,
                           .masks = layers.has(Layer::kProcMasks),
                           .user_namespace = setup_.user_namespace},
                          masks));
    try_layer(Layer::kProcMasks, masks);
  }
  if (!setup_.user_namespace) {
    // In a full memory cgroup the kernel must choose the program, not this process.
    (void)write_file_at(AT_FDCWD, "/proc/self/oom_score_adj", "-1000");
  }
  if (layers.has(Layer::kCapabilities) && !setup_.bounding_set_dropped)
    try_layer(Layer::kCapabilities, drop_bounding_set());
  if (layers.has(Layer::kNoNewPrivs)) try_layer(Layer::kNoNewPrivs, set_no_new_privs());
  if (layers.has(Layer::kLandlock)) {
    const KernelError filled = fill_landlock();
    try_layer(Layer::kLandlock, filled);
    if (!filled.ok()) landlock_ = LandlockRules();
  }
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  TRY_KERNEL(die_with_launcher());
  return make_program();
}

KernelError Cell::send_ready() const {
  // For the launcher, which measures the tree by them and could not open them itself.
  const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const UniqueFd data(::open(kDataFolder, O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::vector<int> fds;
  if (ready_.fatal_code == 0 && proc && data) fds = {proc.get(), data.get()};
  return send_with_fds(kSocket, &ready_, sizeof ready_, fds);
}

bool Cell::receive(Job& job) {
  const ssize_t n = receive_with_fds(kSocket, buffer_.get(), kBufferBytes, 0, job.fds);
  if (n < static_cast<ssize_t>(sizeof(JobHeader))) return false;
  std::memcpy(&job.header, buffer_.get(), sizeof job.header);
  job.payload.assign(buffer_.get() + sizeof(JobHeader),
                     static_cast<std::size_t>(n) - sizeof(JobHeader));
  const std::size_t expected =
      3u + (job.header.payload_in_file ? 1u : 0u) + job.header.trees + job.header.seeds;
  return job.fds.size() == expected;
}

KernelError Cell::read_payload_file(Job& job) {
  if (!job.header.payload_in_file) return {};
  const UniqueFd file = std::move(job.fds[3]);
  job.fds.erase(job.fds.begin() + 3);
  job.payload.resize(job.header.payload_bytes);
  std::size_t at = 0;
  while (at < job.payload.size()) {
    const ssize_t n = ::pread(file.get(), job.payload.data() + at, job.payload.size() - at,
                              static_cast<off_t>(at));
    if (n <= 0) return {n < 0 ? errno : EIO, "read the job"};
    at += static_cast<std::size_t>(n);
  }
  return {};
}

KernelError Cell::prepare(const Job& job, const Preparation& preparation) {
  std::size_t next = 3;
  for (const TreePlace& place : preparation.trees) {
    TRY_KERNEL(attach(job.fds[next++].get(), place.inside));
    if (landlock_.valid())
      TRY_KERNEL(place.writable ? landlock_.allow_all(place.inside.c_str())
                                : landlock_.allow_read(place.inside.c_str()));
  }
  if (has(Layer::kDiskLimit) && preparation.disk_bytes != setup_.disk_bytes)
    TRY_KERNEL(resize_cell(preparation.disk_bytes));
  for (const std::string& inside : preparation.seeds)
    TRY_KERNEL(copy_seed(job.fds[next++].get(), inside, setup_.uid, setup_.gid));
  if (!setup_.user_namespace) {
    ::setfsgid(setup_.gid);
    ::setfsuid(setup_.uid);
  }
  const KernelError written = write_work_files(preparation.files);
  if (!setup_.user_namespace) {
    ::setfsuid(0);
    ::setfsgid(0);
    TRY_KERNEL(die_with_launcher());
  }
  return written;
}

// The program's process is made ahead of the job and waits in most of its walls, so that a job
// costs little more than its exec. It shares this process's memory until then (and its descriptors
// until it goes on): no allocation, no state of the C library but errno, and one of the two always
// waits for the other.

void futex_wait(const std::atomic<int>& word, int value) {
  // Not the private kind: the kernel's own wake at exec is not.
  ::syscall(SYS_futex, reinterpret_cast<const int*>(&word), FUTEX_WAIT, value, nullptr, nullptr, 0);
}

void futex_wake(const std::atomic<int>& word) {
  ::syscall(SYS_futex, reinterpret_cast<const int*>(&word), FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

KernelError Cell::wear_early_walls() const {
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
  if (has(Layer::kSandboxUid)) {
    if (setup_.user_namespace) {
      TRY_KERNEL(enter_own_user_namespace());
      // A new namespace comes with a full one.
      if (has(Layer::kCapabilities)) TRY_KERNEL(drop_bounding_set());
    } else {
      TRY_KERNEL(become(setup_.uid, setup_.gid));
    }
  }
  if (has(Layer::kCapabilities)) TRY_KERNEL(drop_capabilities());
  if (has(Layer::kSeccomp)) TRY_KERNEL(load_filter(*setup_.filter));
  return {};
}

KernelError Cell::start_program() const {
  const Start& start = start_;
  TRY_KERNEL(check("unshare descriptors", sys_close_range(~0u, ~0u, CLOSE_RANGE_UNSHARE)));
  for (int target = 0; target < 3; ++target)
    TRY_KERNEL(check("dup2", ::dup2(start.streams[target], target)));
  TRY_KERNEL(check("chdir", ::chdir(kWorkFolder)));
  if (has(Layer::kLandlock)) TRY_KERNEL(landlock_.restrict_self());
  if (has(Layer::kRlimits)) TRY_KERNEL(apply_rlimits(start.step->limits));
  if (has(Layer::kTaskLimit)) TRY_KERNEL(apply_task_limit(start.step->limits.tasks));
  TRY_KERNEL(check("close_range", sys_close_range(3, ~0u, 0)));
  ::signal(SIGPIPE, SIG_DFL);
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  start_.setup_cpu_us = used.tv_sec * 1'000'000 + used.tv_nsec / 1000;
  // Here and not in the init, which may be late to run again: the program's time begins.
  shared_page->started_ns.store(now_ns(), std::memory_order_release);
  ::execve(start.argv[0], start.argv, start.env);
  return {errno, "execute the program"};
}

int Cell::program_main(void* self) {
  auto& cell = *static_cast<Cell*>(self);
  Start& start = cell.start_;
  start.error = cell.wear_early_walls();
  start.waiting.store(1, std::memory_order_release);
  futex_wake(start.waiting);
  while (start.go.load(std::memory_order_acquire) == 0) futex_wait(start.go, 0);
  if (start.error.ok()) start.error = cell.start_program();
  ::_exit(kProgramStartFailed);
}

KernelError Cell::make_program() {
  if (program_stack_ == nullptr) {
    void* stack = ::mmap(nullptr, kProgramStackBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return {errno, "mmap"};
    program_stack_ = static_cast<char*>(stack);
  }
  start_.error = {};
  start_.go.store(0);
  start_.waiting.store(0);
  // The maps of its user namespace can be written only by a dumpable process.
  if (setup_.user_namespace) ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  // The kernel clears `alive` and wakes its waiter when the process no longer uses this memory.
  program_ = ::clone(program_main, program_stack_ + kProgramStackBytes,
                     CLONE_VM | CLONE_FILES | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD,
                     this, reinterpret_cast<pid_t*>(&start_.alive), nullptr,
                     reinterpret_cast<pid_t*>(&start_.alive));
  if (program_ < 0) return {errno, "clone the program's process"};
  while (start_.waiting.load(std::memory_order_acquire) == 0) futex_wait(start_.waiting, 0);
  if (setup_.user_namespace) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return start_.error;
}

// Lets the waiting process go on and returns when it is the program, or has failed.
void Cell::release_program() {
  start_.go.store(1, std::memory_order_release);
  futex_wake(start_.go);
  for (int alive = start_.alive.load(); alive != 0; alive = start_.alive.load())
    futex_wait(start_.alive, alive);
}

std::int64_t children_cpu_us() {
  rusage use{};
  ::getrusage(RUSAGE_CHILDREN, &use);
  return (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1'000'000 + use.ru_utime.tv_usec +
         use.ru_stime.tv_usec;
}

void Cell::wait_for_tree(pid_t program, StepReport& report) {
  const std::int64_t started = shared_page->started_ns.load(std::memory_order_relaxed);
  const bool kill_tree = has(Layer::kTreeKill);
  while (true) {
    int status = 0;
    rusage use{};
    const pid_t pid = ::wait4(-1, &status, 0, &use);
    if (pid < 0) {
      if (errno == EINTR) continue;
      break;  // ECHILD: the tree is gone
    }
    shared_page->reaped_cpu_us.store(children_cpu_us(), std::memory_order_relaxed);
    report.max_rss_kb = std::max(report.max_rss_kb, static_cast<std::int64_t>(use.ru_maxrss));
    if (pid == program) {
      report.wall_us = (now_ns() - started) / 1000;
      report.wait_status = status;
      if (kill_tree) ::kill(-1, SIGKILL);
      if (!kill_tree) break;
    }
  }
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const auto& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

StepReport failed(KernelError error) {
  StepReport report;
  report.setup_code = error.code;
  copy_step_name(report.setup_step, error.step);
  return report;
}

StepReport Cell::run_step(const Job& job, const Step& step) {
  StepReport report;
  if (step.command.argv.empty()) return failed({EINVAL, "an empty command"});
  if (program_ <= 0) {
    const KernelError made = make_program();
    if (!made.ok()) return failed(made);
  }
  const std::vector<char*> argv = pointers(step.command.argv);
  const std::vector<char*> env = pointers(step.command.env);
  start_.argv = argv.data();
  start_.env = env.data();
  start_.step = &step;
  for (int i = 0; i < 3; ++i) start_.streams[i] = job.fds[static_cast<std::size_t>(i)].get();
  const std::int64_t cpu_before = children_cpu_us();
  release_program();
  if (shared_page->kill_requested.load(std::memory_order_acquire)) ::kill(-1, SIGKILL);
  wait_for_tree(program_, report);
  program_ = -1;
  report.started = start_.error.ok();
  report.setup_code = start_.error.code;
  copy_step_name(report.setup_step, start_.error.step);
  report.cpu_us = std::max<std::int64_t>(0, children_cpu_us() - cpu_before - start_.setup_cpu_us);
  return report;
}

StepReport Cell::serve(Job& job) {
  KernelError result = read_payload_file(job);
  WireReader in(job.payload);
  Step step;
  if (result.ok() && job.header.kind == JobKind::kPrepareAndRun) {
    Preparation preparation;
    decode(in, preparation);
    decode(in, step);
    result = in.done() && preparation.trees.size() == job.header.trees &&
                     preparation.seeds.size() == job.header.seeds
                 ? prepare(job, preparation)
                 : KernelError{EBADMSG, "read the job"};
  } else if (result.ok()) {
    decode(in, step);
    if (!in.done()) result = {EBADMSG, "read the job"};
  }
  return result.ok() ? run_step(job, step) : failed(result);
}

void Cell::run() {
  // Everything else that the launcher has open belongs to other runs. The few that are wanted are
  // put out of the way, then in their places.
  int* const wanted[] = {&setup_.socket, &setup_.cgroup_procs, &setup_.network};
  for (int* const fd : wanted) {
    if (*fd >= 0) *fd = ::fcntl(*fd, F_DUPFD, kAway);
  }
  sys_close_range(kSocket, kAway - 1, 0);
  int place = kSocket;
  for (int* const fd : wanted) {
    if (*fd >= 0) *fd = ::dup2(*fd, place);
    ++place;
  }
  sys_close_range(static_cast<unsigned>(place), ~0u, 0);
  ::fcntl(kSocket, F_SETFD, FD_CLOEXEC);
  shared_page = setup_.page;
  struct sigaction action{};
  action.sa_handler = on_terminate;
  ::sigaction(SIGTERM, &action, nullptr);
  ::signal(SIGPIPE, SIG_IGN);

  const KernelError walls = put_up_walls();
  ready_.fatal_code = walls.code;
  copy_step_name(ready_.fatal_step, walls.step);
  if (!send_ready().ok() || !walls.ok()) ::_exit(1);
  while (true) {
    Job job;
    if (!receive(job)) ::_exit(0);
    const StepReport report = serve(job);
    job.fds.clear();
    if (::send(kSocket, &report, sizeof report, MSG_NOSIGNAL) < 0) ::_exit(1);
    // A failure is told when the step comes.
    if (job.header.more && program_ <= 0 && !make_program().ok()) program_ = -1;
  }
}

}  // namespace

void run_cell(const CellSetup& setup) {
  Cell cell(setup);
  cell.run();
}

}  // namespace codecalc::sandbox
