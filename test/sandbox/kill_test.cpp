// SIGKILL and SIGTERM to the server, the launcher, an init or a program at any moment: nothing
// remains after one second.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server.h"
#include "support.h"

extern char** environ;

namespace codecalc::sandbox::testing {
namespace {

using std::chrono::milliseconds;

std::vector<int> children_of(int pid) {
  const std::string task = std::to_string(pid);
  std::vector<int> found;
  std::error_code ignored;
  // Every thread has its own list.
  for (const auto& entry :
       std::filesystem::directory_iterator("/proc/" + task + "/task", ignored)) {
    std::ifstream in(entry.path() / "children");
    for (int child = 0; in >> child;) found.push_back(child);
  }
  return found;
}

// Zombies are gone but for the number that their parent has yet to take.
bool alive(int pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string stat;
  std::getline(in, stat);
  const std::size_t bracket = stat.rfind(')');
  return bracket != std::string::npos && stat.substr(bracket, 3) != ") Z";
}

// A process that is a server with runs under way.
class Served {
 public:
  explicit Served(const std::string& marker) : marker_(marker) {
    std::vector<std::string> texts = {"/proc/self/exe", kServerArgument,      setup().launcher,
                                      setup().abuse,    setup().abuse_inside, marker};
    std::vector<char*> argv;
    for (auto& text : texts) argv.push_back(text.data());
    argv.push_back(nullptr);
    ::posix_spawn(&pid_, "/proc/self/exe", nullptr, nullptr, argv.data(), environ);
  }
  ~Served() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  int pid() const { return pid_; }
  int launcher() const {
    const std::vector<int> children = children_of(pid_);
    return children.empty() ? -1 : children.front();
  }
  std::vector<int> programs() const {
    std::vector<int> found = processes_with(marker_);
    std::erase(found, pid_);  // the server has the marker among its own arguments
    return found;
  }
  bool wait_for_programs() const {
    return within(milliseconds(20'000), [this] { return programs().size() >= 3; });
  }

 private:
  std::string marker_;
  int pid_ = -1;
};

// Everything that a server started, as it is just before the end.
struct Census {
  std::vector<int> pids;
  std::string cgroup_name;
};

Census take_census(const Served& served) {
  Census census;
  const int launcher = served.launcher();
  census.pids = children_of(launcher);
  census.pids.push_back(launcher);
  const std::vector<int> programs = served.programs();
  census.pids.insert(census.pids.end(), programs.begin(), programs.end());
  census.cgroup_name = "codecalc-" + std::to_string(launcher) + "-";
  return census;
}

// What of it is still there, in words; empty: nothing.
std::string remains(const Census& census, const std::string& marker) {
  std::ostringstream found;
  for (const int pid : processes_with(marker)) found << "program " << pid << "; ";
  for (const int pid : census.pids) {
    if (!alive(pid)) continue;
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string stat;
    std::getline(in, stat);
    found << "process " << stat.substr(0, 40) << "; ";
  }
  for (const auto& path : launcher_cgroups()) {
    if (path.find(census.cgroup_name) != std::string::npos) found << path << "; ";
  }
  return found.str();
}

// Expects that nothing remains after one second.
void expect_gone(const Census& census, const std::string& marker) {
  if (!within(patience(milliseconds(1000)), [&] { return remains(census, marker).empty(); }))
    ADD_FAILURE() << "still there: " << remains(census, marker);
}

std::string new_marker() {
  static int next = 0;
  return std::to_string(900'000'000 + (::getpid() % 10'000) * 1'000 + next++);
}

class Kill : public ::testing::TestWithParam<int> {};

TEST_P(Kill, Server) {
  const std::string marker = new_marker();
  const Traces before = traces();
  const Served served(marker);
  ASSERT_TRUE(served.wait_for_programs());
  const Census census = take_census(served);
  ASSERT_GE(census.pids.size(), 7u);
  ::kill(served.pid(), GetParam());
  expect_gone(census, marker);
  EXPECT_EQ(traces(), before);
}

TEST_P(Kill, Launcher) {
  const std::string marker = new_marker();
  const Traces before = traces();
  const Served served(marker);
  ASSERT_TRUE(served.wait_for_programs());
  const int launcher = served.launcher();
  const Census census = take_census(served);
  // Its programs are started again by the server's next launcher, so pids and not the marker tell.
  ::kill(launcher, GetParam());
  expect_gone(census, "no such marker");
  EXPECT_TRUE(within(milliseconds(20'000), [&] { return served.programs().size() >= 3; }))
      << "the server works on with a new launcher";
  const Census second = take_census(served);
  ::kill(served.pid(), SIGKILL);
  expect_gone(second, marker);
  EXPECT_EQ(traces(), before);
}

std::string signal_name(const ::testing::TestParamInfo<int>& signal) {
  return signal.param == SIGKILL ? "SIGKILL" : "SIGTERM";
}

INSTANTIATE_TEST_SUITE_P(Signals, Kill, ::testing::Values(SIGKILL, SIGTERM), signal_name);

TEST(KillOne, InitOrProgramEndsItsRunAlone) {
  const std::string marker = new_marker();
  const Served served(marker);
  ASSERT_TRUE(served.wait_for_programs());
  const int launcher = served.launcher();
  for (int round = 0; round < 4; ++round) {
    const std::vector<int> programs = served.programs();
    ASSERT_FALSE(programs.empty());
    ::kill(programs.front(), SIGKILL);
    EXPECT_TRUE(within(patience(milliseconds(1000)), [&] { return !alive(programs.front()); }));
    const std::vector<int> inits = children_of(launcher);
    ASSERT_FALSE(inits.empty());
    // The sweeper is a child as well; only inits have a program.
    for (const int init : inits) {
      const std::vector<int> of_init = children_of(init);
      if (of_init.empty()) continue;
      ::kill(init, SIGKILL);
      EXPECT_TRUE(
          within(patience(milliseconds(1000)), [&] { return !alive(init) && !alive(of_init[0]); }));
      break;
    }
    EXPECT_TRUE(alive(launcher));
    EXPECT_TRUE(served.wait_for_programs());
  }
}

TEST(KillOne, AtRandomMoments) {
  std::mt19937 random(20'260'901);  // the moments differ by the machine; the choices need not
  const Traces before = traces();
  for (int round = 0; round < 12; ++round) {
    const std::string marker = new_marker();
    const Served served(marker);
    std::this_thread::sleep_for(milliseconds(random() % 60));
    const Census census = take_census(served);
    const int victim =
        round % 2 == 0 ? served.pid()
                       : census.pids[census.pids.size() > 1 ? random() % census.pids.size() : 0];
    if (victim > 0) ::kill(victim, SIGKILL);
    std::this_thread::sleep_for(milliseconds(random() % 10));
    ::kill(served.pid(), SIGKILL);
    expect_gone(census, marker);
  }
  EXPECT_EQ(traces(), before);
}

}  // namespace
}  // namespace codecalc::sandbox::testing
