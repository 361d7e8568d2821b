// RAII owners of FLINT and Arb values.
#pragma once

#include <acb.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>

namespace codecalc::cas {

/// A complex number with a proven error bound (a pair of real balls).
class Ball {
 public:
  Ball() { acb_init(value_); }
  explicit Ball(slong value) : Ball() { acb_set_si(value_, value); }
  Ball(const Ball& other) : Ball() { acb_set(value_, other.value_); }
  Ball(Ball&& other) noexcept : Ball() { acb_swap(value_, other.value_); }
  Ball& operator=(const Ball& other) {
    if (this != &other) acb_set(value_, other.value_);
    return *this;
  }
  Ball& operator=(Ball&& other) noexcept {
    acb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { acb_clear(value_); }

  acb_ptr get() { return value_; }
  acb_srcptr get() const { return value_; }
  arb_ptr re() { return acb_realref(value_); }
  arb_srcptr re() const { return acb_realref(value_); }
  arb_ptr im() { return acb_imagref(value_); }
  arb_srcptr im() const { return acb_imagref(value_); }

  bool finite() const { return acb_is_finite(value_) != 0; }
  /// The imaginary part is exactly zero.
  bool real() const { return acb_is_real(value_) != 0; }

 private:
  acb_t value_;
};

/// A real ball.
class RealBall {
 public:
  RealBall() { arb_init(value_); }
  RealBall(const RealBall& other) : RealBall() { arb_set(value_, other.value_); }
  RealBall& operator=(const RealBall& other) {
    if (this != &other) arb_set(value_, other.value_);
    return *this;
  }
  ~RealBall() { arb_clear(value_); }
  arb_ptr get() { return value_; }
  arb_srcptr get() const { return value_; }

 private:
  arb_t value_;
};

class Integer {
 public:
  Integer() { fmpz_init(value_); }
  Integer(const Integer& other) : Integer() { fmpz_set(value_, other.value_); }
  Integer& operator=(const Integer& other) {
    if (this != &other) fmpz_set(value_, other.value_);
    return *this;
  }
  ~Integer() { fmpz_clear(value_); }
  fmpz* get() { return value_; }
  const fmpz* get() const { return value_; }

 private:
  fmpz_t value_;
};

class Fraction {
 public:
  Fraction() { fmpq_init(value_); }
  Fraction(const Fraction& other) : Fraction() { fmpq_set(value_, other.value_); }
  Fraction& operator=(const Fraction& other) {
    if (this != &other) fmpq_set(value_, other.value_);
    return *this;
  }
  ~Fraction() { fmpq_clear(value_); }
  fmpq* get() { return value_; }
  const fmpq* get() const { return value_; }
  bool integer() const { return fmpz_is_one(fmpq_denref(value_)) != 0; }

 private:
  fmpq_t value_;
};

}  // namespace codecalc::cas
