// Runs the battery: each case inside, its control outside, and a look at what was left behind.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "battery.h"
#include "stage.h"
#include "support.h"

namespace codecalc::sandbox::testing {
using namespace std::string_literals;

namespace {

class Battery : public ::testing::TestWithParam<AbuseCase> {
 protected:
  static void SetUpTestSuite() { stage_ = new Stage; }
  static void TearDownTestSuite() {
    delete stage_;
    stage_ = nullptr;
  }
  static Stage* stage_;

  static std::vector<std::string> filled(std::vector<std::string> arguments) {
    for (auto& argument : arguments) argument = stage_->fill(argument);
    return arguments;
  }
};
Stage* Battery::stage_ = nullptr;

// The beginning of an output, for a message.
std::string shown(const std::string& text) { return text.substr(0, 300); }

bool refused_by_policy(const std::string& text) {
  return text == "refused EPERM\n" || text == "refused EACCES\n" || text == "refused ENOSYS\n";
}

TEST_P(Battery, Inside) {
  const AbuseCase& row = GetParam();
  if (const std::string reason = row.needs.empty() ? "" : missing(row.needs); !reason.empty())
    GTEST_SKIP() << reason;
  const Traces before = traces();
  RunSpec spec = abuse(filled(row.argv));
  // The command line of what the run may leave.
  std::string marker;
  for (const std::string& argument : spec.run.argv) marker += argument + "\0"s;
  spec.no_net = !row.network;
  spec.limits.wall = std::chrono::milliseconds(20'000);
  if (row.tune != nullptr) row.tune(spec);
  const StepOutcome outcome = run_one(spec);
  EXPECT_TRUE(matches(outcome.out.data, row.inside))
      << "printed inside: " << shown(outcome.out.data) << shown(outcome.err.data);
  if (row.check != nullptr) {
    row.check(outcome);
  } else {
    EXPECT_EQ(verdict_name(outcome.verdict), "OK") << shown(outcome.err.data);
  }
  EXPECT_TRUE(stage_->canary_lives());
  EXPECT_TRUE(within(patience(std::chrono::milliseconds(1000)), [&] {
    return processes_with(marker).empty();
  })) << "a process is left";
  EXPECT_EQ(traces(), before) << "the run left something behind";
}

TEST_P(Battery, Control) {
  const AbuseCase& row = GetParam();
  if (row.control_needs_root && !setup().root)
    GTEST_SKIP() << "this control shows what root can do outside; it runs with the tests of root";
  const Outside outside = run_outside(filled(row.control.empty() ? row.argv : row.control));
  // A container's own filter may refuse what any other host allows.
  if (refused_by_policy(outside.out) && !matches(outside.out, row.outside))
    GTEST_SKIP() << "this host refuses it outside the sandbox as well: " << shown(outside.out);
  EXPECT_TRUE(matches(outside.out, row.outside)) << "printed outside: " << shown(outside.out);
}

std::string name_of(const ::testing::TestParamInfo<AbuseCase>& info) {
  std::string name = std::string(info.param.family) + "_" + std::string(info.param.name);
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Battery, ::testing::ValuesIn(all_cases()), name_of);

TEST(BatteryTable, HasSixCasesInEachOfTwelveFamilies) {
  std::map<std::string_view, int> families;
  for (const AbuseCase& row : all_cases()) ++families[row.family];
  EXPECT_EQ(families.size(), 12u);
  for (const auto& [family, count] : families) EXPECT_GE(count, 6) << family;
}

}  // namespace
}  // namespace codecalc::sandbox::testing
