// Answer: a value as a result shows it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "calc/value.h"
#include "expr/ast.h"

namespace codecalc::calc {

struct Answer {
  enum class Type { kBool, kInt, kRational, kReal };
  Type type = Type::kRational;
  bool truth = false;  ///< for kBool
  std::string value;   ///< exact ("1/3") unless kReal: then correctly rounded digits
  std::string approx;  ///< decimal, see approximation()
  bool exact = true;
  std::vector<std::string> approximated;  ///< for kReal: what made it irrational
};

/// Text that a result may carry.
inline constexpr std::size_t kMaxAnswerBytes = 240 * 1024;
/// Digits of an irrational value.
inline constexpr unsigned kRealDigits = 50;

std::string_view type_name(Answer::Type type);

/// The value of an expression, ready to show. An outermost `N(x, digits)` sets the digits of an
/// irrational result (1 to 10,000). kResourceExhausted when the text would exceed kMaxAnswerBytes;
/// other errors as evaluate().
Result<Answer> answer(const expr::Expr& e, Context& context);

}  // namespace codecalc::calc
