// The parser of unit expressions.
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/text.h"
#include "calc/arithmetic.h"
#include "calc/units/unit.h"

namespace codecalc::calc::units {
namespace {

constexpr std::size_t kMaxBytes = 200;
constexpr int kMaxDepth = 20;
constexpr int kMaxPower = 99;

struct Spelling {
  std::string_view text;
  char meaning;
};
// Signs that stand for an ASCII operator.
constexpr Spelling kOperators[] = {{"**", '^'}, {"·", '*'}, {"⋅", '*'}, {"×", '*'}, {"∙", '*'},
                                   {"÷", '/'},  {"∕", '/'}, {"−", '-'}, {"*", '*'}, {"/", '/'},
                                   {"^", '^'},  {"(", '('}, {")", ')'}, {"-", '-'}, {"+", '+'}};
constexpr Spelling kSuperscripts[] = {{"⁰", '0'}, {"¹", '1'}, {"²", '2'}, {"³", '3'},
                                      {"⁴", '4'}, {"⁵", '5'}, {"⁶", '6'}, {"⁷", '7'},
                                      {"⁸", '8'}, {"⁹", '9'}, {"⁻", '-'}, {"⁺", '+'}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

Error fault(std::string_view text, const std::string& what) {
  return Error{Code::kValidation, "unit \"" + shorten(text, 80) + "\": " + what, "", ""};
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Unit> whole() {
    TRY_ASSIGN(Unit unit, product(0));
    if (at_ < text_.size()) return fault(text_, "unexpected \"" + rest_sign() + "\"");
    return unit;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  /// The operator at the cursor and its length in bytes; 0 when there is none.
  char peek_operator(std::size_t& length) const {
    for (const Spelling& s : kOperators) {
      if (text_.substr(at_).starts_with(s.text)) return length = s.text.size(), s.meaning;
    }
    return length = 0, '\0';
  }
  bool accept(char meaning) {
    std::size_t length = 0;
    if (peek_operator(length) != meaning) return false;
    at_ += length;
    return true;
  }
  std::string rest_sign() const { return std::string(first_character(text_.substr(at_))); }

  Result<Unit> product(int depth);
  Result<Unit> factor(int depth);
  Result<Unit> name();
  Result<Unit> number();
  Result<Unit> powered(Unit unit);
  std::optional<int> exponent();
  std::string_view peek_word() const;
  std::size_t joined_words(std::string& joined) const;

  std::string_view text_;
  std::size_t at_ = 0;
};

/// unit^power; refused when powers of powers ("(m^99)^99") make the exponents or the factor large.
Result<Unit> raised_unit(const Unit& unit, int power) {
  constexpr int kMaxExponent = 1'000;
  constexpr std::size_t kMaxFactorBits = 100'000;
  const int size = power < 0 ? -power : power;
  bool large = unit.factor.bits() * static_cast<std::size_t>(size) > kMaxFactorBits ||
               std::abs(unit.pi_power) * size > kMaxExponent;
  for (const int e : unit.dimension.exponents) large = large || std::abs(e) * size > kMaxExponent;
  if (large) {
    return Error{Code::kResourceExhausted,
                 "a unit to the power of " + std::to_string(power) + " is too large here", "", ""};
  }
  Unit result;
  result.dimension = pow(unit.dimension, power);
  result.factor = raised(unit.factor, power);
  result.pi_power = unit.pi_power * power;
  result.measured = unit.measured;
  result.notes = unit.notes;
  return result;
}

void multiply_into(Unit& product, const Unit& factor, int sign) {
  product.dimension = product.dimension * pow(factor.dimension, sign);
  product.factor = sign > 0 ? product.factor * factor.factor : product.factor / factor.factor;
  product.pi_power += sign * factor.pi_power;
  product.measured = product.measured || factor.measured;
  product.bare = false;
  product.reading = Reading::kScale;
  product.offset = Rational(0);
  product.notes.insert(product.notes.end(), factor.notes.begin(), factor.notes.end());
}

/// A run of letters, digits, underscores, quotes, percent and degree signs, and other characters
/// beyond ASCII that are no operator or superscript.
std::string_view Parser::peek_word() const {
  std::size_t end = at_;
  while (end < text_.size()) {
    const char c = text_[end];
    const bool ascii_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (ascii_letter || c == '%' || c == '\'' || c == '"' || (is_digit(c) && end > at_)) {
      ++end;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x80) break;
    const auto starts = [&](const Spelling& s) { return text_.substr(end).starts_with(s.text); };
    if (std::any_of(std::begin(kOperators), std::end(kOperators), starts) ||
        std::any_of(std::begin(kSuperscripts), std::end(kSuperscripts), starts)) {
      break;
    }
    ++end;
  }
  return text_.substr(at_, end - at_);
}

/// The longest known name that the words from the cursor on make when joined by underscores
/// ("fluid ounce", "light-year"), and its length in bytes; 0 when only a single word could be one.
std::size_t Parser::joined_words(std::string& joined) const {
  Parser ahead = *this;
  std::string candidate;
  std::size_t best = 0;
  for (int words = 0; words < 5; ++words) {
    const std::string_view word = ahead.peek_word();
    if (word.empty()) break;
    candidate += (words == 0 ? "" : "_") + std::string(word);
    ahead.at_ += word.size();
    if (words > 0 && is_known(candidate)) {
      best = ahead.at_ - at_;
      joined = candidate;
    }
    if (ahead.at_ >= ahead.text_.size()) break;
    if (ahead.text_[ahead.at_] == '-') ++ahead.at_;
    else if (is_blank(ahead.text_[ahead.at_])) ahead.skip_blanks();
    else break;
  }
  return best;
}

std::optional<int> Parser::exponent() {
  const std::size_t start = at_;
  const bool bracket = accept('(');
  int sign = 1;
  if (accept('-')) sign = -1;
  else accept('+');
  int value = 0;
  std::size_t digits = 0;
  while (at_ < text_.size() && is_digit(text_[at_]) && digits < 3) {
    value = value * 10 + (text_[at_++] - '0');
    ++digits;
  }
  const bool fraction = at_ < text_.size() && text_[at_] == '.';
  if (digits == 0 || value > kMaxPower || fraction || (bracket && !accept(')'))) {
    at_ = start;
    return std::nullopt;
  }
  return sign * value;
}

Result<Unit> Parser::powered(Unit unit) {
  int power = 1;
  const std::size_t before = at_;
  skip_blanks();
  if (accept('^')) {
    skip_blanks();
    const auto written = exponent();
    if (!written) {
      return fault(text_,
                   "the power has to be a whole number of at most " + std::to_string(kMaxPower));
    }
    power = *written;
  } else {
    at_ = before;
    std::string digits;
    for (bool more = true; more;) {
      more = false;
      for (const Spelling& s : kSuperscripts) {
        if (!text_.substr(at_).starts_with(s.text)) continue;
        digits += s.meaning;
        at_ += s.text.size();
        more = true;
      }
    }
    if (digits.empty()) {
      // "s-1": a minus and a digit right behind the name.
      if (at_ + 1 < text_.size() && text_[at_] == '-' && is_digit(text_[at_ + 1])) {
        digits = "-";
        for (++at_; at_ < text_.size() && is_digit(text_[at_]); ++at_) digits += text_[at_];
      } else {
        return unit;
      }
    }
    Parser inner(digits);
    const auto written = inner.exponent();
    if (!written || inner.at_ != digits.size()) {
      return fault(text_,
                   "the power has to be a whole number of at most " + std::to_string(kMaxPower));
    }
    power = *written;
  }
  if (power == 1) return unit;
  return raised_unit(unit, power);
}

Result<Unit> Parser::name() {
  std::string joined;
  if (const std::size_t length = joined_words(joined); length > 0) {
    at_ += length;
    TRY_ASSIGN(Unit unit, find_unit(joined));
    return powered(std::move(unit));
  }
  std::string_view word = peek_word();
  const std::string lower = to_lower(word);
  const int spelled_power = lower == "square" || lower == "sq"  ? 2
                            : lower == "cubic" || lower == "cu" ? 3
                                                                : 0;
  if (spelled_power != 0) {
    at_ += word.size();
    skip_blanks();
    if (peek_word().empty()) return fault(text_, "a unit has to follow \"" + lower + "\"");
    TRY_ASSIGN(const Unit unit, name());
    return raised_unit(unit, spelled_power);
  }
  at_ += word.size();
  if (is_known(word)) {
    TRY_ASSIGN(Unit unit, find_unit(word));
    return powered(std::move(unit));
  }
  if (is_digit(word.back())) {
    // "m2": digits behind a name are its power.
    const auto letters = word.find_last_not_of("0123456789") + 1;
    const std::string_view digits = word.substr(letters);
    if (digits.size() <= 2 && is_known(word.substr(0, letters))) {
      TRY_ASSIGN(const Unit unit, find_unit(word.substr(0, letters)));
      return raised_unit(unit, std::stoi(std::string(digits)));
    }
  }
  // "square_meters", "cubic_foot", "sq_ft".
  constexpr std::pair<std::string_view, int> kStarts[] = {
      {"square_", 2}, {"sq_", 2}, {"cubic_", 3}, {"cu_", 3}};
  for (const auto& [start, power] : kStarts) {
    if (!lower.starts_with(start) || !is_known(word.substr(start.size()))) continue;
    TRY_ASSIGN(const Unit unit, find_unit(word.substr(start.size())));
    return raised_unit(unit, power);
  }
  return find_unit(word);  // which says what is near
}

/// A number, and the unit right behind it: "L/100km" divides by both.
Result<Unit> Parser::number() {
  std::size_t end = at_;
  while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.' || text_[end] == '_'))
    ++end;
  const auto clean = clean_number(text_.substr(at_, end - at_));
  if (!clean)
    return fault(text_, "\"" + std::string(text_.substr(at_, end - at_)) + "\" is no number");
  TRY_ASSIGN(const Rational value, parse_decimal(*clean));
  if (value.sign() == 0) return fault(text_, "a factor of zero");
  at_ = end;
  skip_blanks();
  Unit unit;
  if (!peek_word().empty() && peek_word() != "per") {
    TRY_ASSIGN(unit, name());
    unit.reading = Reading::kScale;
    unit.bare = false;
  }
  unit.factor = unit.factor * value;
  return unit;
}

Result<Unit> Parser::factor(int depth) {
  skip_blanks();
  if (at_ >= text_.size()) return fault(text_, "a unit is missing at the end");
  if (accept('(')) {
    if (depth >= kMaxDepth) return fault(text_, "brackets are nested too deep");
    TRY_ASSIGN(Unit unit, product(depth + 1));
    skip_blanks();
    if (!accept(')')) return fault(text_, "a closing bracket is missing");
    unit.bare = false;
    unit.reading = Reading::kScale;
    return powered(std::move(unit));
  }
  if (is_digit(text_[at_]) || text_[at_] == '.') return number();
  if (peek_word().empty()) return fault(text_, "unexpected \"" + rest_sign() + "\"");
  return name();
}

Result<Unit> Parser::product(int depth) {
  TRY_ASSIGN(Unit result, factor(depth));
  bool divided = false;
  for (;;) {
    skip_blanks();
    if (at_ >= text_.size()) return result;
    std::size_t length = 0;
    const char sign = peek_operator(length);
    if (sign == ')') return result;
    int power = 1;
    if (sign == '*' || sign == '/') {
      at_ += length;
      power = sign == '*' ? 1 : -1;
    } else if (to_lower(peek_word()) == "per") {
      at_ += 3;
      power = -1;
    } else if (sign == '-') {
      ++at_;
      if (length > 1) at_ += length - 1;
    } else if (divided) {
      return fault(text_,
                   "a product by a blank after a quotient reads in two ways; write * or "
                   "brackets, e.g. J/(kg*K)");
    }
    if (power < 0) divided = true;
    TRY_ASSIGN(const Unit next, factor(depth));
    multiply_into(result, next, power);
  }
}

}  // namespace

Result<Unit> parse_unit(std::string_view text) {
  const std::string_view trimmed = trim(text);
  if (trimmed.empty()) return Error{Code::kValidation, "the unit is empty", "", ""};
  if (trimmed.size() > kMaxBytes) {
    return Error{Code::kValidation,
                 "a unit of " + std::to_string(trimmed.size()) + " bytes; at most " +
                     std::to_string(kMaxBytes) + " are read",
                 "", ""};
  }
  // Names that the grammar would take apart, such as "km2" in a table, are looked up whole first.
  if (is_known(trimmed)) return find_unit(trimmed);
  return Parser(trimmed).whole();
}

}  // namespace codecalc::calc::units
