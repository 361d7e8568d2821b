// Checks of answers: equality of two expressions at sample points, with proven error bounds.
#include "cas/worker/check.h"

#include <array>
#include <cstdint>

namespace codecalc::cas {

namespace {

constexpr slong kAgreeBits = 120;
constexpr slong kQuotientBits = 60;

/// A small generator of our own, so that the points are the same on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint32_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>(state_ >> 33);
  }
  /// A fraction in [low, high) with a denominator that meets no special value.
  Fraction between(double low, double high) {
    constexpr slong kSteps = 99'991;
    Fraction out;
    const double x = low + (high - low) * (static_cast<double>(next() % kSteps) / kSteps);
    fmpq_set_si(out.get(), static_cast<slong>(x * kSteps), kSteps);
    return out;
  }

 private:
  std::uint64_t state_;
};

constexpr slong kPointPrecision = 1024;

Ball exact_ball(const Fraction& re) {
  Ball out;
  acb_set_fmpq(out.get(), re.get(), kPointPrecision);
  // The point itself is the midpoint: a dyadic number, exactly.
  mag_zero(arb_radref(out.re()));
  return out;
}

Ball sample(Random& random, const SampleOptions& options, bool whole) {
  if (whole || options.domain == Domain::kNatural) {
    return Ball(static_cast<slong>(1 + random.next() % 9));
  }
  if (options.low < options.high) return exact_ball(random.between(options.low, options.high));
  // Ranges alternate, because many identities hold on a part of the axis only.
  static constexpr std::array<std::array<double, 2>, 4> kRanges{
      {{0.15, 0.95}, {1.05, 3.2}, {0.3, 1.9}, {3.0, 7.5}}};
  const auto& range = kRanges[random.next() % kRanges.size()];
  Ball out = exact_ball(random.between(range[0], range[1]));
  if (options.domain == Domain::kPositive) return out;
  // Signs are drawn apart for every variable: some identities fail only where two are negative.
  if (random.next() % 2 == 0) acb_neg(out.get(), out.get());
  if (options.domain == Domain::kComplex && random.next() % 3 == 0) {
    const Ball imaginary = exact_ball(random.between(-1.4, 1.4));
    arb_set(out.im(), imaginary.re());
  }
  return out;
}

/// One comparison at rising precision: 1 equal, -1 proven different, 0 no verdict. `approximate`:
/// one side is a difference quotient, so that a hair's breadth is no difference.
template <class F, class G>
int verdict(bool approximate, F&& left, G&& right) {
  for (slong precision = 192; precision <= 3072; precision *= 2) {
    const auto a = left(precision);
    const auto b = right(precision);
    if (!a || !b) return 0;
    if (!a->finite() || !b->finite()) {
      if (precision >= 768) return 0;
      continue;
    }
    const slong bits = approximate ? kQuotientBits : kAgreeBits;
    if (!acb_overlaps(a->get(), b->get())) return approximate && close(*a, *b, bits) ? 1 : -1;
    if (close(*a, *b, bits)) return 1;
  }
  return 0;
}

void count(Comparison& c, int v, int weight = 1) {
  if (v > 0) c.equal += weight;
  if (v < 0) ++c.different;
  if (v == 0) ++c.skipped;
}

}  // namespace

bool close(const Ball& a, const Ball& b, slong bits) {
  Ball difference;
  acb_sub(difference.get(), a.get(), b.get(), 3072);
  mag_t bound;
  mag_t scale;
  mag_t other;
  mag_init(bound);
  mag_init(scale);
  mag_init(other);
  acb_get_mag(bound, difference.get());
  acb_get_mag(scale, a.get());
  acb_get_mag(other, b.get());
  mag_max(scale, scale, other);
  mag_one(other);
  mag_max(scale, scale, other);
  mag_mul_2exp_si(scale, scale, -bits);
  const bool result = mag_cmp(bound, scale) <= 0;
  mag_clear(bound);
  mag_clear(scale);
  mag_clear(other);
  return result;
}

std::vector<Point> sample_points(const std::set<std::string>& variables,
                                 const SampleOptions& options, int points) {
  Random random(20'260'417);
  std::vector<Point> out;
  for (int i = 0; i < points; ++i) {
    Point point;
    for (const std::string& name : variables) {
      point.emplace(name, sample(random, options, options.whole.contains(name)));
    }
    out.push_back(std::move(point));
  }
  return out;
}

Comparison compare(const Expr& a, const Expr& b, const SampleOptions& options) {
  std::set<std::string> variables = free_variables(a);
  variables.merge(free_variables(b));
  Comparison out;
  const auto at = [&](const Point& point) {
    return verdict(
        false, [&](slong p) { return numeric_value(a, point, {.precision = p}); },
        [&](slong p) { return numeric_value(b, point, {.precision = p}); });
  };
  if (variables.empty()) {
    count(out, at({}), 3);
    return out;
  }
  for (const Point& point : sample_points(variables, options, options.wanted * 4)) {
    count(out, at(point));
    if (out.different > 0 || out.equal >= options.wanted) break;
  }
  return out;
}

Comparison compare_derivative(const Expr& antiderivative, const Expr& integrand,
                              const std::string& variable, const SampleOptions& options) {
  constexpr slong kStep = -100;
  std::set<std::string> variables = free_variables(antiderivative);
  variables.merge(free_variables(integrand));
  variables.insert(variable);
  Comparison out;
  for (Point point : sample_points(variables, options, options.wanted * 4)) {
    const Ball centre = point.at(variable);
    const auto quotient = [&](slong p) -> std::optional<Ball> {
      const NumericOptions numeric{.precision = p + 256};
      Ball step;
      arb_set_si(step.re(), 1);
      arb_mul_2exp_si(step.re(), step.re(), kStep);
      acb_add(point[variable].get(), centre.get(), step.get(), kPointPrecision);
      auto up = numeric_value(antiderivative, point, numeric);
      acb_sub(point[variable].get(), centre.get(), step.get(), kPointPrecision);
      const auto down = numeric_value(antiderivative, point, numeric);
      point[variable] = centre;
      if (!up || !down) return std::nullopt;
      acb_sub(up->get(), up->get(), down->get(), numeric.precision);
      acb_mul_2exp_si(up->get(), up->get(), -kStep - 1);
      return up;
    };
    count(out, verdict(true, quotient,
                       [&](slong p) { return numeric_value(integrand, point, {.precision = p}); }));
    if (out.different > 0 || out.equal >= options.wanted) break;
  }
  return out;
}

}  // namespace codecalc::cas
