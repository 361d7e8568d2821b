// Limits of sequences by acceleration.
#include "cas/worker/sequence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cas/worker/check.h"

namespace codecalc::cas {

namespace {

constexpr slong kWorking = 1400;
constexpr int kTerms = 72;

void drop_radius(Ball& b) {
  mag_zero(arb_radref(b.re()));
  mag_zero(arb_radref(b.im()));
}

/// Levin's u transformation of the first n+1 partial sums: the quotient of two weighted sums with
/// remainder estimates (k+1)*a_k.
std::optional<Ball> levin(const std::vector<Ball>& sums, const std::vector<Ball>& terms, int n) {
  Ball top;
  Ball bottom;
  Integer binomial;
  for (int k = 0; k <= n; ++k) {
    Ball estimate;
    acb_mul_si(estimate.get(), terms[static_cast<std::size_t>(k)].get(), k + 1, kWorking);
    if (acb_contains_zero(estimate.get())) return std::nullopt;
    fmpz_bin_uiui(binomial.get(), static_cast<ulong>(n), static_cast<ulong>(k));
    if (k % 2 == 1) fmpz_neg(binomial.get(), binomial.get());
    Integer power;
    fmpz_set_si(power.get(), k + 1);
    fmpz_pow_ui(power.get(), power.get(), static_cast<ulong>(n > 0 ? n - 1 : 0));
    fmpz_mul(binomial.get(), binomial.get(), power.get());
    Ball weight;
    acb_set_fmpz(weight.get(), binomial.get());
    acb_div(weight.get(), weight.get(), estimate.get(), kWorking);
    acb_add(bottom.get(), bottom.get(), weight.get(), kWorking);
    acb_addmul(top.get(), weight.get(), sums[static_cast<std::size_t>(k)].get(), kWorking);
  }
  acb_div(top.get(), top.get(), bottom.get(), kWorking);
  if (!top.finite()) return std::nullopt;
  drop_radius(top);
  return top;
}

double log2_size(const Ball& v) {
  RealBall size;
  acb_abs(size.get(), v.get(), 128);
  if (arb_contains_zero(size.get())) return -1e9;
  arb_log(size.get(), size.get(), 64);
  return arf_get_d(arb_midref(size.get()), ARF_RND_NEAR) / std::log(2.0);
}

}  // namespace

std::optional<Ball> accelerated_sum(const Sequence& term, slong bits) {
  std::vector<Ball> terms;
  std::vector<Ball> sums;
  Ball total;
  for (slong n = 0; n < kTerms; ++n) {
    auto t = term(n);
    if (!t || !t->finite()) return std::nullopt;
    drop_radius(*t);
    acb_add(total.get(), total.get(), t->get(), kWorking);
    if (acb_is_zero(t->get())) continue;
    terms.push_back(*t);
    sums.push_back(total);
    // A series that falls quickly needs no help.
    if (n > 10 && log2_size(*t) < -static_cast<double>(bits) - 40 &&
        log2_size(*t) < 2 * log2_size(terms[terms.size() / 2])) {
      drop_radius(total);
      return total;
    }
  }
  const int most = static_cast<int>(terms.size()) - 1;
  for (int n = 16; n <= most; n += 4) {
    const auto a = levin(sums, terms, n - 3);
    const auto b = levin(sums, terms, n);
    if (a && b && close(*a, *b, bits)) return b;
  }
  return std::nullopt;
}

namespace {

/// The terms close to one place: the largest size, and the pattern of signs.
struct Place {
  double size = -1e9;  ///< binary logarithm
  int sign = 0;        ///< the sign of all of them; 0 when they have several
  bool alternates = true;
};

/// Looks at pairs of neighbours at unevenly spread places from n on, so that a slow wave is seen.
std::optional<Place> look_at(const Sequence& term, slong n) {
  constexpr slong kPairs = 12;
  Place out;
  int positive = 0;
  int negative = 0;
  for (slong j = 0; j < kPairs; ++j) {
    const slong at = n + 2 * (j / 3) + (j % 3) * (n / 7 + 3 * j);
    std::array<int, 2> signs{};
    for (const slong step : {0, 1}) {
      const auto v = term(at + step);
      if (!v || !v->finite()) return std::nullopt;
      out.size = std::max(out.size, log2_size(*v));
      const int sign = arb_is_positive(v->re()) ? 1 : arb_is_negative(v->re()) ? -1 : 0;
      signs[static_cast<std::size_t>(step)] = sign;
      (sign > 0 ? positive : negative) += sign == 0 ? 0 : 1;
    }
    out.alternates = out.alternates && signs[0] * signs[1] < 0;
  }
  if (positive == 0 || negative == 0) out.sign = positive > 0 ? 1 : negative > 0 ? -1 : 0;
  return out;
}

}  // namespace

TermBehaviour behaviour_of(const Sequence& term) {
  // Terms that are this small at the first place fall faster than any power of n.
  constexpr double kGone = -1000;
  TermBehaviour out;
  bool alternates = true;
  bool one_sign = true;
  double slope = 0;
  std::optional<Place> before;
  for (const int place : {20, 30, 40}) {
    const auto now = look_at(term, slong{1} << place);
    // Terms too large or too small for a value this far out.
    if (!now) return out;
    if (now->size < kGone) {
      out.terms = Terms::kVanishQuickly;
      return out;
    }
    alternates = alternates && now->alternates;
    one_sign = one_sign && now->sign != 0 && (!before || now->sign == before->sign);
    if (before) slope = (now->size - before->size) / 10;
    before = now;
  }
  if (one_sign) out.sign = before->sign;
  if (before->size > -1) {
    out.terms = Terms::kNoLimit;
  } else if (slope < -1.001) {
    out.terms = Terms::kVanishQuickly;
  } else if (alternates) {
    out.terms = slope < -0.01 ? Terms::kVanishQuickly : Terms::kUnclear;
  } else if (one_sign && slope > -1.0000001) {
    out.terms = Terms::kTooSlow;
  }
  return out;
}

}  // namespace codecalc::cas
