// Runs inside and outside the sandbox, and looks at the host.
#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace codecalc::sandbox::testing {

namespace fs = std::filesystem;

Executor& executor() {
  static const std::unique_ptr<Executor> shared = start_executor(setup().launcher);
  return *shared;
}

std::string missing(std::string_view layer) {
  const HostReport& host = setup().host;
  if (std::find(host.layers.begin(), host.layers.end(), layer) != host.layers.end()) return {};
  for (const std::string& reason : host.reasons) {
    if (reason.starts_with(std::string(layer) + ":")) return reason;
  }
  return std::string(layer) + ": the host does not have it";
}

std::chrono::milliseconds patience(std::chrono::milliseconds exact) {
  return std::getenv("CI") != nullptr ? 5 * exact : exact;
}

RunSpec abuse(const std::vector<std::string>& arguments) {
  RunSpec spec;
  spec.read_only.push_back({setup().abuse, setup().abuse_inside});
  spec.run.argv = {setup().abuse_inside};
  spec.run.argv.insert(spec.run.argv.end(), arguments.begin(), arguments.end());
  return spec;
}

RunSpec shell(const std::string& script) {
  RunSpec spec;
  spec.run.argv = {"/bin/sh", "-c", script};
  spec.run.env = {"PATH=/usr/bin:/bin", "HOME=/box", "LANG=C.UTF-8"};
  return spec;
}

RunSpec python(const std::string& script) {
  RunSpec spec = shell("");
  spec.run.argv = {"/usr/bin/python3", "-I", "-S", "-c", script};
  return spec;
}

RunOutcome run_all(const RunSpec& spec) {
  Result<RunOutcome> result = executor().run(spec, {});
  if (!result.ok()) {
    ADD_FAILURE() << "the run was not made: " << result.error().message;
    return {};
  }
  return std::move(*result);
}

StepOutcome run_one(const RunSpec& spec) {
  RunOutcome outcome = run_all(spec);
  if (outcome.runs.empty()) {
    ADD_FAILURE() << "no run";
    return {};
  }
  return std::move(outcome.runs.front());
}

Outside run_outside(const std::vector<std::string>& arguments) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  // A group of its own: what a case sends to its group must not reach the tests.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::string folder = setup().folder;
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  std::vector<std::string> texts{setup().abuse};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (auto& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  pid_t pid = -1;
  const int code = ::posix_spawn(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  Outside result;
  char piece[4096];
  ssize_t n = 0;
  while (code == 0 && (n = ::read(ends[0], piece, sizeof piece)) > 0) {
    if (result.out.size() < 65536) result.out.append(piece, static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  if (code == 0) ::waitpid(pid, &result.status, 0);
  return result;
}

namespace {

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::size_t lines_in(const fs::path& path) {
  const std::string text = read_text(path);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// SysV objects with the key that the hostile program leaves.
std::size_t left_ipc_objects() {
  std::size_t count = 0;
  for (const char* name : {"shm", "msg"}) {
    std::ifstream in(fs::path("/proc/sysvipc") / name);
    std::string line;
    while (std::getline(in, line)) {
      if (std::strtol(line.c_str(), nullptr, 10) == kLeftIpcKey) ++count;
    }
  }
  return count;
}

}  // namespace

Traces traces() {
  Traces found;
  found.mounts = lines_in("/proc/self/mountinfo");
  found.ipc_objects = left_ipc_objects();
  for (const char* folder : {"/tmp", "/var/tmp", "/dev/shm"}) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      // What the hostile programs make; the machine has other files there.
      const std::string name = entry.path().filename().string();
      if (name.starts_with(".codecalc-abuse") || name == "deep")
        found.temporary_files.insert(entry.path().string());
    }
  }
  return found;
}

std::vector<int> processes_with(const std::string& marker) {
  std::vector<int> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const int pid = std::atoi(entry.path().filename().c_str());
    if (pid <= 0 || pid == ::getpid()) continue;
    if (read_text(entry.path() / "cmdline").find(marker) != std::string::npos) found.push_back(pid);
  }
  return found;
}

bool within(std::chrono::milliseconds limit, const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return holds();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

std::set<std::string> launcher_cgroups() {
  std::set<std::string> found;
  std::error_code ignored;
  fs::recursive_directory_iterator entry("/sys/fs/cgroup",
                                         fs::directory_options::skip_permission_denied, ignored);
  for (const fs::recursive_directory_iterator end; entry != end; entry.increment(ignored)) {
    if (ignored) break;
    const std::string name = entry->path().filename().string();
    if (name.starts_with("codecalc-")) found.insert(entry->path().string());
  }
  return found;
}

}  // namespace codecalc::sandbox::testing
