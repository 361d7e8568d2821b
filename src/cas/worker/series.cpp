// Power series: Giac's, compared with the function close to the point.
#include "cas/worker/check.h"
#include "cas/worker/operations.h"

namespace codecalc::cas {

namespace {

/// Giac marks the remainder by a factor O(1); the other terms are the polynomial.
void split_terms(const Expr& e, bool negative, Expr& polynomial) {
  if (e->kind == Kind::kBinary && (e->op == Op::kAdd || e->op == Op::kSubtract)) {
    split_terms(e->children[0], negative, polynomial);
    split_terms(e->children[1], negative != (e->op == Op::kSubtract), polynomial);
    return;
  }
  if (e->kind == Kind::kUnary) return split_terms(e->children[0], !negative, polynomial);
  if (has_call(e, "O")) return;
  if (!polynomial) {
    polynomial = negative ? negate(e) : e;
  } else {
    polynomial = negative ? subtract(polynomial, e) : add(polynomial, e);
  }
}

/// |f - p| falls like h**order: at half the distance it is about 2**order times smaller.
bool remainder_fits(const Expr& f, const Expr& p, const std::string& x, const Expr& point,
                    long order) {
  std::set<std::string> names = free_variables(f);
  names.erase(x);
  for (Point at : sample_points(names, {.domain = Domain::kPositive}, 1)) {
    const auto centre = numeric_value(point, at, {.precision = 2000});
    if (!centre) return false;
    for (const slong distance : {60L, 90L}) {
      Ball h(1);
      acb_mul_2exp_si(h.get(), h.get(), -distance);
      acb_add(h.get(), h.get(), centre->get(), 2000 + 100 * order);
      at.insert_or_assign(x, h);
      const slong precision = 600 + 100 * order;
      auto a = numeric_value(f, at, {.precision = precision});
      const auto b = numeric_value(p, at, {.precision = precision});
      if (!a || !b || !a->finite() || !b->finite()) return false;
      acb_sub(a->get(), a->get(), b->get(), precision);
      mag_t bound;
      mag_init(bound);
      acb_get_mag(bound, a->get());
      const bool small = mag_cmp_2exp_si(bound, -distance * order + 40) < 0;
      mag_clear(bound);
      if (!small) return false;
    }
  }
  return true;
}

}  // namespace

Answer series(const Context& c, const Expr& f, const std::string& x, const Expr& point,
              long order) {
  const Expr variable = expr::symbol(x);
  const Expr original = expr::call("series", {f, variable, point, expr::integer(order)});
  const Expr step = is_zero(point) ? variable : subtract(variable, point);
  for (const long extra : {-1L, 0L, 2L, 4L}) {
    const auto raw = c.attempt(2500, [&] {
      return c.giac.run("series", {f, variable, point, expr::integer(order + extra)});
    });
    if (!raw) continue;
    Expr polynomial;
    split_terms(*raw, false, polynomial);
    if (!polynomial) polynomial = expr::integer(0);
    // Terms from the order on do not belong to the answer.
    const auto kept = c.attempt(
        1500, [&]() -> std::optional<Expr> { return c.giac.run("expand", {polynomial}); });
    const Expr p = kept ? *kept : polynomial;
    if (!remainder_fits(f, p, x, point, order)) continue;
    const Expr remainder = call1("O", power(step, expr::integer(order)));
    return verified(add(p, remainder), "compared with the function close to the point");
  }
  return unverified(original, "no series was found that passes the check");
}

}  // namespace codecalc::cas
