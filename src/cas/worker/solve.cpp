// Equations in one variable, and systems: polynomials on FLINT, the rest by Giac; every root is
// substituted.
#include <flint/fmpq_mat.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "cas/worker/check.h"
#include "cas/worker/operations.h"
#include "cas/worker/polynomial.h"
#include "cas/worker/present.h"
#include "cas/worker/radicals.h"

namespace codecalc::cas {

namespace {

constexpr const char* kSubstituted = "every solution substituted";

/// f at the root: zero to 2^-50 of its scale close by, at sample parameters.
bool is_root(const Expr& f, const std::string& x, const Expr& root) {
  if (depends_on(root, x)) return false;
  const Expr value = replace(f, x, root);
  // Free whole numbers of periodic families are part of the names.
  std::set<std::string> names = free_variables(value);
  std::set<std::string> whole;
  for (const std::string& n : names) {
    if (n.size() > 1 && n[0] == 'n' && std::isdigit(static_cast<unsigned char>(n[1]))) {
      whole.insert(n);
    }
  }
  int good = 0;
  const int wanted = names.empty() ? 1 : 3;
  for (const Point& at :
       sample_points(names, {.domain = Domain::kPositive, .whole = whole}, wanted * 3)) {
    const auto v = numeric_value(value, at, {.precision = 400});
    if (!v || !v->finite()) continue;
    if (!close(*v, Ball(0), 60)) return false;
    if (++good >= wanted) break;
  }
  return good >= wanted;
}

Solutions solve_polynomial(const Polynomial& p, const std::string& x) {
  Solutions out;
  out.checked = true;
  out.check = "all roots counted, isolated and compared";
  for (const auto& [factor, multiplicity] : factors_of(p)) {
    for (const Expr& root : roots_in_radicals(factor, x)) out.values.push_back(root);
  }
  // Real roots first, ascending; then the others.
  std::vector<std::pair<Ball, Expr>> keyed;
  for (const Expr& e : out.values) {
    const auto v = numeric_value(e, {}, {.precision = 256});
    keyed.emplace_back(v ? *v : Ball(), e);
  }
  std::ranges::stable_sort(keyed, [](const auto& a, const auto& b) {
    const bool ra = arb_contains_zero(a.first.im()) != 0;
    const bool rb = arb_contains_zero(b.first.im()) != 0;
    if (ra != rb) return ra;
    if (arb_lt(a.first.re(), b.first.re())) return true;
    if (arb_gt(a.first.re(), b.first.re())) return false;
    return arb_lt(a.first.im(), b.first.im()) != 0;
  });
  out.values.clear();
  for (auto& [v, e] : keyed) out.values.push_back(e);
  return out;
}

/// Giac's list of solutions, flattened; equations x = value give the value.
void flatten(const Expr& e, const std::string& x, std::vector<Expr>& out) {
  if (e->kind == Kind::kList || e->kind == Kind::kTuple) {
    for (const Expr& child : e->children) flatten(child, x, out);
    return;
  }
  if (e->kind == Kind::kCompare && e->relations == std::vector<Op>{Op::kEqual} &&
      e->children[0]->is_symbol(x)) {
    out.push_back(e->children[1]);
    return;
  }
  out.push_back(e);
}

bool same(const Expr& a, const Expr& b) {
  if (expr::equal(present(a), present(b))) return true;
  const Comparison c = compare(a, b, {.domain = Domain::kPositive});
  return c.holds();
}

void add_roots(Solutions& out, const std::optional<Expr>& found, const Expr& f,
               const std::string& x) {
  if (!found) return;
  std::vector<Expr> list;
  flatten(*found, x, list);
  for (const Expr& root : list) {
    if (!is_root(f, x, root)) continue;
    if (std::ranges::none_of(out.values, [&](const Expr& e) { return same(e, root); })) {
      out.values.push_back(root);
    }
  }
}

/// The first call of one of the functions that have cases; null when there is none.
Expr find_cases(const Expr& e, const std::string& x) {
  for (const char* name : {"Abs", "abs", "sign", "Max", "Min", "max", "min"}) {
    if (e->is_call(name) && depends_on(e, x)) return e;
  }
  for (const Expr& child : e->children) {
    if (const Expr found = find_cases(child, x)) return found;
  }
  return nullptr;
}

Expr replace_tree(const Expr& e, const Expr& part, const Expr& by) {
  if (expr::equal(e, part)) return by;
  return map_children(e, [&](const Expr& child) { return replace_tree(child, part, by); });
}

/// What the call may stand for: Abs(u) is u or -u, sign is -1, 0 or 1, Max one of its arguments.
std::vector<Expr> cases_of(const Expr& call) {
  if (call->text == "sign") {
    return {expr::integer(1), negate(expr::integer(1)), expr::integer(0)};
  }
  if (call->text == "Abs" || call->text == "abs") {
    return {call->children[0], negate(call->children[0])};
  }
  return call->children;
}

void solve_by_cases(const Context& c, const Expr& f, const std::string& x, int depth,
                    std::vector<Expr>& out) {
  const Expr call = depth < 4 ? find_cases(f, x) : nullptr;
  if (!call) {
    const Solutions s = solve(c, f, x);
    out.insert(out.end(), s.values.begin(), s.values.end());
    return;
  }
  for (const Expr& branch : cases_of(call)) {
    solve_by_cases(c, replace_tree(f, call, branch), x, depth + 1, out);
  }
}

/// The coefficients of a polynomial in x with symbolic coefficients, lowest first.
std::optional<std::vector<Expr>> symbolic_coefficients(const Context& c, const Expr& f,
                                                       const std::string& x, long most) {
  const auto list = c.attempt(1500, [&]() -> std::optional<Expr> {
    const auto top = c.giac.run("numer", {f});
    if (!top) return std::nullopt;
    std::vector<Expr> coefficients;
    const auto degree = c.giac.run("degree", {*top, expr::symbol(x)});
    const auto n = degree ? integer_value(*degree) : std::nullopt;
    if (!n || *n < 1 || *n > most) return std::nullopt;
    for (long i = 0; i <= *n; ++i) {
      const auto k = c.giac.run("coeff", {*top, expr::symbol(x), expr::integer(i)});
      if (!k || depends_on(*k, x)) return std::nullopt;
      coefficients.push_back(*k);
    }
    return expr::list(coefficients);
  });
  if (!list) return std::nullopt;
  return (*list)->children;
}

/// How many different roots the polynomial has for general values of its parameters; nothing when
/// its coefficients hold irrational constants.
std::optional<long> distinct_roots(const std::vector<Expr>& coefficients, const std::string& x) {
  Expr polynomial = expr::integer(0);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    polynomial =
        add(polynomial,
            multiply(coefficients[i], power(expr::symbol(x), expr::integer(static_cast<long>(i)))));
  }
  long prime = 7;
  for (const std::string& name : free_variables(polynomial)) {
    if (name == x) continue;
    polynomial = replace(polynomial, name, expr::number(std::to_string(prime) + "/5"));
    prime += 12;
  }
  const auto p = polynomial_of(polynomial, x);
  if (!p) return std::nullopt;
  long roots = 0;
  for (const auto& [factor, multiplicity] : factors_of(*p)) roots += factor.degree();
  return roots;
}

std::string list_text(const std::vector<Expr>& values) {
  std::string out;
  for (const Expr& e : values) out += (out.empty() ? "" : ", ") + present_text(e);
  return out;
}

}  // namespace

Solutions solve(const Context& c, const Expr& f, const std::string& x) {
  Solutions out;
  const auto rational = rational_function_of(f, x);
  if (rational) {
    if (rational->numerator.degree() < 0) {
      out.everything = true;
      out.checked = true;
      out.check = "both sides are the same";
      return out;
    }
    return solve_polynomial(rational->numerator, x);
  }
  if (!depends_on(f, x)) {
    const Comparison zero = compare(f, expr::integer(0), {.domain = Domain::kPositive});
    out.checked = zero.different > 0 || zero.holds();
    out.everything = zero.holds();
    out.check = "the equation does not depend on " + x;
    return out;
  }
  if (find_cases(f, x)) {
    std::vector<Expr> found;
    solve_by_cases(c, f, x, 0, found);
    add_roots(out, expr::list(found), f, x);
  }
  const auto coefficients = symbolic_coefficients(c, f, x, 40);
  std::vector<const char*> commands{"solve", "csolve"};
  if (coefficients) std::swap(commands[0], commands[1]);
  for (const char* command : commands) {
    if (!out.values.empty()) break;
    const auto found = c.attempt(3000, [&] { return c.giac.run(command, {f, expr::symbol(x)}); });
    add_roots(out, found, f, x);
  }
  if (out.values.size() < 3 && coefficients && coefficients->size() == 4) {
    Solutions cardano;
    add_roots(cardano, expr::list(symbolic_cubic(*coefficients)), f, x);
    if (cardano.values.size() == 3) out.values = cardano.values;
  }
  if (coefficients && !out.values.empty()) {
    const auto expected = distinct_roots(*coefficients, x);
    if (expected && *expected != static_cast<long>(out.values.size())) {
      // Half a list reads like a whole one: it is told apart.
      out.reason = "there are " + std::to_string(*expected) +
                   " solutions; closed forms were found " + "only for: " + list_text(out.values);
      out.values.clear();
      return out;
    }
  }
  if (out.values.empty()) {
    out.reason = "no solution was found";
    return out;
  }
  out.checked = true;
  out.check = kSubstituted;
  return out;
}

Answer solve_inequality(const Context& c, const Expr& relation, const std::string& x) {
  const auto found =
      c.attempt(3000, [&] { return c.giac.run("solve", {relation, expr::symbol(x)}); });
  const Expr original = expr::call("solve", {relation, expr::symbol(x)});
  if (!found) return unverified(original, "the inequality was not solved");
  Expr region;
  std::vector<Expr> parts{*found};
  if ((*found)->kind == Kind::kList) parts = (*found)->children;
  for (const Expr& part : parts) {
    const Expr p = part->is_symbol(x) ? expr::boolean(true) : part;
    region = region ? expr::binary(Op::kBitOr, region, p) : p;
  }
  if (!region) region = expr::boolean(false);
  // The region and the relation must agree on a grid of real points.
  int agreed = 0;
  for (const double width : {1.7, 12.0, 300.0}) {
    for (const Point& at : sample_points({x}, {.low = -width, .high = width}, 25)) {
      const auto want = truth_value(relation, at, {.precision = 256});
      if (!want) continue;
      const auto got = truth_value(region, at, {.precision = 256});
      if (!got || *got != *want) return unverified(original, "the region found failed the check");
      ++agreed;
    }
  }
  if (agreed < 10) return unverified(region, "too few points where it could be compared");
  return verified(region, "compared with the inequality at 75 real points");
}

namespace {

struct LinearSystem {
  slong rank = 0;  ///< -1: no solution
};

/// The system as a rational matrix, when it is linear with rational coefficients.
std::optional<LinearSystem> linear_system(const std::vector<Expr>& equations,
                                          const std::vector<std::string>& variables) {
  const slong n = static_cast<slong>(variables.size());
  const slong m = static_cast<slong>(equations.size());
  fmpq_mat_t matrix;
  fmpq_mat_init(matrix, m, n + 1);
  bool linear = true;
  for (slong i = 0; linear && i < m; ++i) {
    const Expr& f = equations[static_cast<std::size_t>(i)];
    // f at zero and at the unit vectors gives the coefficients, if it is linear.
    const auto at = [&](slong unit) {
      Expr value = f;
      for (slong j = 0; j < n; ++j) {
        value = replace(value, variables[static_cast<std::size_t>(j)],
                        expr::integer(j == unit ? 1 : 0));
      }
      return rational_value(value);
    };
    const auto constant = at(-1);
    linear = constant.has_value();
    if (!linear) break;
    Expr rebuilt = rational(constant->get());
    for (slong j = 0; linear && j < n; ++j) {
      auto c = at(j);
      linear = c.has_value();
      if (!linear) break;
      fmpq_sub(c->get(), c->get(), constant->get());
      fmpq_set(fmpq_mat_entry(matrix, i, j), c->get());
      rebuilt = add(rebuilt, multiply(rational(c->get()),
                                      expr::symbol(variables[static_cast<std::size_t>(j)])));
    }
    fmpq_neg(fmpq_mat_entry(matrix, i, n), constant->get());
    linear = linear && compare(f, rebuilt, {.domain = Domain::kReal}).holds();
  }
  std::optional<LinearSystem> out;
  if (linear) {
    const slong extended = fmpq_mat_rref(matrix, matrix);
    // A row 0 = 1 in the reduced form.
    bool contradiction = false;
    if (extended > 0) {
      contradiction = true;
      for (slong j = 0; j < n; ++j) {
        contradiction = contradiction && fmpq_is_zero(fmpq_mat_entry(matrix, extended - 1, j));
      }
    }
    out = LinearSystem{contradiction ? -1 : extended};
  }
  fmpq_mat_clear(matrix);
  return out;
}

}  // namespace

SystemSolutions solve_system(const Context& c, const std::vector<Expr>& equations,
                             const std::vector<std::string>& variables) {
  SystemSolutions out;
  std::vector<Expr> unknowns;
  for (const std::string& v : variables) unknowns.push_back(expr::symbol(v));
  const auto ask = [&](const char* command) {
    return c.attempt(3500, [&] {
      std::vector<Expr> zero;
      for (const Expr& e : equations) {
        zero.push_back(expr::compare({e, expr::integer(0)}, {Op::kEqual}));
      }
      return c.giac.run(command, {expr::list(zero), expr::list(unknowns)});
    });
  };
  const auto add_row = [&](const std::vector<Expr>& values) {
    if (values.size() != variables.size()) return;
    std::vector<std::pair<std::string, Expr>> row;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!values[i]->is_symbol(variables[i])) row.emplace_back(variables[i], values[i]);
    }
    for (const Expr& e : equations) {
      Expr value = e;
      for (const auto& [name, v] : row) value = replace(value, name, v);
      if (!compare(value, expr::integer(0), {.domain = Domain::kPositive}).holds()) return;
    }
    const auto same_row = [&](const auto& other) {
      if (other.size() != row.size()) return false;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (!same(other[i].second, row[i].second)) return false;
      }
      return true;
    };
    if (std::ranges::none_of(out.values, same_row)) out.values.push_back(row);
  };
  if (const auto linear = linear_system(equations, variables); linear && linear->rank < 0) {
    out.checked = true;
    out.check = "the ranks of the matrix and of the extended matrix differ";
    out.reason = "the equations contradict each other";
    return out;
  }
  for (const char* command : {"linsolve", "csolve", "solve"}) {
    const auto rows = ask(command);
    if (!rows || (*rows)->kind != Kind::kList) continue;
    const auto& children = (*rows)->children;
    const bool nested = !children.empty() && children[0]->kind != Kind::kCall &&
                        (children[0]->kind == Kind::kList || children[0]->kind == Kind::kTuple);
    if (nested) {
      for (const Expr& row : children) add_row(row->children);
    } else {
      add_row(children);
    }
    if (!out.values.empty()) break;
  }
  out.checked = !out.values.empty();
  out.check = out.checked ? kSubstituted : "";
  if (out.values.empty()) out.reason = "no solution was found";
  return out;
}

}  // namespace codecalc::cas
