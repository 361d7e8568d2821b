// See lexer.h.
#include "runtimes/lexer.h"

#include <algorithm>
#include <array>

namespace codecalc::runtimes {

const LexRules kJavaRules{.line_comment = "//",
                          .block_open = "/*",
                          .block_close = "*/",
                          .triple_quotes = true,
                          .triple_escapes = true};
const LexRules kKotlinRules{.line_comment = "//",
                            .block_open = "/*",
                            .block_close = "*/",
                            .nested_blocks = true,
                            .triple_quotes = true,
                            .raw_quotes = "`",
                            .interpolating = "\"",
                            .interpolation = "${"};
const LexRules kJavaScriptRules{.line_comment = "//",
                                .block_open = "/*",
                                .block_close = "*/",
                                .quotes = "\"'`",
                                .multiline_quotes = "`",
                                .interpolating = "`",
                                .interpolation = "${",
                                .regex = true};
const LexRules kGoRules{
    .line_comment = "//", .block_open = "/*", .block_close = "*/", .raw_quotes = "`"};
const LexRules kErlangRules{
    .line_comment = "%", .multiline_quotes = "\"'", .char_prefix = '$', .word_signs = "_@"};
const LexRules kHaskellRules{.line_comment = "--",
                             .block_open = "{-",
                             .block_close = "-}",
                             .nested_blocks = true,
                             .quotes = "\"",
                             .word_signs = "_'"};
const LexRules kJqRules{.line_comment = "#",
                        .quotes = "\"",
                        .multiline_quotes = "\"",
                        .interpolating = "\"",
                        .interpolation = "\\("};

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

bool has(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

bool is_word(char c, const LexRules& rules) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80 || has(rules.word_signs, c);
}

}  // namespace

Token Lexer::make(Token::Kind kind, std::size_t start, std::size_t end) {
  Token token{kind, source_.substr(start, end - start), start, new_line_};
  new_line_ = false;
  last_ = token;
  return token;
}

void Lexer::skip_block_comment() {
  std::size_t depth = 0;
  while (at_ < source_.size()) {
    if (at(rules_.block_close)) {
      at_ += rules_.block_close.size();
      if (--depth == 0) return;
    } else if (at(rules_.block_open) && (depth == 0 || rules_.nested_blocks)) {
      at_ += rules_.block_open.size();
      ++depth;
    } else {
      if (source_[at_] == '\n') new_line_ = true;
      ++at_;
    }
  }
}

void Lexer::skip_blanks_and_comments() {
  while (at_ < source_.size()) {
    if (is_blank(source_[at_])) {
      if (source_[at_] == '\n') new_line_ = true;
      ++at_;
    } else if (!rules_.line_comment.empty() && at(rules_.line_comment)) {
      at_ = std::min(source_.find('\n', at_), source_.size());
    } else if (!rules_.block_open.empty() && at(rules_.block_open)) {
      skip_block_comment();
    } else {
      return;
    }
  }
}

Token Lexer::string_rest(char quote, bool triple, std::size_t start) {
  const bool raw = has(rules_.raw_quotes, quote);
  const bool escapes = !raw && (!triple || rules_.triple_escapes);
  const bool spans_lines = raw || triple || has(rules_.multiline_quotes, quote);
  const bool interpolates = has(rules_.interpolating, quote);
  while (at_ < source_.size()) {
    const char c = source_[at_];
    if (interpolates && at(rules_.interpolation)) {
      const Token token = make(Token::Kind::kString, start, at_);
      at_ += rules_.interpolation.size();
      frames_.push_back({quote, triple, depth_});
      return token;
    }
    if (c == '\\' && escapes) {
      at_ = std::min(at_ + 2, source_.size());
    } else if (c == quote && (!triple || at("\"\"\""))) {
      const Token token = make(Token::Kind::kString, start, at_);
      at_ += triple ? 3 : 1;
      return token;
    } else if (c == '\n' && !spans_lines) {
      break;  // not closed: the compiler will say so
    } else {
      ++at_;
    }
  }
  return make(Token::Kind::kString, start, at_);
}

Token Lexer::string_token() {
  const char quote = source_[at_];
  const bool triple = quote == '"' && rules_.triple_quotes && at("\"\"\"");
  at_ += triple ? 3 : 1;
  return string_rest(quote, triple, at_);
}

bool Lexer::regex_may_start() const {
  if (last_.kind == Token::Kind::kString) return false;
  if (last_.kind == Token::Kind::kSign)
    return last_.text != ")" && last_.text != "]" && last_.text != "}";
  if (last_.kind == Token::Kind::kEnd) return true;
  constexpr std::array<std::string_view, 11> kBefore = {
      "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "await", "yield"};
  return std::find(kBefore.begin(), kBefore.end(), last_.text) != kBefore.end();
}

Token Lexer::regex_token() {
  const std::size_t start = ++at_;
  bool in_class = false;
  while (at_ < source_.size() && source_[at_] != '\n') {
    const char c = source_[at_];
    if (c == '\\') ++at_;
    else if (c == '[') in_class = true;
    else if (c == ']') in_class = false;
    else if (c == '/' && !in_class) break;
    if (at_ < source_.size()) ++at_;
  }
  const Token token = make(Token::Kind::kString, start, at_);
  if (at_ < source_.size() && source_[at_] == '/') ++at_;
  return token;
}

Token Lexer::word_or_sign() {
  const std::size_t start = at_;
  if (is_word(source_[at_], rules_)) {
    while (at_ < source_.size() && is_word(source_[at_], rules_)) ++at_;
    return make(Token::Kind::kWord, start, at_);
  }
  const char c = source_[at_];
  const bool arrow = at("=>");
  at_ += arrow ? 2 : 1;
  if (c == '(' || c == '[' || c == '{') ++depth_;
  if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
  return make(Token::Kind::kSign, start, at_);
}

Token Lexer::next() {
  skip_blanks_and_comments();
  if (at_ >= source_.size()) return {};
  const char c = source_[at_];
  if (!frames_.empty() && depth_ == frames_.back().depth &&
      c == (rules_.interpolation == "${" ? '}' : ')')) {
    const Frame frame = frames_.back();
    frames_.pop_back();
    return string_rest(frame.quote, frame.triple, ++at_);
  }
  if (rules_.char_prefix != '\0' && c == rules_.char_prefix) {
    const std::size_t start = at_;
    const bool escaped = at_ + 1 < source_.size() && source_[at_ + 1] == '\\';
    at_ = std::min(at_ + (escaped ? 3 : 2), source_.size());
    return make(Token::Kind::kString, start, at_);
  }
  if (has(rules_.quotes, c) || has(rules_.raw_quotes, c)) return string_token();
  if (c == '/' && rules_.regex && regex_may_start()) return regex_token();
  return word_or_sign();
}

}  // namespace codecalc::runtimes
