// Roots of irreducible polynomials as radicals.
#include "cas/worker/radicals.h"

#include <algorithm>

#include "cas/worker/check.h"
#include "cas/worker/present.h"

namespace codecalc::cas {

namespace {

void divide_by(fmpq* out, const fmpq* q, slong n) {
  Integer divisor;
  fmpz_set_si(divisor.get(), n);
  fmpq_div_fmpz(out, q, divisor.get());
}

std::vector<Expr> linear(const Polynomial& p) {
  Fraction root = p.coefficient(0);
  const Fraction a = p.coefficient(1);
  fmpq_div(root.get(), root.get(), a.get());
  fmpq_neg(root.get(), root.get());
  return {rational(root.get())};
}

/// (-b -+ sqrt(b**2 - 4*a*c))/(2*a), with the root of the discriminant taken out of squares.
std::vector<Expr> quadratic(const Polynomial& p) {
  const Fraction a = p.coefficient(2);
  const Fraction b = p.coefficient(1);
  const Fraction c = p.coefficient(0);
  Fraction discriminant;
  Fraction t;
  fmpq_mul(discriminant.get(), b.get(), b.get());
  fmpq_mul(t.get(), a.get(), c.get());
  fmpq_mul_si(t.get(), t.get(), 4);
  fmpq_sub(discriminant.get(), discriminant.get(), t.get());
  const bool complex = fmpq_sgn(discriminant.get()) < 0;
  Fraction size;
  fmpq_abs(size.get(), discriminant.get());
  Expr root = call1("sqrt", rational(size.get()));
  if (complex) root = expr::binary(Op::kMultiply, root, expr::symbol("I"));
  fmpq_mul_si(t.get(), a.get(), 2);
  const Expr half = expr::binary(Op::kDivide, root, rational(t.get()));
  Fraction centre;
  fmpq_div(centre.get(), b.get(), t.get());
  fmpq_neg(centre.get(), centre.get());
  const Expr middle = rational(centre.get());
  return {present(subtract(middle, half)), present(add(middle, half))};
}

std::vector<Expr> by_index(const Polynomial& p, const std::string& x) {
  std::vector<Expr> out;
  const Expr tree = tree_of(p, x);
  for (slong i = 0; i < p.degree(); ++i) {
    out.push_back(expr::call("CRootOf", {tree, expr::integer(i)}));
  }
  return out;
}

Expr i_times(const Expr& e) { return expr::binary(Op::kMultiply, expr::symbol("I"), e); }

/// The real cube root of a real expression whose sign is known.
Expr real_cube_root(const Expr& e, bool negative) {
  const Expr third = expr::number("1/3");
  return negative ? negate(power(negate(e), third)) : power(e, third);
}

/// A real cube root t and the two others: -t/2 -+ sqrt(3)/2*I*t.
std::vector<Expr> with_unit_roots(const Expr& t) {
  const Expr half = divide(t, expr::integer(2));
  const Expr side = i_times(multiply(call1("sqrt", expr::integer(3)), half));
  return {t, subtract(negate(half), side), add(negate(half), side)};
}

/// a*x**n + c for n = 3 and 4.
std::vector<Expr> pure_power(const Polynomial& p) {
  Fraction q = p.coefficient(0);
  const Fraction lead = p.coefficient(p.degree());
  fmpq_div(q.get(), q.get(), lead.get());
  fmpq_neg(q.get(), q.get());
  const bool negative = fmpq_sgn(q.get()) < 0;
  Fraction size;
  fmpq_abs(size.get(), q.get());
  if (p.degree() == 3) {
    const Expr t = power(rational(size.get()), expr::number("1/3"));
    return with_unit_roots(negative ? negate(t) : t);
  }
  Expr t = power(rational(size.get()), expr::number("1/4"));
  if (!negative) return {negate(t), t, negate(i_times(t)), i_times(t)};
  t = divide(t, call1("sqrt", expr::integer(2)));
  std::vector<Expr> out;
  for (const int re : {-1, 1}) {
    for (const int im : {-1, 1}) {
      const Expr real = re < 0 ? negate(t) : t;
      out.push_back(im < 0 ? subtract(real, i_times(t)) : add(real, i_times(t)));
    }
  }
  return out;
}

/// a*x**4 + b*x**2 + c: square roots of the quadratic's roots.
std::vector<Expr> biquadratic(const Polynomial& p) {
  Polynomial half;
  for (const slong i : {0, 2, 4}) {
    const Fraction c = p.coefficient(i);
    fmpq_poly_set_coeff_fmpq(half.get(), i / 2, c.get());
  }
  std::vector<Expr> out;
  for (const Expr& square : quadratic(half)) {
    const Expr root = call1("sqrt", square);
    out.push_back(negate(root));
    out.push_back(root);
  }
  return out;
}

/// acos(w) as a fraction of pi, for the few w where it is one; w is given by its square and sign.
std::optional<Fraction> arc_fraction(const Fraction& square, bool negative) {
  struct Row {
    slong numerator;
    ulong denominator;
    slong arc_numerator;
    ulong arc_denominator;
  };
  static constexpr Row kRows[] = {{0, 1, 1, 2}, {1, 4, 1, 3}, {1, 2, 1, 4}, {3, 4, 1, 6}};
  for (const Row& row : kRows) {
    Fraction q;
    fmpq_set_si(q.get(), row.numerator, row.denominator);
    if (!fmpq_equal(q.get(), square.get())) continue;
    Fraction arc;
    fmpq_set_si(arc.get(), row.arc_numerator, row.arc_denominator);
    if (negative) {
      Fraction one;
      fmpq_set_si(one.get(), 1, 1);
      fmpq_sub(arc.get(), one.get(), arc.get());
    }
    return arc;
  }
  return std::nullopt;
}

/// t**3 + p*t + q with x = t + shift.
struct Depressed {
  Fraction p;
  Fraction q;
  Fraction shift;
};

Depressed depress(const Polynomial& cubic) {
  const Fraction a = cubic.coefficient(3);
  Fraction b = cubic.coefficient(2);
  Fraction c = cubic.coefficient(1);
  Fraction d = cubic.coefficient(0);
  for (Fraction* f : {&b, &c, &d}) fmpq_div(f->get(), f->get(), a.get());
  Depressed out;
  divide_by(out.shift.get(), b.get(), -3);
  // p = c - b**2/3, q = 2*b**3/27 - b*c/3 + d
  Fraction t;
  fmpq_mul(t.get(), b.get(), b.get());
  divide_by(t.get(), t.get(), 3);
  fmpq_sub(out.p.get(), c.get(), t.get());
  fmpq_pow_si(t.get(), b.get(), 3);
  fmpq_mul_si(t.get(), t.get(), 2);
  divide_by(out.q.get(), t.get(), 27);
  fmpq_mul(t.get(), b.get(), c.get());
  divide_by(t.get(), t.get(), 3);
  fmpq_sub(out.q.get(), out.q.get(), t.get());
  fmpq_add(out.q.get(), out.q.get(), d.get());
  return out;
}

/// Three real roots: 2*sqrt(-p/3)*cos(arc - 2*pi*k/3), when the arc is a fraction of pi.
std::vector<Expr> three_real(const Depressed& f) {
  // cos(3*arc) = (3*q/(2*p))*sqrt(-3/p); its square is -27*q**2/(4*p**3).
  Fraction square;
  Fraction cube;
  fmpq_mul(square.get(), f.q.get(), f.q.get());
  fmpq_mul_si(square.get(), square.get(), -27);
  fmpq_pow_si(cube.get(), f.p.get(), 3);
  fmpq_mul_si(cube.get(), cube.get(), 4);
  fmpq_div(square.get(), square.get(), cube.get());
  // p < 0 here, so the cosine has the sign of -q.
  const auto arc = arc_fraction(square, fmpq_sgn(f.q.get()) > 0);
  if (!arc) return {};
  Fraction size;
  divide_by(size.get(), f.p.get(), -3);
  std::vector<Expr> out;
  for (slong k = 0; k < 3; ++k) {
    Fraction angle;
    fmpq_set_si(angle.get(), -2 * k, 3);
    Fraction third;
    divide_by(third.get(), arc->get(), 3);
    fmpq_add(angle.get(), angle.get(), third.get());
    const Expr wave = call1("cos", multiply(rational(angle.get()), expr::symbol("pi")));
    out.push_back(
        add(rational(f.shift.get()),
            multiply(expr::integer(2), multiply(call1("sqrt", rational(size.get())), wave))));
  }
  return out;
}

/// Cardano with one real root: u + v, u = cbrt(-q/2 + s), v = cbrt(-q/2 - s), s > 0.
std::vector<Expr> one_real(const Depressed& f) {
  Fraction square;
  Fraction t;
  fmpq_mul(square.get(), f.q.get(), f.q.get());
  fmpq_div_2exp(square.get(), square.get(), 2);
  fmpq_pow_si(t.get(), f.p.get(), 3);
  divide_by(t.get(), t.get(), 27);
  fmpq_add(square.get(), square.get(), t.get());
  Fraction middle;
  divide_by(middle.get(), f.q.get(), -2);
  const Expr s = call1("sqrt", rational(square.get()));
  // |middle| against s decides the signs under the cube roots.
  Fraction middle_square;
  fmpq_mul(middle_square.get(), middle.get(), middle.get());
  const bool middle_larger = fmpq_cmp(middle_square.get(), square.get()) > 0;
  const bool middle_negative = fmpq_sgn(middle.get()) < 0;
  const Expr u = real_cube_root(add(rational(middle.get()), s), middle_larger && middle_negative);
  const Expr v =
      real_cube_root(subtract(rational(middle.get()), s), !(middle_larger && !middle_negative));
  const Expr shift = rational(f.shift.get());
  const Expr sum = add(u, v);
  const Expr centre = subtract(shift, divide(sum, expr::integer(2)));
  const Expr side =
      i_times(divide(multiply(call1("sqrt", expr::integer(3)), subtract(u, v)), expr::integer(2)));
  return {add(shift, sum), subtract(centre, side), add(centre, side)};
}

std::vector<Expr> cubic_roots(const Polynomial& p) {
  const Depressed f = depress(p);
  // -4*p**3 - 27*q**2 > 0: three real roots.
  Fraction discriminant;
  Fraction t;
  fmpq_pow_si(discriminant.get(), f.p.get(), 3);
  fmpq_mul_si(discriminant.get(), discriminant.get(), -4);
  fmpq_mul(t.get(), f.q.get(), f.q.get());
  fmpq_mul_si(t.get(), t.get(), 27);
  fmpq_sub(discriminant.get(), discriminant.get(), t.get());
  return fmpq_sgn(discriminant.get()) > 0 ? three_real(f) : one_real(f);
}

bool pure(const Polynomial& p) {
  for (slong i = 1; i < p.degree(); ++i) {
    if (!fmpq_is_zero(p.coefficient(i).get())) return false;
  }
  return true;
}

/// Longer radicals than this say less than CRootOf and digits.
constexpr int kReadable = 90;

/// Every isolated root must be met by one of the expressions.
bool meets_all(const Polynomial& p, const std::vector<Expr>& candidates) {
  const auto roots = complex_roots(p, 256);
  if (candidates.size() != roots.size()) return false;
  std::vector<bool> met(roots.size(), false);
  for (const Expr& e : candidates) {
    const auto v = numeric_value(e, {}, {.precision = 320});
    if (!v || !v->finite() || size_of(e) > kReadable) return false;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (!met[i] && close(*v, roots[i], 100)) {
        met[i] = true;
        break;
      }
    }
  }
  return std::ranges::all_of(met, [](bool b) { return b; });
}

}  // namespace

std::vector<Expr> roots_in_radicals(const Polynomial& p, const std::string& x) {
  if (p.degree() == 1) return linear(p);
  if (p.degree() == 2) return quadratic(p);
  std::vector<Expr> out;
  if ((p.degree() == 3 || p.degree() == 4) && pure(p)) {
    out = pure_power(p);
  } else if (p.degree() == 3) {
    out = cubic_roots(p);
  } else if (p.degree() == 4 && fmpq_is_zero(p.coefficient(3).get()) &&
             fmpq_is_zero(p.coefficient(1).get())) {
    out = biquadratic(p);
  }
  for (Expr& e : out) e = present(e);
  return meets_all(p, out) ? out : by_index(p, x);
}

std::vector<Expr> symbolic_cubic(const std::vector<Expr>& c) {
  // c[0] + c[1]*x + c[2]*x**2 + c[3]*x**3 with symbolic coefficients: x = t - b/3.
  const auto over = [](const Expr& e, long n) { return divide(e, expr::integer(n)); };
  const auto times = [](long n, const Expr& e) { return multiply(expr::integer(n), e); };
  const Expr b = divide(c[2], c[3]);
  const Expr d = divide(c[1], c[3]);
  const Expr e = divide(c[0], c[3]);
  const auto square = [](const Expr& v) { return power(v, expr::integer(2)); };
  const auto cube = [](const Expr& v) { return power(v, expr::integer(3)); };
  const Expr p = subtract(d, over(square(b), 3));
  const Expr q = add(subtract(over(times(2, cube(b)), 27), over(multiply(b, d), 3)), e);
  const Expr s = call1("sqrt", add(over(square(q), 4), over(cube(p), 27)));
  const Expr u = power(subtract(s, over(q, 2)), expr::number("1/3"));
  std::vector<Expr> out;
  const Expr side = i_times(over(call1("sqrt", expr::integer(3)), 2));
  const Expr half = expr::number("1/2");
  const std::vector<Expr> units{expr::integer(1), subtract(side, half),
                                subtract(negate(side), half)};
  for (const Expr& unit : units) {
    const Expr w = multiply(unit, u);
    // The second cube root is -p/(3*w), so that the pair belongs together.
    Expr root = w;
    if (!is_zero(p)) root = subtract(root, divide(p, times(3, w)));
    if (!is_zero(b)) root = subtract(root, over(b, 3));
    out.push_back(root);
  }
  return out;
}

}  // namespace codecalc::cas
