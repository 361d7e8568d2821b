// Numbers of arguments read exactly, and results rounded to decimals that say whether they are
// exact.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "calc/number.h"

namespace codecalc::calc {

/// A decimal exponent beyond this is refused: 1e99999999 would be a number of 40 MB.
inline constexpr long kMaxDecimalExponent = 10'000;

/// A decimal number as base/text.h's clean_number() gives it ("-0.5", "1e-9"), exactly. Refused:
/// what is no such number (kValidation), an exponent beyond the bound (kResourceExhausted).
Result<Rational> parse_decimal(std::string_view text);

/// What a person writes for one exact number: a decimal with optional sign, exponent, blanks around
/// and single underscores between digits, or a fraction of two of those ("1/25", "0.1 / 0.3").
/// `what` names the value in errors.
Result<Rational> parse_rational(std::string_view text, std::string_view what);

/// A decimal number as JSON writes it, and whether it is the value itself.
struct Decimal {
  std::string text;
  bool exact = false;
};

/// The value rounded to `digits` significant digits, ties to even, trailing zeros dropped.
Decimal round_significant(const Rational& value, int digits);

/// The value rounded to `places` decimals, ties to even, trailing zeros dropped.
Decimal round_places(const Rational& value, int places);

/// `places` decimals, or more where fewer than `significant` digits would be left of a small value;
/// `places` becomes the number used.
Decimal round_readable(const Rational& value, int& places, int significant);

/// The number of significant digits that results show: a reader of binary64 loses nothing.
inline constexpr int kShownDigits = 17;

/// The value in full when that takes at most 34 significant digits, else rounded to kShownDigits.
Decimal shown(const Rational& value);

/// The integer nearest to `value`, ties to even.
Integer nearest_integer(const Rational& value);

/// floor(log10 |value|); value is not 0.
long decimal_magnitude(const Rational& value);

/// The square root of value >= 0, rounded to `digits` significant digits; every one is certified by
/// integer arithmetic.
Decimal round_sqrt(const Rational& value, int digits);

/// sqrt(value) as text: "3/2" when it is rational, else "sqrt(5/2)".
std::string sqrt_text(const Rational& value);

}  // namespace codecalc::calc
