// Reader of SMT-LIB 2 text: splits it into forms without recursion and within bounds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc::smt {

/// A place in a script; both count from 1, columns in bytes.
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
  friend bool operator==(const Position&, const Position&) = default;
};

/// The place of the byte `offset` of `text`.
Position position_of(std::string_view text, std::size_t offset);

/// The same for offsets that grow from call to call, in linear time over all of them.
class Positions {
 public:
  explicit Positions(std::string_view text) : text_(text) {}
  Position at(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t seen_ = 0;
  std::size_t line_start_ = 0;
  std::size_t line_ = 1;
};

enum class TokenKind { kOpen, kClose, kString, kQuotedSymbol, kWord, kEnd, kFault };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t begin = 0;
  std::size_t end = 0;  ///< past the last byte
  const char* fault = nullptr;
};

/// The next token at or after `from`; white space and comments are passed over. A string or quoted
/// symbol that does not end, and a control character, are faults.
Token next_token(std::string_view text, std::size_t from);

struct Form {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct ReadFault {
  std::size_t offset = 0;
  std::string message;
  bool too_large = false;  ///< a bound was met; the text itself may be right
};

struct ReadLimits {
  std::size_t max_depth = 10'000;   ///< parentheses
  std::size_t max_forms = 200'000;  ///< at the top level
};

struct Forms {
  std::vector<Form> forms;  ///< the top-level forms: lists and atoms
  std::optional<ReadFault> fault;
};

/// Splits `text` into its top-level forms.
Forms read_forms(std::string_view text, const ReadLimits& limits = {});

/// The members of a list; nothing when `form` is no well-formed list.
std::optional<std::vector<std::string_view>> members(std::string_view form);

/// The form on one line: white space and comments become single spaces.
std::string on_one_line(std::string_view form);

/// The form without attributes: every `(! t :key value ...)` becomes t. Needs a well-formed form.
std::string without_attributes(std::string_view form);

/// A symbol without its bars: |a b| and `a b` name the same thing.
std::string_view bare_symbol(std::string_view symbol);

}  // namespace codecalc::smt
