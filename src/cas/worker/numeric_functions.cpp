// The table of functions that have certified numeric values, by Arb. A row is a name, its arity
// and its value; branch cuts matter only in analytic mode, where a ball across one has no value.
#include "cas/worker/numeric_functions.h"

#include <acb_elliptic.h>
#include <acb_hypgeom.h>

#include <array>

namespace codecalc::cas {

namespace {

struct Call {
  const std::vector<Ball>& a;
  slong p;
  bool analytic;

  acb_srcptr arg(std::size_t i) const { return a[i].get(); }
};

using Body = void (*)(Ball& out, const Call& c);

// Where a function's cut on an axis lies; a ball that touches it is not holomorphic.
enum class Cut {
  kNone,
  kNegativeReal,
  kRealBelowOne,
  kOutsideUnit,
  kImagOutsideUnit,
  kRealAboveOne
};

bool touches_real(const Ball& z, double from, double to) {
  if (!arb_contains_zero(z.im())) return false;
  RealBall edge;
  if (from > -1e30) {
    arb_set_d(edge.get(), from);
    if (arb_lt(z.re(), edge.get())) return false;
  }
  if (to < 1e30) {
    arb_set_d(edge.get(), to);
    if (arb_gt(z.re(), edge.get())) return false;
  }
  return true;
}

bool on_cut(Cut cut, const Ball& z) {
  constexpr double kFar = 1e40;
  switch (cut) {
    case Cut::kNone: return false;
    case Cut::kNegativeReal: return touches_real(z, -kFar, 0);
    case Cut::kRealBelowOne: return touches_real(z, -kFar, 1);
    case Cut::kRealAboveOne: return touches_real(z, 1, kFar);
    case Cut::kOutsideUnit: return touches_real(z, -kFar, -1) || touches_real(z, 1, kFar);
    case Cut::kImagOutsideUnit: {
      Ball turned;
      acb_mul_onei(turned.get(), z.get());
      return touches_real(turned, -kFar, -1) || touches_real(turned, 1, kFar);
    }
  }
  return true;
}

struct Row {
  std::string_view name;
  std::size_t arity;
  Cut cut;
  Body body;
};

/// Keeps a real result real: Arb's complex routines may leave a ball around zero.
void force_real(Ball& out) { arb_zero(out.im()); }

#define PLAIN(function) [](Ball& o, const Call& c) { function(o.get(), c.arg(0), c.p); }

void acosh_inverse_of(Ball& o, const Call& c, void (*f)(acb_t, const acb_t, slong)) {
  acb_inv(o.get(), c.arg(0), c.p);
  f(o.get(), o.get(), c.p);
}

void fresnel(Ball& o, const Call& c, bool sine) {
  acb_hypgeom_fresnel(sine ? o.get() : nullptr, sine ? nullptr : o.get(), c.arg(0), 1, c.p);
}

void airy(Ball& o, const Call& c, bool second) {
  acb_hypgeom_airy(second ? nullptr : o.get(), nullptr, second ? o.get() : nullptr, nullptr,
                   c.arg(0), c.p);
}

void abs_value(Ball& o, const Call& c) {
  if (c.analytic) {
    acb_real_abs(o.get(), c.arg(0), 1, c.p);
    return;
  }
  force_real(o);
  acb_abs(o.re(), c.arg(0), c.p);
}

void sign(Ball& o, const Call& c) {
  if (c.analytic) {
    acb_real_sgn(o.get(), c.arg(0), 1, c.p);
  } else {
    acb_sgn(o.get(), c.arg(0), c.p);
  }
}

void rounded(Ball& o, const Call& c, bool up) {
  if (up) {
    acb_real_ceil(o.get(), c.arg(0), c.analytic, c.p);
  } else {
    acb_real_floor(o.get(), c.arg(0), c.analytic, c.p);
  }
}

void extreme(Ball& o, const Call& c, bool maximum) {
  o = c.a[0];
  for (std::size_t i = 1; i < c.a.size(); ++i) {
    if (maximum) {
      acb_real_max(o.get(), o.get(), c.arg(i), c.analytic, c.p);
    } else {
      acb_real_min(o.get(), o.get(), c.arg(i), c.analytic, c.p);
    }
  }
}

void modulo(Ball& o, const Call& c) {
  acb_div(o.get(), c.arg(0), c.arg(1), c.p);
  acb_real_floor(o.get(), o.get(), c.analytic, c.p);
  acb_mul(o.get(), o.get(), c.arg(1), c.p);
  acb_sub(o.get(), c.arg(0), o.get(), c.p);
}

void factorial(Ball& o, const Call& c) {
  acb_add_ui(o.get(), c.arg(0), 1, c.p);
  acb_gamma(o.get(), o.get(), c.p);
}

/// n!! by the gamma function, for whole n only.
void factorial2(Ball& o, const Call& c) {
  Integer n;
  if (!acb_get_unique_fmpz(n.get(), c.arg(0)) || fmpz_cmp_si(n.get(), 0) < 0 ||
      fmpz_cmp_si(n.get(), 20'000) > 0) {
    acb_indeterminate(o.get());
    return;
  }
  arb_doublefac_ui(o.re(), fmpz_get_ui(n.get()), c.p);
}

void binomial(Ball& o, const Call& c) {
  Integer k;
  if (acb_get_unique_fmpz(k.get(), c.arg(1)) && fmpz_cmp_si(k.get(), 2000) < 0) {
    if (fmpz_sgn(k.get()) < 0) return;
    const ulong n = fmpz_get_ui(k.get());
    Ball base;
    acb_sub_ui(base.get(), c.arg(0), n, c.p);
    acb_add_ui(base.get(), base.get(), 1, c.p);
    acb_rising_ui(o.get(), base.get(), n, c.p);
    RealBall scale;
    arb_fac_ui(scale.get(), n, c.p);
    acb_div_arb(o.get(), o.get(), scale.get(), c.p);
    return;
  }
  Ball t;
  acb_add_ui(t.get(), c.arg(0), 1, c.p);
  acb_gamma(o.get(), t.get(), c.p);
  acb_add_ui(t.get(), c.arg(1), 1, c.p);
  acb_rgamma(t.get(), t.get(), c.p);
  acb_mul(o.get(), o.get(), t.get(), c.p);
  acb_sub(t.get(), c.arg(0), c.arg(1), c.p);
  acb_add_ui(t.get(), t.get(), 1, c.p);
  acb_rgamma(t.get(), t.get(), c.p);
  acb_mul(o.get(), o.get(), t.get(), c.p);
}

void beta(Ball& o, const Call& c) {
  Ball t;
  acb_gamma(o.get(), c.arg(0), c.p);
  acb_gamma(t.get(), c.arg(1), c.p);
  acb_mul(o.get(), o.get(), t.get(), c.p);
  acb_add(t.get(), c.arg(0), c.arg(1), c.p);
  acb_rgamma(t.get(), t.get(), c.p);
  acb_mul(o.get(), o.get(), t.get(), c.p);
}

void harmonic(Ball& o, const Call& c) {
  acb_add_ui(o.get(), c.arg(0), 1, c.p);
  acb_digamma(o.get(), o.get(), c.p);
  RealBall euler;
  arb_const_euler(euler.get(), c.p);
  acb_add_arb(o.get(), o.get(), euler.get(), c.p);
}

void atan2_value(Ball& o, const Call& c) {
  if (!c.a[0].real() || !c.a[1].real()) {
    acb_indeterminate(o.get());
    return;
  }
  arb_atan2(o.re(), c.a[0].re(), c.a[1].re(), c.p);
}

void lambertw(Ball& o, const Call& c) {
  Integer branch;
  if (c.a.size() == 2 && !acb_get_unique_fmpz(branch.get(), c.arg(1))) {
    acb_indeterminate(o.get());
    return;
  }
  acb_lambertw(o.get(), c.arg(0), branch.get(), 0, c.p);
}

void heaviside(Ball& o, const Call& c) { acb_real_heaviside(o.get(), c.arg(0), c.analytic, c.p); }

constexpr std::array kUnary{
    Row{"sin", 1, Cut::kNone, PLAIN(acb_sin)},
    Row{"cos", 1, Cut::kNone, PLAIN(acb_cos)},
    Row{"tan", 1, Cut::kNone, PLAIN(acb_tan)},
    Row{"cot", 1, Cut::kNone, PLAIN(acb_cot)},
    Row{"sec", 1, Cut::kNone, PLAIN(acb_sec)},
    Row{"csc", 1, Cut::kNone, PLAIN(acb_csc)},
    Row{"asin", 1, Cut::kOutsideUnit, PLAIN(acb_asin)},
    Row{"acos", 1, Cut::kOutsideUnit, PLAIN(acb_acos)},
    Row{"atan", 1, Cut::kImagOutsideUnit, PLAIN(acb_atan)},
    Row{"acot", 1, Cut::kNone, [](Ball& o, const Call& c) { acosh_inverse_of(o, c, acb_atan); }},
    Row{"asec", 1, Cut::kNone, [](Ball& o, const Call& c) { acosh_inverse_of(o, c, acb_acos); }},
    Row{"acsc", 1, Cut::kNone, [](Ball& o, const Call& c) { acosh_inverse_of(o, c, acb_asin); }},
    Row{"sinh", 1, Cut::kNone, PLAIN(acb_sinh)},
    Row{"cosh", 1, Cut::kNone, PLAIN(acb_cosh)},
    Row{"tanh", 1, Cut::kNone, PLAIN(acb_tanh)},
    Row{"coth", 1, Cut::kNone, PLAIN(acb_coth)},
    Row{"sech", 1, Cut::kNone, PLAIN(acb_sech)},
    Row{"csch", 1, Cut::kNone, PLAIN(acb_csch)},
    Row{"asinh", 1, Cut::kImagOutsideUnit, PLAIN(acb_asinh)},
    Row{"acosh", 1, Cut::kRealBelowOne, PLAIN(acb_acosh)},
    Row{"atanh", 1, Cut::kOutsideUnit, PLAIN(acb_atanh)},
    Row{"acoth", 1, Cut::kNone, [](Ball& o, const Call& c) { acosh_inverse_of(o, c, acb_atanh); }},
    Row{"asech", 1, Cut::kNone, [](Ball& o, const Call& c) { acosh_inverse_of(o, c, acb_acosh); }},
    Row{"acsch", 1, Cut::kNone, [](Ball& o, const Call& c) { acosh_inverse_of(o, c, acb_asinh); }},
    Row{"exp", 1, Cut::kNone, PLAIN(acb_exp)},
    Row{"log", 1, Cut::kNegativeReal, PLAIN(acb_log)},
    Row{"ln", 1, Cut::kNegativeReal, PLAIN(acb_log)},
    Row{"sqrt", 1, Cut::kNegativeReal, PLAIN(acb_sqrt)},
    Row{"cbrt", 1, Cut::kNegativeReal,
        [](Ball& o, const Call& c) { acb_root_ui(o.get(), c.arg(0), 3, c.p); }},
    Row{"Abs", 1, Cut::kNone, abs_value},
    Row{"abs", 1, Cut::kNone, abs_value},
    Row{"sign", 1, Cut::kNone, sign},
    Row{"floor", 1, Cut::kNone, [](Ball& o, const Call& c) { rounded(o, c, false); }},
    Row{"ceiling", 1, Cut::kNone, [](Ball& o, const Call& c) { rounded(o, c, true); }},
    Row{"frac", 1, Cut::kNone,
        [](Ball& o, const Call& c) {
          rounded(o, c, false);
          acb_sub(o.get(), c.arg(0), o.get(), c.p);
        }},
    Row{"re", 1, Cut::kNone, [](Ball& o, const Call& c) { arb_set(o.re(), c.a[0].re()); }},
    Row{"im", 1, Cut::kNone, [](Ball& o, const Call& c) { arb_set(o.re(), c.a[0].im()); }},
    Row{"conjugate", 1, Cut::kNone, [](Ball& o, const Call& c) { acb_conj(o.get(), c.arg(0)); }},
    Row{"arg", 1, Cut::kNegativeReal,
        [](Ball& o, const Call& c) { acb_arg(o.re(), c.arg(0), c.p); }},
    Row{"factorial", 1, Cut::kNone, factorial},
    Row{"factorial2", 1, Cut::kNone, factorial2},
    Row{"gamma", 1, Cut::kNone, PLAIN(acb_gamma)},
    Row{"loggamma", 1, Cut::kNegativeReal, PLAIN(acb_lgamma)},
    Row{"digamma", 1, Cut::kNone, PLAIN(acb_digamma)},
    Row{"harmonic", 1, Cut::kNone, harmonic},
    Row{"zeta", 1, Cut::kNone, PLAIN(acb_zeta)},
    Row{"erf", 1, Cut::kNone, PLAIN(acb_hypgeom_erf)},
    Row{"erfc", 1, Cut::kNone, PLAIN(acb_hypgeom_erfc)},
    Row{"erfi", 1, Cut::kNone, PLAIN(acb_hypgeom_erfi)},
    Row{"Si", 1, Cut::kNone, PLAIN(acb_hypgeom_si)},
    Row{"Ci", 1, Cut::kNegativeReal, PLAIN(acb_hypgeom_ci)},
    Row{"Shi", 1, Cut::kNone, PLAIN(acb_hypgeom_shi)},
    Row{"Chi", 1, Cut::kNegativeReal, PLAIN(acb_hypgeom_chi)},
    Row{"Ei", 1, Cut::kNegativeReal, PLAIN(acb_hypgeom_ei)},
    Row{"li", 1, Cut::kRealBelowOne,
        [](Ball& o, const Call& c) { acb_hypgeom_li(o.get(), c.arg(0), 0, c.p); }},
    Row{"fresnels", 1, Cut::kNone, [](Ball& o, const Call& c) { fresnel(o, c, true); }},
    Row{"fresnelc", 1, Cut::kNone, [](Ball& o, const Call& c) { fresnel(o, c, false); }},
    Row{"LambertW", 1, Cut::kNegativeReal, lambertw},
    Row{"Heaviside", 1, Cut::kNone, heaviside},
    Row{"airyai", 1, Cut::kNone, [](Ball& o, const Call& c) { airy(o, c, false); }},
    Row{"airybi", 1, Cut::kNone, [](Ball& o, const Call& c) { airy(o, c, true); }},
    Row{"elliptic_k", 1, Cut::kRealAboveOne, PLAIN(acb_elliptic_k)},
    Row{"elliptic_e", 1, Cut::kRealAboveOne, PLAIN(acb_elliptic_e)},
};

constexpr std::array kBinary{
    Row{"atan2", 2, Cut::kNone, atan2_value},
    Row{"Mod", 2, Cut::kNone, modulo},
    Row{"binomial", 2, Cut::kNone, binomial},
    Row{"beta", 2, Cut::kNone, beta},
    Row{"LambertW", 2, Cut::kNone, lambertw},
    Row{"zeta", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_hurwitz_zeta(o.get(), c.arg(0), c.arg(1), c.p); }},
    Row{"polygamma", 2, Cut::kNone,
        [](Ball& o, const Call& c) {
          if (acb_is_zero(c.arg(0))) {
            acb_digamma(o.get(), c.arg(1), c.p);
          } else {
            acb_polygamma(o.get(), c.arg(0), c.arg(1), c.p);
          }
        }},
    Row{"polylog", 2, Cut::kNone,
        [](Ball& o, const Call& c) {
          if (c.analytic && on_cut(Cut::kRealAboveOne, c.a[1])) {
            acb_indeterminate(o.get());
          } else {
            acb_polylog(o.get(), c.arg(0), c.arg(1), c.p);
          }
        }},
    Row{"besselj", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_hypgeom_bessel_j(o.get(), c.arg(0), c.arg(1), c.p); }},
    Row{"bessely", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_hypgeom_bessel_y(o.get(), c.arg(0), c.arg(1), c.p); }},
    Row{"besseli", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_hypgeom_bessel_i(o.get(), c.arg(0), c.arg(1), c.p); }},
    Row{"besselk", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_hypgeom_bessel_k(o.get(), c.arg(0), c.arg(1), c.p); }},
    Row{"uppergamma", 2, Cut::kNone,
        [](Ball& o, const Call& c) {
          if (c.analytic && on_cut(Cut::kNegativeReal, c.a[1])) {
            acb_indeterminate(o.get());
          } else {
            acb_hypgeom_gamma_upper(o.get(), c.arg(0), c.arg(1), 0, c.p);
          }
        }},
    Row{"lowergamma", 2, Cut::kNone,
        [](Ball& o, const Call& c) {
          if (c.analytic && on_cut(Cut::kNegativeReal, c.a[1])) {
            acb_indeterminate(o.get());
          } else {
            acb_hypgeom_gamma_lower(o.get(), c.arg(0), c.arg(1), 0, c.p);
          }
        }},
    Row{"log", 2, Cut::kNegativeReal,
        [](Ball& o, const Call& c) {
          Ball base;
          acb_log(base.get(), c.arg(1), c.p);
          acb_log(o.get(), c.arg(0), c.p);
          acb_div(o.get(), o.get(), base.get(), c.p);
        }},
    Row{"root", 2, Cut::kNegativeReal,
        [](Ball& o, const Call& c) {
          acb_inv(o.get(), c.arg(1), c.p);
          acb_pow_analytic(o.get(), c.arg(0), o.get(), c.analytic, c.p);
        }},
    Row{"Rational", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_div(o.get(), c.arg(0), c.arg(1), c.p); }},
    Row{"chebyshevt", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_hypgeom_chebyshev_t(o.get(), c.arg(0), c.arg(1), c.p); }},
    Row{"hermite", 2, Cut::kNone,
        [](Ball& o, const Call& c) { acb_hypgeom_hermite_h(o.get(), c.arg(0), c.arg(1), c.p); }},
};
#undef PLAIN

/// The inverse of a reciprocal has its cut where the reciprocal meets that of the inner function.
bool on_reciprocal_cut(std::string_view name, const Ball& z, slong p) {
  static constexpr std::array<std::pair<std::string_view, Cut>, 6> kCuts{{
      {"acot", Cut::kImagOutsideUnit},
      {"asec", Cut::kOutsideUnit},
      {"acsc", Cut::kOutsideUnit},
      {"acoth", Cut::kOutsideUnit},
      {"asech", Cut::kRealBelowOne},
      {"acsch", Cut::kImagOutsideUnit},
  }};
  for (const auto& [reciprocal_name, cut] : kCuts) {
    if (reciprocal_name != name) continue;
    Ball inverse;
    acb_inv(inverse.get(), z.get(), p);
    return !inverse.finite() || on_cut(cut, inverse);
  }
  return false;
}

}  // namespace

void add_numeric_function_names(std::vector<std::string_view>& out) {
  for (const std::string_view name : {"Max", "Min", "max", "min"}) out.push_back(name);
  for (const Row& row : kUnary) out.push_back(row.name);
  for (const Row& row : kBinary) out.push_back(row.name);
}

std::optional<Ball> numeric_function(std::string_view name, const std::vector<Ball>& arguments,
                                     const NumericOptions& options) {
  const Call call{arguments, options.precision, options.analytic};
  Ball out;
  if (name == "Max" || name == "Min" || name == "max" || name == "min") {
    if (arguments.empty()) return std::nullopt;
    extreme(out, call, name == "Max" || name == "max");
    return out;
  }
  const auto run = [&](const auto& table) -> bool {
    for (const Row& row : table) {
      if (row.name != name || row.arity != arguments.size()) continue;
      if (options.analytic && (on_cut(row.cut, arguments[0]) ||
                               on_reciprocal_cut(name, arguments[0], options.precision))) {
        acb_indeterminate(out.get());
      } else {
        row.body(out, call);
      }
      return true;
    }
    return false;
  };
  if (run(kUnary) || run(kBinary)) return out;
  return std::nullopt;
}

}  // namespace codecalc::cas
