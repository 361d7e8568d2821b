// Giving up privileges, by system calls alone.
#include "sandbox/privileges.h"

#include <linux/capability.h>
#include <sys/prctl.h>

namespace codecalc::sandbox {

KernelError drop_bounding_set() {
  for (unsigned long cap = 0; cap < 64; ++cap) {
    if (::prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) != 0) {
      if (errno == EINVAL) return {};  // beyond the kernel's last
      return {errno, "PR_CAPBSET_DROP"};
    }
  }
  return {};
}

KernelError set_no_new_privs() {
  return check("PR_SET_NO_NEW_PRIVS", ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
}

KernelError become(uid_t uid, gid_t gid) {
  // Raw calls: the C library's would signal other threads, and there are none.
  TRY_KERNEL(check("setgroups", ::syscall(SYS_setgroups, 0, nullptr)));
  TRY_KERNEL(check("setresgid", ::syscall(SYS_setresgid, gid, gid, gid)));
  return check("setresuid", ::syscall(SYS_setresuid, uid, uid, uid));
}

KernelError drop_capabilities() {
  if (::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 && errno != EINVAL)
    return {errno, "PR_CAP_AMBIENT"};
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct data[2]{};
  return check("capset", ::syscall(SYS_capset, &header, data));
}

}  // namespace codecalc::sandbox
