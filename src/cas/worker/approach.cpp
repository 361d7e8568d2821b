// A function close to a point: values at distances that fall (or places that grow) like 2**-d.
#include "cas/worker/approach.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace codecalc::cas {

namespace {

constexpr std::array<slong, 10> kDistances{15, 30, 50, 75, 110, 150, 200, 2'000, 20'000, 200'000};
constexpr slong kNear = 200;  ///< beyond, only slowly changing functions have accurate values

/// The place at distance 2**-d, or 2**(d/3 + 2) for an infinite point, times an irrational factor:
/// whole multiples would hide an oscillation. `turn` makes different places of the same size.
std::optional<Ball> place(const Expr& point, int direction, slong d, int turn,
                          const Point& parameters, slong precision) {
  Ball h;
  arb_sqrt_ui(h.re(), static_cast<ulong>(2 + turn), precision);
  mag_zero(arb_radref(h.re()));
  if (is_infinite(point)) {
    acb_mul_2exp_si(h.get(), h.get(), d / 3 + 2);
    if (turn > 0) acb_add_ui(h.get(), h.get(), static_cast<ulong>(turn), precision);
    if (point->kind == Kind::kUnary) acb_neg(h.get(), h.get());
    return h;
  }
  acb_mul_2exp_si(h.get(), h.get(), -d);
  if (direction < 0) acb_neg(h.get(), h.get());
  const auto centre = numeric_value(point, parameters, {.precision = precision});
  if (!centre || !centre->finite()) return std::nullopt;
  if (d > kNear && !acb_is_zero(centre->get())) return std::nullopt;
  acb_add(h.get(), h.get(), centre->get(), precision);
  return h;
}

/// A zero within rounding counts as a value too.
bool is_narrow(const Ball& v) {
  return mag_cmp_2exp_si(arb_radref(v.re()), -60) < 0 &&
         mag_cmp_2exp_si(arb_radref(v.im()), -60) < 0;
}

std::optional<Ball> value_near(const Expr& f, const std::string& x, const Expr& point,
                               int direction, slong d, int turn, const Point& parameters) {
  for (const slong precision : {1'200L, 4'000L}) {
    const auto where = place(point, direction, d, turn, parameters, precision);
    if (!where) return std::nullopt;
    Point at = parameters;
    at.insert_or_assign(x, *where);
    auto v = numeric_value(f, at, {.precision = precision});
    if (!v) return std::nullopt;
    if (v->finite() && (acb_rel_accuracy_bits(v->get()) > 10 || is_narrow(*v))) return v;
    if (d > kNear) break;
  }
  return std::nullopt;
}

double magnitude(const Ball& v) {
  mag_t bound;
  mag_init(bound);
  acb_get_mag(bound, v.get());
  const double d = mag_get_d(bound);
  mag_clear(bound);
  return d;
}

double distance(const Ball& a, const Ball& b) {
  Ball d;
  acb_sub(d.get(), a.get(), b.get(), 4'000);
  return magnitude(d);
}

std::vector<Ball> approach(const Expr& f, const std::string& x, const Expr& point, int direction,
                           const Point& parameters) {
  std::vector<Ball> out;
  for (const slong d : kDistances) {
    auto v = value_near(f, x, point, direction, d, 0, parameters);
    // Far out a function may be too large for a value; close by it must have one.
    if (!v && d > kNear) break;
    if (v) out.push_back(*std::move(v));
  }
  return out;
}

Verdict to_infinity(const std::vector<Ball>& values, const Expr& value) {
  const Ball& last = values.back();
  const bool grows = magnitude(last) > magnitude(values[values.size() / 2]) && magnitude(last) > 4;
  if (!grows) return magnitude(last) < 100 ? Verdict::kDisagrees : Verdict::kUnclear;
  if (value->is_symbol("zoo")) return Verdict::kAgrees;
  const bool negative = value->kind == Kind::kUnary;
  // Twice of the same sign: an oscillation with growing waves would show both.
  for (std::size_t i = values.size() - 3; i < values.size(); ++i) {
    const bool wrong = negative ? arb_is_positive(values[i].re()) : arb_is_negative(values[i].re());
    if (wrong) return Verdict::kDisagrees;
  }
  return Verdict::kAgrees;
}

Verdict to_number(const std::vector<Ball>& values, const Ball& target) {
  const double scale = std::max(1.0, magnitude(target));
  const double end = distance(values.back(), target);
  const double before = distance(values[values.size() / 2], target);
  // A second look from one place earlier: a single close value may be chance.
  const double earlier = distance(values[values.size() - 2], target);
  if (end < 1e-9 * scale && earlier < 1e-3 * scale) return Verdict::kAgrees;
  if (end < 0.75 * before && end < 0.2 * scale) return Verdict::kAgrees;
  if (end > 1e-3 * scale && end > 0.95 * before) return Verdict::kDisagrees;
  return Verdict::kUnclear;
}

Verdict verdict_at(const Expr& f, const std::string& x, const Expr& point, int direction,
                   const Expr& value, const Point& parameters) {
  const std::vector<Ball> values = approach(f, x, point, direction, parameters);
  if (values.size() < 4) return Verdict::kUnclear;
  if (is_infinite(value)) return to_infinity(values, value);
  const auto target = numeric_value(value, parameters, {.precision = 512});
  if (!target || !target->finite()) return Verdict::kUnclear;
  return to_number(values, *target);
}

}  // namespace

Verdict goes_to(const Expr& f, const std::string& x, const Expr& point, int direction,
                const Expr& value) {
  std::set<std::string> names = free_variables(f);
  names.erase(x);
  names.merge(free_variables(point));
  names.merge(free_variables(value));
  if (names.contains(x)) return Verdict::kDisagrees;
  const int wanted = names.empty() ? 1 : 2;
  int agreed = 0;
  for (const Point& at : sample_points(names, {.domain = Domain::kPositive}, wanted)) {
    const Verdict v = verdict_at(f, x, point, direction, value, at);
    if (v == Verdict::kDisagrees) return v;
    if (v == Verdict::kAgrees) ++agreed;
  }
  return agreed == wanted ? Verdict::kAgrees : Verdict::kUnclear;
}

bool keeps_changing(const Expr& f, const std::string& x, const Expr& point, int direction) {
  std::set<std::string> names = free_variables(f);
  names.erase(x);
  if (!names.empty()) return false;
  constexpr std::array<slong, 3> kScales{60, 120, 190};
  std::array<double, 3> spread{};
  for (std::size_t i = 0; i < kScales.size(); ++i) {
    std::vector<Ball> values;
    for (int turn = 1; turn <= 14; ++turn) {
      if (auto v = value_near(f, x, point, direction, kScales[i], turn, {})) {
        values.push_back(*std::move(v));
      }
    }
    if (values.size() < 6) return false;
    for (const Ball& v : values) spread[i] = std::max(spread[i], distance(v, values[0]));
  }
  return spread[2] > 1e-6 && spread[2] > 0.5 * spread[1] && spread[1] > 0.5 * spread[0];
}

std::optional<long> constant_integer(const Expr& f, const std::string& x, const Expr& point,
                                     int direction) {
  std::optional<long> out;
  for (const slong d : {50L, 75L, 110L, 150L, 200L}) {
    const auto v = value_near(f, x, point, direction, d, 0, {});
    Integer n;
    if (!v || !acb_get_unique_fmpz(n.get(), v->get()) || !fmpz_fits_si(n.get())) {
      return std::nullopt;
    }
    const long here = fmpz_get_si(n.get());
    if (out && *out != here) return std::nullopt;
    out = here;
  }
  return out;
}

}  // namespace codecalc::cas
