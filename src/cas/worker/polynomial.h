// Polynomials in one variable with rational coefficients, on FLINT.
#pragma once

#include <flint/fmpq_poly.h>
#include <flint/fmpz_poly.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// Owns an fmpq_poly_t.
class Polynomial {
 public:
  Polynomial() { fmpq_poly_init(value_); }
  Polynomial(const Polynomial& other) : Polynomial() { fmpq_poly_set(value_, other.value_); }
  Polynomial& operator=(const Polynomial& other) {
    if (this != &other) fmpq_poly_set(value_, other.value_);
    return *this;
  }
  ~Polynomial() { fmpq_poly_clear(value_); }
  fmpq_poly_struct* get() { return value_; }
  const fmpq_poly_struct* get() const { return value_; }
  slong degree() const { return fmpq_poly_degree(value_); }
  Fraction coefficient(slong i) const {
    Fraction out;
    fmpq_poly_get_coeff_fmpq(out.get(), value_, i);
    return out;
  }

 private:
  fmpq_poly_t value_;
};

/// `e` as a polynomial in `variable` with rational coefficients; nothing when it is not one, or
/// has a degree beyond `max_degree`.
std::optional<Polynomial> polynomial_of(const Expr& e, std::string_view variable,
                                        slong max_degree = 400);

/// `e` as numerator and denominator, coprime.
struct RationalFunction {
  Polynomial numerator;
  Polynomial denominator;
};
std::optional<RationalFunction> rational_function_of(const Expr& e, std::string_view variable);

/// The tree, highest power first, e.g. x**5 - x - 1.
Expr tree_of(const Polynomial& p, std::string_view variable);

/// The irreducible factors over the rationals (primitive, integer coefficients) with their
/// multiplicities.
std::vector<std::pair<Polynomial, int>> factors_of(const Polynomial& p);

/// The rational roots with multiplicities.
std::vector<std::pair<Fraction, int>> rational_roots(const Polynomial& p);

/// All roots of a squarefree polynomial to `precision` bits: the real ones first, ascending, then
/// the others by real part and imaginary part. This is the numbering of CRootOf.
std::vector<Ball> complex_roots(const Polynomial& squarefree, slong precision);

/// The value of CRootOf(p, index); nothing when p is no polynomial in its one variable.
std::optional<Ball> root_of_value(const Expr& p, long index, slong precision);

}  // namespace codecalc::cas
