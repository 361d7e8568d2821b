// The operations of algebra, each checked before it answers. All take and give plain trees; none
// throws for a hard problem: it is left unevaluated, with the reason.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cas/worker/answer.h"

namespace codecalc::cas {

/// The antiderivative of `f` by `x`, or Integral(f, x).
Answer integrate(const Context& c, const Expr& f, const std::string& x);

/// The integral from `a` to `b`; oo, -oo or nan when it diverges; or Integral(f, (x, a, b)).
Answer integrate(const Context& c, const Expr& f, const std::string& x, const Expr& a,
                 const Expr& b);

Answer differentiate(const Context& c, const Expr& f, const std::string& x, long order);

enum class Side { kBoth, kLeft, kRight };
/// The limit of `f` as `x` goes to `point`. One that does not exist is nan with a reason that
/// gives both sides' values when they differ, or AccumBounds for an oscillation between bounds.
Answer limit(const Context& c, const Expr& f, const std::string& x, const Expr& point, Side side);

/// The sum or product over whole `k` from `a` to `b`.
Answer sum(const Context& c, const Expr& f, const std::string& k, const Expr& a, const Expr& b);
Answer product(const Context& c, const Expr& f, const std::string& k, const Expr& a, const Expr& b);

/// The power series around `point` with terms below `order`, ended by O(...).
Answer series(const Context& c, const Expr& f, const std::string& x, const Expr& point, long order);

/// The solutions of f = 0 in `x`. `complete` in the reason tells of families left out.
struct Solutions {
  std::vector<Expr> values;
  bool checked = false;
  std::string check;
  std::string reason;
  std::vector<std::string> assumptions;
  bool everything = false;  ///< every x is a solution
};
Solutions solve(const Context& c, const Expr& f, const std::string& x);

/// The real solutions of an inequality, as a combination of relations in `x`.
Answer solve_inequality(const Context& c, const Expr& relation, const std::string& x);

/// Solutions of a system: one list of (variable, value) per solution.
struct SystemSolutions {
  std::vector<std::vector<std::pair<std::string, Expr>>> values;
  bool checked = false;
  std::string check;
  std::string reason;
};
SystemSolutions solve_system(const Context& c, const std::vector<Expr>& equations,
                             const std::vector<std::string>& variables);

/// Eq(f(x), ...) or a list of them, for an ordinary differential equation.
Answer solve_ode(const Context& c, const Expr& equation, const Expr& unknown);

/// The shortest form found that has the same value.
Answer simplify(const Context& c, const Expr& e);

/// Whether two expressions have the same value.
struct Equivalence {
  bool identical = false;
  bool decided = false;
  Expr difference;
  std::string check;
  std::string reason;
  std::vector<std::string> assumptions;
};
Equivalence equivalent(const Context& c, const Expr& a, const Expr& b);

/// A command of Giac that rewrites an expression without changing its value (expand, factor, ...),
/// with the equality checked.
Answer rewrite(const Context& c, const char* command, const Expr& e);

/// Evaluates everything that an expression asks for: integrals, limits, sums, number theory.
Answer evaluate(const Context& c, const Expr& e);

}  // namespace codecalc::cas
