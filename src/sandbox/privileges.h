// Privileges: user ids, capabilities, no_new_privs. Called in a cell; nothing here allocates.
#pragma once

#include <sys/types.h>

#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// Empties the bounding set, so that no exec can gain a capability; needs CAP_SETPCAP.
KernelError drop_bounding_set();

KernelError set_no_new_privs();

/// Becomes `uid` and `gid` with no other groups; needs CAP_SETUID and CAP_SETGID.
KernelError become(uid_t uid, gid_t gid);

/// Gives up every capability in every set.
KernelError drop_capabilities();

}  // namespace codecalc::sandbox
