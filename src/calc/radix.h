// Numbers with a fraction in the bases 2 to 36.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "calc/number.h"

namespace codecalc::calc {

/// A number in `base`: digits 0-9 and a-z in any case, an optional minus, point and fraction, and
/// single underscores between digits; "0x", "0o" and "0b" before digits of base 16, 8 and 2.
/// Refused (kValidation): an empty text, a digit that the base does not have (it is named).
Result<Rational> parse_radix(std::string_view text, int base);

struct RadixText {
  std::string text;        ///< the digits; ends in "…" when it does not terminate or was cut
  bool terminates = true;  ///< in this base; false also where `cut` leaves it undecided
  /// The expansion with its period in brackets, "0.0(0011)"; empty when it terminates or when the
  /// period is longer than `max_digits`.
  std::string repeating;
  bool cut = false;  ///< only `max_digits` digits are shown, and no whole period
};

/// `value` in `base`, in lower case. An expansion that does not terminate shows its whole
/// non-repeating part and one period when both fit `max_digits` digits, else that many digits.
RadixText format_radix(const Rational& value, int base, std::size_t max_digits);

}  // namespace codecalc::calc
