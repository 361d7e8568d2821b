// Grades of verdicts (rules version 2): a proof is an unsat that was asked for, and nothing else.
#include "smt/grade.h"

#include <algorithm>

namespace codecalc::smt {
namespace {

std::string bound() { return std::to_string(kTimeoutMs) + " ms"; }

std::string count_of(std::size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string second_words(const Decision& decision, const Check& check) {
  if (!check.second || check.second == Verdict::kUnknown) {
    return " No second verdict" +
           (check.second_reason.empty() ? std::string() : ": " + check.second_reason) + ".";
  }
  return " " + decision.second_engine + ", a solver of other authors, also says " +
         verdict_name(*check.second) + ".";
}

std::string model_words(const Check& check) {
  switch (check.model_check) {
    case ModelCheck::kHolds:
      return " The model makes every assertion true (" + count_of(check.evaluated, "assertion") +
             " evaluated).";
    case ModelCheck::kOpen:
      return " The model could not be evaluated in every assertion (" +
             count_of(check.evaluated, "assertion") + " found true).";
    default: return "";
  }
}

std::string disagreement(const Decision& decision, const Check& check) {
  return "DISAGREEMENT at " + describe(check.where) + ": " + decision.engine + " says " +
         verdict_name(check.verdict) + ", " + decision.second_engine + " says " +
         verdict_name(*check.second) + ". One of them is wrong: this proves nothing.";
}

std::string false_model(const Decision& decision, const Check& check) {
  return "CONTRADICTION at " + describe(check.where) + ": " + decision.engine +
         " says sat, but its model makes this assertion false: " + check.failing;
}

}  // namespace

bool disagree(const Check& check) {
  return check.second && *check.second != Verdict::kUnknown && check.verdict != Verdict::kUnknown &&
         *check.second != check.verdict;
}

bool contradictory(const Check& check) {
  return disagree(check) || check.model_check == ModelCheck::kFails;
}

Grade grade_check(const Decision& decision, const Check& check) {
  if (disagree(check)) return {kUngraded, disagreement(decision, check)};
  if (check.model_check == ModelCheck::kFails) return {kUngraded, false_model(decision, check)};
  switch (check.verdict) {
    case Verdict::kUnsat:
      return {kSolverProven, decision.engine + " refuted " +
                                 count_of(check.assertions, "assertion") + " at the check-sat in " +
                                 describe(check.where) + ", within " + bound() + "." +
                                 second_words(decision, check)};
    case Verdict::kSat:
      return {kUngraded,
              decision.engine + " found a model within " + bound() +
                  "; only unsat is graded as a proof, so that a counterexample never looks like "
                  "one." +
                  model_words(check) + second_words(decision, check)};
    default: break;
  }
  std::string basis = decision.engine + " did not decide within " + bound() +
                      (check.reason.empty() ? "" : ": " + check.reason) + ".";
  if (check.second && *check.second != Verdict::kUnknown) {
    basis += " " + decision.second_engine + " alone says " + verdict_name(*check.second) +
             ", which is not graded.";
  }
  return {kUngraded, basis};
}

Grade grade_script(const Decision& decision) {
  const auto bad = std::find_if(decision.checks.begin(), decision.checks.end(), contradictory);
  if (bad != decision.checks.end()) return grade_check(decision, *bad);
  if (decision.checks.empty()) return {kUngraded, "The script asked for no verdict."};
  return grade_check(decision, decision.checks.back());
}

}  // namespace codecalc::smt
