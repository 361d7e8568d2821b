// Layers: the walls of the sandbox, by name. Each can be missing on a host; a test build can leave
// one out to prove that something notices.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <string_view>

namespace codecalc::sandbox {

enum class Layer : std::size_t {
  kUserNamespace,
  kMountNamespace,
  kPidNamespace,
  kIpcNamespace,
  kUtsNamespace,
  kCgroupNamespace,
  kNetworkNamespace,
  kPrivateRoot,
  kFreshProc,
  kProcMasks,
  kSandboxUid,
  kCapabilities,
  kNoNewPrivs,
  kSeccomp,
  kLandlock,
  kLandlockScopes,
  kRlimits,
  kTaskLimit,
  kMemoryCgroup,
  kMemoryWatch,
  kCpuWatch,
  kDiskLimit,
  kTreeKill,
  kCount,
};

inline constexpr std::size_t kLayerCount = static_cast<std::size_t>(Layer::kCount);

/// The name as it stands in RunOutcome::layers.
constexpr std::string_view layer_name(Layer layer) {
  constexpr std::array<std::string_view, kLayerCount> kNames = {
      "user_namespace",   "mount_namespace",   "pid_namespace", "ipc_namespace", "uts_namespace",
      "cgroup_namespace", "network_namespace", "private_root",  "fresh_proc",    "proc_masks",
      "sandbox_uid",      "capabilities",      "no_new_privs",  "seccomp",       "landlock",
      "landlock_scopes",  "rlimits",           "task_limit",    "memory_cgroup", "memory_watch",
      "cpu_watch",        "disk_limit",        "tree_kill"};
  return kNames[static_cast<std::size_t>(layer)];
}

/// Without these there is no sandbox at all: the launcher then runs nothing.
inline constexpr std::array kRequiredLayers = {Layer::kMountNamespace, Layer::kPidNamespace,
                                               Layer::kPrivateRoot, Layer::kFreshProc};

/// A set of layers.
class LayerSet {
 public:
  static LayerSet all() {
    LayerSet set;
    set.bits_.set();
    return set;
  }
  bool has(Layer layer) const { return bits_.test(static_cast<std::size_t>(layer)); }
  void set(Layer layer, bool value = true) { bits_.set(static_cast<std::size_t>(layer), value); }

 private:
  std::bitset<kLayerCount> bits_;
};

}  // namespace codecalc::sandbox
