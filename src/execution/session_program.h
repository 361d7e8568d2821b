// Running a program in a session: quotas before and after, spilled output, what it made.
#pragma once

#include "execution/program.h"
#include "sessions/store.h"

namespace codecalc::execution {

/// Where a session's run takes place. The session is entered by the caller.
struct SessionPlace {
  sessions::Store& store;
  const sessions::Workspace& workspace;
  /// Output beyond the cap goes whole to a file of the session.
  bool spill = false;
};

/// As run_program(), in the session's folder. `request.work_folder` and the members that follow
/// from it are set here.
ProgramResult run_in_session(ProgramRequest request, const SessionPlace& place, Host& host,
                             registry::CancelToken& cancel,
                             const sandbox::RunObserver& observer = {});

/// Puts the files of `artifacts_created` into `content_blocks`: images, texts and links, at most
/// kMaxBlocks within kMaxBlockBytes.
void show_artifacts(Envelope& envelope, const sessions::Workspace& workspace);
inline constexpr std::size_t kMaxBlocks = 8;
inline constexpr std::size_t kMaxBlockBytes = 4 << 20;

}  // namespace codecalc::execution
