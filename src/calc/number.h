// Exact integers and rationals of any size on GMP, with their sizes predicted before they are made.
#pragma once

#include <gmp.h>

#include <compare>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace codecalc::calc {

/// An integer of any size. GMP's own functions take `get()`.
class Integer {
 public:
  Integer() { mpz_init(z_); }
  Integer(long value) { mpz_init_set_si(z_, value); }  // NOLINT: implicit by design
  Integer(const Integer& other) { mpz_init_set(z_, other.z_); }
  Integer(Integer&& other) noexcept {
    mpz_init(z_);
    mpz_swap(z_, other.z_);
  }
  Integer& operator=(const Integer& other) {
    if (this != &other) mpz_set(z_, other.z_);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    mpz_swap(z_, other.z_);
    return *this;
  }
  ~Integer() { mpz_clear(z_); }

  /// Digits of `base` (2 to 36) with an optional '-'; nothing for any other text.
  static std::optional<Integer> from_digits(std::string_view digits, int base = 10);

  mpz_srcptr get() const { return z_; }
  mpz_ptr get() { return z_; }
  int sign() const { return mpz_sgn(z_); }
  /// Bits of the magnitude; 0 for 0.
  std::size_t bits() const { return sign() == 0 ? 0 : mpz_sizeinbase(z_, 2); }
  std::optional<long> to_long() const;
  std::string text(int base = 10) const;

  friend bool operator==(const Integer& a, const Integer& b) { return mpz_cmp(a.z_, b.z_) == 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return mpz_cmp(a.z_, b.z_) <=> 0;
  }

 private:
  mpz_t z_;
};

/// A rational number of any size, always in lowest terms with a positive denominator.
class Rational {
 public:
  Rational() { mpq_init(q_); }
  Rational(long value) : Rational() { mpq_set_si(q_, value, 1); }  // NOLINT: implicit by design
  Rational(const Integer& value) : Rational() { mpq_set_z(q_, value.get()); }  // NOLINT: implicit
  /// `denominator` is not 0.
  Rational(const Integer& numerator, const Integer& denominator);
  Rational(const Rational& other) : Rational() { mpq_set(q_, other.q_); }
  Rational(Rational&& other) noexcept : Rational() { mpq_swap(q_, other.q_); }
  Rational& operator=(const Rational& other) {
    if (this != &other) mpq_set(q_, other.q_);
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    mpq_swap(q_, other.q_);
    return *this;
  }
  ~Rational() { mpq_clear(q_); }

  mpq_srcptr get() const { return q_; }
  mpq_ptr get() { return q_; }
  int sign() const { return mpq_sgn(q_); }
  bool is_integer() const { return mpz_cmp_ui(mpq_denref(q_), 1) == 0; }
  Integer numerator() const;
  Integer denominator() const;
  /// Bits of the larger of numerator and denominator.
  std::size_t bits() const;
  /// "-1/3", "4".
  std::string text() const;

  friend bool operator==(const Rational& a, const Rational& b) {
    return mpq_equal(a.q_, b.q_) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return mpq_cmp(a.q_, b.q_) <=> 0;
  }

 private:
  mpq_t q_;
};

/// Bounds one calculation: the size of every number that it makes, the work of all of them, and
/// whether its caller still wants it. Every function below that can grow a number charges it first.
class Meter {
 public:
  /// Bits of a numerator or denominator: 1.2 million decimal digits.
  static constexpr double kMaxBits = 4e6;
  /// Bits handled in all, weighted by the operation: about two seconds.
  static constexpr double kMaxWork = 4e8;

  Meter() = default;
  explicit Meter(std::function<bool()> cancelled) : cancelled_(std::move(cancelled)) {}

  /// Before a number of `bits` bits is made at a cost of `weight` passes over it. Error
  /// kResourceExhausted, which tells the number of digits, or kTimeout when cancelled.
  Status charge(double bits, double weight = 1);

  bool cancelled() const { return cancelled_ && cancelled_(); }

  /// Seconds that questions about irrational numbers may still take, all together.
  double real_seconds() const { return real_seconds_; }
  void spend_real_seconds(double seconds) { real_seconds_ -= seconds; }

 private:
  double work_ = 0;
  double real_seconds_ = 6;
  std::function<bool()> cancelled_;
};

/// A literal of the expression language: "12", "0.10", "2e-5", "0xff", "0o17", "0b1".
Result<Rational> from_literal(std::string_view literal, Meter& meter);

// Arithmetic. Errors: kValidation (division by zero, an argument outside the domain) and what
// Meter::charge gives.
Result<Rational> add(const Rational& a, const Rational& b, Meter& meter);
Result<Rational> subtract(const Rational& a, const Rational& b, Meter& meter);
Result<Rational> multiply(const Rational& a, const Rational& b, Meter& meter);
Result<Rational> divide(const Rational& a, const Rational& b, Meter& meter);
/// floor(a/b), and a - b*floor(a/b), which has the sign of b: as in Python.
Result<Rational> floor_divide(const Rational& a, const Rational& b, Meter& meter);
Result<Rational> modulo(const Rational& a, const Rational& b, Meter& meter);
Result<Rational> power(const Rational& base, const Integer& exponent, Meter& meter);
Rational negate(const Rational& a);
Rational absolute(const Rational& a);
Integer floor(const Rational& a);
Integer ceiling(const Rational& a);
/// Rounded at `places` decimals (negative: at tens, hundreds, ...); a tie goes to the even digit.
Result<Rational> round_half_even(const Rational& a, long places, Meter& meter);

/// The positive n-th root (n >= 1) of a >= 0 when it is rational.
std::optional<Rational> exact_root(const Rational& a, unsigned long n);
/// The r with base**r = a when it is rational; a, base > 0, base != 1.
std::optional<Rational> exact_log(const Rational& a, const Rational& base);

// Integers.
Result<Integer> factorial(const Integer& n, Meter& meter);
Result<Integer> binomial(const Integer& n, const Integer& k, Meter& meter);
Result<Integer> permutations(const Integer& n, const Integer& k, Meter& meter);
/// base**exponent mod modulus, in [0, |modulus|) times the sign of the modulus, as in Python.
Result<Integer> power_modulo(const Integer& base, const Integer& exponent, const Integer& modulus,
                             Meter& meter);
Result<Integer> shift_left(const Integer& a, const Integer& bits, Meter& meter);
Result<Integer> shift_right(const Integer& a, const Integer& bits, Meter& meter);

/// log2 of |a|, a != 0, within 1e-9 relative: for predictions only.
double log2_magnitude(const Integer& a);

}  // namespace codecalc::calc
