// Antiderivatives that Giac does not know: dilogarithms, Fresnel integrals, powers times
// logarithms.
#include "cas/worker/special_integrals.h"

#include <vector>

#include "cas/worker/polynomial.h"

namespace codecalc::cas {

namespace {

/// The constant factors of a product taken out.
void split_constant(const Expr& f, const std::string& x, Expr& constant, std::vector<Expr>& rest) {
  if (!depends_on(f, x)) {
    constant = multiply(constant, f);
  } else if (f->kind == Kind::kUnary && f->op == Op::kNegate) {
    constant = negate(constant);
    split_constant(f->children[0], x, constant, rest);
  } else if (f->kind == Kind::kBinary && f->op == Op::kMultiply) {
    split_constant(f->children[0], x, constant, rest);
    split_constant(f->children[1], x, constant, rest);
  } else if (f->kind == Kind::kBinary && f->op == Op::kDivide) {
    split_constant(f->children[0], x, constant, rest);
    if (depends_on(f->children[1], x)) {
      rest.push_back(divide(expr::integer(1), f->children[1]));
    } else {
      constant = divide(constant, f->children[1]);
    }
  } else {
    rest.push_back(f);
  }
}

Expr half() { return expr::number("1/2"); }

/// sin(a*x**2 + b*x + c) or cos of it: square completed, then Fresnel's S and C.
std::optional<Expr> fresnel(const Expr& f, const std::string& x) {
  const bool sine = f->is_call("sin");
  if ((!sine && !f->is_call("cos")) || f->children.size() != 1) return std::nullopt;
  const auto p = polynomial_of(f->children[0], x, 2);
  if (!p || p->degree() != 2) return std::nullopt;
  Fraction a = p->coefficient(2);
  const bool negative = fmpq_sgn(a.get()) < 0;
  // sin(-q) = -sin(q), cos(-q) = cos(q): the leading coefficient is made positive.
  Fraction b = p->coefficient(1);
  Fraction c = p->coefficient(0);
  if (negative) {
    fmpq_neg(a.get(), a.get());
    fmpq_neg(b.get(), b.get());
    fmpq_neg(c.get(), c.get());
  }
  Fraction shift;
  fmpq_div(shift.get(), b.get(), a.get());
  fmpq_div_2exp(shift.get(), shift.get(), 1);
  Fraction rest;
  fmpq_mul(rest.get(), b.get(), shift.get());
  fmpq_div_2exp(rest.get(), rest.get(), 1);
  fmpq_sub(rest.get(), c.get(), rest.get());
  Fraction twice;
  fmpq_mul_2exp(twice.get(), a.get(), 1);
  const Expr scale = call1("sqrt", divide(expr::symbol("pi"), rational(twice.get())));
  const Expr t = add(expr::symbol(x), rational(shift.get()));
  const Expr argument = divide(t, scale);
  const Expr s = call1("fresnels", argument);
  const Expr k = call1("fresnelc", argument);
  Expr value = sine ? s : k;
  if (!fmpq_is_zero(rest.get())) {
    const Expr d = rational(rest.get());
    const Expr cos_d = call1("cos", d);
    const Expr sin_d = call1("sin", d);
    value = sine ? add(multiply(s, cos_d), multiply(k, sin_d))
                 : subtract(multiply(k, cos_d), multiply(s, sin_d));
  }
  value = multiply(scale, value);
  return negative && sine ? negate(value) : value;
}

/// log(u)/(x - r) for linear u: log(u)*log(1 - u/s) + polylog(2, u/s) with s = u(r).
Expr log_over_linear(const Polynomial& u, const Expr& log_argument, const Fraction& root) {
  Fraction s;
  fmpq_poly_evaluate_fmpq(s.get(), u.get(), root.get());
  const Expr log = call1("log", log_argument);
  if (fmpq_is_zero(s.get())) {
    return multiply(half(), power(log, expr::integer(2)));
  }
  const Expr ratio = divide(log_argument, rational(s.get()));
  return add(multiply(log, call1("log", subtract(expr::integer(1), ratio))),
             expr::call("polylog", {expr::integer(2), ratio}));
}

/// log(linear) times a rational function whose poles are all rational and simple.
std::optional<Expr> dilogarithm(const Expr& log, const Expr& rest, const std::string& x) {
  const auto u = polynomial_of(log->children[0], x, 1);
  const auto r = rational_function_of(rest, x);
  if (!u || u->degree() != 1 || !r) return std::nullopt;
  if (r->denominator.degree() < 1 || r->numerator.degree() >= r->denominator.degree()) {
    return std::nullopt;
  }
  Polynomial derivative;
  fmpq_poly_derivative(derivative.get(), r->denominator.get());
  Expr total = expr::integer(0);
  slong found = 0;
  for (const auto& [root, multiplicity] : rational_roots(r->denominator)) {
    if (multiplicity != 1) return std::nullopt;
    ++found;
    Fraction residue;
    Fraction slope;
    fmpq_poly_evaluate_fmpq(residue.get(), r->numerator.get(), root.get());
    fmpq_poly_evaluate_fmpq(slope.get(), derivative.get(), root.get());
    fmpq_div(residue.get(), residue.get(), slope.get());
    total =
        add(total, multiply(rational(residue.get()), log_over_linear(*u, log->children[0], root)));
  }
  if (found != r->denominator.degree()) return std::nullopt;
  return total;
}

/// x**n*log(x) with a symbolic n.
std::optional<Expr> power_times_log(const Expr& p, const Expr& log, const std::string& x) {
  if (p->kind != Kind::kBinary || p->op != Op::kPower || !p->children[0]->is_symbol(x)) {
    return std::nullopt;
  }
  if (!log->children[0]->is_symbol(x) || depends_on(p->children[1], x)) return std::nullopt;
  const Expr m = add(p->children[1], expr::integer(1));
  const Expr raised = divide(power(expr::symbol(x), m), m);
  return subtract(multiply(raised, log), divide(raised, m));
}

bool is_log(const Expr& e) {
  return (e->is_call("log") || e->is_call("ln")) && e->children.size() == 1;
}

}  // namespace

std::optional<Expr> special_antiderivative(const Expr& f, const std::string& x) {
  Expr constant = expr::integer(1);
  std::vector<Expr> rest;
  split_constant(f, x, constant, rest);
  if (rest.size() == 1) {
    if (const auto e = fresnel(rest[0], x)) return multiply(constant, *e);
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (!is_log(rest[i])) continue;
    Expr other = expr::integer(1);
    for (std::size_t j = 0; j < rest.size(); ++j) {
      if (j != i) other = multiply(other, rest[j]);
    }
    if (const auto e = dilogarithm(rest[i], other, x)) return multiply(constant, *e);
    if (const auto e = power_times_log(other, rest[i], x)) return multiply(constant, *e);
  }
  return std::nullopt;
}

}  // namespace codecalc::cas
