// Boolean formulas and their truth tables.
//
// A language of its own beside src/expr, since the signs & | ^ ~ are logic here and not bit
// arithmetic, "not" binds tightest, and every name is a variable (e, I and pi too).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace codecalc::calc {

inline constexpr std::size_t kMaxFormulaBytes = 2'000;
inline constexpr std::size_t kMaxTruthVariables = 16;
inline constexpr int kMaxFormulaDepth = 100;

struct TruthTable {
  std::vector<std::string> variables;  ///< sorted
  std::vector<bool> values;            ///< one per row; row i gives the variables the bits of i,
                                       ///< the first variable the highest one
};

/// From tight to loose: not (! ~ ¬); and (& && ∧), nand (⊼); or (| || ∨), nor (⊽); xor (^ ⊕);
/// implies (-> => → ⇒), to the right; iff (<-> <=> == ↔ ⇔ ≡). nand and nor do not chain: a second
/// one needs brackets. Constants true, false, 1, 0, ⊤, ⊥. Errors: kValidation with the column,
/// kResourceExhausted beyond kMaxTruthVariables.
Result<TruthTable> truth_table(std::string_view formula);

}  // namespace codecalc::calc
