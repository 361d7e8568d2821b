// Numbers of arguments read exactly, and results rounded to decimals.
#include "calc/rounding.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"
#include "calc/arithmetic.h"
#include "calc/decimal.h"

namespace codecalc::calc {
namespace {

Error not_a_number(std::string_view text, std::string_view what) {
  return Error{Code::kValidation,
               std::string(what) + " is not a number: \"" + shorten(text, 60) +
                   "\"; write a decimal or a fraction, e.g. 0.05, 1e3 or 1/25",
               "", ""};
}

/// The value rounded to a multiple of 10^last.
Decimal round_at(const Rational& value, long last) {
  const Rational scaled = value * power_of_ten(-last);
  const Integer rounded = nearest_integer(scaled);
  const bool exact = Rational(rounded) == scaled;
  if (rounded.sign() == 0) return {"0", exact};
  return {place_point(absolute(rounded).text(), last, rounded.sign() < 0, kPlainDigits), exact};
}

/// The exponent part of a decimal, 0 when there is none.
Result<long> decimal_exponent(std::string_view digits, std::string_view text) {
  if (!digits.empty() && digits.front() == '+') digits.remove_prefix(1);
  long exponent = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  const bool huge = error == std::errc::result_out_of_range;
  if (!huge && (error != std::errc() || end != digits.data() + digits.size())) {
    return not_a_number(text, "the value");
  }
  if (huge || std::labs(exponent) > kMaxDecimalExponent) {
    return Error{Code::kResourceExhausted,
                 "the exponent of \"" + shorten(text, 60) + "\" is beyond " +
                     std::to_string(kMaxDecimalExponent),
                 "", ""};
  }
  return exponent;
}

}  // namespace

Integer nearest_integer(const Rational& value) {
  Integer below = floor(value);
  const Rational rest = value - Rational(below);
  const auto order = rest <=> Rational(Integer(1), Integer(2));
  if (order > 0 || (order == 0 && mpz_odd_p(below.get()) != 0)) below = below + Integer(1);
  return below;
}

long decimal_magnitude(const Rational& value) {
  const Rational size = absolute(value);
  // The digit counts are right to one; the comparison settles which.
  long magnitude = static_cast<long>(mpz_sizeinbase(mpq_numref(size.get()), 10)) -
                   static_cast<long>(mpz_sizeinbase(mpq_denref(size.get()), 10));
  while (size < power_of_ten(magnitude)) --magnitude;
  while (size >= power_of_ten(magnitude + 1)) ++magnitude;
  return magnitude;
}

Result<Rational> parse_decimal(std::string_view text) {
  const auto mark = text.find_first_of("eE");
  long exponent = 0;
  if (mark != std::string_view::npos) {
    TRY_ASSIGN(exponent, decimal_exponent(text.substr(mark + 1), text));
  }
  std::string digits;
  long places = 0;
  bool point = false;
  for (const char c : text.substr(0, mark)) {
    if (c == '.' && !point) {
      point = true;
    } else if ((c >= '0' && c <= '9') || (c == '-' && digits.empty() && !point)) {
      digits += c;
      if (point) ++places;
    } else {
      return not_a_number(text, "the value");
    }
  }
  const auto whole = Integer::from_digits(digits);
  if (!whole) return not_a_number(text, "the value");
  return Rational(*whole) * power_of_ten(exponent - places);
}

Result<Rational> parse_rational(std::string_view text, std::string_view what) {
  const auto bar = text.find('/');
  const auto above = clean_number(text.substr(0, bar));
  if (!above) return not_a_number(text, what);
  TRY_ASSIGN(Rational value, parse_decimal(*above));
  if (bar == std::string_view::npos) return value;
  const auto below = clean_number(text.substr(bar + 1));
  if (!below) return not_a_number(text, what);
  TRY_ASSIGN(const Rational divisor, parse_decimal(*below));
  if (divisor.sign() == 0) {
    return Error{Code::kValidation, std::string(what) + " divides by zero", "", ""};
  }
  return value / divisor;
}

Decimal round_significant(const Rational& value, int digits) {
  if (value.sign() == 0) return {"0", true};
  return round_at(value, decimal_magnitude(value) - digits + 1);
}

Decimal round_places(const Rational& value, int places) { return round_at(value, -places); }

Decimal round_readable(const Rational& value, int& places, int significant) {
  if (value.sign() != 0) {
    const long needed = significant - 1 - decimal_magnitude(value);
    places = static_cast<int>(std::max<long>(places, needed));
  }
  return round_places(value, places);
}

Decimal shown(const Rational& value) {
  constexpr int kFullDigits = 34;
  Decimal full = round_significant(value, kFullDigits);
  return full.exact ? full : round_significant(value, kShownDigits);
}

Decimal round_sqrt(const Rational& value, int digits) {
  if (value.sign() == 0) return {"0", true};
  if (const auto root = exact_root(value, 2)) return round_significant(*root, digits);
  const long magnitude = decimal_magnitude(value);
  const long root_magnitude = magnitude >= 0 ? magnitude / 2 : (magnitude - 1) / 2;
  const long last = root_magnitude - digits + 1;
  // With x = root / 10^last, the nearest integer is floor((floor(2x) + 1) / 2); an irrational root
  // is never a tie.
  Integer doubled = floor(value * power_of_ten(-2 * last) * Rational(4));
  mpz_sqrt(doubled.get(), doubled.get());
  const Integer rounded = quotient(doubled + Integer(1), Integer(2));
  return {round_at(Rational(rounded) * power_of_ten(last), last).text, false};
}

std::string sqrt_text(const Rational& value) {
  if (const auto root = exact_root(value, 2)) return root->text();
  return "sqrt(" + value.text() + ")";
}

}  // namespace codecalc::calc
