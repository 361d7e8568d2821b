// Matrices: rationals on FLINT, symbols by Giac with the result multiplied back.
#include "cas/worker/matrix.h"

#include <acb_mat.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpz_poly.h>

#include <algorithm>

#include "cas/worker/check.h"
#include "cas/worker/operations.h"
#include "cas/worker/polynomial.h"
#include "cas/worker/present.h"
#include "cas/worker/radicals.h"

namespace codecalc::cas {

namespace {

/// Owns an fmpq_mat_t.
class RationalMatrix {
 public:
  RationalMatrix(std::size_t rows, std::size_t columns) {
    fmpq_mat_init(value_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  RationalMatrix(const RationalMatrix&) = delete;
  RationalMatrix& operator=(const RationalMatrix&) = delete;
  ~RationalMatrix() { fmpq_mat_clear(value_); }
  fmpq_mat_struct* get() { return value_; }
  const fmpq_mat_struct* get() const { return value_; }
  fmpq* at(std::size_t i, std::size_t j) {
    return fmpq_mat_entry(value_, static_cast<slong>(i), static_cast<slong>(j));
  }

 private:
  fmpq_mat_t value_;
};

bool fill(RationalMatrix& out, const Matrix& m) {
  for (std::size_t i = 0; i < m.size(); ++i) {
    for (std::size_t j = 0; j < m[i].size(); ++j) {
      const auto q = rational_value(m[i][j]);
      if (!q) return false;
      fmpq_set(out.at(i, j), q->get());
    }
  }
  return true;
}

constexpr const char* kExact = "exact rational arithmetic";

void require_square(const Matrix& m, const std::string& op) {
  if (m.size() == m[0].size()) return;
  throw Refused(Code::kValidation, op + " needs a square matrix; this one is " +
                                       std::to_string(m.size()) + " by " +
                                       std::to_string(m[0].size()));
}

[[noreturn]] void singular() {
  throw Refused(Code::kValidation, "the matrix is singular (its determinant is 0): no inverse");
}

MatrixAnswer exact(Expr value, const char* how) {
  MatrixAnswer out;
  out.value = std::move(value);
  out.checked = true;
  out.check = how;
  return out;
}

MatrixAnswer rational_eigenvalues(RationalMatrix& q) {
  Polynomial p;
  fmpq_mat_charpoly(p.get(), q.get());
  MatrixAnswer out = exact(nullptr, "roots of the exact characteristic polynomial");
  for (const auto& [factor, multiplicity] : factors_of(p)) {
    for (const Expr& root : roots_in_radicals(factor, "x")) {
      out.eigenvalues.emplace_back(root, multiplicity);
    }
  }
  std::vector<std::pair<double, std::size_t>> order;
  std::vector<std::pair<Expr, int>> sorted;
  for (std::size_t i = 0; i < out.eigenvalues.size(); ++i) {
    const auto v = numeric_value(out.eigenvalues[i].first, {}, {.precision = 128});
    order.emplace_back(v ? arf_get_d(arb_midref(v->re()), ARF_RND_NEAR) : 0, i);
  }
  std::ranges::stable_sort(order, {}, &std::pair<double, std::size_t>::first);
  for (const auto& [v, i] : order) sorted.push_back(out.eigenvalues[i]);
  out.eigenvalues = sorted;
  return out;
}

MatrixAnswer rational_operation(const std::string& op, RationalMatrix& q, const Matrix& m) {
  const std::size_t n = m.size();
  if (op == "det") {
    Fraction d;
    fmpq_mat_det(d.get(), q.get());
    return exact(rational(d.get()), kExact);
  }
  if (op == "rank") {
    RationalMatrix reduced(n, m[0].size());
    return exact(expr::integer(fmpq_mat_rref(reduced.get(), q.get())), kExact);
  }
  if (op == "inverse") {
    RationalMatrix inverse(n, n);
    if (!fmpq_mat_inv(inverse.get(), q.get())) singular();
    MatrixAnswer out = exact(nullptr, kExact);
    for (std::size_t i = 0; i < n; ++i) {
      auto& row = out.matrix.emplace_back();
      for (std::size_t j = 0; j < n; ++j) row.push_back(rational(inverse.at(i, j)));
    }
    return out;
  }
  return rational_eigenvalues(q);
}

Expr tree_of(const Matrix& m) {
  std::vector<Expr> rows;
  for (const auto& row : m) rows.push_back(expr::list(row));
  return expr::list(rows);
}

/// The determinant at a sample point, by Arb; the check of a symbolic one.
bool determinant_agrees(const Matrix& m, const Expr& value) {
  std::set<std::string> names = free_variables(tree_of(m));
  int agreed = 0;
  const auto n = static_cast<slong>(m.size());
  for (const Point& at : sample_points(names, {.domain = Domain::kComplex}, 4)) {
    acb_mat_t a;
    acb_mat_init(a, n, n);
    bool usable = true;
    for (slong i = 0; i < n; ++i) {
      for (slong j = 0; j < n; ++j) {
        const auto v = numeric_value(m[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
                                     at, {.precision = 400});
        usable = usable && v;
        if (v) acb_set(acb_mat_entry(a, i, j), v->get());
      }
    }
    Ball d;
    acb_mat_det(d.get(), a, 400);
    acb_mat_clear(a);
    const auto want = numeric_value(value, at, {.precision = 400});
    if (!usable || !want) continue;
    if (!close(*want, d, 60)) return false;
    ++agreed;
    if (names.empty()) return true;
  }
  return agreed >= 2;
}

Expr product_entry(const Matrix& a, const Matrix& b, std::size_t i, std::size_t j) {
  Expr out = expr::integer(0);
  for (std::size_t k = 0; k < b.size(); ++k) out = add(out, multiply(a[i][k], b[k][j]));
  return out;
}

MatrixAnswer symbolic_determinant(const Context& c, const Matrix& m) {
  const auto found = c.attempt(4000, [&]() -> std::optional<Expr> {
    const auto d = c.giac.run("det", {tree_of(m)});
    if (!d) return std::nullopt;
    return c.giac.run("simplify", {*d});
  });
  if (!found) throw Refused(Code::kTimeout, "the determinant was not found in time");
  MatrixAnswer out;
  out.value = *found;
  out.checked = determinant_agrees(m, *found);
  out.check = "compared with a numeric determinant at sample points";
  if (!out.checked) {
    throw Refused(Code::kWorkerFailure, "the determinant found did not pass its check");
  }
  return out;
}

MatrixAnswer symbolic_inverse(const Context& c, const Matrix& m) {
  const MatrixAnswer d = symbolic_determinant(c, m);
  if (is_zero(d.value) ||
      compare(d.value, expr::integer(0), {.domain = Domain::kComplex}).holds()) {
    singular();
  }
  const auto found = c.attempt(4000, [&]() -> std::optional<Expr> {
    const auto inverse = c.giac.run("inv", {tree_of(m)});
    if (!inverse) return std::nullopt;
    return c.giac.run("simplify", {*inverse});
  });
  MatrixAnswer out;
  if (found && (*found)->kind == Kind::kList) {
    for (const Expr& row : (*found)->children) out.matrix.push_back(row->children);
  }
  bool fits = out.matrix.size() == m.size();
  for (std::size_t i = 0; fits && i < m.size(); ++i) {
    for (std::size_t j = 0; fits && j < m.size(); ++j) {
      fits = compare(product_entry(m, out.matrix, i, j), expr::integer(i == j ? 1 : 0),
                     {.domain = Domain::kComplex})
                 .holds();
    }
  }
  if (!fits) throw Refused(Code::kWorkerFailure, "no inverse was found that passes its check");
  out.checked = true;
  out.check = "multiplied back at sample points";
  return out;
}

MatrixAnswer symbolic_eigenvalues(const Context& c, const Matrix& m) {
  const Expr t = expr::symbol("eigenvalue_");
  Matrix shifted = m;
  for (std::size_t i = 0; i < m.size(); ++i) shifted[i][i] = subtract(m[i][i], t);
  const MatrixAnswer d = symbolic_determinant(c, shifted);
  MatrixAnswer out;
  const auto factors = c.attempt(3000, [&] { return c.giac.run("factors", {d.value}); });
  if (factors && (*factors)->kind == Kind::kList) {
    const auto& list = (*factors)->children;
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
      if (!depends_on(list[i], t->text)) continue;
      const auto multiplicity = integer_value(list[i + 1]);
      const Solutions s = solve(c, list[i], t->text);
      for (const Expr& e : s.values) {
        out.eigenvalues.emplace_back(e, static_cast<int>(multiplicity.value_or(1)));
      }
    }
  }
  int total = 0;
  for (const auto& [e, k] : out.eigenvalues) total += k;
  if (total != static_cast<int>(m.size())) {
    throw Refused(Code::kResourceExhausted, "the eigenvalues have no short closed form");
  }
  out.checked = true;
  out.check = "substituted into the characteristic polynomial and counted";
  return out;
}

MatrixAnswer symbolic_rank(const Context& c, const Matrix& m) {
  const auto found = c.attempt(3000, [&] { return c.giac.run("rank", {tree_of(m)}); });
  if (!found) throw Refused(Code::kTimeout, "the rank was not found in time");
  MatrixAnswer out;
  out.value = *found;
  // The numeric rank at random points: the generic one.
  out.checked = false;
  out.reason = "the rank for general values of the variables; special values may lower it";
  return out;
}

}  // namespace

MatrixAnswer matrix_operation(const Context& c, const std::string& op, const Matrix& m) {
  if (op == "transpose") {
    MatrixAnswer out = exact(nullptr, "the entries exchanged");
    for (std::size_t j = 0; j < m[0].size(); ++j) {
      auto& row = out.matrix.emplace_back();
      for (const auto& source : m) row.push_back(source[j]);
    }
    return out;
  }
  if (op != "rank") require_square(m, op);
  if (op == "trace") {
    Expr total = expr::integer(0);
    for (std::size_t i = 0; i < m.size(); ++i) total = add(total, m[i][i]);
    return exact(total, "the sum of the diagonal");
  }
  RationalMatrix q(m.size(), m[0].size());
  if (fill(q, m)) return rational_operation(op, q, m);
  if (op == "det") return symbolic_determinant(c, m);
  if (op == "inverse") return symbolic_inverse(c, m);
  if (op == "rank") return symbolic_rank(c, m);
  return symbolic_eigenvalues(c, m);
}

}  // namespace codecalc::cas
