// Integer facts and operations on two's-complement words.
#include "calc/bits.h"

#include "calc/arithmetic.h"

namespace codecalc::calc {
namespace {

Integer bit_and(Integer a, const Integer& b) {
  mpz_and(a.get(), a.get(), b.get());
  return a;
}
Integer bit_or(Integer a, const Integer& b) {
  mpz_ior(a.get(), a.get(), b.get());
  return a;
}
Integer bit_xor(Integer a, const Integer& b) {
  mpz_xor(a.get(), a.get(), b.get());
  return a;
}
Integer shifted_left(Integer a, unsigned long count) {
  mpz_mul_2exp(a.get(), a.get(), count);
  return a;
}
/// Rounds down: the arithmetic shift.
Integer shifted_right(Integer a, unsigned long count) {
  mpz_fdiv_q_2exp(a.get(), a.get(), count);
  return a;
}

Result<WordResult> shift_or_rotate(std::string_view op, const Integer& a, const Integer& b,
                                   unsigned long width) {
  if (b.sign() < 0) {
    return Error{Code::kValidation,
                 "b is the count of " + std::string(op) + ": it cannot be negative", "", ""};
  }
  const Integer word = wrap_unsigned(a, width);
  const Integer limit(static_cast<long>(width));
  WordResult result;
  if (op == "rol" || op == "ror") {
    const auto count = static_cast<unsigned long>(*remainder(b, limit).to_long());
    const unsigned long left = op == "rol" ? count : width - count;
    result.word =
        bit_or(wrap_unsigned(shifted_left(word, left), width), shifted_right(word, width - left));
    result.word = wrap_unsigned(result.word, width);
    return result;
  }
  const bool all_out = b >= limit;
  const auto count = static_cast<unsigned long>(all_out ? static_cast<long>(width) : *b.to_long());
  if (op == "shl") {
    const Integer whole = shifted_left(word, count);
    result.word = wrap_unsigned(whole, width);
    result.overflow = whole != result.word;
    if (result.overflow && !all_out) result.unbounded = whole;
  } else if (op == "shr") {
    result.word = shifted_right(word, count);
  } else {
    result.word = wrap_unsigned(shifted_right(wrap_signed(word, width), count), width);
  }
  return result;
}

}  // namespace

Integer wrap_unsigned(const Integer& value, unsigned long width) {
  Integer word;
  mpz_fdiv_r_2exp(word.get(), value.get(), width);
  return word;
}

Integer wrap_signed(const Integer& value, unsigned long width) {
  Integer word = wrap_unsigned(value, width);
  if (mpz_tstbit(word.get(), width - 1) != 0) word = word - power_of_two(width);
  return word;
}

std::string padded(const Integer& word, int base, unsigned long width) {
  const unsigned long bits_per_digit = base == 16 ? 4 : base == 8 ? 3 : 1;
  const std::size_t digits = (width + bits_per_digit - 1) / bits_per_digit;
  std::string text = word.text(base);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

BitFacts bit_facts(const Integer& value) {
  BitFacts facts;
  if (value.sign() == 0) return facts;
  facts.popcount = mpz_popcount(value.get());
  facts.bit_length = value.bits();
  facts.trailing_zeros = mpz_scan1(value.get(), 0);
  facts.is_power_of_two = facts.popcount == 1;
  facts.next_power_of_two = facts.is_power_of_two ? value : power_of_two(facts.bit_length);
  return facts;
}

Result<WordResult> apply_bits(std::string_view op, const Integer& a, const Integer& b,
                              unsigned long width) {
  const Integer x = wrap_unsigned(a, width);
  const Integer y = wrap_unsigned(b, width);
  const Integer ones = power_of_two(width) - Integer(1);
  WordResult result;
  if (op == "and") result.word = bit_and(x, y);
  else if (op == "or") result.word = bit_or(x, y);
  else if (op == "xor") result.word = bit_xor(x, y);
  else if (op == "nand") result.word = ones - bit_and(x, y);
  else if (op == "nor") result.word = ones - bit_or(x, y);
  else if (op == "xnor") result.word = ones - bit_xor(x, y);
  else if (op == "not") result.word = ones - x;
  else if (op == "shl" || op == "shr" || op == "sar" || op == "rol" || op == "ror") {
    return shift_or_rotate(op, a, b, width);
  } else {
    std::string known;
    for (const auto name : kBitOperators) known += (known.empty() ? "" : ", ") + std::string(name);
    return Error{Code::kValidation, "unknown op \"" + std::string(op) + "\"; known: " + known, "",
                 ""};
  }
  return result;
}

}  // namespace codecalc::calc
