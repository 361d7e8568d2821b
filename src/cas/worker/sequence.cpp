// Limits of sequences by acceleration.
#include "cas/worker/sequence.h"

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

TermBehaviour behaviour_of(const Sequence& term) {
  TermBehaviour out;
  double previous = 0;
  double slope = 0;
  bool alternates = false;
  double last = 0;
  static constexpr slong kPlaces[] = {20, 30, 40};
  for (int i = 0; i < 3; ++i) {
    const slong n = slong{1} << kPlaces[i];
    const auto a = term(n);
    const auto b = term(n + 1);
    if (!a || !b || !a->finite() || !b->finite()) {
      // Terms too large or too small for a value this far out: look closer by.
      return out;
    }
    last = log2_size(*a);
    const int sa = arb_is_positive(a->re()) ? 1 : arb_is_negative(a->re()) ? -1 : 0;
    const int sb = arb_is_positive(b->re()) ? 1 : arb_is_negative(b->re()) ? -1 : 0;
    alternates = sa * sb < 0;
    out.sign = alternates ? 0 : sa;
    if (i > 0) slope = (last - previous) / 10;
    previous = last;
  }
  if (last > -1) {
    out.terms = Terms::kNoLimit;
  } else if (alternates) {
    out.terms = slope < -0.01 ? Terms::kVanishQuickly : Terms::kUnclear;
  } else if (slope < -1.001) {
    out.terms = Terms::kVanishQuickly;
  } else if (slope > -1.0000001) {
    out.terms = Terms::kTooSlow;
  }
  return out;
}

}  // namespace codecalc::cas
