// Antiderivatives: Giac's candidates by several ways, then our own forms; each is differentiated
// and compared with the integrand before it is given.
#include <algorithm>
#include <functional>
#include <vector>

#include "cas/worker/ansatz.h"
#include "cas/worker/check.h"
#include "cas/worker/operations.h"
#include "cas/worker/special_integrals.h"

namespace codecalc::cas {

namespace {

constexpr int kFirstAttemptMs = 2500;
constexpr int kLaterAttemptMs = 800;

/// What a check of a candidate says.
enum class Fit { kNo, kPositive, kReal, kEverywhere };

Fit fit_of(const Expr& candidate, const Expr& f, const std::string& x) {
  if (is_unevaluated(candidate)) return Fit::kNo;
  // x*floor(x) has the right slope between the steps, but jumps at each of them.
  for (const char* name : {"floor", "ceiling", "Mod", "round"}) {
    if (has_call(candidate, name)) return Fit::kNo;
  }
  if (compare_derivative(candidate, f, x, {.domain = Domain::kReal}).holds()) {
    return Fit::kEverywhere;
  }
  if (compare_derivative(candidate, f, x, {.domain = Domain::kPositive}).holds()) {
    return Fit::kPositive;
  }
  return Fit::kNo;
}

using Way = std::function<std::optional<Expr>()>;

/// Parts of f that may serve as a new variable: functions' arguments, radicands, and functions.
void collect_parts(const Expr& e, const std::string& x, std::vector<Expr>& out) {
  if (!depends_on(e, x) || e->is_symbol(x)) return;
  if (size_of(e) > 1 && size_of(e) < 40 &&
      std::ranges::none_of(out, [&](const Expr& o) { return expr::equal(o, e); })) {
    out.push_back(e);
  }
  for (const Expr& child : e->children) collect_parts(child, x, out);
}

/// `e` with every occurrence of the tree `part` replaced.
Expr replace_tree(const Expr& e, const Expr& part, const Expr& by) {
  if (expr::equal(e, part)) return by;
  return map_children(e, [&](const Expr& child) { return replace_tree(child, part, by); });
}

/// f = g(u)*u' for a part u: the antiderivative of g, with u put back.
std::optional<Expr> by_substitution(const Giac& giac, const Expr& f, const std::string& x) {
  constexpr std::size_t kMost = 12;
  std::vector<Expr> parts;
  collect_parts(f, x, parts);
  if (!parts.empty()) parts.erase(parts.begin());  // f itself
  std::ranges::stable_sort(parts, std::greater<>(), size_of);
  if (parts.size() > kMost) parts.resize(kMost);
  const Expr t = expr::symbol("subst_");
  for (const Expr& u : parts) {
    const auto slope = giac.run("derive", {u, expr::symbol(x)});
    if (!slope || is_zero(*slope)) continue;
    const auto g = giac.run("simplify", {divide(replace_tree(f, u, t), *slope)});
    if (!g || depends_on(*g, x)) continue;
    const auto inner = giac.run("integrate", {*g, t});
    if (!inner || is_unevaluated(*inner)) continue;
    return replace(*inner, t->text, u);
  }
  return std::nullopt;
}

std::vector<Way> giac_ways(const Context& c, const Expr& f, const Expr& variable) {
  const Giac& giac = c.giac;
  const auto after = [&giac, f, variable](const char* command) -> Way {
    return [&giac, f, variable, command]() -> std::optional<Expr> {
      const auto g = giac.run(command, {f});
      if (!g) return std::nullopt;
      return giac.run("integrate", {*g, variable});
    };
  };
  return {
      [&giac, f, variable] { return giac.run("integrate", {f, variable}); },
      after("simplify"),
      after("tlin"),
      after("texpand"),
      [&giac, f, variable]() -> std::optional<Expr> {
        const Giac::ComplexVariables guard(giac);
        return giac.run("integrate", {f, variable});
      },
      after("trigcos"),
      after("hyp2exp"),
      after("normal"),
      [&giac, f, variable] { return by_substitution(giac, f, variable->text); },
      [f, variable] { return ansatz_antiderivative(f, variable->text); },
  };
}

Answer fitting(Expr value, Fit fit, const Expr& f) {
  Answer out = verified(std::move(value), "differentiated and compared at sample points");
  if (fit == Fit::kPositive) {
    for (const std::string& name : free_variables(f)) out.assumptions.push_back(name + " > 0");
  }
  return out;
}

}  // namespace

Answer integrate(const Context& c, const Expr& f, const std::string& x) {
  const Expr variable = expr::symbol(x);
  if (!depends_on(f, x)) return verified(multiply(f, variable), "constant integrand");
  std::optional<Expr> partial;
  const auto offered = [&](const std::optional<Expr>& candidate) {
    if (!candidate) return Fit::kNo;
    const Fit fit = fit_of(*candidate, f, x);
    if (fit == Fit::kPositive && !partial) partial = candidate;
    return fit;
  };
  if (const auto own = special_antiderivative(f, x)) {
    if (offered(own) == Fit::kEverywhere) return fitting(*own, Fit::kEverywhere, f);
  }
  const std::vector<Way> ways = giac_ways(c, f, variable);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const bool own = i + 2 >= ways.size();
    const auto candidate = c.attempt(i == 0 || own ? kFirstAttemptMs : kLaterAttemptMs, ways[i]);
    if (offered(candidate) == Fit::kEverywhere) return fitting(*candidate, Fit::kEverywhere, f);
    if (c.spent()) break;
  }
  if (partial) return fitting(*partial, Fit::kPositive, f);
  return unverified(expr::call("Integral", {f, variable}),
                    "no antiderivative was found that passes the check");
}

}  // namespace codecalc::cas
