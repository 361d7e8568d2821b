// A small lexer for C-like sources: words and signs, with comments and strings skipped. It serves
// to find a class or module name in text that no one has checked: linear in time, no recursion.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc::runtimes {

struct LexRules {
  std::string_view line_comment{};
  std::string_view block_open{};
  std::string_view block_close{};
  bool nested_blocks = false;
  std::string_view quotes = "\"'";      ///< each opens a string that a backslash escapes in
  std::string_view multiline_quotes{};  ///< those of them that may span lines
  bool triple_quotes = false;           ///< """ ... """
  bool triple_escapes = false;          ///< a backslash escapes in those, too
  std::string_view raw_quotes{};        ///< strings without escapes
  std::string_view interpolating{};     ///< the quotes in which `interpolation` opens code
  std::string_view interpolation{};     ///< "${" (ends at "}") or "\\(" (ends at ")")
  bool regex = false;                   ///< JavaScript's /.../
  char char_prefix = '\0';              ///< Erlang's $: the next character is a literal
  std::string_view word_signs = "_$";   ///< signs that belong to words
};

extern const LexRules kJavaRules, kKotlinRules, kJavaScriptRules, kGoRules, kErlangRules,
    kHaskellRules, kJqRules;

struct Token {
  enum class Kind { kWord, kSign, kString, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;  ///< the word, the one sign ("=>" is one), or the string without quotes
  std::size_t offset = 0;
  bool first_of_line = false;

  bool is(std::string_view what) const { return kind != Kind::kString && text == what; }
};

class Lexer {
 public:
  Lexer(std::string_view source, const LexRules& rules) : source_(source), rules_(rules) {}

  /// The next token; kEnd for ever after the last.
  Token next();

 private:
  struct Frame {
    char quote;
    bool triple;
    std::size_t depth;  ///< brackets open when the interpolation began
  };

  bool at(std::string_view text) const { return source_.substr(at_).starts_with(text); }
  void skip_blanks_and_comments();
  void skip_block_comment();
  Token string_token();
  /// Reads on in a string; `at_` is behind its quote or behind an interpolation.
  Token string_rest(char quote, bool triple, std::size_t start);
  Token regex_token();
  bool regex_may_start() const;
  Token word_or_sign();
  Token make(Token::Kind kind, std::size_t start, std::size_t end);

  std::string_view source_;
  const LexRules& rules_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool new_line_ = true;
  std::vector<Frame> frames_;
  Token last_;
};

}  // namespace codecalc::runtimes
