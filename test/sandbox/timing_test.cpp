// How near the limits are: the best of several tries, as the machine may be busy with other tests.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.h"

namespace codecalc::sandbox::testing {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int kTries = 6;

// The least lateness of an ended run over `limit`; also checks that no run was ended early.
microseconds lateness(RunSpec spec, milliseconds limit) {
  spec.limits.wall = limit;
  microseconds best = std::chrono::hours(1);
  for (int i = 0; i < kTries && best > milliseconds(20); ++i) {
    const StepOutcome outcome = run_one(spec);
    EXPECT_EQ(verdict_name(outcome.verdict), "TLE");
    EXPECT_GE(outcome.wall, limit);
    best = std::min(best, outcome.wall - limit);
  }
  return best;
}

TEST(Timing, WallLimitOfASleeper) {
  EXPECT_LE(lateness(abuse({"nap", "10000"}), milliseconds(300)), milliseconds(50));
}

TEST(Timing, WallLimitOfASpinner) {
  EXPECT_LE(lateness(abuse({"spin", "2"}), milliseconds(300)), milliseconds(50));
}

TEST(Timing, WallLimitOfAForkBomb) {
  EXPECT_LE(lateness(abuse({"fork_bomb"}), milliseconds(400)), milliseconds(100));
}

TEST(Timing, WallLimitOfAThreadBomb) {
  EXPECT_LE(lateness(abuse({"thread_bomb"}), milliseconds(400)), milliseconds(100));
}

TEST(Timing, CpuLimit) {
  RunSpec spec = abuse({"spin", "3"});
  spec.limits.wall = milliseconds(20'000);
  spec.limits.cpu = milliseconds(300);
  microseconds best = std::chrono::hours(1);
  for (int i = 0; i < kTries && best > milliseconds(50); ++i) {
    const StepOutcome outcome = run_one(spec);
    EXPECT_EQ(limit_name(outcome.limit), "cpu");
    EXPECT_GE(outcome.cpu, milliseconds(295));
    best = std::min(best, outcome.cpu - milliseconds(300));
  }
  EXPECT_LE(best, milliseconds(50));
}

TEST(Timing, OwnSetUpIsNotCounted) {
  microseconds best_wall = std::chrono::hours(1);
  microseconds best_cpu = std::chrono::hours(1);
  for (int i = 0; i < kTries; ++i) {
    const StepOutcome outcome = run_one(abuse({"nap", "100"}));
    EXPECT_GE(outcome.wall, milliseconds(100));
    best_wall = std::min(best_wall, outcome.wall);
    best_cpu = std::min(best_cpu, outcome.cpu);
  }
  EXPECT_LE(best_wall, milliseconds(110));
  EXPECT_LE(best_cpu, milliseconds(5));
}

}  // namespace
}  // namespace codecalc::sandbox::testing
