// Files of a cell: the work files of a job and the private copies of seed folders.
#pragma once

#include <string>
#include <vector>

#include "sandbox/spec.h"
#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// Writes `files` into the work folder as the sandbox's user. In a session's folder earlier
/// programs may have left links: nothing is followed out of it.
KernelError write_work_files(const std::vector<WorkFile>& files);

/// Makes a named pipe in the work folder, and the folders above it, as the sandbox's user.
KernelError make_work_pipe(const std::string& path);

/// Removes it, or any file.
KernelError remove_work_file(const std::string& path);

/// Opens it for writing without waiting: ENXIO as long as no process has opened it for reading.
UniqueFd open_work_pipe(const std::string& path);

/// Copies what lies in the folder `seed` to `inside`, which is made; modes and times are kept.
KernelError copy_seed(int seed, const std::string& inside, uid_t uid, gid_t gid);

}  // namespace codecalc::sandbox
