// Numeric integrals: certified by Arb, else by the double exponential rule, else interval by
// interval for oscillations.
#include "cas/worker/quadrature.h"

#include <acb_calc.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "cas/worker/check.h"

namespace codecalc::cas {

namespace {

constexpr slong kWorking = 512;  ///< bits; ends are approached to 1e-70

/// How many bits must agree, and what that takes.
struct Accuracy {
  slong bits = 56;
  slong working = kWorking;
  double reach = 4.6;  ///< the double exponential rule's parameter goes from -reach to reach
};

Accuracy accuracy_for(slong bits) {
  if (bits <= 60) return {};
  return {bits, 1400, 5.6};
}

using Integrand = std::function<std::optional<Ball>(const Ball& x, slong precision, bool analytic)>;

int callback(acb_ptr out, const acb_t x, void* parameter, slong order, slong precision) {
  const auto& f = *static_cast<const Integrand*>(parameter);
  Ball at;
  acb_set(at.get(), x);
  const auto v = f(at, precision, order != 0);
  if (v) {
    acb_set(out, v->get());
  } else {
    acb_indeterminate(out);
  }
  return 0;
}

std::optional<NumericIntegral> certified(const Integrand& f, const Ball& a, const Ball& b,
                                         slong bits) {
  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  options->eval_limit = 30'000;
  options->depth_limit = 200;
  mag_t tolerance;
  mag_init(tolerance);
  mag_set_ui_2exp_si(tolerance, 1, -bits - 14);
  NumericIntegral out;
  out.certified = true;
  acb_calc_integrate(out.value.get(), &callback, const_cast<Integrand*>(&f), a.get(), b.get(),
                     bits + 14, tolerance, options, bits + 72);
  mag_clear(tolerance);
  if (!out.value.finite()) return std::nullopt;
  // An exact zero (or close to one) is as good as its absolute error.
  Ball shifted;
  acb_add_ui(shifted.get(), out.value.get(), 1, bits + 128);
  out.bits = std::max(acb_rel_accuracy_bits(out.value.get()), acb_rel_accuracy_bits(shifted.get()));
  if (out.bits < bits) return std::nullopt;
  return out;
}

/// One node of the double exponential rule: the point and its weight at parameter u.
using Node = std::function<void(const Ball& u, Ball& x, Ball& weight)>;

/// The trapezoidal sum of f(x(u))*x'(u) with step 2^-level.
std::optional<Ball> trapezoid(const Integrand& f, const Node& node, int level,
                              const Accuracy& accuracy) {
  Ball total;
  int missing = 0;
  const slong steps = static_cast<slong>(accuracy.reach * std::ldexp(1.0, level));
  for (slong i = -steps; i <= steps; ++i) {
    // Off the middle, where many an integrand has a gap that is none (sin(x)/x).
    Ball u;
    arb_set_d(u.re(), static_cast<double>(i) + 0.37);
    acb_mul_2exp_si(u.get(), u.get(), -level);
    Ball x;
    Ball weight;
    node(u, x, weight);
    auto v = f(x, accuracy.working, false);
    if (!v) return std::nullopt;
    acb_mul(v->get(), v->get(), weight.get(), accuracy.working);
    if (!v->finite()) {
      ++missing;
      continue;
    }
    acb_add(total.get(), total.get(), v->get(), accuracy.working);
  }
  if (missing > steps / 4) return std::nullopt;
  acb_mul_2exp_si(total.get(), total.get(), -level);
  return total;
}

void half_pi_sinh(const Ball& u, Ball& s, Ball& c, slong p) {
  RealBall half_pi;
  arb_const_pi(half_pi.get(), p);
  arb_mul_2exp_si(half_pi.get(), half_pi.get(), -1);
  acb_sinh_cosh(s.get(), c.get(), u.get(), p);
  acb_mul_arb(s.get(), s.get(), half_pi.get(), p);
  acb_mul_arb(c.get(), c.get(), half_pi.get(), p);
}

Node finite_node(const Ball& a, const Ball& b, slong p) {
  return [a, b, p](const Ball& u, Ball& x, Ball& weight) {
    Ball s;
    Ball c;
    half_pi_sinh(u, s, c, p);
    // x = a + (b-a)/(1+exp(-2s)); the form keeps the distance to the near end.
    Ball e;
    acb_mul_2exp_si(e.get(), s.get(), 1);
    acb_neg(e.get(), e.get());
    acb_exp(e.get(), e.get(), p);
    acb_add_ui(e.get(), e.get(), 1, p);
    acb_sub(x.get(), b.get(), a.get(), p);
    acb_div(e.get(), x.get(), e.get(), p);
    acb_cosh(weight.get(), s.get(), p);
    acb_mul(weight.get(), weight.get(), weight.get(), p);
    acb_div(weight.get(), c.get(), weight.get(), p);
    acb_mul(weight.get(), weight.get(), x.get(), p);
    acb_mul_2exp_si(weight.get(), weight.get(), -1);
    acb_add(x.get(), a.get(), e.get(), p);
  };
}

/// From `a` to infinity (direction 1) or from minus infinity to `a` (direction -1).
Node half_line_node(const Ball& a, int direction, slong p) {
  return [a, direction, p](const Ball& u, Ball& x, Ball& weight) {
    Ball s;
    Ball c;
    half_pi_sinh(u, s, c, p);
    acb_exp(s.get(), s.get(), p);
    acb_mul(weight.get(), s.get(), c.get(), p);
    if (direction > 0) {
      acb_add(x.get(), a.get(), s.get(), p);
    } else {
      acb_sub(x.get(), a.get(), s.get(), p);
    }
  };
}

Node line_node(slong p) {
  return [p](const Ball& u, Ball& x, Ball& weight) {
    Ball s;
    Ball c;
    half_pi_sinh(u, s, c, p);
    acb_sinh_cosh(x.get(), weight.get(), s.get(), p);
    acb_mul(weight.get(), weight.get(), c.get(), p);
  };
}

std::optional<NumericIntegral> double_exponential(const Integrand& f, const Node& node,
                                                  const Accuracy& accuracy) {
  std::optional<Ball> previous;
  for (int level = 3; level <= 7; ++level) {
    const auto sum = trapezoid(f, node, level, accuracy);
    if (!sum) return std::nullopt;
    if (previous && close(*sum, *previous, accuracy.bits)) {
      NumericIntegral out;
      out.value = *sum;
      out.bits = accuracy.bits;
      return out;
    }
    previous = sum;
  }
  return std::nullopt;
}

/// The argument of the sine or cosine that grows fastest; null when there is none.
void collect_phases(const Expr& e, const std::string& x, std::vector<Expr>& out) {
  if ((e->is_call("sin") || e->is_call("cos")) && e->children.size() == 1 &&
      depends_on(e->children[0], x)) {
    out.push_back(e->children[0]);
  }
  for (const Expr& child : e->children) collect_phases(child, x, out);
}

/// Wynn's epsilon algorithm on partial sums; the last two accelerated values must agree.
std::optional<NumericIntegral> accelerated(const std::vector<Ball>& sums, slong bits) {
  std::vector<Ball> before(sums.size() + 1);
  std::vector<Ball> now = sums;
  std::vector<Ball> best;
  for (std::size_t k = 1; now.size() > 1; ++k) {
    std::vector<Ball> next;
    for (std::size_t i = 0; i + 1 < now.size(); ++i) {
      Ball d;
      acb_sub(d.get(), now[i + 1].get(), now[i].get(), kWorking);
      acb_inv(d.get(), d.get(), kWorking);
      acb_add(d.get(), d.get(), before[i + 1].get(), kWorking);
      if (!d.finite()) break;
      next.push_back(std::move(d));
    }
    before = std::move(now);
    now = std::move(next);
    if (k % 2 == 0 && !now.empty()) best.push_back(now.back());
  }
  for (std::size_t i = best.size(); i-- > 1;) {
    if (best[i].finite() && close(best[i], best[i - 1], bits)) {
      NumericIntegral out;
      out.value = best[i];
      // The table's own error bounds are far too wide; what counts is that two entries agree.
      mag_zero(arb_radref(out.value.re()));
      mag_zero(arb_radref(out.value.im()));
      out.bits = bits;
      return out;
    }
  }
  return std::nullopt;
}

void drop_radius(Ball& b) {
  mag_zero(arb_radref(b.re()));
  mag_zero(arb_radref(b.im()));
}

/// Where the phase reaches `target`, beyond `from`, by bisection; the phase must grow.
std::optional<Ball> phase_point(const Integrand& phase, const Ball& from, const Ball& target) {
  Ball low = from;
  Ball step(1);
  Ball high = from;
  for (int i = 0; i < 60; ++i) {
    acb_add(high.get(), high.get(), step.get(), kWorking);
    acb_mul_2exp_si(step.get(), step.get(), 1);
    const auto v = phase(high, kWorking, false);
    if (!v || !v->finite()) return std::nullopt;
    if (arb_gt(v->re(), target.re())) break;
    low = high;
  }
  for (int i = 0; i < 240; ++i) {
    Ball middle;
    acb_add(middle.get(), low.get(), high.get(), kWorking);
    acb_mul_2exp_si(middle.get(), middle.get(), -1);
    drop_radius(middle);
    const auto v = phase(middle, kWorking, false);
    if (!v || !v->finite()) return std::nullopt;
    (arb_gt(v->re(), target.re()) ? high : low) = middle;
  }
  return high;
}

std::optional<NumericIntegral> oscillating(const Integrand& f, const Integrand& phase,
                                           const Ball& a, const Accuracy& accuracy) {
  const int pieces = accuracy.bits > 60 ? 70 : 40;
  RealBall pi;
  arb_const_pi(pi.get(), kWorking);
  const auto start = phase(a, kWorking, false);
  if (!start || !start->finite()) return std::nullopt;
  Ball turns;
  acb_div_arb(turns.get(), start->get(), pi.get(), kWorking);
  const double first = std::floor(arf_get_d(arb_midref(turns.re()), ARF_RND_FLOOR)) + 1;
  std::vector<Ball> sums;
  Ball total;
  Ball left = a;
  for (int i = 0; i < pieces; ++i) {
    Ball target(static_cast<slong>(first) + i);
    acb_mul_arb(target.get(), target.get(), pi.get(), kWorking);
    const auto right = phase_point(phase, left, target);
    if (!right) return std::nullopt;
    const auto piece = double_exponential(f, finite_node(left, *right, accuracy.working), accuracy);
    if (!piece) return std::nullopt;
    acb_add(total.get(), total.get(), piece->value.get(), kWorking);
    drop_radius(total);
    sums.push_back(total);
    left = *right;
  }
  return accelerated(sums, accuracy.bits);
}

Integrand integrand_of(const Expr& f, const std::string& x, const Point& at) {
  return [f, x, at](const Ball& value, slong precision, bool analytic) {
    Point point = at;
    point.insert_or_assign(x, value);
    return numeric_value(f, point, {.precision = precision, .analytic = analytic});
  };
}

bool negative_infinity(const Expr& e) {
  return e->kind == Kind::kUnary && is_infinite(e->children[0]);
}

std::optional<NumericIntegral> oscillating_half_line(const Expr& f, const std::string& x,
                                                     const Ball& a, const Point& at,
                                                     const Accuracy& accuracy) {
  std::vector<Expr> phases;
  collect_phases(f, x, phases);
  for (const Expr& phase : phases) {
    const auto growth = local_power(phase, x, expr::symbol("oo"), 1, at);
    if (!growth || growth->exponent > -0.2) continue;
    const Expr rising = growth->sign < 0 ? negate(phase) : phase;
    if (const auto v =
            oscillating(integrand_of(f, x, at), integrand_of(rising, x, at), a, accuracy)) {
      return v;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<NumericIntegral> integrate_numerically(const Expr& f, const std::string& x,
                                                     const Expr& a, const Expr& b, const Point& at,
                                                     slong bits) {
  const Accuracy accuracy = accuracy_for(bits);
  const bool low_infinite = is_infinite(a);
  const bool high_infinite = is_infinite(b);
  const Integrand g = integrand_of(f, x, at);
  Ball low;
  Ball high;
  if (!low_infinite) {
    const auto v = numeric_value(a, at, {.precision = accuracy.working});
    if (!v || !v->finite()) return std::nullopt;
    low = *v;
  }
  if (!high_infinite) {
    const auto v = numeric_value(b, at, {.precision = accuracy.working});
    if (!v || !v->finite()) return std::nullopt;
    high = *v;
  }
  if (!low_infinite && !high_infinite) {
    if (auto v = certified(g, low, high, accuracy.bits)) return v;
    return double_exponential(g, finite_node(low, high, accuracy.working), accuracy);
  }
  if (low_infinite && high_infinite) {
    if (!negative_infinity(a) || negative_infinity(b)) return std::nullopt;
    if (auto v = double_exponential(g, line_node(accuracy.working), accuracy)) return v;
    const Expr mirrored = replace(f, x, negate(expr::symbol(x)));
    auto right = oscillating_half_line(f, x, Ball(0), at, accuracy);
    const auto left = oscillating_half_line(mirrored, x, Ball(0), at, accuracy);
    if (!right || !left) return std::nullopt;
    acb_add(right->value.get(), right->value.get(), left->value.get(), kWorking);
    return right;
  }
  if (high_infinite) {
    if (negative_infinity(b)) return std::nullopt;
    if (auto v = double_exponential(g, half_line_node(low, 1, accuracy.working), accuracy))
      return v;
    return oscillating_half_line(f, x, low, at, accuracy);
  }
  if (!negative_infinity(a)) return std::nullopt;
  if (auto v = double_exponential(g, half_line_node(high, -1, accuracy.working), accuracy))
    return v;
  const Expr mirrored = replace(f, x, negate(expr::symbol(x)));
  acb_neg(high.get(), high.get());
  return oscillating_half_line(mirrored, x, high, at, accuracy);
}

}  // namespace codecalc::cas
