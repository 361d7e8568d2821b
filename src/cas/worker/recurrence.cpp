// Sums of hypergeometric terms with a symbolic upper bound, by interpolating the ratio of
// neighbouring values.
#include "cas/worker/recurrence.h"

#include <flint/fmpq_mat.h>

#include "cas/worker/numeric.h"
#include "cas/worker/polynomial.h"

namespace codecalc::cas {

namespace {

constexpr long kFirst = 1;
constexpr long kValues = 16;

/// The sum at n, exactly; nothing when it is no rational number.
std::optional<Fraction> value_at(const Expr& f, const std::string& k, const Expr& a, const Expr& b,
                                 const std::string& name, long n) {
  const Expr number = expr::integer(n);
  const auto low = integer_value(replace(a, name, number));
  const auto high = integer_value(replace(b, name, number));
  if (!low || !high || *high - *low > 1000) return std::nullopt;
  Ball total;
  const Expr at_n = replace(f, name, number);
  for (long i = *low; i <= *high; ++i) {
    Point at;
    at.emplace(k, Ball(i));
    const auto v = numeric_value(at_n, at, {.precision = 800});
    if (!v || !v->finite()) return std::nullopt;
    acb_add(total.get(), total.get(), v->get(), 800);
  }
  // Whole values only: what sums of binomials and factorials are.
  Integer whole;
  if (!acb_get_unique_fmpz(whole.get(), total.get())) return std::nullopt;
  Fraction out;
  fmpq_set_fmpz(out.get(), whole.get());
  return out;
}

/// p(n) - ratio(n)*q(n) = 0 at all points, p and q of degree d: a null vector, if there is one.
std::optional<RationalFunction> interpolate(const std::vector<Fraction>& ratios, slong d) {
  const slong unknowns = 2 * (d + 1);
  const slong points = static_cast<slong>(ratios.size());
  if (points < unknowns + 2) return std::nullopt;
  fmpq_mat_t m;
  fmpq_mat_init(m, points, unknowns);
  for (slong i = 0; i < points; ++i) {
    Fraction x;
    fmpq_set_si(x.get(), kFirst + i, 1);
    Fraction p;
    fmpq_set_si(p.get(), 1, 1);
    for (slong j = 0; j <= d; ++j) {
      fmpq_set(fmpq_mat_entry(m, i, j), p.get());
      fmpq_mul(fmpq_mat_entry(m, i, d + 1 + j), p.get(), ratios[static_cast<std::size_t>(i)].get());
      fmpq_neg(fmpq_mat_entry(m, i, d + 1 + j), fmpq_mat_entry(m, i, d + 1 + j));
      fmpq_mul(p.get(), p.get(), x.get());
    }
  }
  const slong rank = fmpq_mat_rref(m, m);
  std::optional<RationalFunction> out;
  if (rank < unknowns) {
    // The first column without a pivot is free; set it to 1.
    slong free_column = 0;
    while (free_column < rank && fmpq_is_one(fmpq_mat_entry(m, free_column, free_column))) {
      ++free_column;
    }
    std::vector<Fraction> solution(static_cast<std::size_t>(unknowns));
    fmpq_set_si(solution[static_cast<std::size_t>(free_column)].get(), 1, 1);
    for (slong i = 0; i < free_column; ++i) {
      fmpq_neg(solution[static_cast<std::size_t>(i)].get(), fmpq_mat_entry(m, i, free_column));
    }
    out.emplace();
    for (slong j = 0; j <= d; ++j) {
      fmpq_poly_set_coeff_fmpq(out->numerator.get(), j,
                               solution[static_cast<std::size_t>(j)].get());
      fmpq_poly_set_coeff_fmpq(out->denominator.get(), j,
                               solution[static_cast<std::size_t>(d + 1 + j)].get());
    }
    if (fmpq_poly_is_zero(out->denominator.get()) || fmpq_poly_is_zero(out->numerator.get())) {
      out.reset();
    }
  }
  fmpq_mat_clear(m);
  return out;
}

/// The product of gamma(n - root)/gamma(first - root) over the linear factors.
std::optional<Expr> rising(const Polynomial& p, const Expr& n, Fraction& lead) {
  lead = p.coefficient(p.degree());
  Expr out = expr::integer(1);
  slong degree = 0;
  for (const auto& [root, multiplicity] : rational_roots(p)) {
    degree += multiplicity;
    Fraction start;
    fmpq_set_si(start.get(), kFirst, 1);
    fmpq_sub(start.get(), start.get(), root.get());
    if (fmpq_sgn(start.get()) <= 0) return std::nullopt;
    const Expr top = call1("gamma", subtract(n, rational(root.get())));
    const Expr bottom = call1("gamma", rational(start.get()));
    out = multiply(out, power(divide(top, bottom), expr::integer(multiplicity)));
  }
  return degree == p.degree() ? std::optional(out) : std::nullopt;
}

}  // namespace

std::vector<Expr> sums_by_recurrence(const Expr& f, const std::string& k, const Expr& a,
                                     const Expr& b) {
  std::set<std::string> names = free_variables(b);
  names.merge(free_variables(a));
  if (names.size() != 1) return {};
  const std::string name = *names.begin();
  const Expr n = expr::symbol(name);
  std::vector<Expr> out{
      expr::call("binomial", {multiply(expr::integer(2), n), n}),
      multiply(n, power(expr::integer(2), subtract(n, expr::integer(1)))),
      // Sum of n!/k!: incomplete exponential series.
      multiply(expr::symbol("E"),
               expr::call("uppergamma", {add(n, expr::integer(1)), expr::integer(1)})),
  };
  std::vector<Fraction> values;
  for (long i = kFirst; i < kFirst + kValues; ++i) {
    const auto v = value_at(f, k, a, b, name, i);
    if (!v || fmpq_is_zero(v->get())) return out;
    values.push_back(*v);
  }
  std::vector<Fraction> ratios;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    Fraction r;
    fmpq_div(r.get(), values[i + 1].get(), values[i].get());
    ratios.push_back(r);
  }
  for (slong d = 0; d <= 4; ++d) {
    const auto ratio = interpolate(ratios, d);
    if (!ratio) continue;
    Fraction top_lead;
    Fraction bottom_lead;
    const auto top = rising(ratio->numerator, n, top_lead);
    const auto bottom = rising(ratio->denominator, n, bottom_lead);
    if (!top || !bottom) break;
    fmpq_div(top_lead.get(), top_lead.get(), bottom_lead.get());
    const Expr growth = power(rational(top_lead.get()), subtract(n, expr::integer(kFirst)));
    out.push_back(multiply(multiply(rational(values[0].get()), growth), divide(*top, *bottom)));
    break;
  }
  return out;
}

}  // namespace codecalc::cas
