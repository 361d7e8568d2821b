// Text to tokens of the expression language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"

namespace codecalc::expr {

enum class TokenKind : std::uint8_t {
  kEnd,
  kNumber,       ///< text: the literal without underscores
  kName,         ///< text: a name that is no word of the language
  kQuoted,       ///< text: what stands between the quotes
  kOperator,     ///< op; `^` is kBitXor with text "^"
  kBang,         ///< `!`: "not" before a value, factorial after one
  kSuperscript,  ///< text: the exponent's digits, perhaps with a leading '-'
  kRoot,         ///< text: "sqrt" or "cbrt"
  kFatArrow,     ///< `=>`
  kOpen,
  kClose,
  kOpenList,
  kCloseList,
  kComma,
  kDot,  ///< a dot that starts no number
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Op op = Op::kNone;
  std::uint32_t column = 1;
  std::string text;      ///< see TokenKind; for others as written, for messages
  bool assigns = false;  ///< a single `=`
};

/// All tokens of `text`, ended by kEnd. Errors as parse().
Result<std::vector<Token>> tokenize(std::string_view text);

/// An error at a column, in the form that parse() promises.
Error error_at(std::uint32_t column, std::string message, Code code = Code::kValidation);

}  // namespace codecalc::expr
