// Grades: every combination of verdicts; nothing but an uncontradicted unsat is a proof.
#include "smt/grade.h"

#include <gtest/gtest.h>

namespace codecalc::smt {
namespace {

constexpr Verdict kAll[] = {Verdict::kUnknown, Verdict::kSat, Verdict::kUnsat};

Decision decision_of(std::vector<Check> checks) {
  Decision d;
  d.engine = "z3 5.4.1";
  d.second_engine = "cvc5 1.4.2";
  d.checks = std::move(checks);
  return d;
}

Check check_of(Verdict verdict, std::optional<Verdict> second = {}) {
  Check check;
  check.where = {3, 1};
  check.assertions = 2;
  check.verdict = verdict;
  check.second = second;
  return check;
}

TEST(Grade, IsAProofForUncontradictedUnsatAlone) {
  std::vector<std::optional<Verdict>> seconds(std::begin(kAll), std::end(kAll));
  seconds.emplace_back();
  int proofs = 0;
  for (const Verdict verdict : kAll) {
    for (const auto& second : seconds) {
      const Decision d = decision_of({check_of(verdict, second)});
      const bool proven = verdict == Verdict::kUnsat && second != Verdict::kSat;
      const Grade grade = grade_script(d);
      EXPECT_EQ(grade.grade, proven ? kSolverProven : kUngraded);
      EXPECT_NE(grade.basis.find("z3 5.4.1"), std::string::npos) << grade.basis;
      proofs += proven ? 1 : 0;
    }
  }
  EXPECT_EQ(proofs, 3);
}

TEST(Grade, NamesEngineVersionAndBound) {
  Check check = check_of(Verdict::kUnsat, Verdict::kUnsat);
  EXPECT_EQ(grade_script(decision_of({check})).basis,
            "z3 5.4.1 refuted 2 assertions at the check-sat in line 3, column 1, within 5000 ms. "
            "cvc5 1.4.2, a solver of other authors, also says unsat.");
  check.second = {};
  check.second_reason = "timeout";
  EXPECT_EQ(grade_script(decision_of({check})).basis,
            "z3 5.4.1 refuted 2 assertions at the check-sat in line 3, column 1, within 5000 ms. "
            "No second verdict: timeout.");
  check = check_of(Verdict::kUnknown);
  check.reason = "timeout";
  EXPECT_EQ(grade_script(decision_of({check})).basis,
            "z3 5.4.1 did not decide within 5000 ms: timeout.");
}

TEST(Grade, SaysADisagreementLoudly) {
  const Check bad = check_of(Verdict::kSat, Verdict::kUnsat);
  const Check good = check_of(Verdict::kUnsat, Verdict::kUnsat);
  // An earlier contradiction takes the last check's grade as well.
  const Decision d = decision_of({bad, good});
  EXPECT_EQ(grade_script(d).grade, kUngraded);
  EXPECT_EQ(grade_script(d).basis.find("DISAGREEMENT at line 3, column 1: z3 5.4.1 says sat"), 0U);
  EXPECT_EQ(grade_check(d, good).grade, kSolverProven);
}

TEST(Grade, SaysAFalseModelLoudly) {
  Check check = check_of(Verdict::kSat, Verdict::kSat);
  check.model_check = ModelCheck::kFails;
  check.failing = "(> x 5)";
  const Grade grade = grade_script(decision_of({check}));
  EXPECT_EQ(grade.grade, kUngraded);
  EXPECT_EQ(grade.basis,
            "CONTRADICTION at line 3, column 1: z3 5.4.1 says sat, but its model makes this "
            "assertion false: (> x 5)");
}

TEST(Grade, NeedsACheck) { EXPECT_EQ(grade_script(decision_of({})).grade, kUngraded); }

}  // namespace
}  // namespace codecalc::smt
