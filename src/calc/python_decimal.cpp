// Rationals as the floats of Python's algebra systems look.
#include "calc/python_decimal.h"

#include <cstdlib>

namespace codecalc::calc {

namespace {

/// |a| * 10**shift, rounded to the nearest integer, ties to even.
Integer scaled(const Rational& a, long shift) {
  Integer top = a.numerator();
  Integer bottom = a.denominator();
  mpz_abs(top.get(), top.get());
  Integer power;
  mpz_ui_pow_ui(power.get(), 10, static_cast<unsigned long>(std::labs(shift)));
  Integer& grows = shift >= 0 ? top : bottom;
  mpz_mul(grows.get(), grows.get(), power.get());
  Integer quotient;
  Integer remainder;
  mpz_fdiv_qr(quotient.get(), remainder.get(), top.get(), bottom.get());
  mpz_mul_2exp(remainder.get(), remainder.get(), 1);
  const int half = mpz_cmp(remainder.get(), bottom.get());
  if (half > 0 || (half == 0 && mpz_odd_p(quotient.get()) != 0)) {
    mpz_add_ui(quotient.get(), quotient.get(), 1);
  }
  return quotient;
}

/// The power of ten of the first digit, perhaps one too high.
long exponent_bound(const Rational& a) {
  Integer top = a.numerator();
  mpz_abs(top.get(), top.get());
  return static_cast<long>(mpz_sizeinbase(top.get(), 10)) -
         static_cast<long>(mpz_sizeinbase(a.denominator().get(), 10));
}

}  // namespace

std::string python_decimal(const Rational& a, std::size_t digits) {
  if (a.sign() == 0) return "0";
  const auto n = static_cast<long>(digits);
  long exponent = exponent_bound(a);
  std::string text = scaled(a, n - 1 - exponent).text();
  // The bound is off by one at most, upwards or (by rounding up) downwards.
  while (static_cast<long>(text.size()) != n) {
    exponent += static_cast<long>(text.size()) - n;
    text = scaled(a, n - 1 - exponent).text();
  }
  std::string out;
  const auto at = [](long i) { return static_cast<std::size_t>(i); };
  if (exponent > -5 && exponent < n) {
    if (exponent < 0) {
      out = "0." + std::string(at(-exponent - 1), '0') + text;
    } else if (exponent == n - 1) {
      out = text + ".0";
    } else {
      out = text.substr(0, at(exponent + 1)) + "." + text.substr(at(exponent + 1));
    }
  } else {
    const std::string size = std::to_string(std::labs(exponent));
    out = text.substr(0, 1) + "." + (n > 1 ? text.substr(1) : "0") + (exponent < 0 ? "e-" : "e+") +
          (size.size() < 2 ? "0" : "") + size;
  }
  return (a.sign() < 0 ? "-" : "") + out;
}

}  // namespace codecalc::calc
