// Where a function is singular, and how it behaves there.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cas/worker/quadrature.h"

namespace codecalc::cas {

namespace {

constexpr slong kBits = 1500;

std::optional<Ball> value_at(const Expr& f, const std::string& x, const Point& at, const Ball& v) {
  Point point = at;
  point.insert_or_assign(x, v);
  auto out = numeric_value(f, point, {.precision = kBits});
  if (out && !out->finite()) return std::nullopt;
  return out;
}

/// point + direction*2^scale, or direction*2^-scale for an infinite point.
std::optional<Ball> near_point(const Expr& point, int direction, slong scale, const Point& at) {
  Ball h(direction);
  if (is_infinite(point)) {
    const bool negative = point->kind == Kind::kUnary;
    if (negative != (direction < 0)) acb_neg(h.get(), h.get());
    acb_mul_2exp_si(h.get(), h.get(), -scale);
    return h;
  }
  acb_mul_2exp_si(h.get(), h.get(), scale);
  const auto centre = numeric_value(point, at, {.precision = kBits});
  if (!centre || !centre->finite()) return std::nullopt;
  acb_add(h.get(), h.get(), centre->get(), kBits);
  return h;
}

double log2_magnitude(const Ball& v) {
  RealBall size;
  acb_abs(size.get(), v.get(), kBits);
  if (arb_is_zero(size.get())) return -1e300;
  arb_log(size.get(), size.get(), 64);
  return arf_get_d(arb_midref(size.get()), ARF_RND_NEAR) / std::log(2.0);
}

int sign_of(const Ball& v) {
  if (arb_is_positive(v.re())) return 1;
  if (arb_is_negative(v.re())) return -1;
  return 0;
}

/// Sub-expressions whose zeros may be singular points.
void collect_critical(const Expr& e, const std::string& x, std::vector<Expr>& out) {
  if (!depends_on(e, x)) return;
  const auto add_if = [&](const Expr& part) {
    if (depends_on(part, x)) out.push_back(part);
  };
  if (e->kind == Kind::kBinary && e->op == Op::kDivide) add_if(e->children[1]);
  if (e->kind == Kind::kBinary && e->op == Op::kPower) add_if(e->children[0]);
  if (e->kind == Kind::kCall && e->children.size() == 1) {
    const Expr& a = e->children[0];
    if (e->text == "log" || e->text == "ln" || e->text == "sqrt" || e->text == "Ei") add_if(a);
    for (const char* name : {"Abs", "abs", "sign", "Heaviside"}) {
      if (e->text == name) add_if(a);
    }
    if (e->text == "floor" || e->text == "ceiling") {
      add_if(call1("sin", multiply(expr::symbol("pi"), a)));
    }
    if (e->text == "tan" || e->text == "sec") add_if(call1("cos", a));
    if (e->text == "cot" || e->text == "csc") add_if(call1("sin", a));
    if (e->text == "coth" || e->text == "csch") add_if(call1("sinh", a));
  }
  if (e->kind == Kind::kCall && e->children.size() == 2) {
    for (const char* name : {"Max", "Min", "max", "min"}) {
      if (e->text == name) add_if(subtract(e->children[0], e->children[1]));
    }
  }
  for (const Expr& child : e->children) collect_critical(child, x, out);
}

double real_of(const std::optional<Ball>& v) {
  return v ? arf_get_d(arb_midref(v->re()), ARF_RND_NEAR) : std::nan("");
}

/// Zeros of g inside (low, high): sign changes on a grid, and minima of |g| that reach zero.
void zeros_of(const Expr& g, const std::string& x, const Point& at, double low, double high,
              std::vector<Ball>& out) {
  constexpr int kGrid = 400;
  const auto eval = [&](const Ball& v) -> std::optional<Ball> {
    Point point = at;
    point.insert_or_assign(x, v);
    auto r = numeric_value(g, point, {.precision = 600});
    if (r && !r->finite()) return std::nullopt;
    return r;
  };
  const auto grid = [&](int i) {
    Ball v;
    arb_set_d(v.re(), low + (high - low) * (i + 0.0137) / kGrid);
    return v;
  };
  const auto bisect = [&](Ball a, Ball b, int sign_a) {
    for (int i = 0; i < 420; ++i) {
      Ball m;
      acb_add(m.get(), a.get(), b.get(), 600);
      acb_mul_2exp_si(m.get(), m.get(), -1);
      mag_zero(arb_radref(m.re()));
      const auto v = eval(m);
      const int s = v ? sign_of(*v) : 0;
      if (s == 0) {
        a = m;
        b = m;
        break;
      }
      (s == sign_a ? a : b) = m;
    }
    return a;
  };
  std::array<double, 3> size{};
  std::optional<Ball> previous;
  for (int i = 0; i < kGrid; ++i) {
    const auto v = eval(grid(i));
    if (v && previous && sign_of(*v) * sign_of(*previous) < 0) {
      out.push_back(bisect(grid(i - 1), grid(i), sign_of(*previous)));
    }
    size = {size[1], size[2], std::fabs(real_of(v))};
    if (i >= 2 && size[1] < size[0] && size[1] < size[2]) {
      // A touch of the axis: refine by golden section on |g|.
      double a = low + (high - low) * (i - 2) / kGrid;
      double b = low + (high - low) * (i + 1) / kGrid;
      for (int k = 0; k < 80; ++k) {
        const double p = a + (b - a) * 0.382;
        const double q = a + (b - a) * 0.618;
        Ball pb;
        Ball qb;
        arb_set_d(pb.re(), p);
        arb_set_d(qb.re(), q);
        (std::fabs(real_of(eval(pb))) < std::fabs(real_of(eval(qb))) ? b : a) =
            std::fabs(real_of(eval(pb))) < std::fabs(real_of(eval(qb))) ? q : p;
      }
      Ball m;
      arb_set_d(m.re(), (a + b) / 2);
      if (std::fabs(real_of(eval(m))) < 1e-12 * std::max(1.0, size[0])) {
        // The nearest short fraction is where an even zero of a textbook function lies.
        const double centre = (a + b) / 2;
        const double rounded = std::round(centre * 720) / 720;
        if (std::fabs(rounded - centre) < 1e-6) {
          Fraction q;
          fmpq_set_si(q.get(), std::lround(centre * 720), 720);
          acb_set_fmpq(m.get(), q.get(), 256);
        }
        out.push_back(m);
      }
    }
    previous = v;
  }
}

}  // namespace

std::optional<LocalPower> local_power(const Expr& f, const std::string& x, const Expr& point,
                                      int direction, const Point& at) {
  static constexpr std::array<slong, 3> kScales{-60, -90, -150};
  std::array<double, 3> size{};
  LocalPower out;
  for (std::size_t i = 0; i < kScales.size(); ++i) {
    const auto where = near_point(point, direction, kScales[i], at);
    if (!where) return std::nullopt;
    const auto v = value_at(f, x, at, *where);
    if (!v) return std::nullopt;
    size[i] = log2_magnitude(*v);
    out.sign = sign_of(*v);
  }
  const double first = (size[1] - size[0]) / -30.0;
  const double second = (size[2] - size[1]) / -60.0;
  out.exponent = second;
  out.exact = std::fabs(first - second) < 1e-6;
  return out;
}

std::vector<Ball> singular_points(const Expr& f, const std::string& x, const Expr& a, const Expr& b,
                                  const Point& at) {
  const auto end = [&](const Expr& e, double infinite) {
    if (is_infinite(e)) return infinite;
    return real_of(numeric_value(e, at, {.precision = 128}));
  };
  constexpr double kFar = 60;
  double low = end(a, -kFar);
  double high = end(b, kFar);
  if (is_infinite(a)) low = std::min(low, high - kFar);
  if (is_infinite(b)) high = std::max(high, low + kFar);
  std::vector<Ball> out;
  if (!(low < high)) return out;
  std::vector<Expr> critical;
  collect_critical(f, x, critical);
  for (const Expr& g : critical) zeros_of(g, x, at, low, high, out);
  std::erase_if(out, [&](const Ball& p) {
    const double v = arf_get_d(arb_midref(p.re()), ARF_RND_NEAR);
    return v <= low + 1e-9 || v >= high - 1e-9;
  });
  return out;
}

}  // namespace codecalc::cas
