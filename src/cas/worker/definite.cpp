// Definite and improper integrals: divergence first, then candidates, each compared with a
// numeric integral.
#include <functional>
#include <vector>

#include "cas/worker/check.h"
#include "cas/worker/identify.h"
#include "cas/worker/operations.h"
#include "cas/worker/quadrature.h"

namespace codecalc::cas {

namespace {

Expr unevaluated(const Expr& f, const std::string& x, const Expr& a, const Expr& b) {
  return expr::call("Integral", {f, expr::tuple({expr::symbol(x), a, b})});
}

/// Whether f grows so fast at an end or a pole that the integral does not exist: the exponent is
/// -1 or below (at infinity: f falls no faster than 1/x).
struct Divergence {
  bool diverges = false;
  int sign = 0;  ///< +1, -1: to oo, -oo; 0: no single one
};

std::optional<int> divergence_at(const Expr& f, const std::string& x, const Expr& point,
                                 int direction) {
  const auto local = local_power(f, x, point, direction, {});
  if (!local || !local->exact) return std::nullopt;
  const bool infinite = is_infinite(point);
  constexpr double kSlack = 1e-6;
  const bool diverges = infinite ? local->exponent <= 1 + kSlack : local->exponent <= -1 + kSlack;
  if (!diverges) return std::nullopt;
  return local->sign;
}

bool oscillates(const Expr& f, const std::string& x) {
  for (const char* name : {"sin", "cos", "tan", "sec", "csc", "cot", "besselj", "bessely"}) {
    if (has_call(f, name)) return depends_on(f, x);
  }
  return depends_on(f, x) && !free_variables(f).empty() && has_call(f, "exp") && depends_on(f, "I");
}

Divergence divergence(const Expr& f, const std::string& x, const Expr& a, const Expr& b) {
  Divergence out;
  std::vector<int> signs;
  const auto look = [&](const Expr& point, int direction) {
    if (const auto s = divergence_at(f, x, point, direction)) signs.push_back(*s);
  };
  if (!is_infinite(a) || !oscillates(f, x)) look(a, is_infinite(a) ? -1 : 1);
  if (!is_infinite(b) || !oscillates(f, x)) look(b, is_infinite(b) ? 1 : -1);
  for (const Ball& pole : singular_points(f, x, a, b, {})) {
    Point at;
    at.emplace("_pole", pole);
    for (const int direction : {-1, 1}) {
      const auto local = local_power(f, x, expr::symbol("_pole"), direction, at);
      // The pole's place is known to 200 bits only: closer scales would see a constant.
      if (local && local->exact && local->exponent <= -1 + 1e-6) signs.push_back(local->sign);
    }
  }
  if (signs.empty()) return out;
  out.diverges = true;
  out.sign = signs[0];
  for (const int s : signs) {
    if (s != out.sign) out.sign = 0;
  }
  return out;
}

Answer diverged(const Divergence& d) {
  Expr value = expr::symbol("nan");
  if (d.sign > 0) value = expr::symbol("oo");
  if (d.sign < 0) value = negate(expr::symbol("oo"));
  Answer out = verified(value, "the integrand's growth at the singular point or end");
  out.reason = "the integral diverges";
  return out;
}

/// |f| does not become small towards an infinite end: sampled far out.
bool stays_large(const Expr& f, const std::string& x, bool negative) {
  for (const slong place : {18L, 26L}) {
    bool large = false;
    for (slong j = 0; j < 24 && !large; ++j) {
      Ball v((slong{1} << place) * 100 + 37 * j);
      acb_div_si(v.get(), v.get(), negative ? -100 : 100, 256);
      Point at;
      at.emplace(x, v);
      const auto value = numeric_value(f, at, {.precision = 256});
      large = value && value->finite() && !close(*value, Ball(0), 4);
    }
    if (!large) return false;
  }
  return true;
}

/// What an oscillation that does not calm down adds up to, when its antiderivative shows it: nan,
/// or an infinity. Acceleration gives such integrals a value that they do not have.
std::optional<Expr> endless_swing(const Context& c, const Expr& f, const std::string& x,
                                  const Expr& a, const Expr& b) {
  if (!oscillates(f, x)) return std::nullopt;
  const bool both = is_infinite(a) && is_infinite(b);
  for (const Expr& end : {a, b}) {
    if (!is_infinite(end) || !stays_large(f, x, end->kind == Kind::kUnary)) continue;
    const Answer antiderivative = integrate(c, f, x);
    if (!antiderivative.checked) continue;
    const Answer far = limit(c, antiderivative.value, x, end, Side::kBoth);
    if (!far.checked) continue;
    if (far.value->is_symbol("nan")) return far.value;
    if (!is_infinite(far.value) || far.value->is_symbol("zoo") || both) continue;
    if (is_infinite(b)) return far.value;
    return far.value->kind == Kind::kUnary ? far.value->children[0] : negate(far.value);
  }
  return std::nullopt;
}

/// What functions that Giac does not know go to at plus infinity; the odd ones change their sign.
Expr value_at_infinity(const std::string& name, bool negative) {
  const auto odd = [negative](Expr e) { return negative ? negate(std::move(e)) : e; };
  if (name == "fresnels" || name == "fresnelc") return odd(expr::number("1/2"));
  if (name == "erf" || name == "tanh") return odd(expr::integer(1));
  if (name == "Si" || name == "atan") return odd(divide(expr::symbol("pi"), expr::integer(2)));
  if (name == "erfc") return negative ? expr::integer(2) : expr::integer(0);
  if (name == "Ei" && negative) return expr::integer(0);
  if (name == "Ci" && !negative) return expr::integer(0);
  return nullptr;
}

/// The antiderivative with named functions whose argument grows without end replaced by their
/// limits; what stays is Giac's to do.
Expr with_known_limits(const Context& c, const Expr& e, const std::string& x, const Expr& point) {
  if (e->kind == Kind::kCall && e->children.size() == 1 && depends_on(e, x) &&
      value_at_infinity(e->text, false)) {
    const auto inner = c.giac.run("limit", {e->children[0], expr::symbol(x), point});
    if (inner && is_infinite(*inner) && !(*inner)->is_symbol("zoo")) {
      if (const Expr v = value_at_infinity(e->text, (*inner)->kind == Kind::kUnary)) return v;
    }
  }
  return map_children(e, [&](const Expr& child) { return with_known_limits(c, child, x, point); });
}

/// The antiderivative at one end of the range.
std::optional<Expr> end_value(const Context& c, const Expr& antiderivative, const std::string& x,
                              const Expr& point, int direction) {
  if (is_infinite(point)) {
    const Expr known = with_known_limits(c, antiderivative, x, point);
    if (!depends_on(known, x)) return known;
    return c.giac.run("limit", {known, expr::symbol(x), point});
  }
  const auto limit =
      c.giac.run("limit", {antiderivative, expr::symbol(x), point, expr::integer(direction)});
  if (limit && !is_unevaluated(*limit) && !(*limit)->is_symbol("nan")) return limit;
  return replace(antiderivative, x, point);
}

/// Candidates from the antiderivative: its limits at both ends.
std::optional<Expr> by_limits(const Context& c, const Expr& antiderivative, const std::string& x,
                              const Expr& a, const Expr& b) {
  return c.attempt(2000, [&]() -> std::optional<Expr> {
    const auto upper = end_value(c, antiderivative, x, b, -1);
    const auto lower = end_value(c, antiderivative, x, a, 1);
    if (!upper || !lower) return std::nullopt;
    const auto difference = c.giac.run("simplify", {subtract(*upper, *lower)});
    return difference ? *difference : subtract(*upper, *lower);
  });
}

using Check = std::function<bool(const Expr&)>;

/// Tries every way; the first candidate that passes.
std::optional<Expr> find_candidate(const Context& c, const Expr& f, const std::string& x,
                                   const Expr& a, const Expr& b, const Check& passes) {
  const Expr variable = expr::symbol(x);
  const auto usable = [&](const std::optional<Expr>& e) {
    return e && !is_unevaluated(*e) && !(*e)->is_symbol("nan") && !is_infinite(*e) && passes(*e);
  };
  const auto direct = c.attempt(2500, [&] { return c.giac.run("integrate", {f, variable, a, b}); });
  if (usable(direct)) return direct;
  const Answer antiderivative = integrate(c, f, x);
  if (antiderivative.checked) {
    const auto limits = by_limits(c, antiderivative.value, x, a, b);
    if (usable(limits)) return limits;
  }
  const auto simplified = c.attempt(1500, [&]() -> std::optional<Expr> {
    const auto g = c.giac.run("simplify", {f});
    if (!g) return std::nullopt;
    return c.giac.run("integrate", {*g, variable, a, b});
  });
  if (usable(simplified)) return simplified;
  return std::nullopt;
}

/// Factors that a closed form may have because the integrand has them: exp(-1/4) for a Gaussian
/// times a wave, roots of its coefficients.
std::vector<Expr> hints_of(const Expr& f, const std::string& x) {
  std::vector<Expr> out;
  const Expr root_pi = call1("sqrt", expr::symbol("pi"));
  for (const char* exponent : {"-1/4", "-1/2", "-1", "-2", "1/2", "1/4"}) {
    const Expr e = call1("exp", expr::number(exponent));
    out.push_back(e);
    if (has_call(f, "exp") && depends_on(f, x)) out.push_back(multiply(root_pi, e));
  }
  for (const int n : {3, 5, 7}) out.push_back(call1("sqrt", expr::integer(n)));
  return out;
}

/// The last resort: many digits, and the constants that they spell.
std::optional<Expr> from_digits(const Context& c, const Expr& f, const std::string& x,
                                const Expr& a, const Expr& b) {
  return c.attempt(4000, [&]() -> std::optional<Expr> {
    const auto precise = integrate_numerically(f, x, a, b, {}, kIdentifyBits + 8);
    if (!precise || !arb_contains_zero(precise->value.im())) return std::nullopt;
    RealBall value;
    arb_set_arf(value.get(), arb_midref(precise->value.re()));
    return identify(value.get(), hints_of(f, x));
  });
}

Answer without_parameters(const Context& c, const Expr& f, const std::string& x, const Expr& a,
                          const Expr& b) {
  const Divergence d = divergence(f, x, a, b);
  if (d.diverges) return diverged(d);
  if (const auto swing = endless_swing(c, f, x, a, b)) {
    Answer out = verified(*swing, "the antiderivative has no finite limit at the infinite end");
    out.reason = "the integral diverges";
    return out;
  }
  const auto numeric = integrate_numerically(f, x, a, b, {});
  const auto passes = [&](const Expr& candidate) {
    if (!numeric) return false;
    const auto v = numeric_value(candidate, {}, {.precision = 256});
    return v && v->finite() && close(*v, numeric->value, 50);
  };
  const auto found = find_candidate(c, f, x, a, b, passes);
  if (found) {
    return verified(*found, numeric->certified ? "compared with certified quadrature"
                                               : "compared with numeric quadrature");
  }
  if (numeric) {
    if (const auto e = from_digits(c, f, x, a, b); e && passes(*e)) {
      return verified(*e, "found from 60 digits of the integral's numeric value");
    }
  }
  return unverified(unevaluated(f, x, a, b),
                    numeric ? "no closed form was found that agrees with the numeric value"
                            : "no closed form was found, and the numeric value did not converge");
}

/// With parameters: compared at several values of them.
Answer with_parameters(const Context& c, const Expr& f, const std::string& x, const Expr& a,
                       const Expr& b, const std::set<std::string>& parameters) {
  int positive_points = 0;
  const auto compare_at = [&](const Expr& candidate, Domain domain) {
    int agreed = 0;
    for (const Point& at : sample_points(parameters, {.domain = domain}, 6)) {
      const auto numeric = integrate_numerically(f, x, a, b, at);
      if (!numeric) continue;
      const auto v = numeric_value(candidate, at, {.precision = 256});
      if (!v || !v->finite() || !close(*v, numeric->value, 50)) return -1;
      if (++agreed >= 3) break;
    }
    return agreed;
  };
  const auto passes = [&](const Expr& candidate) {
    positive_points = compare_at(candidate, Domain::kPositive);
    return positive_points >= 2;
  };
  const auto result = [&](const Expr& value, bool assumed) {
    Answer out = verified(value, "compared with numeric quadrature at several parameters");
    if (assumed || compare_at(value, Domain::kReal) < 2) {
      for (const std::string& p : parameters) out.assumptions.push_back(p + " > 0");
    }
    return out;
  };
  if (const auto found = find_candidate(c, f, x, a, b, passes)) return result(*found, false);
  c.giac.assume_positive(parameters);
  const auto found = find_candidate(c, f, x, a, b, passes);
  c.giac.forget(parameters);
  if (found) return result(*found, true);
  return unverified(unevaluated(f, x, a, b),
                    "no closed form was found that agrees at sample parameters");
}

}  // namespace

Answer integrate(const Context& c, const Expr& f, const std::string& x, const Expr& a,
                 const Expr& b) {
  std::set<std::string> parameters = free_variables(f);
  parameters.erase(x);
  parameters.merge(free_variables(a));
  parameters.merge(free_variables(b));
  if (expr::equal(a, b)) return verified(expr::integer(0), "both ends are the same");
  if (parameters.empty()) return without_parameters(c, f, x, a, b);
  return with_parameters(c, f, x, a, b, parameters);
}

}  // namespace codecalc::cas
