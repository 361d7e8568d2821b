// Families: process tree, memory, disk and descriptors.
#include <gtest/gtest.h>

#include "battery.h"

namespace codecalc::sandbox::testing {
namespace {

using std::chrono::milliseconds;

// Ended by the wall clock at 500 ms, and soon after it.
void wall_500(RunSpec& spec) { spec.limits.wall = milliseconds(500); }

void ended_at_500(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "TLE");
  EXPECT_EQ(limit_name(outcome.limit), "wall");
  EXPECT_TRUE(outcome.killed_by_sandbox);
  EXPECT_EQ(outcome.signal, 9);
  EXPECT_GE(outcome.wall, milliseconds(500));
  // How near the limits are is measured in timing_test.cpp, by the best of several tries; a busy
  // machine may be late here.
  EXPECT_LE(outcome.wall, milliseconds(1500));
}

void memory_100(RunSpec& spec) {
  spec.limits.memory_bytes = 100u << 20;
  spec.limits.wall = milliseconds(20'000);
}

void ended_by_memory(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "MLE");
  EXPECT_EQ(limit_name(outcome.limit), "memory");
  EXPECT_LT(outcome.peak_memory_kb, 400 << 10);
}

// Either the limit ended it, or the kernel refused the memory and the program said so.
void memory_or_refused(const StepOutcome& outcome) {
  if (outcome.out.data.starts_with("refused")) {
    EXPECT_EQ(verdict_name(outcome.verdict), "OK");
  } else {
    ended_by_memory(outcome);
  }
}

void tasks_24(RunSpec& spec) { spec.limits.tasks = 24; }
void disk_32(RunSpec& spec) { spec.limits.disk_bytes = 32u << 20; }
void files_16(RunSpec& spec) { spec.limits.file_bytes = 16u << 20; }

void ended_by_file_size(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "RTE");
  EXPECT_EQ(limit_name(outcome.limit), "disk");
  EXPECT_EQ(outcome.signal, 25);
}

void aborted(const StepOutcome& outcome) {
  EXPECT_EQ(verdict_name(outcome.verdict), "RTE");
  EXPECT_EQ(outcome.signal, 6);
  EXPECT_EQ(outcome.exit_code, -6);
  EXPECT_FALSE(outcome.killed_by_sandbox);
}

const std::vector<AbuseCase>& rows() {
  static const std::vector<AbuseCase> kRows = {
      {.family = "tree",
       .name = "processes",
       .argv = {"forks", "100"},
       .inside = "forks 23\n",
       .outside = "forks 100\n",
       .tune = tasks_24},
      {.family = "tree",
       .name = "threads",
       .argv = {"threads", "100"},
       .inside = "threads 23\n",
       .outside = "threads 100\n",
       .tune = tasks_24},
      {.family = "tree",
       .name = "default_tasks",
       .argv = {"forks", "600"},
       .inside = "forks 511\n",
       .outside = "forks 600\n"},
      {.family = "tree",
       .name = "fork_bomb",
       .argv = {"fork_bomb"},
       .inside = "",
       .outside = "forks 100\n",
       .control = {"forks", "100"},
       .tune = wall_500,
       .check = ended_at_500},
      {.family = "tree",
       .name = "thread_bomb",
       .argv = {"thread_bomb"},
       .inside = "",
       .outside = "threads 100\n",
       .control = {"threads", "100"},
       .tune = wall_500,
       .check = ended_at_500},
      {.family = "tree",
       .name = "restless",
       .argv = {"restless"},
       .inside = "",
       .outside = "(late\n)?left\n(late\n)?",
       .control = {"daemon", "0"},
       .tune = wall_500,
       .check = ended_at_500},
      {.family = "tree",
       .name = "daemon",
       .argv = {"daemon", "60"},
       .inside = "left\n",
       .outside = "left\nlate\n",
       .control = {"daemon", "1"}},
      {.family = "tree",
       .name = "sibling",
       .argv = {"sibling", "60"},
       .inside = "left\n",
       .outside = "left\nlate\n",
       .control = {"sibling", "1"}},
      {.family = "tree",
       .name = "stubborn",
       .argv = {"stubborn"},
       .inside = "",
       .outside = "",
       .control = {"nap", "1"},
       .tune = wall_500,
       .check = ended_at_500},
      {.family = "tree",
       .name = "stopped",
       .argv = {"stopped"},
       .inside = "",
       .outside = "",
       .control = {"nap", "1"},
       .tune = wall_500,
       .check = ended_at_500},

      {.family = "memory",
       .name = "heap",
       .argv = {"hold", "300"},
       .inside = "",
       .outside = "done\n",
       .tune = memory_100,
       .check = ended_by_memory},
      {.family = "memory",
       .name = "shared_mapping",
       .argv = {"shared", "300"},
       .inside = "",
       .outside = "done\n",
       .tune = memory_100,
       .check = ended_by_memory},
      {.family = "memory",
       .name = "many_processes",
       .argv = {"hold_many", "6", "50"},
       .inside = "",
       .outside = "done\n",
       .tune = memory_100,
       .check = ended_by_memory},
      {.family = "memory",
       .name = "shared_between_forks",
       .argv = {"share_forks", "6", "50"},
       .inside = "done\n",
       .outside = "done\n",
       .tune = memory_100},
      {.family = "memory",
       .name = "memory_file",
       .argv = {"memory_file", "300"},
       .inside = "(refused [A-Z]+\n)?",
       .outside = "(done\n)+",
       .tune = memory_100,
       .check = memory_or_refused},
      {.family = "memory",
       .name = "segment",
       .argv = {"segment", "300"},
       .inside = "(refused [A-Z]+\n)?",
       .outside = "done\n",
       .tune = memory_100,
       .check = memory_or_refused},
      {.family = "memory",
       .name = "files_in_shm",
       .argv = {"file", "/dev/shm", "30", "10"},
       .inside = "(done\n)*(refused [A-Z]+\n)?",
       .outside = "(done\n)+",
       .control = {"file", ".", "30", "10"},
       .tune =
           [](RunSpec& spec) {
             memory_100(spec);
             spec.run.env = {"CODECALC_ABUSE_KEEP=1"};
           },
       .check = memory_or_refused},
      {.family = "memory",
       .name = "address_space",
       .argv = {"reserve", "256"},
       .inside = "done\n",
       .outside = "done\n",
       .tune = memory_100},
      {.family = "memory",
       .name = "below_the_limit",
       .argv = {"hold", "80"},
       .inside = "done\n",
       .outside = "done\n",
       .tune = memory_100},

      {.family = "disk",
       .name = "work_folder",
       .argv = {"file", "/box", "10", "5"},
       .inside = "(done\n)*(refused ENOSPC\n)+",
       .outside = "(done\n){5}",
       .control = {"file", ".", "10", "5"},
       .tune =
           [](RunSpec& spec) {
             disk_32(spec);
             spec.run.env = {"CODECALC_ABUSE_KEEP=1"};
           }},
      {.family = "disk",
       .name = "tmp",
       .argv = {"file", "/tmp", "40"},
       .inside = "refused ENOSPC\n",
       .outside = "done\n",
       .tune = disk_32},
      {.family = "disk",
       .name = "shm",
       .argv = {"file", "/dev/shm", "40"},
       .inside = "refused ENOSPC\n",
       .outside = "done\n",
       .tune = disk_32},
      {.family = "disk",
       .name = "file_size",
       .argv = {"file", "/tmp", "20"},
       .inside = "",
       .outside = "done\n",
       .tune = files_16,
       .check = ended_by_file_size},
      {.family = "disk",
       .name = "sparse_file",
       .argv = {"sparse", "400"},
       .inside = "refused EFBIG\n",
       .outside = "done\n"},
      {.family = "disk",
       .name = "many_files",
       .argv = {"many_files", "/box", "150000"},
       .inside = "files limited\n",
       .outside = "files all\n",
       .control = {"many_files", ".", "3000"}},
      {.family = "disk",
       .name = "descriptors",
       .argv = {"descriptors", "1500"},
       .inside = "descriptors 1024\n",
       .outside = "descriptors [0-9]+\n"},
      {.family = "disk",
       .name = "core_file",
       .argv = {"dump"},
       .inside = "no core\n",
       .outside = "(no )?core\n",
       .check = aborted},
      {.family = "disk",
       .name = "hostile_tree",
       .argv = {"hostile_tree"},
       .inside = "done\n",
       .outside = "",
       .control = {"leave", "0"}},
  };
  return kRows;
}

}  // namespace

std::span<const AbuseCase> use_cases() { return rows(); }

}  // namespace codecalc::sandbox::testing
