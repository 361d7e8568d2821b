// Starts the tests as root or, with CODECALC_TEST_AS=user, as an unprivileged user: root gives up
// its ids first and the programs are copied to where that user can read them.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server.h"
#include "support.h"

namespace fs = std::filesystem;

namespace codecalc::sandbox::testing {
namespace {

constexpr uid_t kUser = 64'999;  // nobody's, and of no sandbox

Setup& mutable_setup() {
  static Setup the_setup;
  return the_setup;
}

std::string copy_to(const std::string& folder, const std::string& path) {
  const std::string copy = folder + "/" + fs::path(path).filename().string();
  fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
  ::chmod(copy.c_str(), 0755);
  return copy;
}

bool become_user(Setup& made) {
  made.launcher = copy_to(made.folder, made.launcher);
  made.layers_launcher = copy_to(made.folder, made.layers_launcher);
  made.abuse = copy_to(made.folder, made.abuse);
  if (::chown(made.folder.c_str(), kUser, kUser) != 0) return false;
  if (::setgroups(0, nullptr) != 0 || ::setresgid(kUser, kUser, kUser) != 0 ||
      ::setresuid(kUser, kUser, kUser) != 0)
    return false;
  // Changing ids makes a process undumpable, and its /proc files root's.
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  return true;
}

// The launcher says what it has here; without a sandbox there is nothing to test.
std::string why_not(Setup& made) {
  const auto report = executor().host_report();
  if (!report.ok()) return {};  // the tests will tell
  made.host = *report;
  made.root = report->level == "A";
  if (made.root || report->level == "B") return {};
  std::string why = "this host cannot have the sandbox:";
  for (const std::string& reason : report->reasons) why += " " + reason + ";";
  return why;
}

// The report of gtest goes where root may write and the user may not: it is written to the private
// folder, and copied through a descriptor that was opened before.
class ReportFile {
 public:
  void redirect(int argc, char** argv, const std::string& folder) {
    constexpr std::string_view kFlag = "--gtest_output=xml:";
    for (int i = 1; i < argc; ++i) {
      if (!std::string_view(argv[i]).starts_with(kFlag)) continue;
      const fs::path path(argv[i] + kFlag.size());
      std::error_code ignored;
      fs::create_directories(path.parent_path(), ignored);
      out_.open(path);
      copy_ = folder + "/report.xml";
      argument_ = std::string(kFlag) + copy_;
      argv[i] = argument_.data();
    }
  }
  void copy_back() {
    std::ifstream in(copy_);
    if (in) out_ << in.rdbuf();
  }

 private:
  std::ofstream out_;
  std::string copy_;
  std::string argument_;
};

int prepare_and_run(bool want_user) {
  Setup& made = mutable_setup();
  const char* off = std::getenv("CODECALC_TEST_LAYERS_OFF");
  if (off != nullptr && *off != '\0') made.launcher = made.layers_launcher;
  std::string why;
  if (!want_user && ::geteuid() != 0) why = "these tests need root";
  if (want_user && ::geteuid() == 0 && !become_user(made))
    why = std::string("root cannot become another user here: ") + std::strerror(errno);
  if (why.empty()) why = why_not(made);
  if (why.empty()) return RUN_ALL_TESTS();
  std::printf("SKIPPED: %s\n", why.c_str());
  return 0;
}

}  // namespace

const Setup& setup() { return mutable_setup(); }

}  // namespace codecalc::sandbox::testing

int main(int argc, char** argv) {
  using namespace codecalc::sandbox::testing;
  if (argc == 6 && std::strcmp(argv[1], kServerArgument) == 0)
    be_server(argv[2], argv[3], argv[4], argv[5]);
  Setup& made = mutable_setup();
  made.launcher = CODECALC_BIN_DIR "/codecalc-exec";
  made.layers_launcher = CODECALC_TEST_DIR "/codecalc-exec-layers";
  made.abuse = CODECALC_TEST_DIR "/abuse";
  made.abuse_inside = "/abuse-" + std::to_string(::getpid());
  char folder[] = "/var/tmp/sandbox-test-XXXXXX";
  if (::mkdtemp(folder) == nullptr) {
    std::perror("mkdtemp");
    return 1;
  }
  made.folder = folder;
  ::chmod(folder, 0755);
  const char* as = std::getenv("CODECALC_TEST_AS");
  const bool want_user = as != nullptr && std::strcmp(as, "user") == 0;
  ReportFile report;
  if (want_user && ::geteuid() == 0) report.redirect(argc, argv, made.folder);
  ::testing::InitGoogleTest(&argc, argv);
  const int result =
      ::testing::GTEST_FLAG(list_tests) ? RUN_ALL_TESTS() : prepare_and_run(want_user);
  report.copy_back();
  std::error_code ignored;
  fs::remove_all(made.folder, ignored);
  return result;
}
