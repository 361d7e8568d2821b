// Families: output, accounting, clean-up.
#include <gtest/gtest.h>

#include <regex>

#include "battery.h"

namespace codecalc::sandbox::testing {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

void keep_1000(RunSpec& spec) { spec.limits.output_bytes = 1000; }
void wall_500(RunSpec& spec) { spec.limits.wall = milliseconds(500); }
void wall_10000(RunSpec& spec) { spec.limits.wall = milliseconds(10'000); }
void cpu_300(RunSpec& spec) {
  spec.limits.wall = milliseconds(20'000);
  spec.limits.cpu = milliseconds(300);
}

void cut_but_complete(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "OLE");
  EXPECT_EQ(outcome.exit_code, 0) << "the program saw a write error";
  EXPECT_EQ(outcome.out.bytes, 5'000'000u);
  EXPECT_EQ(outcome.out.data.size(), 1000u);
  EXPECT_TRUE(outcome.out.truncated);
  EXPECT_FALSE(outcome.killed_by_sandbox);
}

void cut_stderr(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "OLE");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err.bytes, 5'000'000u);
  EXPECT_EQ(outcome.err.data.size(), 1000u);
  EXPECT_TRUE(outcome.err.truncated);
}

void flooded(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "OLE");
  EXPECT_EQ(limit_name(outcome.limit), "output");
  EXPECT_TRUE(outcome.killed_by_sandbox);
  EXPECT_GT(outcome.out.bytes + outcome.err.bytes, 64u << 20);
  EXPECT_LT(outcome.out.bytes + outcome.err.bytes, 70u << 20);
}

void exit_3(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "RTE");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.signal, 0);
}

// CPU time of 300 ms, whoever in the tree spent it.
void cpu_300_to_450(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "OK");
  EXPECT_GE(outcome.cpu, milliseconds(295));
  EXPECT_LE(outcome.cpu, milliseconds(450));
}

void peak_near(const StepOutcome& outcome, std::int64_t mb) {
  EXPECT_EQ(verdict_name(outcome.verdict), "OK");
  EXPECT_GE(outcome.peak_memory_kb, mb * 1024 * 9 / 10);
  EXPECT_LE(outcome.peak_memory_kb, mb * 1024 * 11 / 10);
}
void peak_150(const StepOutcome& outcome) { peak_near(outcome, 150); }
void peak_160(const StepOutcome& outcome) { peak_near(outcome, 160); }

void cpu_limit(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "TLE");
  EXPECT_EQ(limit_name(outcome.limit), "cpu");
  EXPECT_TRUE(outcome.killed_by_sandbox);
  EXPECT_GE(outcome.cpu, milliseconds(300));
  EXPECT_LE(outcome.cpu, milliseconds(600));
}

void wall_limit(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "TLE");
  EXPECT_EQ(limit_name(outcome.limit), "wall");
  EXPECT_GE(outcome.wall, milliseconds(500));
  EXPECT_LE(outcome.wall, milliseconds(1500));
}

void slept_200(const StepOutcome& outcome) {
  EXPECT_GE(outcome.wall, milliseconds(200));
  EXPECT_LE(outcome.wall, milliseconds(1200));
  EXPECT_LE(outcome.cpu, milliseconds(30));
}

void own_kill(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "RTE");
  EXPECT_EQ(limit_name(outcome.limit), "");
  EXPECT_EQ(outcome.signal, 9);
  EXPECT_EQ(outcome.exit_code, -9);
  EXPECT_FALSE(outcome.killed_by_sandbox);
}

void status_137(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "RTE");
  EXPECT_EQ(outcome.exit_code, 137);
  EXPECT_EQ(outcome.signal, 0);
}

void status_124(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "RTE");
  EXPECT_EQ(outcome.exit_code, 124);
}

const std::vector<AbuseCase>& rows() {
  static const std::vector<AbuseCase> kRows = {
      {.family = "output",
       .name = "small_cap",
       .argv = {"output", "5000000"},
       .inside = "1000 bytes",
       .outside = "65536 bytes",
       .tune = keep_1000,
       .check = cut_but_complete},
      {.family = "output",
       .name = "small_cap_stderr",
       .argv = {"output", "5000000", "err"},
       .inside = "",
       .outside = "",
       .control = {"leave", "0"},
       .tune = keep_1000,
       .check = cut_stderr},
      {.family = "output",
       .name = "flood",
       .argv = {"flood"},
       .inside = "1000 bytes",
       .outside = "65536 bytes",
       .control = {"output", "80000000"},
       .tune =
           [](RunSpec& spec) {
             keep_1000(spec);
             wall_10000(spec);
           },
       .check = flooded},
      {.family = "output",
       .name = "flood_stderr",
       .argv = {"flood", "err"},
       .inside = "",
       .outside = "65536 bytes",
       .control = {"output", "80000000"},
       .tune = wall_10000,
       .check = flooded},
      {.family = "output",
       .name = "held_by_a_daemon",
       .argv = {"daemon", "30"},
       .inside = "left\n",
       .outside = "left\nlate\n",
       .control = {"daemon", "1"},
       .check =
           [](const StepOutcome& outcome) {
             EXPECT_EQ(verdict_name(outcome.verdict), "OK");
             EXPECT_LT(outcome.wall, milliseconds(1000));
             EXPECT_EQ(outcome.out.bytes, 5u);
           }},
      {.family = "output",
       .name = "closed",
       .argv = {"close_output"},
       .inside = "before\n",
       .outside = "before\n",
       .check = exit_3},
      {.family = "output",
       .name = "exactly_the_cap",
       .argv = {"output", "1000"},
       .inside = "1000 bytes",
       .outside = "1000 bytes",
       .tune = keep_1000,
       .check =
           [](const StepOutcome& outcome) {
             EXPECT_EQ(verdict_name(outcome.verdict), "OK");
             EXPECT_EQ(outcome.out.bytes, 1000u);
             EXPECT_FALSE(outcome.out.truncated);
           }},

      {.family = "accounting",
       .name = "cpu",
       .argv = {"burn", "300"},
       .inside = "done\n",
       .outside = "done\n",
       .tune = wall_10000,
       .check = cpu_300_to_450},
      {.family = "accounting",
       .name = "cpu_of_a_child",
       .argv = {"burn_child", "300"},
       .inside = "done\n",
       .outside = "done\n",
       .tune = wall_10000,
       .check = cpu_300_to_450},
      {.family = "accounting",
       .name = "cpu_of_an_orphan",
       .argv = {"burn_orphan", "300"},
       .inside = "done\n",
       .outside = "done\n",
       .control = {"burn_child", "300"},
       .tune = wall_10000,
       .check = cpu_300_to_450},
      {.family = "accounting",
       .name = "peak",
       .argv = {"hold", "150"},
       .inside = "done\n",
       .outside = "done\n",
       .check = peak_150},
      {.family = "accounting",
       .name = "peak_of_a_tree",
       .argv = {"hold_many", "4", "40"},
       .inside = "done\n",
       .outside = "done\n",
       .check = peak_160},
      {.family = "accounting",
       .name = "cpu_limit",
       .argv = {"spin", "4"},
       .inside = "",
       .outside = "done\n",
       .control = {"burn", "300"},
       .tune = cpu_300,
       .check = cpu_limit},
      {.family = "accounting",
       .name = "wall_limit",
       .argv = {"nap", "5000"},
       .inside = "",
       .outside = "",
       .control = {"nap", "600"},
       .tune = wall_500,
       .check = wall_limit},
      {.family = "accounting",
       .name = "sleep",
       .argv = {"nap", "200"},
       .inside = "",
       .outside = "",
       .check = slept_200},
      {.family = "accounting",
       .name = "own_kill",
       .argv = {"signal_self", "9"},
       .inside = "",
       .outside = "",
       .check = own_kill},
      {.family = "accounting",
       .name = "status_137",
       .argv = {"leave", "137"},
       .inside = "",
       .outside = "",
       .check = status_137},
      {.family = "accounting",
       .name = "status_124",
       .argv = {"leave", "124"},
       .inside = "",
       .outside = "",
       .check = status_124},

      // What these leave is looked for outside after the run, as after every other.
      {.family = "clean-up",
       .name = "ipc_objects",
       .argv = {"leave_ipc", "1128352768"},
       .inside = "done\n",
       .outside = "",
       .control = {"leave", "0"}},
      {.family = "clean-up",
       .name = "files_in_tmp",
       .argv = {"file", "/tmp", "1", "20"},
       .inside = "(done\n){20}",
       .outside = "(done\n){20}",
       .control = {"file", ".", "1", "20"},
       .tune = [](RunSpec& spec) { spec.run.env = {"CODECALC_ABUSE_KEEP=1"}; }},
      {.family = "clean-up",
       .name = "files_in_shm",
       .argv = {"file", "/dev/shm", "1", "20"},
       .inside = "(done\n){20}",
       .outside = "(done\n){20}",
       .control = {"file", ".", "1", "20"},
       .tune = [](RunSpec& spec) { spec.run.env = {"CODECALC_ABUSE_KEEP=1"}; }},
      {.family = "clean-up",
       .name = "closed_folders",
       .argv = {"hostile_tree"},
       .inside = "done\n",
       .outside = "",
       .control = {"leave", "0"}},
      {.family = "clean-up",
       .name = "stopped_processes",
       .argv = {"stopped"},
       .inside = "",
       .outside = "",
       .control = {"nap", "1"},
       .tune = wall_500,
       .check = wall_limit},
      {.family = "clean-up",
       .name = "restless_processes",
       .argv = {"restless"},
       .inside = "",
       .outside = "(late\n)?left\n(late\n)?",
       .control = {"daemon", "0"},
       .tune = wall_500,
       .check =
           [](const StepOutcome& outcome) { EXPECT_EQ(verdict_name(outcome.verdict), "TLE"); }},
      {.family = "clean-up",
       .name = "daemons",
       .argv = {"daemon", "60"},
       .inside = "left\n",
       .outside = "left\nlate\n",
       .control = {"daemon", "1"}},
  };
  return kRows;
}

}  // namespace

std::span<const AbuseCase> account_cases() { return rows(); }

bool matches(const std::string& text, std::string_view pattern) {
  constexpr std::string_view kBytes = " bytes";
  if (pattern.ends_with(kBytes))
    return std::to_string(text.size()) == pattern.substr(0, pattern.size() - kBytes.size());
  return std::regex_match(text, std::regex(pattern.begin(), pattern.end()));
}

std::vector<AbuseCase> all_cases() {
  std::vector<AbuseCase> all;
  for (const auto& part : {reach_cases(), kernel_cases(), use_cases(), account_cases()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace codecalc::sandbox::testing
