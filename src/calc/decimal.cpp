// Rationals as decimal text.
#include "calc/decimal.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace codecalc::calc {
namespace {

constexpr double kLog10Of2 = 0.3010299956639812;

Integer power_of_ten(std::size_t exponent) {
  Integer ten;
  mpz_ui_pow_ui(ten.get(), 10, exponent);
  return ten;
}

struct Scaled {
  Integer digits;
  bool exact = false;
};

/// round(|a| * 10**shift), ties to even, and whether there was nothing to round.
Scaled scaled_digits(const Rational& a, long shift) {
  Integer num;
  mpz_abs(num.get(), mpq_numref(a.get()));
  Integer den = a.denominator();
  const Integer ten = power_of_ten(static_cast<std::size_t>(std::labs(shift)));
  if (shift >= 0) mpz_mul(num.get(), num.get(), ten.get());
  else mpz_mul(den.get(), den.get(), ten.get());
  Integer quotient;
  Integer rest;
  mpz_fdiv_qr(quotient.get(), rest.get(), num.get(), den.get());
  const bool exact = mpz_sgn(rest.get()) == 0;
  mpz_mul_2exp(rest.get(), rest.get(), 1);
  const auto order = rest <=> den;
  if (order > 0 || (order == 0 && mpz_odd_p(quotient.get()) != 0)) {
    mpz_add_ui(quotient.get(), quotient.get(), 1);
  }
  return {std::move(quotient), exact};
}

/// floor(log10 |a|), a != 0, or one more.
long decimal_exponent(const Rational& a) {
  const double log2 = log2_magnitude(a.numerator()) - log2_magnitude(a.denominator());
  return static_cast<long>(
      std::floor(log2 * kLog10Of2 + 1e-6 * std::max(1.0, std::fabs(log2) * 1e-6)));
}

std::string with_point(std::string digits, std::size_t places, bool negative) {
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - places, ".");
  return (negative ? "-" : "") + digits;
}

void drop_trailing_zeros(std::string& text) {
  if (text.find('.') == std::string::npos) return;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
}

}  // namespace

std::string place_point(std::string digits, long exponent, bool negative,
                        std::size_t whole_digits) {
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
  const long lead = exponent + static_cast<long>(digits.size()) - 1;  // of the first digit
  const std::string sign = negative ? "-" : "";
  if (lead < -6 || lead >= static_cast<long>(whole_digits)) {
    if (digits.size() > 1) digits.insert(1, ".");
    return sign + digits + "e" + std::to_string(lead);
  }
  if (exponent >= 0) return sign + digits + std::string(static_cast<std::size_t>(exponent), '0');
  return with_point(std::move(digits), static_cast<std::size_t>(-exponent), negative);
}

std::string significant_decimal(const Rational& a, std::size_t digits) {
  if (a.sign() == 0) return "0";
  const long wanted = static_cast<long>(digits);
  long shift = wanted - 1 - decimal_exponent(a);
  Scaled scaled = scaled_digits(a, shift);
  std::string text = scaled.digits.text();
  // One digit short: the estimate of the exponent was one too high. One digit more: it rounded up
  // to the next power of ten, or the estimate was too low.
  while (static_cast<long>(text.size()) != wanted) {
    shift += static_cast<long>(text.size()) < wanted ? 1 : -1;
    scaled = scaled_digits(a, shift);
    text = scaled.digits.text();
  }
  // Zeros may fill up a number only where they are its own.
  const std::size_t whole = scaled.exact ? std::max(digits, kPlainDigits) : digits;
  return place_point(std::move(text), -shift, a.sign() < 0, whole);
}

std::string fixed_decimal(const Rational& a, std::size_t places) {
  const Integer digits = scaled_digits(a, static_cast<long>(places)).digits;
  return with_point(digits.text(), places, a.sign() < 0 && digits.sign() != 0);
}

std::optional<std::string> terminating_decimal(const Rational& a, std::size_t max_digits) {
  Integer rest = a.denominator();
  const std::size_t twos = mpz_scan1(rest.get(), 0);
  mpz_fdiv_q_2exp(rest.get(), rest.get(), twos);
  const std::size_t fives = mpz_remove(rest.get(), rest.get(), Integer(5).get());
  const std::size_t places = std::max(twos, fives);
  if (mpz_cmp_ui(rest.get(), 1) != 0 || places > max_digits) return std::nullopt;
  if (static_cast<double>(mpz_sizeinbase(mpq_numref(a.get()), 10)) >
      static_cast<double>(max_digits) + 1) {
    return std::nullopt;
  }
  std::string text = fixed_decimal(a, places);
  if (text.size() > max_digits + 2) return std::nullopt;
  return text;
}

std::string approximation(const Rational& a) {
  constexpr std::size_t kDigits = 12;
  constexpr std::size_t kWhole = 50;
  const bool small_whole = mpz_cmpabs(mpq_numref(a.get()), mpq_denref(a.get())) >= 0 &&
                           a.sign() != 0 && decimal_exponent(a) < static_cast<long>(kWhole);
  if (!small_whole) return significant_decimal(a, kDigits);
  if (a.is_integer()) return a.text();
  std::string text = fixed_decimal(a, kDigits);
  drop_trailing_zeros(text);
  return text;
}

}  // namespace codecalc::calc
