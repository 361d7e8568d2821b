// Numeric integrals: certified by Arb, else by the double exponential rule, else interval by
// interval for oscillations.
#include "cas/worker/quadrature.h"

#include <acb_calc.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "cas/worker/check.h"
#include "cas/worker/sequence.h"

namespace codecalc::cas {

namespace {

constexpr slong kWorking = 512;  ///< bits; ends are approached to 1e-70

/// How many bits must agree, and what that takes.
struct Accuracy {
  slong bits = 56;
  slong working = kWorking;
  int levels = 7;
  double reach = 4.6;  ///< the double exponential rule's parameter goes from -reach to reach
};

Accuracy accuracy_for(slong bits) {
  if (bits <= 60) return {};
  return {bits, 1400, 9, 5.6};
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
    // Off the middle, where many an integrand has a gap that is none (sin(x)/x). The offset is
    // exact in binary: rounded nodes would cost half of the digits.
    Ball u;
    arb_set_d(u.re(), static_cast<double>(i) + 0.375);
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
  for (int level = 3; level <= accuracy.levels; ++level) {
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

/// Piece by piece between the places where the phase is a multiple of `turns`*pi; the pieces are
/// the terms of a series, which is accelerated.
std::optional<NumericIntegral> oscillating(const Integrand& f, const Integrand& phase,
                                           const Ball& a, int turns, const Accuracy& accuracy) {
  RealBall unit;
  arb_const_pi(unit.get(), kWorking);
  arb_mul_si(unit.get(), unit.get(), turns, kWorking);
  const auto start = phase(a, kWorking, false);
  if (!start || !start->finite()) return std::nullopt;
  Ball done;
  acb_div_arb(done.get(), start->get(), unit.get(), kWorking);
  const double first = std::floor(arf_get_d(arb_midref(done.re()), ARF_RND_FLOOR)) + 1;
  Ball left = a;
  const auto piece = [&](slong n) -> std::optional<Ball> {
    Ball target(static_cast<slong>(first) + n);
    acb_mul_arb(target.get(), target.get(), unit.get(), kWorking);
    const auto right = phase_point(phase, left, target);
    if (!right) return std::nullopt;
    const auto value = double_exponential(f, finite_node(left, *right, accuracy.working), accuracy);
    left = *right;
    if (!value) return std::nullopt;
    return value->value;
  };
  // The first piece is cut off anywhere; the regular ones follow.
  const auto head = piece(0);
  if (!head) return std::nullopt;
  const auto rest = accelerated_sum([&](slong n) { return piece(n + 1); }, accuracy.bits);
  if (!rest) return std::nullopt;
  NumericIntegral out;
  acb_add(out.value.get(), head->get(), rest->get(), accuracy.working);
  out.bits = accuracy.bits;
  return out;
}

Integrand integrand_of(const Expr& f, const std::string& x, const Point& at) {
  return [f, x, at](const Ball& value, slong precision, bool analytic) {
    Point point = at;
    point.insert_or_assign(x, value);
    return numeric_value(f, point, {.precision = precision, .analytic = analytic});
  };
}

bool magnitude_below(const Ball& v, slong exponent) {
  mag_t bound;
  mag_init(bound);
  acb_get_mag(bound, v.get());
  const bool below = mag_cmp_2exp_si(bound, exponent) < 0;
  mag_clear(bound);
  return below;
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
    for (const int turns : {1, 2}) {
      const auto v =
          oscillating(integrand_of(f, x, at), integrand_of(rising, x, at), a, turns, accuracy);
      if (v) return v;
    }
  }
  return std::nullopt;
}

/// The range cut at its singular points (and, when infinite, after a first stretch), every piece
/// by itself.
std::optional<NumericIntegral> in_pieces(const Expr& f, const std::string& x, const Expr& a,
                                         const Expr& b, const Ball& low, const Ball& high,
                                         const Point& at, const Accuracy& accuracy) {
  constexpr slong kStretch = 48;
  std::vector<Ball> cuts = singular_points(f, x, a, b, at);
  if (cuts.size() > 40) return std::nullopt;
  const auto shifted = [](const Ball& from, slong by) {
    Ball out;
    acb_add_si(out.get(), from.get(), by, kWorking);
    return out;
  };
  if (is_infinite(b)) cuts.push_back(shifted(is_infinite(a) ? Ball(0) : low, kStretch));
  if (is_infinite(a)) cuts.push_back(shifted(is_infinite(b) ? Ball(0) : high, -kStretch));
  std::ranges::sort(cuts, [](const Ball& p, const Ball& q) {
    return arf_cmp(arb_midref(p.re()), arb_midref(q.re())) < 0;
  });
  const Integrand g = integrand_of(f, x, at);
  NumericIntegral total;
  total.bits = accuracy.bits;
  const auto take = [&](const std::optional<NumericIntegral>& piece) {
    if (!piece) return false;
    acb_add(total.value.get(), total.value.get(), piece->value.get(), accuracy.working);
    return true;
  };
  if (!is_infinite(b)) cuts.push_back(high);
  Ball left = low;
  std::size_t next = 0;
  if (is_infinite(a)) {
    left = cuts[next++];
    if (!take(double_exponential(g, half_line_node(left, -1, accuracy.working), accuracy))) {
      return std::nullopt;
    }
  }
  for (; next < cuts.size(); ++next) {
    Ball gap;
    acb_sub(gap.get(), cuts[next].get(), left.get(), accuracy.working);
    if (magnitude_below(gap, -60)) continue;
    auto piece = double_exponential(g, finite_node(left, cuts[next], accuracy.working), accuracy);
    if (!piece) piece = certified(g, left, cuts[next], accuracy.bits);
    if (!take(piece)) return std::nullopt;
    left = cuts[next];
  }
  if (is_infinite(b) &&
      !take(double_exponential(g, half_line_node(left, 1, accuracy.working), accuracy))) {
    return std::nullopt;
  }
  return total;
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
    if (auto v = double_exponential(g, finite_node(low, high, accuracy.working), accuracy))
      return v;
    return in_pieces(f, x, a, b, low, high, at, accuracy);
  }
  if (low_infinite && high_infinite) {
    if (!negative_infinity(a) || negative_infinity(b)) return std::nullopt;
    if (auto v = double_exponential(g, line_node(accuracy.working), accuracy)) return v;
    const Expr mirrored = replace(f, x, negate(expr::symbol(x)));
    if (auto v = in_pieces(f, x, a, b, low, high, at, accuracy)) return v;
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
    if (auto v = in_pieces(f, x, a, b, low, high, at, accuracy)) return v;
    return oscillating_half_line(f, x, low, at, accuracy);
  }
  if (!negative_infinity(a)) return std::nullopt;
  if (auto v = double_exponential(g, half_line_node(high, -1, accuracy.working), accuracy))
    return v;
  if (auto v = in_pieces(f, x, a, b, low, high, at, accuracy)) return v;
  const Expr mirrored = replace(f, x, negate(expr::symbol(x)));
  acb_neg(high.get(), high.get());
  return oscillating_half_line(mirrored, x, high, at, accuracy);
}

}  // namespace codecalc::cas
