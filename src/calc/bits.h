// Integer facts and operations on two's-complement words, for integers of any size.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "calc/number.h"

namespace codecalc::calc {

/// `value` modulo 2^width, in [0, 2^width).
Integer wrap_unsigned(const Integer& value, unsigned long width);
/// The same word read as two's complement, in [-2^(width-1), 2^(width-1)).
Integer wrap_signed(const Integer& value, unsigned long width);

/// Digits of a word in base 2, 8 or 16, padded with zeros to the width.
std::string padded(const Integer& word, int base, unsigned long width);

struct BitFacts {
  unsigned long popcount = 0;
  unsigned long bit_length = 0;
  std::optional<unsigned long> trailing_zeros;  ///< nothing for 0
  bool is_power_of_two = false;
  std::optional<Integer> next_power_of_two;  ///< the least one >= value; nothing for 0
};
/// value >= 0.
BitFacts bit_facts(const Integer& value);

struct WordResult {
  Integer word;                      ///< in [0, 2^width)
  bool overflow = false;             ///< shl lost set bits
  std::optional<Integer> unbounded;  ///< what shl would give without a width, when it differs
};

/// Operators of apply_bits().
inline constexpr std::string_view kBitOperators[] = {"and", "or",  "xor", "nand", "nor", "xnor",
                                                     "not", "shl", "shr", "sar",  "rol", "ror"};

/// `op` (lower case) on the operands taken modulo 2^width; shift and rotation counts are not.
/// kValidation: an unknown operator, a negative count.
Result<WordResult> apply_bits(std::string_view op, const Integer& a, const Integer& b,
                              unsigned long width);

}  // namespace codecalc::calc
