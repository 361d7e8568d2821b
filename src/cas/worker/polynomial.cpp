// Polynomials in one variable with rational coefficients, on FLINT.
#include "cas/worker/polynomial.h"

#include <arb_fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

#include <algorithm>
#include <string>

namespace codecalc::cas {

namespace {

using Pair = RationalFunction;

void set_one(Polynomial& p) { fmpq_poly_set_ui(p.get(), 1); }

std::optional<Pair> raise(Pair base, long n, slong max_degree) {
  if (n < 0) {
    if (fmpq_poly_is_zero(base.numerator.get())) return std::nullopt;
    std::swap(base.numerator, base.denominator);
    n = -n;
  }
  const slong degree = std::max(base.numerator.degree(), base.denominator.degree());
  if (degree > 0 && n > max_degree / degree) return std::nullopt;
  if (n > 100'000) return std::nullopt;
  fmpq_poly_pow(base.numerator.get(), base.numerator.get(), static_cast<ulong>(n));
  fmpq_poly_pow(base.denominator.get(), base.denominator.get(), static_cast<ulong>(n));
  return base;
}

void reduce(Pair& f) {
  Polynomial g;
  fmpq_poly_gcd(g.get(), f.numerator.get(), f.denominator.get());
  if (g.degree() > 0) {
    fmpq_poly_div(f.numerator.get(), f.numerator.get(), g.get());
    fmpq_poly_div(f.denominator.get(), f.denominator.get(), g.get());
  }
}

class Reader {
 public:
  Reader(std::string_view variable, slong max_degree)
      : variable_(variable), max_degree_(max_degree) {}

  std::optional<Pair> read(const Expr& e) {
    Pair out;
    set_one(out.denominator);
    if (e->is_symbol(variable_)) {
      fmpq_poly_set_coeff_si(out.numerator.get(), 1, 1);
      return out;
    }
    if (e->kind == Kind::kNumber) {
      const auto v = literal_value(e->text);
      if (!v) return std::nullopt;
      fmpq_poly_set_fmpq(out.numerator.get(), v->get());
      return out;
    }
    if (e->kind == Kind::kUnary && e->op == Op::kNegate) {
      auto inner = read(e->children[0]);
      if (inner) fmpq_poly_neg(inner->numerator.get(), inner->numerator.get());
      return inner;
    }
    if (e->is_call("Rational") && e->children.size() == 2) {
      return read(expr::binary(Op::kDivide, e->children[0], e->children[1]));
    }
    return e->kind == Kind::kBinary ? binary(e) : std::nullopt;
  }

 private:
  std::optional<Pair> binary(const Expr& e) {
    auto a = read(e->children[0]);
    if (!a) return std::nullopt;
    if (e->op == Op::kPower) {
      const auto n = integer_value(e->children[1]);
      return n ? raise(*a, *n, max_degree_) : std::nullopt;
    }
    auto b = read(e->children[1]);
    if (!b) return std::nullopt;
    if (e->op == Op::kDivide) {
      if (fmpq_poly_is_zero(b->numerator.get())) return std::nullopt;
      std::swap(b->numerator, b->denominator);
    }
    if (a->numerator.degree() + b->numerator.degree() + a->denominator.degree() +
            b->denominator.degree() >
        2 * max_degree_) {
      return std::nullopt;
    }
    Pair out;
    fmpq_poly_mul(out.denominator.get(), a->denominator.get(), b->denominator.get());
    switch (e->op) {
      case Op::kMultiply:
      case Op::kDivide:
        fmpq_poly_mul(out.numerator.get(), a->numerator.get(), b->numerator.get());
        return out;
      case Op::kAdd:
      case Op::kSubtract: {
        Polynomial left;
        Polynomial right;
        fmpq_poly_mul(left.get(), a->numerator.get(), b->denominator.get());
        fmpq_poly_mul(right.get(), b->numerator.get(), a->denominator.get());
        if (e->op == Op::kAdd) {
          fmpq_poly_add(out.numerator.get(), left.get(), right.get());
        } else {
          fmpq_poly_sub(out.numerator.get(), left.get(), right.get());
        }
        if (fmpq_poly_equal(a->denominator.get(), b->denominator.get())) {
          out.denominator = a->denominator;
          fmpq_poly_add(out.numerator.get(), a->numerator.get(), b->numerator.get());
          if (e->op == Op::kSubtract) {
            fmpq_poly_sub(out.numerator.get(), a->numerator.get(), b->numerator.get());
          }
        }
        return out;
      }
      default: return std::nullopt;
    }
  }

  std::string_view variable_;
  slong max_degree_;
};

bool before(const Ball& a, const Ball& b) {
  const bool a_real = arb_is_zero(a.im()) != 0;
  const bool b_real = arb_is_zero(b.im()) != 0;
  if (a_real != b_real) return a_real;
  if (arb_lt(a.re(), b.re())) return true;
  if (arb_gt(a.re(), b.re())) return false;
  return arb_lt(a.im(), b.im()) != 0;
}

}  // namespace

std::optional<RationalFunction> rational_function_of(const Expr& e, std::string_view variable) {
  auto f = Reader(variable, 400).read(e);
  if (f) reduce(*f);
  return f;
}

std::optional<Polynomial> polynomial_of(const Expr& e, std::string_view variable,
                                        slong max_degree) {
  auto f = Reader(variable, max_degree).read(e);
  if (!f) return std::nullopt;
  reduce(*f);
  if (f->denominator.degree() != 0) return std::nullopt;
  fmpq_poly_div(f->numerator.get(), f->numerator.get(), f->denominator.get());
  return f->numerator;
}

Expr tree_of(const Polynomial& p, std::string_view variable) {
  Expr out;
  for (slong i = p.degree(); i >= 0; --i) {
    const Fraction c = p.coefficient(i);
    if (fmpq_is_zero(c.get())) continue;
    Fraction absolute;
    fmpq_abs(absolute.get(), c.get());
    const Expr x = power(expr::symbol(variable), expr::integer(i));
    const Expr term = i == 0 ? rational(absolute.get()) : multiply(rational(absolute.get()), x);
    const bool negative = fmpq_sgn(c.get()) < 0;
    if (!out) {
      out = negative ? negate(term) : term;
    } else {
      out = expr::binary(negative ? Op::kSubtract : Op::kAdd, out, term);
    }
  }
  return out ? out : expr::integer(0);
}

std::vector<std::pair<Polynomial, int>> factors_of(const Polynomial& p) {
  fmpz_poly_t whole;
  fmpz_poly_factor_t factors;
  fmpz_poly_init(whole);
  fmpz_poly_factor_init(factors);
  fmpq_poly_get_numerator(whole, p.get());
  std::vector<std::pair<Polynomial, int>> out;
  if (fmpz_poly_degree(whole) > 0) {
    fmpz_poly_factor(factors, whole);
    for (slong i = 0; i < factors->num; ++i) {
      Polynomial f;
      fmpq_poly_set_fmpz_poly(f.get(), factors->p + i);
      out.emplace_back(f, static_cast<int>(factors->exp[i]));
    }
  }
  fmpz_poly_factor_clear(factors);
  fmpz_poly_clear(whole);
  return out;
}

std::vector<std::pair<Fraction, int>> rational_roots(const Polynomial& p) {
  std::vector<std::pair<Fraction, int>> out;
  for (const auto& [factor, multiplicity] : factors_of(p)) {
    if (factor.degree() != 1) continue;
    const Fraction a = factor.coefficient(1);
    Fraction root = factor.coefficient(0);
    fmpq_div(root.get(), root.get(), a.get());
    fmpq_neg(root.get(), root.get());
    out.emplace_back(root, multiplicity);
  }
  return out;
}

std::vector<Ball> complex_roots(const Polynomial& squarefree, slong precision) {
  const slong n = squarefree.degree();
  if (n < 1) return {};
  fmpz_poly_t whole;
  fmpz_poly_init(whole);
  fmpq_poly_get_numerator(whole, squarefree.get());
  acb_ptr roots = _acb_vec_init(n);
  arb_fmpz_poly_complex_roots(roots, whole, 0, precision);
  std::vector<Ball> out(static_cast<std::size_t>(n));
  for (slong i = 0; i < n; ++i) acb_set(out[static_cast<std::size_t>(i)].get(), roots + i);
  _acb_vec_clear(roots, n);
  fmpz_poly_clear(whole);
  std::ranges::sort(out, before);
  return out;
}

std::optional<Ball> root_of_value(const Expr& p, long index, slong precision) {
  const auto variables = free_variables(p);
  if (variables.size() != 1 || index < 0) return std::nullopt;
  const auto polynomial = polynomial_of(p, *variables.begin());
  if (!polynomial || polynomial->degree() < 1 || index >= polynomial->degree()) return std::nullopt;
  Polynomial derivative;
  Polynomial g;
  fmpq_poly_derivative(derivative.get(), polynomial->get());
  fmpq_poly_gcd(g.get(), polynomial->get(), derivative.get());
  if (g.degree() > 0) return std::nullopt;
  const auto roots = complex_roots(*polynomial, precision);
  return roots[static_cast<std::size_t>(index)];
}

}  // namespace codecalc::cas
