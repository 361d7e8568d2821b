// Closed forms from digits, by lattice reduction.
#include "cas/worker/identify.h"

#include <flint/fmpz_lll.h>
#include <flint/fmpz_mat.h>

#include <array>
#include <string_view>

#include "cas/worker/numeric.h"
#include "expr/parser.h"

namespace codecalc::cas {

namespace {

/// Most bits that all coefficients of a relation may have together.
constexpr flint_bitcnt_t kMaxRelationBits = 90;

using Basis = std::vector<std::string_view>;

/// Constants that belong together, simplest sets first.
const std::vector<Basis>& bases() {
  static const std::vector<Basis> kBases{
      {"1"},
      {"pi"},
      {"1", "pi"},
      {"1", "log(2)"},
      {"1", "pi**2"},
      {"sqrt(2)", "sqrt(3)", "1"},
      {"pi*sqrt(2)", "pi*sqrt(3)", "pi"},
      {"1", "pi", "log(2)", "log(3)"},
      {"pi*sqrt(3)", "log(2)", "log(3)"},
      {"pi**2", "log(2)**2", "pi*log(2)", "1"},
      {"pi**2", "pi", "log(2)", "1", "Catalan"},
      {"pi**2", "pi*log(2)", "pi*sqrt(3)", "log(3)", "pi*log(3)"},
      {"zeta(3)", "pi**2", "pi**2*log(2)", "log(2)**3", "1"},
      {"pi**3", "pi*log(2)**2", "pi*Catalan", "zeta(3)"},
      {"pi**4", "pi**2*log(2)**2", "log(2)**4", "zeta(3)*log(2)"},
      {"EulerGamma", "1", "log(2)", "log(pi)"},
      {"pi**2", "EulerGamma**2", "EulerGamma*log(2)", "log(2)**2"},
      {"sqrt(2)", "log(1 + sqrt(2))", "sqrt(2)*log(1 + sqrt(2))", "1"},
      {"sqrt(5)", "log(1 + sqrt(5))", "log(2)", "1", "sqrt(5)*log(1 + sqrt(5))"},
      {"exp(1)", "exp(-1)", "1"},
      {"pi*sqrt(2)", "sqrt(2)*log(2)", "sqrt(2)*log(1 + sqrt(2))", "sqrt(2)*Catalan"},
      {"sin(1)", "cos(1)", "1"},
  };
  return kBases;
}

Expr parsed(std::string_view text) {
  auto e = expr::parse(text);
  return e.ok() ? *std::move(e) : expr::integer(0);
}

/// The relation c0*value + sum c_i*basis_i = 0 with small c, as -c_i/c0.
std::optional<std::vector<Fraction>> relation(arb_srcptr value,
                                              const std::vector<RealBall>& basis) {
  const slong n = static_cast<slong>(basis.size()) + 1;
  fmpz_mat_t lattice;
  fmpz_mat_init(lattice, n, n + 1);
  const auto entry = [&](slong row, arb_srcptr x) {
    fmpz_one(fmpz_mat_entry(lattice, row, row));
    RealBall scaled;
    arb_mul_2exp_si(scaled.get(), x, kIdentifyBits);
    arf_get_fmpz(fmpz_mat_entry(lattice, row, n), arb_midref(scaled.get()), ARF_RND_NEAR);
  };
  entry(0, value);
  for (slong i = 1; i < n; ++i) entry(i, basis[static_cast<std::size_t>(i - 1)].get());
  fmpz_lll_t method;
  fmpz_lll_context_init_default(method);
  fmpz_lll(lattice, nullptr, method);
  std::optional<std::vector<Fraction>> out;
  const fmpz* first = fmpz_mat_entry(lattice, 0, 0);
  flint_bitcnt_t bits = 0;
  for (slong j = 0; j < n; ++j) bits += fmpz_bits(fmpz_mat_entry(lattice, 0, j));
  const bool small = bits <= kMaxRelationBits && fmpz_bits(fmpz_mat_entry(lattice, 0, n)) <=
                                                     static_cast<flint_bitcnt_t>(bits + 8);
  if (small && !fmpz_is_zero(first)) {
    out.emplace();
    for (slong j = 1; j < n; ++j) {
      Fraction q;
      fmpq_set_fmpz_frac(q.get(), fmpz_mat_entry(lattice, 0, j), first);
      fmpq_neg(q.get(), q.get());
      out->push_back(q);
    }
  }
  fmpz_mat_clear(lattice);
  return out;
}

std::optional<Expr> with_factor(arb_srcptr value, const Expr& factor) {
  const auto f = numeric_value(factor, {}, {.precision = kIdentifyBits + 128});
  if (!f || !f->finite() || arb_contains_zero(f->re())) return std::nullopt;
  RealBall quotient;
  arb_div(quotient.get(), value, f->re(), kIdentifyBits + 128);
  for (const Basis& names : bases()) {
    std::vector<Expr> trees;
    std::vector<RealBall> values;
    for (const std::string_view name : names) {
      trees.push_back(parsed(name));
      const auto v = numeric_value(trees.back(), {}, {.precision = kIdentifyBits + 128});
      if (!v) return std::nullopt;
      arb_set(values.emplace_back().get(), v->re());
    }
    const auto coefficients = relation(quotient.get(), values);
    if (!coefficients) continue;
    Expr total = expr::integer(0);
    for (std::size_t i = 0; i < trees.size(); ++i) {
      total = add(total, multiply(rational((*coefficients)[i].get()), trees[i]));
    }
    return multiply(total, factor);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Expr> identify(arb_srcptr value, const std::vector<Expr>& hints) {
  if (arb_rel_accuracy_bits(value) < kIdentifyBits && !arb_is_exact(value)) {
    return std::nullopt;
  }
  // Below 2**-150 it is zero or nothing that these constants make.
  mag_t bound;
  mag_init(bound);
  arb_get_mag(bound, value);
  const bool tiny = mag_cmp_2exp_si(bound, -150) < 0;
  mag_clear(bound);
  if (tiny) return expr::integer(0);
  static constexpr std::array<std::string_view, 4> kFactors{"1", "sqrt(pi)", "sqrt(2*pi)",
                                                            "exp(-1)"};
  for (const std::string_view name : kFactors) {
    if (const auto e = with_factor(value, parsed(name))) return e;
  }
  for (const Expr& hint : hints) {
    if (const auto e = with_factor(value, hint)) return e;
  }
  return std::nullopt;
}

}  // namespace codecalc::cas
