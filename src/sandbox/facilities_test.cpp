// The parts that face the kernel, as far as they can be tried without a sandbox.
#include <gtest/gtest.h>

#include <cerrno>
#include <functional>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/accounting.h"
#include "sandbox/cell_protocol.h"
#include "sandbox/landlock.h"
#include "sandbox/layers.h"
#include "sandbox/mounts.h"
#include "sandbox/namespaces.h"
#include "sandbox/privileges.h"
#include "sandbox/rlimits.h"
#include "sandbox/seccomp_filter.h"

namespace codecalc::sandbox {
namespace {

// Runs `body` in a child and gives its exit status.
int in_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Both parts of the filter, as a program has them; `options.part` is overwritten.
std::vector<SeccompProgram> both_parts(FilterOptions options) {
  std::vector<SeccompProgram> parts(2);
  options.part = FilterPart::kCommon;
  EXPECT_TRUE(build_filter(options, parts[0]).ok());
  options.part = FilterPart::kProgram;
  EXPECT_TRUE(build_filter(options, parts[1]).ok());
  return parts;
}

// The errno of a call under filters; 0 when it succeeds.
int errno_under(const std::vector<SeccompProgram>& parts, const std::function<long()>& call) {
  return in_child([&] {
    if (!set_no_new_privs().ok()) return 250;
    for (const SeccompProgram& part : parts) {
      if (!load_filter(part).ok()) return 251;
    }
    return call() < 0 ? errno : 0;
  });
}

TEST(SeccompFilter, IsASearchTreeOfBoundedLength) {
  const std::vector<SeccompProgram> parts = both_parts({.deny_internet = true});
  EXPECT_GT(parts[0].size(), 100u);
  EXPECT_LT(parts[0].size(), 500u);
  // Loaded anew in each program.
  EXPECT_LT(parts[1].size(), 80u);
}

TEST(SeccompFilter, RefusesAndAllows) {
  const std::vector<SeccompProgram> program = both_parts({});
  EXPECT_EQ(errno_under(program, [] { return ::syscall(SYS_keyctl, 0, 0, 0, 0, 0); }), EPERM);
  EXPECT_EQ(errno_under(program, [] { return ::syscall(SYS_clone3, nullptr, 0); }), ENOSYS);
  EXPECT_EQ(errno_under(program, [] { return ::syscall(SYS_unshare, CLONE_NEWUSER); }), EPERM);
  EXPECT_EQ(errno_under(program, [] { return ::syscall(SYS_unshare, CLONE_FILES); }), 0);
  EXPECT_EQ(errno_under(program, [] { return ::socket(AF_UNIX, SOCK_STREAM, 0); }), 0);
  EXPECT_EQ(errno_under(program, [] { return ::socket(AF_INET, SOCK_STREAM, 0); }), 0);
  EXPECT_EQ(errno_under(program, [] { return ::socket(AF_PACKET, SOCK_DGRAM, 0); }), EAFNOSUPPORT);
  EXPECT_EQ(errno_under(program, [] { return ::socket(AF_INET, SOCK_RAW, 1); }), EPERM);
  EXPECT_EQ(errno_under(program, [] { return ::memfd_create("x", 0); }), 0);
}

TEST(SeccompFilter, WithoutAMemoryCgroupThereAreNoMemoryFiles) {
  const std::vector<SeccompProgram> program = both_parts({.deny_memfd = true});
  EXPECT_EQ(errno_under(program, [] { return ::memfd_create("x", 0); }), ENOSYS);
}

TEST(SeccompFilter, TheLauncherKeepsWhatACellNeeds) {
  const std::vector<SeccompProgram> common = {both_parts({})[0]};
  EXPECT_EQ(errno_under(common, [] { return ::syscall(SYS_keyctl, 0, 0, 0, 0, 0); }), EPERM);
  // Faults of their arguments, not refusals.
  EXPECT_EQ(errno_under(common, [] { return ::syscall(SYS_clone3, nullptr, 0); }), EINVAL);
  EXPECT_EQ(errno_under(common, [] { return ::syscall(SYS_setns, -1, 0); }), EBADF);
  EXPECT_EQ(errno_under(common, [] { return ::syscall(SYS_openat2, -1, nullptr, nullptr, 0); }),
            EINVAL);
}

TEST(SeccompFilter, WithoutTheNetworkInternetSocketsAreRefused) {
  const std::vector<SeccompProgram> program = both_parts({.deny_internet = true});
  EXPECT_EQ(errno_under(program, [] { return ::socket(AF_INET, SOCK_STREAM, 0); }), EACCES);
  EXPECT_EQ(errno_under(program, [] { return ::socket(AF_INET6, SOCK_DGRAM, 0); }), EACCES);
  EXPECT_EQ(errno_under(program, [] { return ::socket(AF_UNIX, SOCK_STREAM, 0); }), 0);
}

TEST(Landlock, AllowsWhatItsRulesName) {
  const int abi = landlock_abi();
  if (abi == 0) GTEST_SKIP() << "this kernel has no Landlock";
  const int status = in_child([&] {
    LandlockRules rules;
    if (!rules.create(abi).ok() || !rules.allow_read("/usr").ok() ||
        !rules.allow_use("/dev/null").ok())
      return 1;
    if (!set_no_new_privs().ok() || !rules.restrict_self().ok()) return 2;
    if (::open("/usr/bin/env", O_RDONLY) < 0) return 3;
    if (::open("/dev/null", O_WRONLY) < 0) return 4;
    if (::open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES) return 5;
    if (::open("/tmp/never", O_WRONLY | O_CREAT, 0600) >= 0 || errno != EACCES) return 6;
    return 0;
  });
  EXPECT_EQ(status, 0);
}

TEST(Rlimits, AreSetAsGiven) {
  Limits limits;
  limits.cpu = std::chrono::milliseconds(1'500);
  limits.memory_bytes = 1u << 20;
  const ProcessLimits with_group = process_limits(limits, true);
  EXPECT_EQ(with_group.cpu_seconds, 3u) << "rounded up, one second behind the watch";
  EXPECT_EQ(with_group.data_bytes, 0u);
  const ProcessLimits without = process_limits(limits, false);
  EXPECT_EQ(without.data_bytes, (1u << 20) + (1ull << 30));
  const int status = in_child([&] {
    if (!apply_rlimits(with_group).ok()) return 1;
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_max != 1024) return 2;
    ::getrlimit(RLIMIT_FSIZE, &limit);
    if (limit.rlim_max != 256u << 20) return 3;
    ::getrlimit(RLIMIT_CORE, &limit);
    if (limit.rlim_max != 0) return 4;
    ::getrlimit(RLIMIT_AS, &limit);
    return limit.rlim_max == RLIM_INFINITY ? 0 : 5;
  });
  EXPECT_EQ(status, 0);
}

TEST(Namespaces, FlagsFollowTheLayers) {
  EXPECT_EQ(cell_clone_flags(LayerSet::all()),
            static_cast<std::uint64_t>(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS));
  LayerSet none;
  EXPECT_EQ(cell_clone_flags(none), 0u);
}

TEST(Mounts, KnowsTheFoldersThatEachCellHasOfItsOwn) {
  for (const char* path : {"/tmp", "/tmp/x", "/var/tmp/x", "/box/a", "/dev/shm"})
    EXPECT_TRUE(is_private(path)) << path;
  for (const char* path : {"/", "/tmpfs", "/usr/tmp", "/boxes", "/opt/rt", "/dev/null"})
    EXPECT_FALSE(is_private(path)) << path;
}

TEST(Accounting, SeesThisProcess) {
  const UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const MemoryUse use = measure_memory(proc.get());
  EXPECT_GE(use.processes, 1u);
  EXPECT_GT(use.rss_bytes, 1u << 20);
  EXPECT_GT(disk_bytes(proc.get()) + 1, 0u);
  EXPECT_EQ(disk_bytes(-1), 0u);
}

TEST(CellProtocol, JobsComeBack) {
  Preparation preparation;
  preparation.files = {{"a", "b", true}};
  preparation.trees = {{"/x", true}, {"/y", false}};
  preparation.seeds = {"/box/s"};
  preparation.disk_bytes = 5;
  preparation.session = true;
  Step step;
  step.command = {{"/bin/true"}, {"A=1"}};
  step.limits = {1, 2, 3, 4, 5};
  WireWriter out;
  encode(out, preparation);
  encode(out, step);
  WireReader in(out.bytes());
  Preparation prepared;
  Step stepped;
  decode(in, prepared);
  decode(in, stepped);
  ASSERT_TRUE(in.done());
  EXPECT_EQ(prepared.trees[0].inside, "/x");
  EXPECT_TRUE(prepared.trees[0].writable);
  EXPECT_EQ(prepared.disk_bytes, 5u);
  EXPECT_EQ(stepped.limits.tasks, 5u);
}

TEST(Layers, HaveNames) {
  for (std::size_t i = 0; i < kLayerCount; ++i)
    EXPECT_FALSE(layer_name(static_cast<Layer>(i)).empty()) << i;
}

}  // namespace
}  // namespace codecalc::sandbox
