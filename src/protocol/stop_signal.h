// SIGTERM and SIGINT as a descriptor that becomes readable.
#pragma once

#include "base/fd.h"

namespace codecalc::protocol {

/// One per process. Handlers, not masks or SIG_IGN: programs that this process starts begin with
/// the default behaviour of every signal. SIGPIPE does nothing from then on.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// Readable once a signal has come; -1 when none could be made.
  int fd() const { return event_.get(); }

 private:
  UniqueFd event_;
};

}  // namespace codecalc::protocol
