// A program that was started ahead of its job. It is an interpreter whose script is a named pipe:
// it initialises itself and then waits at the opening or in the first read, as it would for a slow
// disk. It runs nothing of the job before the script comes.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/fd.h"
#include "sandbox/spec.h"
#include "sandbox/sys.h"

namespace codecalc::sandbox {

/// The init's side of it. make_pipe() and remove_pipe() are called with the file rights of the
/// program's user.
class ReadyProgram {
 public:
  /// `script` is a path in the work folder.
  KernelError make_pipe(const std::string& script);

  /// Returns when `program` has opened its script, or has ended, or took longer than 20 s.
  KernelError wait_until_it_reads(pid_t program);

  /// Whether it is there and waits.
  bool waits() const;
  pid_t pid() const { return program_; }

  /// CPU time that it has used so far, in microseconds.
  std::int64_t cpu_us() const;

  KernelError remove_pipe() const;

  /// Hands over the script's content, which one of `files` has, and closes the pipe: from here on
  /// it is a program like any other. Returns when the program has read it or reads no more.
  void feed(const std::vector<WorkFile>& files);

 private:
  std::string script_;
  UniqueFd writer_;
  pid_t program_ = -1;
};

}  // namespace codecalc::sandbox
