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
#include "sandbox/program_process.h"
#include "sandbox/ready_program.h"

namespace codecalc::sandbox {
namespace {

constexpr int kSocket = 3;

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
  KernelError write_files(const std::vector<WorkFile>& files);
  /// Does `body` with the file rights of the program's user.
  template <class Body>
  KernelError as_program_user(Body body);
  StepReport serve(Job& job);
  StepReport run_step(const Job& job, const Step& step);
  StepReport make_ready(const Job& job, const Preparation& preparation, const Step& step);
  StepReport run_ready(const Preparation& preparation, const Step& step);
  KernelError tighten_limits(pid_t program, const ProcessLimits& limits);
  KernelError make_program();
  void wait_for_tree(pid_t program, StepReport& report);

  CellSetup setup_;
  CellReady ready_;
  LandlockRules landlock_;
  ProgramProcess program_{setup_, landlock_};
  ReadyProgram ready_program_;
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
  const std::size_t streams = job.header.kind == JobKind::kRunReady ? 0 : 3;
  const std::size_t expected =
      streams + (job.header.payload_in_file ? 1u : 0u) + job.header.trees + job.header.seeds;
  return job.fds.size() == expected;
}

KernelError Cell::read_payload_file(Job& job) {
  if (!job.header.payload_in_file) return {};
  const std::ptrdiff_t place = job.header.kind == JobKind::kRunReady ? 0 : 3;
  const UniqueFd file = std::move(job.fds[static_cast<std::size_t>(place)]);
  job.fds.erase(job.fds.begin() + place);
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
  return write_files(preparation.files);
}

template <class Body>
KernelError Cell::as_program_user(Body body) {
  if (setup_.user_namespace) return body();
  ::setfsgid(setup_.gid);
  ::setfsuid(setup_.uid);
  const KernelError result = body();
  ::setfsuid(0);
  ::setfsgid(0);
  TRY_KERNEL(die_with_launcher());
  return result;
}

KernelError Cell::write_files(const std::vector<WorkFile>& files) {
  return as_program_user([&files] { return write_work_files(files); });
}

KernelError Cell::make_program() {
  LayerSet standing;
  for (std::size_t i = 0; i < kLayerCount; ++i)
    standing.set(static_cast<Layer>(i), has(static_cast<Layer>(i)));
  return program_.make(standing);
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
      if (!kill_tree) break;
      // Whoever has lost its parent is a child of this process: without children there is nobody
      // left, and a signal to all would make the kernel look at every process of the machine.
      siginfo_t left{};
      if (::waitid(P_ALL, 0, &left, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD) break;
      ::kill(-1, SIGKILL);
    }
  }
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
  if (!program_.waiting()) {
    const KernelError made = make_program();
    if (!made.ok()) return failed(made);
  }
  const std::int64_t cpu_before = children_cpu_us();
  const pid_t program =
      program_.release(step, {job.fds[0].get(), job.fds[1].get(), job.fds[2].get()});
  if (shared_page->kill_requested.load(std::memory_order_acquire)) ::kill(-1, SIGKILL);
  wait_for_tree(program, report);
  report.started = program_.error().ok();
  report.setup_code = program_.error().code;
  copy_step_name(report.setup_step, program_.error().step);
  report.cpu_us =
      std::max<std::int64_t>(0, children_cpu_us() - cpu_before - program_.setup_cpu_us());
  return report;
}

// Starts the program ahead of its job, in all its walls, up to the opening of its script.
StepReport Cell::make_ready(const Job& job, const Preparation& preparation, const Step& step) {
  if (!program_.waiting() || step.command.argv.empty()) return failed({EINVAL, "a waiting cell"});
  const KernelError piped =
      as_program_user([&] { return ready_program_.make_pipe(preparation.script); });
  if (!piped.ok()) return failed(piped);
  const pid_t program =
      program_.release(step, {job.fds[0].get(), job.fds[1].get(), job.fds[2].get()});
  if (!program_.error().ok()) return failed(program_.error());
  const KernelError waits = ready_program_.wait_until_it_reads(program);
  if (!waits.ok()) return failed(waits);
  StepReport report;
  report.started = true;
  return report;
}

// Another process's limits may be set by its own user, or with a capability that containers lack.
KernelError Cell::tighten_limits(pid_t program, const ProcessLimits& limits) {
  if (setup_.user_namespace || !has(Layer::kSandboxUid)) return tighten_rlimits(program, limits);
  constexpr uid_t kKeep = static_cast<uid_t>(-1);
  TRY_KERNEL(check("setresgid", ::syscall(SYS_setresgid, setup_.gid, kKeep, kKeep)));
  TRY_KERNEL(check("setresuid", ::syscall(SYS_setresuid, setup_.uid, kKeep, kKeep)));
  const KernelError result = tighten_rlimits(program, limits);
  TRY_KERNEL(check("setresuid", ::syscall(SYS_setresuid, 0, kKeep, kKeep)));
  TRY_KERNEL(check("setresgid", ::syscall(SYS_setresgid, 0, kKeep, kKeep)));
  TRY_KERNEL(die_with_launcher());
  return result;
}

// Gives a program that waits its script, which the work folder then holds as a file like any other.
StepReport Cell::run_ready(const Preparation& preparation, const Step& step) {
  if (!ready_program_.waits()) return failed({ESRCH, "the waiting program"});
  const pid_t program = ready_program_.pid();
  KernelError result = as_program_user([&] { return ready_program_.remove_pipe(); });
  if (result.ok()) result = write_files(preparation.files);
  if (result.ok() && has(Layer::kRlimits)) result = tighten_limits(program, step.limits);
  if (!result.ok()) return failed(result);
  StepReport report;
  const std::int64_t cpu_before = ready_program_.cpu_us();
  shared_page->ready_cpu_us.store(cpu_before, std::memory_order_relaxed);
  shared_page->started_ns.store(now_ns(), std::memory_order_release);
  ready_program_.feed(preparation.files);
  if (shared_page->kill_requested.load(std::memory_order_acquire)) ::kill(-1, SIGKILL);
  wait_for_tree(program, report);
  report.started = true;
  report.cpu_us = std::max<std::int64_t>(0, children_cpu_us() - cpu_before);
  return report;
}

StepReport Cell::serve(Job& job) {
  KernelError result = read_payload_file(job);
  WireReader in(job.payload);
  Step step;
  Preparation preparation;
  const JobKind kind = job.header.kind;
  if (kind != JobKind::kRunNext) decode(in, preparation);
  decode(in, step);
  if (!in.done() || preparation.trees.size() != job.header.trees ||
      preparation.seeds.size() != job.header.seeds)
    result = {EBADMSG, "read the job"};
  if (result.ok() && kind == JobKind::kRunReady) return run_ready(preparation, step);
  if (result.ok() && kind != JobKind::kRunNext) result = prepare(job, preparation);
  if (!result.ok()) return failed(result);
  return kind == JobKind::kMakeReady ? make_ready(job, preparation, step) : run_step(job, step);
}

void Cell::run() {
  // The launcher's own socket gives its number away; the three that follow move down by one.
  int* const wanted[] = {&setup_.socket, &setup_.cgroup_procs, &setup_.network};
  int place = kSocket;
  for (int* const fd : wanted) {
    const bool given = *fd >= 0;
    *fd = ::dup2(place + 1, place);
    if (!given) {
      ::close(place);
      *fd = -1;
    }
    ++place;
  }
  ::close(place);
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
    if (job.header.more && !program_.waiting()) (void)make_program();
  }
}

}  // namespace

void run_cell(const CellSetup& setup) {
  Cell cell(setup);
  cell.run();
}

}  // namespace codecalc::sandbox
