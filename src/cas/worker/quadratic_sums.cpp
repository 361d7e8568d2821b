// Infinite sums of terms over irreducible quadratics: known values of the even part, telescoping of
// the odd one.
#include "cas/worker/quadratic_sums.h"

#include <cstdlib>

namespace codecalc::cas {

namespace {

Fraction fraction(slong numerator, ulong denominator = 1) {
  Fraction out;
  fmpq_set_si(out.get(), numerator, denominator);
  return out;
}

/// (odd*(k - centre) + even)/((k - centre)**2 + square), the same term with its symmetry shown.
struct Centred {
  Fraction odd;
  Fraction even;
  Fraction centre;
  Fraction square;
};

Centred centred(const Quadratic& z) {
  const Fraction lead = z.denominator.coefficient(2);
  Centred out;
  Fraction t;
  fmpq_div(out.odd.get(), z.alpha.get(), lead.get());
  fmpq_div(out.centre.get(), z.denominator.coefficient(1).get(), lead.get());
  fmpq_div_2exp(out.centre.get(), out.centre.get(), 1);
  fmpq_neg(out.centre.get(), out.centre.get());
  fmpq_div(out.square.get(), z.denominator.coefficient(0).get(), lead.get());
  fmpq_mul(t.get(), out.centre.get(), out.centre.get());
  fmpq_sub(out.square.get(), out.square.get(), t.get());
  fmpq_div(out.even.get(), z.beta.get(), lead.get());
  fmpq_mul(t.get(), out.odd.get(), out.centre.get());
  fmpq_add(out.even.get(), out.even.get(), t.get());
  return out;
}

/// 1/(t**2 + d), or t/(t**2 + d).
Fraction quadratic_term(const Fraction& t, const Fraction& d, bool odd) {
  Fraction out;
  fmpq_mul(out.get(), t.get(), t.get());
  fmpq_add(out.get(), out.get(), d.get());
  fmpq_inv(out.get(), out.get());
  if (odd) fmpq_mul(out.get(), out.get(), t.get());
  return out;
}

constexpr long kMostSteps = 200;

/// Sum over t = from, from + 1, ... below `to` of a term; negative when `to` lies below `from`.
/// Nothing when they are no whole number of steps apart, or too many.
std::optional<Fraction> steps_between(const Fraction& from, const Fraction& to, const Fraction& d,
                                      bool odd) {
  Fraction gap;
  fmpq_sub(gap.get(), to.get(), from.get());
  if (!gap.integer() || !fmpz_fits_si(fmpq_numref(gap.get()))) return std::nullopt;
  const long n = fmpz_get_si(fmpq_numref(gap.get()));
  if (n > kMostSteps || n < -kMostSteps) return std::nullopt;
  Fraction t = n >= 0 ? from : to;
  Fraction out;
  for (long i = 0; i < std::abs(n); ++i) {
    fmpq_add(out.get(), out.get(), quadratic_term(t, d, odd).get());
    fmpq_add_si(t.get(), t.get(), 1);
  }
  if (n < 0) fmpq_neg(out.get(), out.get());
  return out;
}

/// Sum over k >= a of the even part, for a whole or half centre:
/// sum over m >= 1 of 1/(m**2 + r**2) = (pi*r*coth(pi*r) - 1)/(2*r**2),
/// sum over m >= 0 of 1/((m + 1/2)**2 + r**2) = pi*tanh(pi*r)/(2*r); cot and tan for -r**2.
std::optional<Expr> even_sum(const Centred& z, long a) {
  const Fraction& d = z.square;
  Fraction start;
  fmpq_set_si(start.get(), a, 1);
  fmpq_sub(start.get(), start.get(), z.centre.get());
  const bool whole = start.integer();
  if (!whole && !fmpz_equal_ui(fmpq_denref(start.get()), 2)) return std::nullopt;
  const bool positive = fmpq_sgn(d.get()) > 0;
  Fraction size;
  fmpq_abs(size.get(), d.get());
  const Expr angle = multiply(expr::symbol("pi"), call1("sqrt", rational(size.get())));
  const Expr tangent = call1(positive ? "tanh" : "tan", angle);
  Fraction twice;
  fmpq_mul_si(twice.get(), whole ? d.get() : size.get(), 2);
  const Expr total =
      divide(whole ? subtract(divide(angle, tangent), expr::integer(1)) : multiply(angle, tangent),
             rational(twice.get()));
  const auto correction = steps_between(start, whole ? fraction(1) : fraction(1, 2), d, false);
  if (!correction) return std::nullopt;
  return multiply(rational(z.even.get()), add(total, rational(correction->get())));
}

}  // namespace

std::optional<Expr> quadratic_sums(const std::vector<Quadratic>& quadratics, long a) {
  std::vector<Centred> terms;
  for (const Quadratic& z : quadratics) terms.push_back(centred(z));
  Expr total = expr::integer(0);
  // The odd parts over the same square must add up to 0 and lie whole steps apart to telescope.
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!fmpq_is_zero(terms[i].even.get())) {
      const auto even = even_sum(terms[i], a);
      if (!even) return std::nullopt;
      total = add(total, *even);
    }
    Fraction& odd = terms[i].odd;
    for (std::size_t j = i + 1; j < terms.size() && !fmpq_is_zero(odd.get()); ++j) {
      if (!fmpq_equal(terms[j].square.get(), terms[i].square.get())) continue;
      // odd*(g(k - c_i) - g(k - c_j)) telescopes; what is left goes to the later term.
      Fraction low;
      Fraction high;
      fmpq_set_si(low.get(), a, 1);
      fmpq_sub(high.get(), low.get(), terms[j].centre.get());
      fmpq_sub(low.get(), low.get(), terms[i].centre.get());
      const auto between = steps_between(low, high, terms[i].square, true);
      if (!between) continue;
      total = add(total, multiply(rational(odd.get()), rational(between->get())));
      fmpq_add(terms[j].odd.get(), terms[j].odd.get(), odd.get());
      fmpq_zero(odd.get());
    }
    if (!fmpq_is_zero(odd.get())) return std::nullopt;
  }
  return total;
}

}  // namespace codecalc::cas
