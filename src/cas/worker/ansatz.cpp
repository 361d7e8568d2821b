// Antiderivatives by undetermined coefficients. The basis: powers of x and of the integrand's own
// functions (their derivatives stay among them), and logarithms of what stands in denominators.
#include "cas/worker/ansatz.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cas/worker/check.h"
#include "cas/worker/polynomial.h"

namespace codecalc::cas {

namespace {

constexpr std::size_t kMaxBasis = 110;
constexpr slong kBits = 2400;
constexpr slong kStep = 500;       ///< the difference quotient's step is 2^-kStep
constexpr slong kPivotBits = 600;  ///< below 2^-kPivotBits a pivot is zero

/// A function of the integrand and the powers in which the antiderivative may hold it.
struct Kernel {
  Expr tree;
  std::vector<Expr> powers;  ///< including the absent one, 1
};

void add_unique(std::vector<Expr>& list, const Expr& e) {
  if (std::ranges::none_of(list, [&](const Expr& other) { return expr::equal(e, other); })) {
    list.push_back(e);
  }
}

/// Functions, roots and exponentials of x in e; roots with their radicand and exponent.
void collect(const Expr& e, const std::string& x, std::vector<Expr>& functions,
             std::vector<Expr>& roots, std::vector<Expr>& denominators) {
  if (!depends_on(e, x)) return;
  if (e->kind == Kind::kCall && e->text == "sqrt") {
    add_unique(roots, power(e->children[0], expr::number("1/2")));
  } else if (e->kind == Kind::kCall) {
    add_unique(functions, e);
  } else if (e->kind == Kind::kBinary && e->op == Op::kPower) {
    const auto exponent = rational_value(e->children[1]);
    if (!exponent) {
      add_unique(functions, e);
    } else if (!exponent->integer()) {
      add_unique(roots, e);
    } else if (fmpq_sgn(exponent->get()) < 0) {
      add_unique(denominators, e->children[0]);
    }
  } else if (e->kind == Kind::kBinary && e->op == Op::kDivide) {
    add_unique(denominators, e->children[1]);
  }
  for (const Expr& child : e->children) collect(child, x, functions, roots, denominators);
}

/// The parts of a product.
void factors(const Expr& e, std::vector<Expr>& out) {
  if (e->kind == Kind::kBinary && e->op == Op::kMultiply) {
    factors(e->children[0], out);
    factors(e->children[1], out);
  } else if (e->kind == Kind::kBinary && e->op == Op::kPower && rational_value(e->children[1])) {
    factors(e->children[0], out);
  } else {
    out.push_back(e);
  }
}

std::vector<Expr> powers_of(const Expr& base, std::initializer_list<int> exponents) {
  std::vector<Expr> out;
  for (const int n : exponents) {
    out.push_back(n < 0 ? divide(expr::integer(1), power(base, expr::integer(-n)))
                        : power(base, expr::integer(n)));
  }
  return out;
}

Kernel root_kernel(const Expr& root) {
  // g**(p/q) with p/q in (0, 1), and its neighbours one whole power up and down.
  const auto exponent = rational_value(root->children[1]);
  Integer whole;
  fmpz_fdiv_q(whole.get(), fmpq_numref(exponent->get()), fmpq_denref(exponent->get()));
  Fraction rest;
  fmpq_sub_fmpz(rest.get(), exponent->get(), whole.get());
  Kernel out{root->children[0], {expr::integer(1)}};
  const auto with = [&](const Fraction& q) {
    if (!fmpq_is_zero(q.get())) out.powers.push_back(power(root->children[0], rational(q.get())));
  };
  Fraction complement;
  fmpq_set_si(complement.get(), 1, 1);
  fmpq_sub(complement.get(), complement.get(), rest.get());
  with(rest);
  if (!fmpq_equal(complement.get(), rest.get())) with(complement);
  fmpq_neg(complement.get(), complement.get());
  with(complement);
  return out;
}

class Ansatz {
 public:
  Ansatz(const Expr& f, const std::string& x) : f_(f), x_(x) {}

  std::optional<Expr> solve();

 private:
  bool make_basis();
  void multiply_in(const std::vector<Expr>& powers);
  std::optional<std::vector<Fraction>> coefficients();
  std::optional<Ball> value(const Expr& e, const Ball& at) const;
  bool fill_row(const Ball& at, std::vector<Ball>& row) const;

  /// A symbol for a tree of x: the basis is written in symbols, whose values are found once a
  /// point instead of once a basis function.
  Expr atom(const Expr& tree);
  std::optional<Point> atoms_at(const Ball& at) const;

  const Expr& f_;
  const std::string& x_;
  std::vector<Expr> atoms_;
  std::vector<Expr> basis_{expr::integer(1)};
};

std::string atom_name(std::size_t i) { return "atom_" + std::to_string(i); }

Expr Ansatz::atom(const Expr& tree) {
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    if (expr::equal(atoms_[i], tree)) return expr::symbol(atom_name(i));
  }
  atoms_.push_back(tree);
  return expr::symbol(atom_name(atoms_.size() - 1));
}

std::optional<Point> Ansatz::atoms_at(const Ball& at) const {
  Point out;
  out.emplace(x_, at);
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    auto v = value(atoms_[i], at);
    if (!v) return std::nullopt;
    out.emplace(atom_name(i), *std::move(v));
  }
  return out;
}

void Ansatz::multiply_in(const std::vector<Expr>& powers) {
  std::vector<Expr> out;
  for (const Expr& p : powers) {
    for (const Expr& b : basis_) out.push_back(multiply(b, p));
  }
  basis_ = std::move(out);
}

bool Ansatz::make_basis() {
  std::vector<Expr> functions;
  std::vector<Expr> roots;
  std::vector<Expr> denominators;
  collect(f_, x_, functions, roots, denominators);
  if (functions.size() + roots.size() > 4) return false;
  if (functions.empty() && roots.empty()) return false;
  std::vector<Expr> logs;
  std::vector<Expr> reciprocals;
  const Expr x = expr::symbol(x_);
  for (const Expr& d : denominators) {
    std::vector<Expr> parts;
    factors(d, parts);
    for (const Expr& p : parts) {
      if (!depends_on(p, x_)) continue;
      if (const auto q = polynomial_of(p, x_)) {
        for (const auto& [factor, m] : factors_of(*q)) {
          add_unique(logs, tree_of(factor, x_));
          add_unique(reciprocals, tree_of(factor, x_));
        }
      } else if (p->kind != Kind::kCall) {
        add_unique(logs, p);
        if (!(p->kind == Kind::kBinary && p->op == Op::kPower)) add_unique(reciprocals, p);
      }
    }
  }
  for (const Expr& e : functions) {
    const Expr& inner = e->children[0];
    if (e->text == "atan" || e->text == "atanh") {
      const Expr square = power(inner, expr::integer(2));
      add_unique(logs, e->text == "atan" ? add(expr::integer(1), square)
                                         : subtract(expr::integer(1), square));
    }
  }
  for (const Expr& e : functions) {
    if (e->text == "exp" || e->kind == Kind::kBinary) {
      multiply_in(powers_of(atom(e), {0, 1}));
    } else if (e->text == "sin" || e->text == "cos") {
      multiply_in({expr::integer(1), atom(call1("sin", e->children[0])),
                   atom(call1("cos", e->children[0]))});
    } else {
      multiply_in(powers_of(atom(e), {0, 1, 2}));
    }
  }
  for (const Expr& r : roots) {
    std::vector<Expr> powers;
    for (const Expr& p : root_kernel(r).powers) powers.push_back(is_one(p) ? p : atom(p));
    multiply_in(powers);
  }
  multiply_in(basis_.size() > 12 ? powers_of(x, {0, 1, 2}) : powers_of(x, {0, 1, 2, 3}));
  const std::vector<Expr> polynomial_part = basis_;
  for (const Expr& d : reciprocals) {
    for (const Expr& b : polynomial_part) {
      if (basis_.size() < kMaxBasis) basis_.push_back(divide(b, atom(d)));
    }
  }
  for (const Expr& d : logs) {
    const Expr log = atom(call1("log", d));
    basis_.push_back(log);
    for (const Expr& e : functions) {
      if (e->kind == Kind::kCall) basis_.push_back(multiply(log, atom(e)));
    }
  }
  std::vector<Expr> unique;
  for (const Expr& b : basis_) {
    if (!free_variables(b).empty()) add_unique(unique, b);
  }
  basis_ = std::move(unique);
  std::ranges::stable_sort(basis_, {}, size_of);
  return basis_.size() <= kMaxBasis;
}

std::optional<Ball> Ansatz::value(const Expr& e, const Ball& at) const {
  Point point;
  point.emplace(x_, at);
  auto v = numeric_value(e, point, {.precision = kBits});
  if (!v || !v->finite() || !v->real()) return std::nullopt;
  return v;
}

bool Ansatz::fill_row(const Ball& at, std::vector<Ball>& row) const {
  Ball step(1);
  acb_mul_2exp_si(step.get(), step.get(), -kStep);
  Ball high;
  Ball low;
  acb_add(high.get(), at.get(), step.get(), kBits);
  acb_sub(low.get(), at.get(), step.get(), kBits);
  const auto above = atoms_at(high);
  const auto below = atoms_at(low);
  auto wanted = value(f_, at);
  if (!above || !below || !wanted) return false;
  row.clear();
  for (const Expr& b : basis_) {
    auto up = numeric_value(b, *above, {.precision = kBits});
    const auto down = numeric_value(b, *below, {.precision = kBits});
    if (!up || !down || !up->finite() || !down->finite()) return false;
    acb_sub(up->get(), up->get(), down->get(), kBits);
    acb_mul_2exp_si(up->get(), up->get(), kStep - 1);
    row.push_back(*std::move(up));
  }
  row.push_back(*std::move(wanted));
  for (Ball& entry : row) {
    mag_zero(arb_radref(entry.re()));
    mag_zero(arb_radref(entry.im()));
  }
  return true;
}

bool negligible(const Ball& v) {
  mag_t bound;
  mag_init(bound);
  acb_get_mag(bound, v.get());
  const bool small = mag_cmp_2exp_si(bound, -kPivotBits) < 0;
  mag_clear(bound);
  return small;
}

double size_of_ball(const Ball& v) {
  return std::fabs(arf_get_d(arb_midref(v.re()), ARF_RND_NEAR));
}

/// p/q close to v with a small denominator: the continued fraction of v, cut where it closes in.
std::optional<Fraction> nearby_fraction(const Ball& v) {
  Fraction out;
  Integer scaled;
  RealBall t;
  arb_mul_2exp_si(t.get(), v.re(), 200);
  if (arf_cmpabs_2exp_si(arb_midref(t.get()), 400) > 0) return std::nullopt;
  arf_get_fmpz(scaled.get(), arb_midref(t.get()), ARF_RND_NEAR);
  Integer denominator;
  fmpz_one_2exp(denominator.get(), 200);
  Fraction exact;
  fmpq_set_fmpz_frac(exact.get(), scaled.get(), denominator.get());
  // Convergents h/k of the continued fraction.
  Integer h0;
  Integer h1;
  Integer k0;
  Integer k1;
  fmpz_one(h1.get());
  fmpz_one(k0.get());
  Integer a;
  Integer b;
  fmpz_set(a.get(), fmpq_numref(exact.get()));
  fmpz_set(b.get(), fmpq_denref(exact.get()));
  for (int i = 0; i < 40 && !fmpz_is_zero(b.get()); ++i) {
    Integer q;
    Integer r;
    fmpz_fdiv_qr(q.get(), r.get(), a.get(), b.get());
    Integer h = h0;
    Integer k = k0;
    fmpz_addmul(h.get(), q.get(), h1.get());
    fmpz_addmul(k.get(), q.get(), k1.get());
    h0 = h1;
    h1 = h;
    k0 = k1;
    k1 = k;
    if (fmpz_cmp_si(k.get(), 1'000'000) > 0) return std::nullopt;
    fmpq_set_fmpz_frac(out.get(), h.get(), k.get());
    Fraction error;
    fmpq_sub(error.get(), out.get(), exact.get());
    fmpq_abs(error.get(), error.get());
    Fraction bound;
    fmpz_one_2exp(fmpq_denref(bound.get()), 150);
    fmpz_one(fmpq_numref(bound.get()));
    if (fmpq_cmp(error.get(), bound.get()) < 0) return out;
    a = b;
    b = r;
  }
  return std::nullopt;
}

std::optional<std::vector<Fraction>> Ansatz::coefficients() {
  const std::size_t n = basis_.size();
  std::vector<std::vector<Ball>> rows;
  for (const auto& [low, high] :
       {std::pair{0.12, 4.3}, std::pair{0.12, 0.93}, std::pair{1.07, 4.3}}) {
    rows.clear();
    for (const Point& p :
         sample_points({x_}, {.low = low, .high = high}, static_cast<int>(n + 8))) {
      std::vector<Ball> row;
      if (!fill_row(p.at(x_), row)) break;
      rows.push_back(std::move(row));
    }
    if (rows.size() == n + 8) break;
  }
  if (rows.size() < n + 8) return std::nullopt;
  std::vector<std::size_t> pivot_of(n, SIZE_MAX);
  std::size_t used = 0;
  for (std::size_t column = 0; column < n && used < rows.size(); ++column) {
    std::size_t best = used;
    for (std::size_t i = used; i < rows.size(); ++i) {
      if (size_of_ball(rows[i][column]) > size_of_ball(rows[best][column])) best = i;
    }
    if (negligible(rows[best][column])) continue;
    std::swap(rows[used], rows[best]);
    for (std::size_t i = used + 1; i < rows.size(); ++i) {
      Ball factor;
      acb_div(factor.get(), rows[i][column].get(), rows[used][column].get(), kBits);
      for (std::size_t j = column; j <= n; ++j) {
        acb_submul(rows[i][j].get(), factor.get(), rows[used][j].get(), kBits);
        mag_zero(arb_radref(rows[i][j].re()));
      }
    }
    pivot_of[column] = used++;
  }
  for (std::size_t i = used; i < rows.size(); ++i) {
    if (!negligible(rows[i][n])) return std::nullopt;
  }
  std::vector<Ball> solution(n);
  std::vector<Fraction> out(n);
  for (std::size_t column = n; column-- > 0;) {
    if (pivot_of[column] == SIZE_MAX) continue;
    const auto& row = rows[pivot_of[column]];
    Ball v = row[n];
    for (std::size_t j = column + 1; j < n; ++j) {
      acb_submul(v.get(), row[j].get(), solution[j].get(), kBits);
    }
    acb_div(v.get(), v.get(), row[column].get(), kBits);
    mag_zero(arb_radref(v.re()));
    const auto q = nearby_fraction(v);
    if (!q) return std::nullopt;
    out[column] = *q;
    acb_set_fmpq(solution[column].get(), q->get(), kBits);
  }
  return out;
}

std::optional<Expr> Ansatz::solve() {
  if (!make_basis()) return std::nullopt;
  const auto c = coefficients();
  if (!c) return std::nullopt;
  Expr out = expr::integer(0);
  for (std::size_t i = 0; i < basis_.size(); ++i) {
    if (!fmpq_is_zero((*c)[i].get())) {
      out = add(out, multiply(rational((*c)[i].get()), basis_[i]));
    }
  }
  for (std::size_t i = 0; i < atoms_.size(); ++i) out = replace(out, atom_name(i), atoms_[i]);
  return out;
}

}  // namespace

std::optional<Expr> ansatz_antiderivative(const Expr& f, const std::string& x) {
  const auto names = free_variables(f);
  if (names.size() != 1 || !names.contains(x)) return std::nullopt;
  return Ansatz(f, x).solve();
}

}  // namespace codecalc::cas
