// The tokenizer: ASCII operators as in Python, the mathematical signs that people paste, names,
// exact number literals.
#include "expr/lexer.h"

#include <array>
#include <cstdio>
#include <optional>
#include <utility>

namespace codecalc::expr {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// Signs and operators, longest first where one starts another.
struct Sign {
  std::string_view text;
  TokenKind kind;
  Op op = Op::kNone;
  std::string_view value{};  ///< the token's text when it is not the sign itself
};
constexpr Sign kSigns[] = {
    {"<=>", TokenKind::kOperator, Op::kIff},
    {"<->", TokenKind::kOperator, Op::kIff},
    {"**", TokenKind::kOperator, Op::kPower},
    {"//", TokenKind::kOperator, Op::kFloorDivide},
    {"<<", TokenKind::kOperator, Op::kShiftLeft},
    {">>", TokenKind::kOperator, Op::kShiftRight},
    {"<=", TokenKind::kOperator, Op::kLessEqual},
    {">=", TokenKind::kOperator, Op::kGreaterEqual},
    {"==", TokenKind::kOperator, Op::kEqual},
    {"=>", TokenKind::kFatArrow},
    {"!=", TokenKind::kOperator, Op::kNotEqual},
    {"->", TokenKind::kOperator, Op::kImplies},
    {"&&", TokenKind::kOperator, Op::kAnd},
    {"||", TokenKind::kOperator, Op::kOr},
    {"+", TokenKind::kOperator, Op::kAdd},
    {"-", TokenKind::kOperator, Op::kSubtract},
    {"*", TokenKind::kOperator, Op::kMultiply},
    {"/", TokenKind::kOperator, Op::kDivide},
    {"%", TokenKind::kOperator, Op::kModulo},
    {"&", TokenKind::kOperator, Op::kBitAnd},
    {"^", TokenKind::kOperator, Op::kBitXor},
    {"|", TokenKind::kOperator, Op::kBitOr},
    {"~", TokenKind::kOperator, Op::kBitNot},
    {"<", TokenKind::kOperator, Op::kLess},
    {">", TokenKind::kOperator, Op::kGreater},
    {"=", TokenKind::kOperator, Op::kEqual},
    {"!", TokenKind::kBang},
    {"(", TokenKind::kOpen},
    {")", TokenKind::kClose},
    {"[", TokenKind::kOpenList},
    {"]", TokenKind::kCloseList},
    {",", TokenKind::kComma},
    {".", TokenKind::kDot},
    {"×", TokenKind::kOperator, Op::kMultiply},
    {"·", TokenKind::kOperator, Op::kMultiply},
    {"⋅", TokenKind::kOperator, Op::kMultiply},
    {"∙", TokenKind::kOperator, Op::kMultiply},
    {"÷", TokenKind::kOperator, Op::kDivide},
    {"∕", TokenKind::kOperator, Op::kDivide},
    {"−", TokenKind::kOperator, Op::kSubtract},
    {"≤", TokenKind::kOperator, Op::kLessEqual},
    {"≥", TokenKind::kOperator, Op::kGreaterEqual},
    {"≠", TokenKind::kOperator, Op::kNotEqual},
    {"∧", TokenKind::kOperator, Op::kAnd},
    {"∨", TokenKind::kOperator, Op::kOr},
    {"⊕", TokenKind::kOperator, Op::kXor},
    {"→", TokenKind::kOperator, Op::kImplies},
    {"⇒", TokenKind::kOperator, Op::kImplies},
    {"↔", TokenKind::kOperator, Op::kIff},
    {"⇔", TokenKind::kOperator, Op::kIff},
    {"¬", TokenKind::kOperator, Op::kNot},
    {"√", TokenKind::kRoot, Op::kNone, "sqrt"},
    {"∛", TokenKind::kRoot, Op::kNone, "cbrt"},
    {"π", TokenKind::kName, Op::kNone, "pi"},
    {"τ", TokenKind::kName, Op::kNone, "tau"},
    {"∞", TokenKind::kName, Op::kNone, "oo"},
};

constexpr std::array<std::string_view, 10> kSuperscripts = {"⁰", "¹", "²", "³", "⁴",
                                                            "⁵", "⁶", "⁷", "⁸", "⁹"};

/// Words that are operators, in lower or upper case.
struct Word {
  std::string_view lower;
  std::string_view upper;
  Op op;
};
constexpr Word kWords[] = {
    {"and", "AND", Op::kAnd}, {"or", "OR", Op::kOr},    {"not", "NOT", Op::kNot},
    {"xor", "XOR", Op::kXor}, {"iff", "IFF", Op::kIff}, {"implies", "IMPLIES", Op::kImplies},
};

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    std::vector<Token> tokens;
    tokens.reserve(text_.size() / 2 + 2);
    for (;;) {
      skip_blanks();
      if (at_ >= text_.size()) break;
      TRY_ASSIGN(Token token, next());
      tokens.push_back(std::move(token));
    }
    Token end;
    end.column = column_;
    end.text = "the end";
    tokens.push_back(std::move(end));
    return tokens;
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void skip_blanks() {
    for (;;) {
      const std::string_view rest = text_.substr(at_);
      if (!rest.empty() &&
          (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r')) {
        at_ += 1;
      } else if (starts_with(rest, "\u00A0") || starts_with(rest, "\u202F") ||
                 starts_with(rest, "\u2009")) {
        at_ += rest[0] == '\xC2' ? 2 : 3;  // no-break and thin spaces come with pasted formulas
      } else {
        return;
      }
      ++column_;
    }
  }

  Result<Token> next() {
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (is_letter(c)) return name();
    if (c == '\'' || c == '"') return quoted();
    if (auto token = superscript()) return *std::move(token);
    // `5!==120`: a factorial and an equation; "!=" first would leave "=120".
    if (starts_with(text_.substr(at_), "!==")) return sign(kBang);
    for (const Sign& s : kSigns) {
      if (starts_with(text_.substr(at_), s.text)) return sign(s);
    }
    return unknown();
  }

  Token sign(const Sign& s) {
    Token token;
    token.kind = s.kind;
    token.op = s.op;
    token.column = column_;
    token.text = s.value.empty() ? s.text : s.value;
    token.assigns = s.text == "=";
    at_ += s.text.size();
    column_ += static_cast<unsigned char>(s.text[0]) < 0x80
                   ? static_cast<std::uint32_t>(s.text.size())
                   : 1;
    return token;
  }

  Result<Token> name() {
    Token token;
    token.column = column_;
    const std::size_t start = at_;
    while (is_letter(peek()) || is_digit(peek())) ++at_;
    column_ += static_cast<std::uint32_t>(at_ - start);
    token.text = text_.substr(start, at_ - start);
    token.kind = TokenKind::kName;
    for (const Word& w : kWords) {
      if (token.text == w.lower || token.text == w.upper) {
        token.kind = TokenKind::kOperator;
        token.op = w.op;
        return token;
      }
    }
    if (token.text.find("__") != std::string::npos || token.text == "lambda" ||
        token.text == "import") {
      return error_at(token.column,
                      "the name \"" + token.text.substr(0, 40) +
                          "\" is not allowed: expressions are mathematics, never program code",
                      Code::kPermissionDenied);
    }
    return token;
  }

  Result<Token> number() {
    Token token;
    token.kind = TokenKind::kNumber;
    token.column = column_;
    const std::size_t start = at_;
    const char mark = static_cast<char>(peek(1) | 0x20);
    Status status = Unit{};
    if (peek() == '0' && (mark == 'x' || mark == 'o' || mark == 'b')) {
      status = based(mark, token.text);
    } else {
      status = decimal(token.text);
    }
    if (!status.ok()) return std::move(status).error();
    column_ += static_cast<std::uint32_t>(at_ - start);
    return token;
  }

  Status based(char mark, std::string& text) {
    text = {'0', mark};
    at_ += 2;
    const auto belongs = [mark](char c) {
      if (mark == 'x') return is_hex(c);
      return c >= '0' && c <= (mark == 'o' ? '7' : '1');
    };
    digits(text, belongs);
    if (text.size() == 2) return error_at(column_, "expected digits after \"" + text + "\"");
    if (is_digit(peek()) || is_letter(peek())) {
      return error_at(column_, std::string("\"") + peek() +
                                   "\" is no digit of a number that starts with 0" + mark);
    }
    return Unit{};
  }

  /// Digits with single underscores between them.
  template <class Belongs>
  void digits(std::string& text, Belongs belongs) {
    for (;;) {
      if (belongs(peek()))
        text += static_cast<char>(peek() >= 'A' && peek() <= 'F' ? peek() | 0x20 : peek());
      else if (!(peek() == '_' && text.size() > 0 && belongs(text.back()) && belongs(peek(1))))
        return;
      ++at_;
    }
  }

  Status decimal(std::string& text) {
    digits(text, is_digit);
    const std::size_t whole = text.size();
    bool integral = true;
    if (peek() == '.' && !is_letter(peek(1) == 'e' || peek(1) == 'E' ? '0' : peek(1))) {
      integral = false;
      ++at_;
      std::string fraction;
      digits(fraction, is_digit);
      if (peek() == '.') return error_at(column_, "a number has one decimal point");
      if (text.empty()) text = "0";
      // 07.5 is no octal: the zeros go, so that 07. does not turn into the ambiguous 07.
      while (text.size() > 1 && text[0] == '0') text.erase(0, 1);
      if (!fraction.empty()) text += "." + fraction;
    }
    if (peek() == '_') return error_at(column_, "an underscore in a number stands between digits");
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(1 + sign))) {
      integral = false;
      text += 'e';
      if (sign != 0 && peek(1) == '-') text += '-';
      at_ += 1 + sign;
      std::string exponent;
      digits(exponent, is_digit);
      text += exponent;
    }
    if (integral && whole > 1 && text[0] == '0' &&
        text.find_first_not_of('0') != std::string::npos) {
      const std::size_t first = text.find_first_not_of('0');
      return error_at(column_, "a leading zero is ambiguous: write " +
                                   text.substr(first).substr(0, 20) + ", or 0o... for octal");
    }
    return Unit{};
  }

  Result<Token> quoted() {
    Token token;
    token.kind = TokenKind::kQuoted;
    token.column = column_;
    const char quote = peek();
    const std::size_t end = text_.find(quote, at_ + 1);
    // Only a limit's direction may be quoted, so longer text needs no reading.
    if (end == std::string_view::npos || end - at_ > 3) {
      return error_at(
          column_,
          "text in quotes is no part of an expression (only a limit's direction is: '+' or '-')");
    }
    token.text = text_.substr(at_ + 1, end - at_ - 1);
    column_ += static_cast<std::uint32_t>(end - at_ + 1);
    at_ = end + 1;
    return token;
  }

  std::optional<Token> superscript() {
    Token token;
    token.kind = TokenKind::kSuperscript;
    token.column = column_;
    std::size_t at = at_;
    std::uint32_t characters = 0;
    if (starts_with(text_.substr(at), "⁻")) {
      token.text = "-";
      at += 3;
      ++characters;
    }
    for (bool more = true; more;) {
      more = false;
      for (std::size_t digit = 0; digit < kSuperscripts.size(); ++digit) {
        if (!starts_with(text_.substr(at), kSuperscripts[digit])) continue;
        token.text += static_cast<char>('0' + digit);
        at += kSuperscripts[digit].size();
        ++characters;
        more = true;
        break;
      }
    }
    if (token.text.empty() || token.text == "-") return std::nullopt;
    at_ = at;
    column_ += characters;
    return token;
  }

  /// The message for a character that starts nothing, with what to type for the usual ones.
  Error unknown() const {
    const auto byte = static_cast<unsigned char>(peek());
    if (byte >= 0x20 && byte < 0x7F) {
      const std::string shown(1, peek());
      if (shown == ";") return error_at(column_, "unexpected \";\": one expression at a time");
      if (shown == "{" || shown == "}")
        return error_at(column_, "unexpected \"" + shown + "\": use ( and )");
      return error_at(column_, "unexpected \"" + shown + "\"");
    }
    const std::string_view rest = text_.substr(at_);
    if (starts_with(rest, "–") || starts_with(rest, "—")) {
      return error_at(column_, "a dash is no minus sign: write -");
    }
    std::uint32_t point = byte;
    std::size_t more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
    bool valid = byte < 0x80 || (byte >= 0xC2 && byte <= 0xF4);
    if (more > 0) point = byte & (0x3Fu >> more);
    for (std::size_t i = 1; i <= more; ++i) {
      const auto next = static_cast<unsigned char>(peek(i));
      valid = valid && (next & 0xC0) == 0x80;
      point = (point << 6) | (next & 0x3Fu);
    }
    if (!valid) return error_at(column_, "the text is not valid UTF-8");
    char shown[16];
    std::snprintf(shown, sizeof shown, "U+%04X", static_cast<unsigned>(point));
    return error_at(column_, std::string("unexpected character ") + shown +
                                 ": numbers, names and operators are written in ASCII");
  }

  static constexpr Sign kBang{"!", TokenKind::kBang, Op::kNone, {}};

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t column_ = 1;
};

}  // namespace

Error error_at(std::uint32_t column, std::string message, Code code) {
  return Error{code, "column " + std::to_string(column) + ": " + std::move(message), "", ""};
}

Result<std::vector<Token>> tokenize(std::string_view text) { return Lexer(text).run(); }

}  // namespace codecalc::expr
