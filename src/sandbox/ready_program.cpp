// The named pipe of a program that waits for its script.
#include "sandbox/ready_program.h"

#include <ctime>

#include <sys/wait.h>

#include "sandbox/cell_files.h"

namespace codecalc::sandbox {
namespace {

constexpr std::int64_t kStartNs = 20'000'000'000;
constexpr useconds_t kLookEveryUs = 1'000;

// Without reaping it: only the caller of wait4 may take its status.
bool has_ended(pid_t program) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid == program;
}

}  // namespace

KernelError ReadyProgram::make_pipe(const std::string& script) {
  script_ = script;
  return make_work_pipe(script);
}

KernelError ReadyProgram::wait_until_it_reads(pid_t program) {
  const std::int64_t deadline = now_ns() + kStartNs;
  while (true) {
    // Succeeds only with a reader, who then waits for what is written.
    writer_ = open_work_pipe(script_);
    if (writer_) break;
    if (errno != ENXIO && errno != EINTR) return {errno, "open the script's pipe"};
    if (has_ended(program)) return {ECHILD, "start a program ahead"};
    if (now_ns() > deadline) return {ETIMEDOUT, "start a program ahead"};
    ::usleep(kLookEveryUs);
  }
  TRY_KERNEL(check("fcntl", ::fcntl(writer_.get(), F_SETFL, 0)));
  program_ = program;
  return {};
}

bool ReadyProgram::waits() const { return program_ > 0 && writer_ && !has_ended(program_); }

std::int64_t ReadyProgram::cpu_us() const {
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(program_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
  return static_cast<std::int64_t>(used.tv_sec) * 1'000'000 + used.tv_nsec / 1'000;
}

KernelError ReadyProgram::remove_pipe() const { return remove_work_file(script_); }

void ReadyProgram::feed(const std::vector<WorkFile>& files) {
  for (const WorkFile& file : files) {
    if (file.path != script_) continue;
    std::string_view left = file.content;
    while (!left.empty()) {
      const ssize_t n = ::write(writer_.get(), left.data(), left.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;  // it reads no more
      left.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  writer_.reset();
  program_ = -1;
}

}  // namespace codecalc::sandbox
