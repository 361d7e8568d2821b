// Closed forms of infinite sums and products of rational functions.
#include "cas/worker/infinite.h"

#include <bernoulli.h>

#include <vector>

#include "cas/worker/polynomial.h"
#include "cas/worker/quadratic_sums.h"

namespace codecalc::cas {

namespace {

Fraction fraction(slong numerator, ulong denominator = 1) {
  Fraction out;
  fmpq_set_si(out.get(), numerator, denominator);
  return out;
}

Expr pi() { return expr::symbol("pi"); }
Expr log_of(slong n) { return call1("log", expr::integer(n)); }
Expr root_of(slong n) { return call1("sqrt", expr::integer(n)); }

Expr scaled(const Fraction& c, const Expr& e) { return multiply(rational(c.get()), e); }

/// One term c/(k - root)**power of a partial fraction.
struct Pole {
  Fraction root;
  slong power;
  Fraction coefficient;
};

struct PartialFractions {
  std::vector<Pole> poles;
  std::vector<Quadratic> quadratics;
};

/// p modulo q's inverse times r: r/p (mod q), for coprime p and q.
Polynomial quotient_modulo(const Polynomial& r, const Polynomial& p, const Polynomial& q) {
  Polynomial gcd;
  Polynomial s;
  Polynomial t;
  fmpq_poly_xgcd(gcd.get(), s.get(), t.get(), p.get(), q.get());
  Polynomial out;
  fmpq_poly_mul(out.get(), s.get(), r.get());
  fmpq_poly_rem(out.get(), out.get(), q.get());
  return out;
}

/// The part of numerator/denominator that belongs to factor**m, as coefficients by power.
bool expand_factor(const RationalFunction& f, const Polynomial& factor, int m,
                   PartialFractions& out) {
  Polynomial power;
  fmpq_poly_pow(power.get(), factor.get(), static_cast<ulong>(m));
  Polynomial rest;
  fmpq_poly_div(rest.get(), f.denominator.get(), power.get());
  // numerator/(rest*power): the part over `power` is numerator/rest modulo power.
  Polynomial part = quotient_modulo(f.numerator, rest, power);
  // In powers of the factor: part = c0 + c1*factor + ..., so c_j goes over factor**(m-j).
  for (int j = 0; j < m; ++j) {
    Polynomial c;
    Polynomial next;
    fmpq_poly_divrem(next.get(), c.get(), part.get(), factor.get());
    part = next;
    if (fmpq_poly_is_zero(c.get())) continue;
    const slong exponent = m - j;
    if (factor.degree() == 1) {
      // a*k + b = a*(k - root)
      const Fraction a = factor.coefficient(1);
      Pole pole;
      pole.power = exponent;
      pole.root = factor.coefficient(0);
      fmpq_div(pole.root.get(), pole.root.get(), a.get());
      fmpq_neg(pole.root.get(), pole.root.get());
      Fraction scale;
      fmpq_pow_si(scale.get(), a.get(), exponent);
      pole.coefficient = c.coefficient(0);
      fmpq_div(pole.coefficient.get(), pole.coefficient.get(), scale.get());
      out.poles.push_back(pole);
    } else if (factor.degree() == 2 && exponent == 1) {
      out.quadratics.push_back({factor, c.coefficient(1), c.coefficient(0)});
    } else {
      return false;
    }
  }
  return true;
}

std::optional<PartialFractions> partial_fractions(const RationalFunction& f) {
  PartialFractions out;
  if (f.numerator.degree() >= f.denominator.degree()) return std::nullopt;
  RationalFunction monic = f;
  for (const auto& [factor, m] : factors_of(f.denominator)) {
    if (!expand_factor(monic, factor, m, out)) return std::nullopt;
  }
  return out;
}

/// q - 1 steps down to (0, 1]: the whole steps taken, for the recurrences of digamma and zeta.
long whole_steps(const Fraction& q, Fraction& base) {
  Integer ceiling;
  fmpz_cdiv_q(ceiling.get(), fmpq_numref(q.get()), fmpq_denref(q.get()));
  const long steps = fmpz_get_si(ceiling.get()) - 1;
  fmpq_sub_si(base.get(), q.get(), steps);
  return steps;
}

/// digamma(p/n) + EulerGamma for 0 < p < n.
std::optional<Expr> gauss(slong p, slong n) {
  const auto minus = [](const Expr& a, const Expr& b) { return subtract(a, b); };
  const auto signed_pi = [&](const Fraction& c, const Expr& root) {
    return scaled(c, multiply(pi(), root));
  };
  switch (n) {
    case 2: return negate(multiply(expr::integer(2), log_of(2)));
    case 3: {
      const Expr wave = divide(multiply(pi(), root_of(3)), expr::integer(6));
      const Expr logs = scaled(fraction(3, 2), log_of(3));
      return minus(p == 1 ? negate(wave) : wave, logs);
    }
    case 4: {
      const Expr wave = scaled(fraction(p == 1 ? -1 : 1, 2), pi());
      return minus(wave, multiply(expr::integer(3), log_of(2)));
    }
    case 6: {
      const Expr wave = signed_pi(fraction(p == 1 ? -1 : 1, 2), root_of(3));
      return minus(minus(wave, multiply(expr::integer(2), log_of(2))),
                   scaled(fraction(3, 2), log_of(3)));
    }
    default: return std::nullopt;
  }
}

}  // namespace

Expr zeta_at(slong s) {
  if (s % 2 != 0) return call1("zeta", expr::integer(s));
  // zeta(2m) = |B_2m| * (2*pi)**(2m) / (2*(2m)!)
  Fraction b;
  bernoulli_fmpq_ui(b.get(), static_cast<ulong>(s));
  fmpq_abs(b.get(), b.get());
  Integer scale;
  fmpz_fac_ui(scale.get(), static_cast<ulong>(s));
  fmpq_div_fmpz(b.get(), b.get(), scale.get());
  fmpq_mul_2exp(b.get(), b.get(), static_cast<ulong>(s - 1));
  return scaled(b, power(pi(), expr::integer(s)));
}

std::optional<Expr> digamma_at(const Fraction& q) {
  if (fmpq_sgn(q.get()) <= 0 || fmpz_cmp_si(fmpq_numref(q.get()), 10'000) > 0) return std::nullopt;
  Fraction base;
  const long steps = whole_steps(q, base);
  // digamma(x + n) = digamma(x) + 1/x + ... + 1/(x+n-1)
  Fraction harmonic;
  Fraction x = base;
  for (long i = 0; i < steps; ++i) {
    Fraction inverse;
    fmpq_inv(inverse.get(), x.get());
    fmpq_add(harmonic.get(), harmonic.get(), inverse.get());
    fmpq_add_si(x.get(), x.get(), 1);
  }
  if (fmpq_is_one(base.get())) return rational(harmonic.get());
  if (fmpz_cmp_si(fmpq_denref(base.get()), 12) > 0) return std::nullopt;
  const auto value =
      gauss(fmpz_get_si(fmpq_numref(base.get())), fmpz_get_si(fmpq_denref(base.get())));
  if (!value) return std::nullopt;
  return add(rational(harmonic.get()), *value);
}

Expr hurwitz_at(slong s, const Fraction& q) {
  Fraction base;
  const long steps = whole_steps(q, base);
  Fraction taken;
  Fraction x = base;
  for (long i = 0; i < steps && steps < 10'000; ++i) {
    Fraction p;
    fmpq_pow_si(p.get(), x.get(), -s);
    fmpq_add(taken.get(), taken.get(), p.get());
    fmpq_add_si(x.get(), x.get(), 1);
  }
  Expr value;
  if (fmpq_is_one(base.get())) {
    value = zeta_at(s);
  } else if (fmpz_equal_ui(fmpq_denref(base.get()), 2)) {
    Integer factor;
    fmpz_one_2exp(factor.get(), static_cast<ulong>(s));
    fmpz_sub_ui(factor.get(), factor.get(), 1);
    value = multiply(integer(factor.get()), zeta_at(s));
  } else if (s == 2 && fmpz_equal_ui(fmpq_denref(base.get()), 4)) {
    // zeta(2, 1/4) = pi**2 + 8*Catalan, zeta(2, 3/4) = pi**2 - 8*Catalan
    const Expr eight = multiply(expr::integer(8), expr::symbol("Catalan"));
    const Expr square = power(pi(), expr::integer(2));
    value = fmpz_is_one(fmpq_numref(base.get())) ? add(square, eight) : subtract(square, eight);
  } else {
    value = expr::call("zeta", {expr::integer(s), rational(base.get())});
  }
  return subtract(value, rational(taken.get()));
}

namespace {

std::optional<Expr> sum_of(const RationalFunction& f, long a) {
  if (f.denominator.degree() < f.numerator.degree() + 2) return std::nullopt;
  const auto parts = partial_fractions(f);
  if (!parts) return std::nullopt;
  Expr total = expr::integer(0);
  for (const Pole& pole : parts->poles) {
    // k - root = (a - root) + n
    Fraction q;
    fmpq_set_si(q.get(), a, 1);
    fmpq_sub(q.get(), q.get(), pole.root.get());
    if (fmpq_sgn(q.get()) <= 0) return std::nullopt;
    if (pole.power == 1) {
      // The coefficients of all first powers add up to 0, so Euler's constant drops out.
      const auto value = digamma_at(q);
      const Expr v =
          value ? *value : add(call1("digamma", rational(q.get())), expr::symbol("EulerGamma"));
      total = subtract(total, scaled(pole.coefficient, v));
    } else {
      total = add(total, scaled(pole.coefficient, hurwitz_at(pole.power, q)));
    }
  }
  const auto rest = quadratic_sums(parts->quadratics, a);
  if (!rest) return std::nullopt;
  return add(total, *rest);
}

/// f(scale*m + shift) as a function of m.
RationalFunction composed(const RationalFunction& f, slong scale, slong shift) {
  Polynomial inner;
  fmpq_poly_set_coeff_si(inner.get(), 0, shift);
  fmpq_poly_set_coeff_si(inner.get(), 1, scale);
  RationalFunction out;
  fmpq_poly_compose(out.numerator.get(), f.numerator.get(), inner.get());
  fmpq_poly_compose(out.denominator.get(), f.denominator.get(), inner.get());
  return out;
}

/// Takes a factor (-1)**(k + c) out of f; the sign of (-1)**c is multiplied into `sign`.
std::optional<Expr> without_alternation(const Expr& f, const std::string& k, int& sign) {
  if (f->kind == Kind::kBinary && f->op == Op::kPower) {
    const auto base = rational_value(f->children[0]);
    if (base && fmpz_equal_si(fmpq_numref(base->get()), -1) && base->integer()) {
      const auto p = polynomial_of(f->children[1], k, 1);
      if (!p || p->degree() != 1) return std::nullopt;
      const Fraction slope = p->coefficient(1);
      const Fraction offset = p->coefficient(0);
      if (!slope.integer() || fmpz_is_even(fmpq_numref(slope.get())) || !offset.integer()) {
        return std::nullopt;
      }
      if (!fmpz_is_even(fmpq_numref(offset.get()))) sign = -sign;
      return expr::integer(1);
    }
    return std::nullopt;
  }
  if (f->kind == Kind::kUnary && f->op == Op::kNegate) {
    const auto inner = without_alternation(f->children[0], k, sign);
    if (!inner) return std::nullopt;
    return negate(*inner);
  }
  if (f->kind == Kind::kBinary && (f->op == Op::kMultiply || f->op == Op::kDivide)) {
    for (const std::size_t i : {0, 1}) {
      const auto inner = without_alternation(f->children[i], k, sign);
      if (!inner) continue;
      if (i == 0) return expr::binary(f->op, *inner, f->children[1]);
      return expr::binary(f->op, f->children[0], *inner);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Expr> infinite_rational_sum(const Expr& f, const std::string& k, long a) {
  if (const auto r = rational_function_of(f, k)) return sum_of(*r, a);
  int sign = 1;
  const auto plain = without_alternation(f, k, sign);
  if (!plain) return std::nullopt;
  const auto r = rational_function_of(*plain, k);
  if (!r || r->denominator.degree() <= r->numerator.degree()) return std::nullopt;
  // Two neighbours at a time: g(m) = r(2m + a) - r(2m + 1 + a), from m = 0.
  const RationalFunction even = composed(*r, 2, a);
  const RationalFunction odd = composed(*r, 2, a + 1);
  RationalFunction pair;
  Polynomial left;
  Polynomial right;
  fmpq_poly_mul(left.get(), even.numerator.get(), odd.denominator.get());
  fmpq_poly_mul(right.get(), odd.numerator.get(), even.denominator.get());
  fmpq_poly_sub(pair.numerator.get(), left.get(), right.get());
  fmpq_poly_mul(pair.denominator.get(), even.denominator.get(), odd.denominator.get());
  if (a % 2 != 0) sign = -sign;
  const auto value = sum_of(pair, 0);
  if (!value) return std::nullopt;
  return sign > 0 ? *value : negate(*value);
}

namespace {

/// gamma(q) as a tree; whole arguments give factorials.
Expr gamma_at(const Fraction& q) { return call1("gamma", rational(q.get())); }

/// The product over k >= a of ((k - c)**2 + d)/k**2-like factors, relative to gamma functions:
/// 1/(gamma(a - c - s)*gamma(a - c + s)) with s**2 = -d.
std::optional<Expr> reflected(const Polynomial& quadratic, long a) {
  const Fraction lead = quadratic.coefficient(2);
  Fraction c = quadratic.coefficient(1);
  Fraction d = quadratic.coefficient(0);
  fmpq_div(c.get(), c.get(), lead.get());
  fmpq_div(d.get(), d.get(), lead.get());
  fmpq_div_2exp(c.get(), c.get(), 1);
  Fraction square;
  fmpq_mul(square.get(), c.get(), c.get());
  fmpq_sub(d.get(), d.get(), square.get());
  if (!c.integer() || !fmpz_fits_si(fmpq_numref(c.get()))) return std::nullopt;
  const long start = a + fmpz_get_si(fmpq_numref(c.get()));
  if (start < 1 || start > 200) return std::nullopt;
  const bool positive = fmpq_sgn(d.get()) > 0;
  Fraction size;
  fmpq_abs(size.get(), d.get());
  const Expr angle = multiply(pi(), call1("sqrt", rational(size.get())));
  // gamma(1-s)*gamma(1+s) = pi*s/sin(pi*s)
  Expr value = divide(call1(positive ? "sinh" : "sin", angle), angle);
  Fraction between = fraction(1);
  for (long m = 1; m < start; ++m) {
    Fraction t;
    fmpq_set_si(t.get(), m * m, 1);
    fmpq_add(t.get(), t.get(), d.get());
    fmpq_mul(between.get(), between.get(), t.get());
  }
  return divide(value, rational(between.get()));
}

/// 1/product of gamma(a - root) over the roots of p, with multiplicities.
std::optional<Expr> inverse_gammas(const Polynomial& p, long a, Fraction& root_sum) {
  Expr out = expr::integer(1);
  for (const auto& [factor, m] : factors_of(p)) {
    Expr one;
    if (factor.degree() == 1) {
      Fraction root = factor.coefficient(0);
      const Fraction lead = factor.coefficient(1);
      fmpq_div(root.get(), root.get(), lead.get());
      fmpq_neg(root.get(), root.get());
      Fraction q;
      fmpq_set_si(q.get(), a, 1);
      fmpq_sub(q.get(), q.get(), root.get());
      if (q.integer() && fmpq_sgn(q.get()) <= 0) return std::nullopt;
      one = divide(expr::integer(1), gamma_at(q));
      fmpq_mul_si(root.get(), root.get(), m);
      fmpq_add(root_sum.get(), root_sum.get(), root.get());
    } else if (factor.degree() == 2) {
      const auto value = reflected(factor, a);
      if (!value) return std::nullopt;
      one = *value;
      Fraction sum = factor.coefficient(1);
      const Fraction lead = factor.coefficient(2);
      fmpq_div(sum.get(), sum.get(), lead.get());
      fmpq_mul_si(sum.get(), sum.get(), -m);
      fmpq_add(root_sum.get(), root_sum.get(), sum.get());
    } else {
      return std::nullopt;
    }
    out = multiply(out, power(one, expr::integer(m)));
  }
  return out;
}

}  // namespace

std::optional<Expr> infinite_rational_product(const Expr& f, const std::string& k, long a) {
  const auto r = rational_function_of(f, k);
  if (!r) return std::nullopt;
  const slong n = r->numerator.degree();
  if (n != r->denominator.degree() || n < 1) return std::nullopt;
  if (!fmpq_equal(r->numerator.coefficient(n).get(), r->denominator.coefficient(n).get())) {
    return std::nullopt;
  }
  Fraction top_sum;
  Fraction bottom_sum;
  const auto top = inverse_gammas(r->numerator, a, top_sum);
  const auto bottom = inverse_gammas(r->denominator, a, bottom_sum);
  // Equal sums of roots are what makes the product converge.
  if (!top || !bottom || !fmpq_equal(top_sum.get(), bottom_sum.get())) return std::nullopt;
  return divide(*top, *bottom);
}

}  // namespace codecalc::cas
