// How near the limits are: the best of several tries, as the machine may be busy with other tests.
#include <gtest/gtest.h>

#include <algorithm>

#include "support.h"

namespace codecalc::sandbox::testing {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int kTries = 6;

// The least lateness over `limit`: when the program ended, and when the call came back with
// everything gone. Also checks that no run was ended early.
struct Lateness {
  microseconds end = std::chrono::hours(1);
  microseconds answer = std::chrono::hours(1);
};

Lateness lateness(RunSpec spec, milliseconds limit) {
  spec.limits.wall = limit;
  Lateness best;
  for (int i = 0; i < kTries && best.answer > milliseconds(20); ++i) {
    const auto began = std::chrono::steady_clock::now();
    const StepOutcome outcome = run_one(spec);
    const auto spent = std::chrono::steady_clock::now() - began;
    EXPECT_EQ(verdict_name(outcome.verdict), "TLE");
    EXPECT_GE(outcome.wall, limit);
    best.end = std::min(best.end, outcome.wall - limit);
    best.answer = std::min(best.answer, duration_cast<microseconds>(spent - limit));
  }
  return best;
}

void expect_in_time(RunSpec spec, milliseconds limit) {
  const Lateness late = lateness(std::move(spec), limit);
  EXPECT_LE(late.end, patience(milliseconds(50)));
  EXPECT_LE(late.answer, patience(milliseconds(100)));
  std::printf("late by %ld us, answered after %ld us\n", static_cast<long>(late.end.count()),
              static_cast<long>(late.answer.count()));
}

TEST(Timing, WallLimitOfASleeper) { expect_in_time(abuse({"nap", "10000"}), milliseconds(300)); }

TEST(Timing, WallLimitOfASpinner) { expect_in_time(abuse({"spin", "2"}), milliseconds(300)); }

TEST(Timing, WallLimitOfAProgramThatIgnoresSignals) {
  expect_in_time(abuse({"stubborn"}), milliseconds(300));
}

TEST(Timing, WallLimitOfAStoppedProgram) { expect_in_time(abuse({"stopped"}), milliseconds(300)); }

TEST(Timing, WallLimitOfAForkBomb) { expect_in_time(abuse({"fork_bomb"}), milliseconds(400)); }

TEST(Timing, WallLimitOfAThreadBomb) { expect_in_time(abuse({"thread_bomb"}), milliseconds(400)); }

TEST(Timing, WallLimitOfARestlessTree) { expect_in_time(abuse({"restless"}), milliseconds(400)); }

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
  EXPECT_LE(best, patience(milliseconds(50)));
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
  EXPECT_LE(best_wall, milliseconds(100) + patience(milliseconds(10)));
  EXPECT_LE(best_cpu, patience(milliseconds(5)));
}

}  // namespace
}  // namespace codecalc::sandbox::testing
