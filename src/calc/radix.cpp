// Numbers with a fraction in the bases 2 to 36.
#include "calc/radix.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "calc/arithmetic.h"

namespace codecalc::calc {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 36;
}

Error refused(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

/// Drops "0x", "0o" or "0b" where it cannot be digits of the base.
void drop_base_prefix(std::string_view& text, int base) {
  const std::string_view prefix = base == 16 ? "0x" : base == 8 ? "0o" : base == 2 ? "0b" : "";
  if (!prefix.empty() && to_lower(text.substr(0, 2)) == prefix) text.remove_prefix(2);
}

/// The fewest digits after which `value` repeats or ends: the least k with den | base^k * rest,
/// where `rest`, which it returns, has no factor in common with the base.
std::size_t split_denominator(Integer& rest, int base, std::size_t limit) {
  std::size_t k = 0;
  Integer common;
  for (; k <= limit; ++k) {
    mpz_gcd_ui(common.get(), rest.get(), static_cast<unsigned long>(base));
    if (common == Integer(1)) break;
    mpz_divexact(rest.get(), rest.get(), common.get());
  }
  return k;
}

}  // namespace

Result<Rational> parse_radix(std::string_view text, int base) {
  std::string_view body = trim(text);
  bool negative = false;
  if (!body.empty() && (body.front() == '-' || body.front() == '+')) {
    if (body.front() == '+') return refused("leave out the plus sign");
    negative = true;
    body.remove_prefix(1);
  }
  drop_base_prefix(body, base);
  std::string digits;
  std::size_t places = 0;
  bool point = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    const bool between_digits = i > 0 && i + 1 < body.size() && digit_value(body[i - 1]) < 36 &&
                                digit_value(body[i + 1]) < 36;
    if (c == '_' && between_digits) continue;
    if (digit_value(c) >= base) {
      return refused("\"" + std::string(first_character(body.substr(i))) +
                     "\" is no digit of base " + std::to_string(base));
    }
    digits += c;
    if (point) ++places;
  }
  if (digits.empty()) return refused("\"" + shorten(text, 40) + "\" has no digits");
  const auto whole = Integer::from_digits(to_lower(digits), base);
  if (!whole) return refused("\"" + shorten(text, 40) + "\" is no number");
  const Rational value(*whole, integer_power(static_cast<unsigned long>(base), places));
  return negative ? -value : value;
}

RadixText format_radix(const Rational& value, int base, std::size_t max_digits) {
  RadixText result;
  const Rational size = absolute(value);
  const Integer whole = floor(size);
  const std::string head = (value.sign() < 0 ? "-" : "") + whole.text(base);
  const Integer den = size.denominator();
  if (den == Integer(1)) {
    result.text = head;
    return result;
  }
  Integer rest = den;
  const std::size_t before = split_denominator(rest, base, max_digits);
  Integer remainder_now = size.numerator() - whole * den;
  Integer at_period;
  std::string digits;
  std::size_t period = 0;
  while (remainder_now.sign() != 0 && digits.size() < max_digits) {
    if (digits.size() == before) at_period = remainder_now;
    const Integer scaled = remainder_now * Integer(base);
    digits += quotient(scaled, den).text(base);
    remainder_now = remainder(scaled, den);
    if (digits.size() > before && remainder_now == at_period) {
      period = digits.size() - before;
      break;
    }
  }
  // Where the split stopped at the limit, the expansion is cut either way.
  result.terminates = rest == Integer(1);
  result.cut = remainder_now.sign() != 0 && period == 0;
  result.text = head + "." + digits + (remainder_now.sign() != 0 ? "…" : "");
  if (period > 0) {
    result.repeating = head + "." + digits.substr(0, before) + "(" + digits.substr(before) + ")";
  }
  return result;
}

}  // namespace codecalc::calc
