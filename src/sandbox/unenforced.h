// The stable names of guarantees that can be missing: every `unenforced` token of the local
// sandbox, in one list. docs/contract.md repeats it for readers of results.
#pragma once

#include <string_view>

namespace codecalc::sandbox::unenforced {

/// The host's file tree is visible as the server's user sees it (no mount namespace).
inline constexpr std::string_view kFileView = "file_view";
/// The programs see the host's processes (no pid namespace or no /proc of their own).
inline constexpr std::string_view kProcessView = "process_view";
/// SysV and POSIX message objects are shared with the host.
inline constexpr std::string_view kIpc = "ipc_isolation";
/// The host's name is visible.
inline constexpr std::string_view kHostName = "host_name";
/// The cgroup paths of the host are visible.
inline constexpr std::string_view kCgroupView = "cgroup_view";
/// Network off was asked for and neither a network namespace nor the socket filter holds.
inline constexpr std::string_view kNoNet = "no_net";
/// Parts of /proc that tell of the host are not covered.
inline constexpr std::string_view kProcMasks = "proc_masks";
/// The system call filter is not loaded.
inline constexpr std::string_view kSeccomp = "seccomp";
/// Landlock does not hold; the file view of the mount namespace stands alone.
inline constexpr std::string_view kLandlock = "landlock";
/// Abstract unix sockets and signals are not scoped by Landlock (kernel older than 6.12).
inline constexpr std::string_view kLandlockScopes = "landlock_scopes";
/// Capabilities could not be dropped.
inline constexpr std::string_view kCapabilities = "capabilities";
/// Setuid programs keep their effect.
inline constexpr std::string_view kNoNewPrivs = "no_new_privs";
/// The program runs with the server's own uid.
inline constexpr std::string_view kSandboxUid = "sandbox_uid";
/// The task limit does not bind, as the kernel exempts uid 0 from RLIMIT_NPROC.
inline constexpr std::string_view kTasksUidZero = "process_limit_not_enforced_for_uid_0";
/// The task limit counts all processes of the server's user, not those of the sandbox.
inline constexpr std::string_view kTasksShared = "process_limit_shared_with_user";
/// No limit on memory holds.
inline constexpr std::string_view kMemoryLimit = "max_memory_mb";
/// The memory limit is kept by polling the process tree, not by a cgroup: a burst can pass it for
/// some milliseconds, and memory that no process maps is not seen.
inline constexpr std::string_view kMemoryPolled = "memory_limit_polled";
/// The CPU time of the tree is not watched; each process has its own limit.
inline constexpr std::string_view kCpuTree = "max_cpu";
/// The peak of memory is not known.
inline constexpr std::string_view kPeakMemory = "peak_memory_kb";
/// Disk use in the work folder and /tmp is not limited (a session's folder lies on the host).
inline constexpr std::string_view kDisk = "disk_limit";
/// Limits on files, core dumps and descriptors are not set.
inline constexpr std::string_view kRlimits = "rlimits";
/// Threads that an earlier call of a stateful session started go on during later calls.
inline constexpr std::string_view kSessionThreads = "session_background_threads";
/// A process that leaves its group may outlive the run.
inline constexpr std::string_view kTreeKill = "process_group_kill";

}  // namespace codecalc::sandbox::unenforced
