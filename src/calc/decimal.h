// Rationals as decimal text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "calc/number.h"

namespace codecalc::calc {

/// Exact numbers of up to so many digits before the point are written without an exponent.
inline constexpr std::size_t kPlainDigits = 21;

/// All digits of `a` when its decimal expansion ends within `max_digits` digits: "0.125", "-3".
std::optional<std::string> terminating_decimal(const Rational& a, std::size_t max_digits);

/// `a` rounded to `digits` >= 1 significant digits, ties to even, trailing zeros dropped:
/// "0.333333", "1.5e-30". An exponent is used below 1e-6, above 10**max(digits, kPlainDigits), and
/// where zeros would stand for digits that were rounded away: "1.2e3" for 1234 to 2 digits.
std::string significant_decimal(const Rational& a, std::size_t digits);

/// `a` rounded at `places` >= 0 decimals, ties to even, trailing zeros kept: "2.50".
std::string fixed_decimal(const Rational& a, std::size_t places);

/// How results show a number beside its exact value: integers of up to 50 digits whole; else 12
/// significant digits, or 12 decimals where the whole part has some.
std::string approximation(const Rational& a);

/// Writes `digits` (no sign, no leading zero, not "0") * 10**exponent, with an exponent below 1e-6
/// and for numbers of more than `whole_digits` digits before the point.
std::string place_point(std::string digits, long exponent, bool negative, std::size_t whole_digits);

}  // namespace codecalc::calc
