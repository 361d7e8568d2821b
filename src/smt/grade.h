// What a verdict is worth as evidence, and why.
#pragma once

#include <string>
#include <string_view>

#include "smt/engine.h"

namespace codecalc::smt {

inline constexpr std::string_view kSolverProven = "solver_proven";
inline constexpr std::string_view kUngraded = "ungraded";
inline constexpr std::string_view kGradeRules = "2";

struct Grade {
  std::string_view grade = kUngraded;
  std::string basis;
};

/// True when both solvers decided the check and came to different verdicts.
bool disagree(const Check& check);

/// True when the evidence of this check contradicts itself: the solvers disagree, or the model
/// makes an assertion false.
bool contradictory(const Check& check);

/// The grade of one check: solver_proven for an unsat that nothing speaks against, else ungraded.
Grade grade_check(const Decision& decision, const Check& check);

/// The grade of a script: that of its last check, unless some check is contradictory.
Grade grade_script(const Decision& decision);

}  // namespace codecalc::smt
