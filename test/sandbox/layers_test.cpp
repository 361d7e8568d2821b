// Each wall is needed: with it left out (in a launcher built for this test), a case of the battery
// gives another result, or the launcher runs nothing.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "battery.h"
#include "stage.h"
#include "support.h"

namespace codecalc::sandbox::testing {
namespace {

struct Proof {
  const char* layers;     ///< left out
  const char* case_name;  ///< "family/name" of the case that then goes wrong
};

void PrintTo(const Proof& proof, std::ostream* out) { *out << proof.layers; }

std::unique_ptr<Executor> start_without(const char* layers) {
  const char* const always = std::getenv("CODECALC_TEST_LAYERS_OFF");
  const std::string before = always != nullptr ? always : "";
  ::setenv("CODECALC_TEST_LAYERS_OFF", (before + "," + layers).c_str(), 1);
  std::unique_ptr<Executor> made = start_executor(setup().layers_launcher);
  (void)made->host_report();  // it has read its environment
  ::setenv("CODECALC_TEST_LAYERS_OFF", before.c_str(), 1);
  return made;
}

AbuseCase find_case(const std::string& full_name) {
  for (const AbuseCase& row : all_cases()) {
    if (std::string(row.family) + "/" + std::string(row.name) == full_name) return row;
  }
  ADD_FAILURE() << "no case " << full_name;
  return {};
}

// Whether the case gives what it must with this launcher.
bool holds(Executor& with, const AbuseCase& row, const Stage& stage) {
  std::vector<std::string> arguments = row.argv;
  for (auto& argument : arguments) argument = stage.fill(argument);
  RunSpec spec = abuse(arguments);
  spec.no_net = !row.network;
  if (row.tune != nullptr) row.tune(spec);
  const auto result = with.run(spec, {});
  if (!result.ok() || result->runs.empty()) return false;
  const StepOutcome& outcome = result->runs[0];
  if (!matches(outcome.out.data, row.inside)) return false;
  if (row.check == nullptr) return outcome.verdict == Verdict::kOk;
  ::testing::TestPartResultArray failures;
  {
    const ::testing::ScopedFakeTestPartResultReporter intercept(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    row.check(outcome);
  }
  return failures.size() == 0;
}

class Layers : public ::testing::TestWithParam<Proof> {};

TEST_P(Layers, IsNeeded) {
  // Of two layers that stand in for one another, one is enough.
  const std::string_view layers = GetParam().layers;
  const std::string_view first = layers.substr(0, layers.find(','));
  const std::string reason = missing(first);
  if (!reason.empty() && first == layers) GTEST_SKIP() << reason;
  const Stage stage;
  const AbuseCase row = find_case(GetParam().case_name);
  const std::unique_ptr<Executor> all = start_without("");
  EXPECT_TRUE(holds(*all, row, stage)) << "with every layer";
  const std::unique_ptr<Executor> without = start_without(GetParam().layers);
  EXPECT_FALSE(holds(*without, row, stage)) << "nothing noticed that it is missing";
}

constexpr Proof kProofs[] = {{"uts_namespace", "secrets/name_of_the_host"},
                             {"ipc_namespace", "processes/shared_memory"},
                             {"cgroup_namespace", "secrets/cgroups_of_the_host"},
                             {"network_namespace", "network/own_network"},
                             {"proc_masks", "secrets/table_of_keys"},
                             {"sandbox_uid", "tree/processes"},
                             {"capabilities", "privileges/bounding_set"},
                             {"no_new_privs", "privileges/no_new_privileges"},
                             {"seccomp", "kernel/keyring"},
                             {"landlock", "files/guarded_by_landlock"},
                             {"landlock_scopes", "network/abstract_socket_with_network"},
                             {"rlimits", "disk/descriptors"},
                             {"task_limit", "tree/processes"},
                             {"memory_cgroup,memory_watch", "memory/heap"},
                             {"cpu_watch", "accounting/cpu_limit"},
                             {"disk_limit", "disk/tmp"}};

std::string proof_name(const ::testing::TestParamInfo<Proof>& proof) {
  std::string name = proof.param.layers;
  std::replace(name.begin(), name.end(), ',', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Layers, ::testing::ValuesIn(kProofs), proof_name);

TEST(LayersRequired, NothingRunsWithoutThem) {
  for (const char* layer : {"mount_namespace", "pid_namespace", "private_root", "fresh_proc"}) {
    const std::unique_ptr<Executor> without = start_without(layer);
    const auto report = without->host_report();
    ASSERT_TRUE(report.ok());
    EXPECT_NE(std::find(report->unenforced.begin(), report->unenforced.end(), "file_view"),
              report->unenforced.end());
    const auto result = without->run(abuse({"leave", "0"}), {});
    ASSERT_FALSE(result.ok()) << layer;
    EXPECT_EQ(result.error().code, Code::kRuntimeUnavailable);
    EXPECT_NE(result.error().message.find(layer), std::string::npos) << result.error().message;
  }
}

TEST(LayersRequired, WhatIsMissingIsNamed) {
  const std::unique_ptr<Executor> polled = start_without("memory_cgroup");
  const auto report = polled->host_report();
  ASSERT_TRUE(report.ok());
  EXPECT_NE(std::find(report->unenforced.begin(), report->unenforced.end(), "memory_limit_polled"),
            report->unenforced.end());
  const auto result = polled->run(abuse({"leave", "0"}), {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->unenforced, report->unenforced);
}

// The watch of the tree must do without a cgroup what the cgroup does.
TEST(LayersRequired, MemoryIsWatchedWithoutACgroup) {
  const Stage stage;
  const std::unique_ptr<Executor> polled = start_without("memory_cgroup");
  for (const AbuseCase& row : use_cases()) {
    if (row.family == "memory") {
      EXPECT_TRUE(holds(*polled, row, stage)) << row.name;
    }
  }
  EXPECT_TRUE(holds(*polled, find_case("accounting/peak"), stage));
  EXPECT_TRUE(holds(*polled, find_case("accounting/peak_of_a_tree"), stage));
}

// The tree of one input's run must be gone before the next: what it leaves writes a file later.
TEST(LayersRequired, TreeKill) {
  RunSpec spec = shell(
      "if [ -e first ]; then /bin/sleep 0.8; ls; else touch first; "
      "(/bin/sleep 0.4; echo late > late) > /dev/null 2>&1 & fi");
  spec.inputs = {"", ""};
  for (const char* left_out : {"", "tree_kill"}) {
    const std::unique_ptr<Executor> with = start_without(left_out);
    const auto result = with->run(spec, {});
    ASSERT_TRUE(result.ok());
    ASSERT_EQ(result->runs.size(), 2u);
    EXPECT_EQ(result->runs[1].out.data, *left_out == '\0' ? "first\n" : "first\nlate\n");
  }
}

}  // namespace
}  // namespace codecalc::sandbox::testing
