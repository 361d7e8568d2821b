// Text to expression tree. The one expression language of all tools (docs/expressions.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "expr/ast.h"

namespace codecalc::expr {

struct ParseOptions {
  std::size_t max_bytes = 2'000;
  std::size_t max_depth = 200;     ///< nesting of brackets, calls and right-hand operators
  std::size_t max_height = 1'200;  ///< of the tree: what a recursive reader has to bear
  std::size_t max_nodes = 20'000;
  /// What `^` means: bitwise exclusive or (precedence of Python), or power (precedence of `**`).
  enum class Caret { kPower, kXor };
  Caret caret = Caret::kPower;
  /// Reads `2x`, `2(x + 1)` and `(a)(b)` as products; `1/2x` and `2**3x` are refused as ambiguous.
  bool implied_multiplication = false;
  /// Reads `=>` as "implies"; otherwise it is refused, since many people mean `>=` by it.
  bool fat_arrow_implies = false;
};

/// One expression, whole text. Errors start with "column N: " (characters from 1) and say what was
/// expected; kPermissionDenied for attribute access, subscripts and names that reach for a host
/// language (`__import__`, `lambda`, ...), else kValidation. `=` and `==` both give Op::kEqual.
Result<Expr> parse(std::string_view text, const ParseOptions& options = {});

/// The expression in Python notation with as few brackets as keep its structure: parsing the text
/// with Caret::kXor gives an equal tree. Powers are written `**`, products `a*b`, sums `a + b`.
std::string print(const Expr& e);

}  // namespace codecalc::expr
