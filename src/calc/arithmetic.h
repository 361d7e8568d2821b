// Operators for exact numbers whose size their maker has bounded: units, statistics, times. What a
// caller's expression can let grow without bound goes through number.h and its Meter instead.
#pragma once

#include "calc/number.h"

namespace codecalc::calc {

inline Integer operator+(Integer a, const Integer& b) {
  mpz_add(a.get(), a.get(), b.get());
  return a;
}
inline Integer operator-(Integer a, const Integer& b) {
  mpz_sub(a.get(), a.get(), b.get());
  return a;
}
inline Integer operator*(Integer a, const Integer& b) {
  mpz_mul(a.get(), a.get(), b.get());
  return a;
}
inline Integer operator-(Integer a) {
  mpz_neg(a.get(), a.get());
  return a;
}
/// floor(a / b) and a - b * floor(a / b); b is not 0.
inline Integer quotient(Integer a, const Integer& b) {
  mpz_fdiv_q(a.get(), a.get(), b.get());
  return a;
}
inline Integer remainder(Integer a, const Integer& b) {
  mpz_fdiv_r(a.get(), a.get(), b.get());
  return a;
}
inline Integer absolute(Integer a) {
  mpz_abs(a.get(), a.get());
  return a;
}
/// base^exponent
inline Integer integer_power(unsigned long base, unsigned long exponent) {
  Integer power;
  mpz_ui_pow_ui(power.get(), base, exponent);
  return power;
}
/// 2^exponent
inline Integer power_of_two(unsigned long exponent) { return integer_power(2, exponent); }

inline Rational operator+(Rational a, const Rational& b) {
  mpq_add(a.get(), a.get(), b.get());
  return a;
}
inline Rational operator-(Rational a, const Rational& b) {
  mpq_sub(a.get(), a.get(), b.get());
  return a;
}
inline Rational operator*(Rational a, const Rational& b) {
  mpq_mul(a.get(), a.get(), b.get());
  return a;
}
/// b is not 0.
inline Rational operator/(Rational a, const Rational& b) {
  mpq_div(a.get(), a.get(), b.get());
  return a;
}
inline Rational operator-(Rational a) {
  mpq_neg(a.get(), a.get());
  return a;
}
/// value^exponent; the exponent may be negative when the value is not 0.
inline Rational raised(const Rational& value, long exponent) {
  const auto size = static_cast<unsigned long>(exponent < 0 ? -exponent : exponent);
  Rational result;
  mpz_pow_ui(mpq_numref(result.get()), mpq_numref(value.get()), size);
  mpz_pow_ui(mpq_denref(result.get()), mpq_denref(value.get()), size);
  if (exponent < 0) mpq_inv(result.get(), result.get());
  return result;
}
/// 10^exponent; the exponent may be negative.
inline Rational power_of_ten(long exponent) { return raised(Rational(10), exponent); }

}  // namespace codecalc::calc
