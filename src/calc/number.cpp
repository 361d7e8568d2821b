// Exact numbers: conversion, arithmetic and the bounds on it.
#include "calc/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace codecalc::calc {
namespace {

constexpr double kLog2Of10 = 3.321928094887362;
constexpr double kLog10Of2 = 0.3010299956639812;

Error invalid(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

double num_bits(const Rational& a) {
  return static_cast<double>(mpz_sizeinbase(mpq_numref(a.get()), 2));
}
double den_bits(const Rational& a) {
  return static_cast<double>(mpz_sizeinbase(mpq_denref(a.get()), 2));
}

/// Reducing a fraction costs several multiplications of its size.
double weight_of(const Rational& a, const Rational& b) {
  return a.is_integer() && b.is_integer() ? 2 : 16;
}

/// "1234567" for counts that a message shows; rounded above 15 digits.
std::string count_text(double count) {
  if (count < 1e15) return std::to_string(static_cast<long long>(count));
  char text[40];
  std::snprintf(text, sizeof text, "10**%.0f", std::log10(count));
  return text;
}

Integer power_of_ten(unsigned long exponent) {
  Integer ten;
  mpz_ui_pow_ui(ten.get(), 10, exponent);
  return ten;
}

}  // namespace

std::optional<Integer> Integer::from_digits(std::string_view digits, int base) {
  const std::string text(digits);
  const std::size_t start = !text.empty() && text[0] == '-' ? 1 : 0;
  if (text.size() == start) return std::nullopt;
  for (std::size_t i = start; i < text.size(); ++i) {
    const char c = text[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 10
                      : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                             : 99;
    if (digit >= base) return std::nullopt;
  }
  Integer value;
  mpz_set_str(value.z_, text.c_str(), base);
  return value;
}

std::optional<long> Integer::to_long() const {
  if (mpz_fits_slong_p(z_) == 0) return std::nullopt;
  return mpz_get_si(z_);
}

std::string Integer::text(int base) const {
  std::string out(mpz_sizeinbase(z_, base) + 2, '\0');
  mpz_get_str(out.data(), base, z_);
  out.resize(out.find('\0'));
  return out;
}

Rational::Rational(const Integer& numerator, const Integer& denominator) : Rational() {
  mpz_set(mpq_numref(q_), numerator.get());
  mpz_set(mpq_denref(q_), denominator.get());
  mpq_canonicalize(q_);
}

Integer Rational::numerator() const {
  Integer n;
  mpz_set(n.get(), mpq_numref(q_));
  return n;
}

Integer Rational::denominator() const {
  Integer n;
  mpz_set(n.get(), mpq_denref(q_));
  return n;
}

std::size_t Rational::bits() const {
  return std::max(mpz_sizeinbase(mpq_numref(q_), 2), mpz_sizeinbase(mpq_denref(q_), 2));
}

std::string Rational::text() const {
  std::string out = numerator().text();
  if (!is_integer()) out += "/" + denominator().text();
  return out;
}

Status Meter::charge(double bits, double weight) {
  if (bits > kMaxBits) {
    return Error{Code::kResourceExhausted,
                 "the calculation needs a number of about " +
                     count_text(std::floor(bits * kLog10Of2) + 1) + " digits; at most " +
                     count_text(kMaxBits * kLog10Of2) + " are computed",
                 "", "Ask for a remainder (pow(a, b, m)), a logarithm or a smaller number."};
  }
  // Small numbers cost as much as a few words do.
  work_ += (bits + 256) * weight;
  if (work_ > kMaxWork) {
    return Error{Code::kResourceExhausted,
                 "the calculation takes too long: it stopped at its bound of work", "", ""};
  }
  if (cancelled()) return Error{Code::kTimeout, "the calculation was cancelled", "", ""};
  return Unit{};
}

double log2_magnitude(const Integer& a) {
  long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, a.get());
  return std::log2(std::fabs(mantissa)) + static_cast<double>(exponent);
}

Result<Rational> from_literal(std::string_view literal, Meter& meter) {
  if (literal.size() > 2 && literal[0] == '0') {
    const int base = literal[1] == 'x' ? 16 : literal[1] == 'o' ? 8 : literal[1] == 'b' ? 2 : 0;
    if (base != 0) {
      TRY(meter.charge(static_cast<double>(literal.size()) * 4));
      if (auto value = Integer::from_digits(literal.substr(2), base)) return Rational(*value);
      return invalid("\"" + std::string(literal.substr(0, 40)) + "\" is not a number");
    }
  }
  const std::size_t mark = std::min(literal.find('e'), literal.size());
  std::string digits(literal.substr(0, mark));
  double exponent = 0;
  if (mark < literal.size()) {
    // A double holds any exponent that passes the bound below exactly.
    const std::string text(literal.substr(mark + 1));
    exponent = std::strtod(text.c_str(), nullptr);
  }
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<double>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const auto mantissa = Integer::from_digits(digits);
  if (!mantissa) return invalid("\"" + std::string(literal.substr(0, 40)) + "\" is not a number");
  if (mantissa->sign() == 0) return Rational();
  TRY(meter.charge(static_cast<double>(digits.size()) * kLog2Of10 + std::fabs(exponent) * kLog2Of10,
                   2));
  const Integer ten = power_of_ten(static_cast<unsigned long>(std::fabs(exponent)));
  if (exponent < 0) return Rational(*mantissa, ten);
  Integer value;
  mpz_mul(value.get(), mantissa->get(), ten.get());
  return Rational(value);
}

Result<Rational> add(const Rational& a, const Rational& b, Meter& meter) {
  const double bits = a.is_integer() && b.is_integer()
                          ? std::max(num_bits(a), num_bits(b)) + 1
                          : std::max(num_bits(a) + den_bits(b), num_bits(b) + den_bits(a)) + 1;
  TRY(meter.charge(bits, weight_of(a, b)));
  Rational sum;
  mpq_add(sum.get(), a.get(), b.get());
  return sum;
}

Result<Rational> subtract(const Rational& a, const Rational& b, Meter& meter) {
  return add(a, negate(b), meter);
}

Result<Rational> multiply(const Rational& a, const Rational& b, Meter& meter) {
  TRY(meter.charge(std::max(num_bits(a) + num_bits(b), den_bits(a) + den_bits(b)) - 1,
                   weight_of(a, b) * 2));
  Rational product;
  mpq_mul(product.get(), a.get(), b.get());
  return product;
}

Result<Rational> divide(const Rational& a, const Rational& b, Meter& meter) {
  if (b.sign() == 0) return invalid("division by zero");
  TRY(meter.charge(std::max(num_bits(a) + den_bits(b), den_bits(a) + num_bits(b)) - 1, 16));
  Rational quotient;
  mpq_div(quotient.get(), a.get(), b.get());
  return quotient;
}

Result<Rational> floor_divide(const Rational& a, const Rational& b, Meter& meter) {
  TRY_ASSIGN(const Rational quotient, divide(a, b, meter));
  return Rational(floor(quotient));
}

Result<Rational> modulo(const Rational& a, const Rational& b, Meter& meter) {
  if (b.sign() == 0) return invalid("division by zero: the remainder needs a divisor other than 0");
  TRY_ASSIGN(const Rational quotient, floor_divide(a, b, meter));
  TRY_ASSIGN(const Rational whole, multiply(quotient, b, meter));
  return subtract(a, whole, meter);
}

Result<Rational> power(const Rational& base, const Integer& exponent, Meter& meter) {
  if (exponent.sign() == 0) return Rational(1);
  if (base.sign() == 0) {
    if (exponent.sign() < 0) return invalid("division by zero: 0 to a negative power");
    return Rational();
  }
  Integer num = base.numerator();
  Integer den = base.denominator();
  const bool unit = den == Integer(1) && (num == Integer(1) || num == Integer(-1));
  if (unit) {
    const bool negative = num.sign() < 0 && mpz_odd_p(exponent.get()) != 0;
    return Rational(negative ? -1 : 1);
  }
  const double times = std::fabs(mpz_get_d(exponent.get()));
  TRY(meter.charge(times * std::max(log2_magnitude(num), log2_magnitude(den)), 4));
  const unsigned long n = mpz_get_ui(exponent.get());  // of the magnitude; small after the charge
  Rational result;
  if (exponent.sign() < 0) mpz_swap(num.get(), den.get());
  mpz_pow_ui(mpq_numref(result.get()), num.get(), n);
  mpz_pow_ui(mpq_denref(result.get()), den.get(), n);
  // Lowest terms stay lowest under powers; only the sign may stand below.
  if (mpz_sgn(mpq_denref(result.get())) < 0) {
    mpz_neg(mpq_numref(result.get()), mpq_numref(result.get()));
    mpz_neg(mpq_denref(result.get()), mpq_denref(result.get()));
  }
  return result;
}

Rational negate(const Rational& a) {
  Rational result;
  mpq_neg(result.get(), a.get());
  return result;
}

Rational absolute(const Rational& a) {
  Rational result;
  mpq_abs(result.get(), a.get());
  return result;
}

Integer floor(const Rational& a) {
  Integer result;
  mpz_fdiv_q(result.get(), mpq_numref(a.get()), mpq_denref(a.get()));
  return result;
}

Integer ceiling(const Rational& a) {
  Integer result;
  mpz_cdiv_q(result.get(), mpq_numref(a.get()), mpq_denref(a.get()));
  return result;
}

Result<Rational> round_half_even(const Rational& a, long places, Meter& meter) {
  TRY(meter.charge(
      std::fabs(static_cast<double>(places)) * kLog2Of10 + static_cast<double>(a.bits()), 16));
  const Rational ten(power_of_ten(static_cast<unsigned long>(std::labs(places))));
  Rational scaled;
  if (places >= 0) mpq_mul(scaled.get(), a.get(), ten.get());
  else mpq_div(scaled.get(), a.get(), ten.get());
  Integer whole = floor(scaled);
  Rational twice;  // 2*(scaled - whole), to compare with 1
  mpq_sub(twice.get(), scaled.get(), Rational(whole).get());
  mpq_mul_2exp(twice.get(), twice.get(), 1);
  const auto order = twice <=> Rational(1);
  if (order > 0 || (order == 0 && mpz_odd_p(whole.get()) != 0))
    mpz_add_ui(whole.get(), whole.get(), 1);
  Rational result;
  if (places >= 0) mpq_div(result.get(), Rational(whole).get(), ten.get());
  else mpq_mul(result.get(), Rational(whole).get(), ten.get());
  return result;
}

std::optional<Rational> exact_root(const Rational& a, unsigned long n) {
  Integer num;
  Integer den;
  if (mpz_root(num.get(), mpq_numref(a.get()), n) == 0) return std::nullopt;
  if (mpz_root(den.get(), mpq_denref(a.get()), n) == 0) return std::nullopt;
  return Rational(num, den);
}

std::optional<Rational> exact_log(const Rational& a, const Rational& base) {
  // Euclid's algorithm on exponents: if a = g**m and base = g**n, then dividing the larger by a
  // power of the smaller leaves a smaller power of g. Sizes that do not shrink show that no g
  // exists.
  const Rational one(1);
  const auto log2_of = [](const Rational& x) {
    return log2_magnitude(x.numerator()) - log2_magnitude(x.denominator());
  };
  const auto size_of = [](const Rational& x) { return num_bits(x) + den_bits(x); };
  Rational x = a;
  Rational b = base;
  // log_base(a) = (p1*L + p0)/(q1*L + q0) with L = log_b(x), kept as a 2x2 matrix.
  Integer p1(1);
  Integer p0(0);
  Integer q1(0);
  Integer q0(1);
  for (int step = 0; step < 200; ++step) {
    if (x == one) return q0.sign() == 0 ? std::nullopt : std::optional(Rational(p0, q0));
    const double ratio = log2_of(x) / log2_of(b);
    if (!(std::fabs(ratio) < 1e9)) return std::nullopt;
    const long k = std::lround(ratio);
    if (k != 0) {
      Meter meter;
      const auto whole = power(b, Integer(k), meter);
      if (!whole.ok()) return std::nullopt;
      Rational rest;
      mpq_div(rest.get(), x.get(), whole->get());
      if (rest != one && size_of(rest) >= std::max(size_of(x), size_of(b))) return std::nullopt;
      x = std::move(rest);
      // L = k + L'
      mpz_addmul(p0.get(), p1.get(), Integer(k).get());
      mpz_addmul(q0.get(), q1.get(), Integer(k).get());
      if (x == one) continue;
    }
    // L = 1/L'
    std::swap(x, b);
    std::swap(p1, p0);
    std::swap(q1, q0);
  }
  return std::nullopt;
}

Result<Integer> factorial(const Integer& n, Meter& meter) {
  if (n.sign() < 0) return invalid("factorial needs an integer of at least 0");
  const double x = mpz_get_d(n.get());
  // Stirling's formula; enough for a prediction.
  const double bits =
      x < 2 ? 1 : (x * std::log(x) - x + 0.5 * std::log(6.3 * x)) / std::log(2.0) + 2;
  TRY(meter.charge(bits, 8));
  Integer result;
  mpz_fac_ui(result.get(), mpz_get_ui(n.get()));
  return result;
}

Result<Integer> binomial(const Integer& n, const Integer& k, Meter& meter) {
  if (n.sign() < 0 || k.sign() < 0) return invalid("binomial needs integers of at least 0");
  if (k > n) return Integer();
  Integer smaller;
  mpz_sub(smaller.get(), n.get(), k.get());
  if (k < smaller) smaller = k;
  // C(n, k) <= n**k / k!, and n**k / k! <= (e*n/k)**k.
  const double j = mpz_get_d(smaller.get());
  const double bits = j == 0 ? 1 : j * (log2_magnitude(n) - std::log2(j) + 1.4427) + 1;
  TRY(meter.charge(bits, 16));
  // A bounded size still allows k up to the bound itself, at one step each.
  TRY(meter.charge(0, j / 16));
  Integer result;
  mpz_bin_ui(result.get(), n.get(), mpz_get_ui(smaller.get()));
  return result;
}

Result<Integer> permutations(const Integer& n, const Integer& k, Meter& meter) {
  if (n.sign() < 0 || k.sign() < 0) return invalid("perm needs integers of at least 0");
  if (k > n) return Integer();
  TRY_ASSIGN(Integer result, binomial(n, k, meter));
  TRY_ASSIGN(const Integer orders, factorial(k, meter));
  TRY(meter.charge(static_cast<double>(result.bits() + orders.bits()), 4));
  mpz_mul(result.get(), result.get(), orders.get());
  return result;
}

Result<Integer> power_modulo(const Integer& base, const Integer& exponent, const Integer& modulus,
                             Meter& meter) {
  if (modulus.sign() == 0) return invalid("the modulus is 0");
  const double words = static_cast<double>(modulus.bits());
  TRY(meter.charge(words, std::max(1.0, static_cast<double>(exponent.bits()) * 2)));
  Integer result;
  if (exponent.sign() < 0) {
    Integer inverse;
    if (mpz_invert(inverse.get(), base.get(), modulus.get()) == 0) {
      return invalid("the base has no inverse for this modulus");
    }
    Integer positive;
    mpz_neg(positive.get(), exponent.get());
    mpz_powm(result.get(), inverse.get(), positive.get(), modulus.get());
  } else {
    mpz_powm(result.get(), base.get(), exponent.get(), modulus.get());
  }
  if (modulus.sign() < 0 && result.sign() != 0) mpz_add(result.get(), result.get(), modulus.get());
  return result;
}

Result<Integer> shift_left(const Integer& a, const Integer& bits, Meter& meter) {
  if (bits.sign() < 0) return invalid("a shift needs a count of at least 0");
  if (a.sign() == 0) return Integer();
  TRY(meter.charge(static_cast<double>(a.bits()) + mpz_get_d(bits.get())));
  Integer result;
  mpz_mul_2exp(result.get(), a.get(), mpz_get_ui(bits.get()));
  return result;
}

Result<Integer> shift_right(const Integer& a, const Integer& bits, Meter& meter) {
  if (bits.sign() < 0) return invalid("a shift needs a count of at least 0");
  TRY(meter.charge(static_cast<double>(a.bits())));
  if (bits.bits() > 60) return Integer(a.sign() < 0 ? -1 : 0);
  Integer result;
  mpz_fdiv_q_2exp(result.get(), a.get(), mpz_get_ui(bits.get()));
  return result;
}

}  // namespace codecalc::calc
