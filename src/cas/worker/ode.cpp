// Ordinary differential equations: Giac's solutions, substituted into the equation.
#include <algorithm>
#include <cctype>
#include <vector>

#include "cas/worker/check.h"
#include "cas/worker/operations.h"
#include "cas/worker/present.h"

namespace codecalc::cas {

namespace {

struct Problem {
  std::string function;
  std::string variable;
};

bool find_unknown(const Expr& e, Problem& out) {
  if ((e->is_call("Derivative") || e->is_call("diff")) && !e->children.empty()) {
    const Expr& f = e->children[0];
    if (f->kind == Kind::kCall && f->children.size() == 1 &&
        f->children[0]->kind == Kind::kSymbol) {
      out = {f->text, f->children[0]->text};
      return true;
    }
  }
  for (const Expr& child : e->children) {
    if (find_unknown(child, out)) return true;
  }
  return false;
}

/// The order that a Derivative call asks for.
long order_of(const Expr& e) {
  long order = 0;
  for (std::size_t i = 1; i < e->children.size(); ++i) {
    const Expr& by = e->children[i];
    if (by->kind == Kind::kTuple && by->children.size() == 2) {
      order += integer_value(by->children[1]).value_or(1);
    } else if (const auto n = integer_value(by)) {
      order += *n - 1;
    } else {
      ++order;
    }
  }
  return order;
}

/// The equation with f(x) as a symbol and its derivatives as `derive(order)`.
template <class F>
Expr translate(const Expr& e, const Problem& p, const F& derive) {
  if (e->kind == Kind::kCall && e->text == p.function) return derive(0);
  if (e->is_call("Derivative") || e->is_call("diff")) {
    if (!e->children.empty() && e->children[0]->is_call(p.function)) return derive(order_of(e));
  }
  return map_children(e, [&](const Expr& child) { return translate(child, p, derive); });
}

long highest_order(const Expr& e, const Problem& p) {
  long order = 0;
  if ((e->is_call("Derivative") || e->is_call("diff")) && !e->children.empty() &&
      e->children[0]->is_call(p.function)) {
    order = order_of(e);
  }
  for (const Expr& child : e->children) order = std::max(order, highest_order(child, p));
  return order;
}

/// How many constants C1, C2, ... a general solution has: as many as the equation's order.
long constants_of(const Expr& e) {
  long n = 0;
  for (const std::string& name : free_variables(e)) {
    if (name.size() > 1 && name[0] == 'C' && std::isdigit(static_cast<unsigned char>(name[1]))) ++n;
  }
  return n;
}

/// The residual of y in the equation, with derivatives taken by Giac.
bool satisfies(const Context& c, const Expr& equation, const Problem& p, const Expr& y) {
  std::vector<Expr> derivatives{y};
  const auto derive = [&](long n) {
    while (static_cast<long>(derivatives.size()) <= n) {
      const auto next = c.giac.run("derive", {derivatives.back(), expr::symbol(p.variable)});
      derivatives.push_back(next ? *next : expr::symbol("nan"));
    }
    return derivatives[static_cast<std::size_t>(n)];
  };
  const Expr residual = translate(equation, p, derive);
  return compare(residual, expr::integer(0), {.domain = Domain::kPositive}).holds();
}

}  // namespace

Answer solve_ode(const Context& c, const Expr& equation, const Expr& unknown) {
  Problem p;
  if (unknown && unknown->kind == Kind::kCall && unknown->children.size() == 1 &&
      unknown->children[0]->kind == Kind::kSymbol) {
    p = {unknown->text, unknown->children[0]->text};
  } else if (!find_unknown(equation, p)) {
    throw Refused(Code::kValidation, "dsolve is written dsolve(equation in f(x), f(x))");
  }
  const Expr function = expr::call(p.function, {expr::symbol(p.variable)});
  const Expr original = expr::call("dsolve", {equation, function});
  const Expr y = expr::symbol("ode_" + p.function);
  const auto found = c.attempt(4000, [&]() -> std::optional<Expr> {
    const Expr in_giac = translate(equation, p, [&](long n) {
      Expr out = y;
      for (long i = 0; i < n; ++i) out = expr::call("giac_derive", {out, expr::symbol(p.variable)});
      return out;
    });
    return c.giac.run_quoted("desolve", {expr::compare({in_giac, expr::integer(0)}, {Op::kEqual}),
                                         expr::symbol(p.variable), y});
  });
  if (!found) return unverified(original, "the equation was not solved");
  std::vector<Expr> solutions{*found};
  if ((*found)->kind == Kind::kList) solutions = (*found)->children;
  std::vector<Expr> good;
  const long order = highest_order(equation, p);
  for (const Expr& s : solutions) {
    if (s->kind == Kind::kList || depends_on(s, y->text)) continue;
    if (constants_of(s) != order) continue;
    if (satisfies(c, equation, p, s)) {
      good.push_back(expr::call("Eq", {function, s}));
    }
  }
  if (good.empty()) return unverified(original, "no solution was found that passes the check");
  const Expr value = good.size() == 1 ? good[0] : expr::list(good);
  return verified(value, "every solution substituted into the equation");
}

}  // namespace codecalc::cas
