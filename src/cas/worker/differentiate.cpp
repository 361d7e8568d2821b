// Derivatives: Giac's, compared with a difference quotient.
#include "cas/worker/check.h"
#include "cas/worker/operations.h"
#include "cas/worker/present.h"

namespace codecalc::cas {

Answer differentiate(const Context& c, const Expr& f, const std::string& x, long order) {
  if (order < 0 || order > 100)
    throw Refused(Code::kValidation, "the order of a derivative is 0 to 100");
  Expr current = f;
  bool checked = true;
  for (long i = 0; i < order; ++i) {
    const auto next = c.attempt(3000, [&]() -> std::optional<Expr> {
      return c.giac.run("derive", {current, expr::symbol(x)});
    });
    if (!next || is_unevaluated(*next)) {
      std::vector<Expr> arguments{f, expr::symbol(x)};
      if (order != 1) arguments.push_back(expr::integer(order));
      return unverified(expr::call("Derivative", arguments), "the derivative was not found");
    }
    const Comparison seen =
        compare_derivative(current, *next, x, {.domain = Domain::kReal, .wanted = 4});
    if (seen.different > 0) {
      return unverified(expr::call("Derivative", {f, expr::symbol(x), expr::integer(order)}),
                        "the derivative found does not agree with a difference quotient");
    }
    checked = checked && seen.holds();
    current = present(*next);
  }
  if (checked) return verified(current, "compared with a difference quotient at sample points");
  return unverified(current, "too few points where both sides have a value");
}

}  // namespace codecalc::cas
