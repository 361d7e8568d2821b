// Landlock by its three system calls; names and numbers of newer ABIs than the headers know.
#include "sandbox/landlock.h"

#include <linux/landlock.h>
#include <sys/stat.h>

namespace codecalc::sandbox {
namespace {

constexpr std::uint64_t kTruncate = 1ull << 14;    // ABI 3
constexpr std::uint64_t kIoctlDev = 1ull << 15;    // ABI 5
constexpr std::uint64_t kScopeAbstractSocket = 1;  // ABI 6
constexpr std::uint64_t kScopeSignal = 2;

constexpr std::uint64_t kRead =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kUse = kRead | LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kIoctlDev;
// What a rule may name when its path is no folder.
constexpr std::uint64_t kOfFiles = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                   LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kIoctlDev;

std::uint64_t handled_by(int abi) {
  std::uint64_t access = (1ull << 13) - 1;  // ABI 1
  if (abi >= 2) access |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) access |= kTruncate;
  if (abi >= 5) access |= kIoctlDev;
  return access;
}

struct RulesetAttr {
  std::uint64_t handled_fs = 0;
  std::uint64_t handled_net = 0;
  std::uint64_t scoped = 0;
};

}  // namespace

int landlock_abi() {
  const long abi =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return abi < 0 ? 0 : static_cast<int>(abi);
}

KernelError LandlockRules::create(int abi) {
  handled_ = handled_by(abi);
  RulesetAttr attr{.handled_fs = handled_};
  std::size_t size = sizeof attr.handled_fs;
  if (abi >= 6) {
    attr.scoped = kScopeAbstractSocket | kScopeSignal;
    size = sizeof attr;
  }
  fd_.reset(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attr, size, 0)));
  return check("landlock_create_ruleset", fd_.get());
}

KernelError LandlockRules::add(const char* path, std::uint64_t access) {
  const UniqueFd place(::open(path, O_PATH | O_CLOEXEC));
  if (!place) return errno == ENOENT ? KernelError{} : KernelError{errno, "open for Landlock"};
  struct stat info{};
  TRY_KERNEL(check("stat for Landlock", ::fstat(place.get(), &info)));
  if (!S_ISDIR(info.st_mode)) access &= kOfFiles;
  landlock_path_beneath_attr rule{};
  rule.parent_fd = place.get();
  rule.allowed_access = access & handled_;
  return check("landlock_add_rule",
               ::syscall(SYS_landlock_add_rule, fd_.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0));
}

KernelError LandlockRules::allow_read(const char* path) { return add(path, kRead); }
KernelError LandlockRules::allow_list(const char* path) {
  return add(path, LANDLOCK_ACCESS_FS_READ_DIR);
}
KernelError LandlockRules::allow_use(const char* path) { return add(path, kUse); }
KernelError LandlockRules::allow_all(const char* path) { return add(path, ~0ull); }

KernelError LandlockRules::restrict_self() const {
  return check("landlock_restrict_self", ::syscall(SYS_landlock_restrict_self, fd_.get(), 0));
}

}  // namespace codecalc::sandbox
