// Unit names to factors; text of factors with pi.
#include "calc/units/unit.h"

#include "base/text.h"
#include "calc/arithmetic.h"
#include "calc/units/index.h"

namespace codecalc::calc::units {
namespace {

// The first 150 decimals of pi; the last digit shown is cut, not rounded.
constexpr std::string_view kPi =
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534"
    "211706798214808651328230664709384460955058223172535940812848";
constexpr long kPiDecimals = 150;

struct Enclosure {
  Rational below;
  Rational above;
};

const Enclosure& pi() {
  static const Enclosure kEnclosure = [] {
    const Rational below = *parse_decimal(kPi);
    return Enclosure{below, below + power_of_ten(-kPiDecimals)};
  }();
  return kEnclosure;
}

/// Reads a factor of the table; the table's test checks that each one reads.
void read_factor(std::string_view text, Rational& factor, int& pi_power) {
  bool divide = false;
  while (!text.empty()) {
    const auto end = text.find_first_of("*/");
    const std::string_view part = text.substr(0, end);
    if (part == "pi") {
      pi_power += divide ? -1 : 1;
    } else if (const auto value = parse_decimal(part); value.ok()) {
      factor = divide ? factor / *value : factor * *value;
    }
    if (end == std::string_view::npos) break;
    divide = text[end] == '/';
    text.remove_prefix(end + 1);
  }
}

/// A known name near to `name`, also behind a spelled-out prefix, each with its own slip
/// ("kilometr", "kilgram"); empty: none.
std::string near_name(std::string_view name) {
  const auto names = all_names();
  if (const auto near = nearest(name, names); !near.empty()) return std::string(near);
  const std::string lower = to_lower(name.substr(0, 64));
  for (const Prefix& prefix : prefixes()) {
    const std::string_view word = prefix.word;
    for (const std::size_t size : {word.size(), word.size() - 1, word.size() + 1}) {
      const std::string_view begin = std::string_view(lower).substr(0, size);
      if (nearest(begin, {&word, 1}).empty() || size >= lower.size()) continue;
      const auto near = nearest(std::string_view(lower).substr(size), names);
      const std::string whole = std::string(word) + std::string(near);
      if (!near.empty() && is_known(whole)) return whole;
    }
  }
  return {};
}

Error unknown_unit(std::string_view name) {
  std::string message = "unknown unit \"" + shorten(name, 60) + "\"";
  std::string others;
  for (const std::string& other : other_spellings(name)) {
    others += (others.empty() ? "" : " or ") + other;
  }
  if (!others.empty()) {
    message += "; unit symbols are case-sensitive: did you mean " + others + "?";
  } else {
    if (const std::string near = near_name(name); !near.empty()) {
      message += "; did you mean " + near + "?";
    } else {
      message += "; list_units names the known ones";
    }
  }
  return Error{Code::kValidation, message, "", ""};
}

}  // namespace

bool is_known(std::string_view name) { return UnitIndex::get().find(name).has_value(); }

Result<Unit> find_unit(std::string_view name) {
  const auto found = UnitIndex::get().find(name);
  if (!found) return unknown_unit(name);
  const UnitRow& row = *found->row;
  Unit unit;
  unit.dimension = row.dimension;
  read_factor(row.factor, unit.factor, unit.pi_power);
  if (found->prefix != nullptr) {
    unit.factor = unit.factor * raised(Rational(found->prefix->base), found->prefix->exponent);
  }
  unit.reading = row.reading;
  if (!row.offset.empty()) {
    if (const auto offset = parse_decimal(row.offset); offset.ok()) unit.offset = *offset;
  }
  unit.measured = row.measured;
  unit.bare = true;
  if (!found->note.empty()) unit.notes.push_back(found->note);
  return unit;
}

std::vector<std::string> other_spellings(std::string_view name) {
  return UnitIndex::get().other_spellings(name);
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names = UnitIndex::get().names();
  for (const LowerCaseSymbol& l : lower_case_symbols()) names.push_back(l.spelling);
  return names;
}

std::string with_pi(const Rational& factor, int power) {
  if (power == 0 || factor.sign() == 0) return factor.text();
  const int size = power < 0 ? -power : power;
  const std::string pi_text = size == 1 ? "pi" : "pi**" + std::to_string(size);
  std::string above = factor.numerator().text();
  std::string below = factor.denominator().text();
  if (power > 0) {
    if (above == "1") above = pi_text;
    else if (above == "-1") above = "-" + pi_text;
    else above += "*" + pi_text;
  } else {
    below = below == "1" ? pi_text : "(" + below + "*" + pi_text + ")";
  }
  return below == "1" ? above : above + "/" + below;
}

Decimal round_with_pi(const Rational& factor, int power, int digits) {
  if (power == 0 || factor.sign() == 0) return round_significant(factor, digits);
  const Rational low = factor * raised(pi().below, power);
  const Rational high = factor * raised(pi().above, power);
  // Both ends of the enclosure round alike, or fewer digits are shown.
  for (int n = digits; n > 1; --n) {
    Decimal from_below = round_significant(low, n);
    if (from_below.text == round_significant(high, n).text) return {from_below.text, false};
  }
  return {round_significant(low, 1).text, false};
}

}  // namespace codecalc::calc::units
