// Sums and products: our own closed forms, then Giac's, each compared with numeric values.
#include <functional>

#include "cas/worker/check.h"
#include "cas/worker/identify.h"
#include "cas/worker/infinite.h"
#include "cas/worker/operations.h"
#include "cas/worker/present.h"
#include "cas/worker/recurrence.h"
#include "cas/worker/sequence.h"

namespace codecalc::cas {

namespace {

constexpr slong kPrecision = 400;
constexpr long kMostTerms = 20'000;

Expr unevaluated(bool is_sum, const Expr& f, const std::string& k, const Expr& a, const Expr& b) {
  return expr::call(is_sum ? "Sum" : "Product", {f, expr::tuple({expr::symbol(k), a, b})});
}

/// The sum or product of f at a, a+1, ..., b.
std::optional<Ball> finite_value(const Expr& f, const std::string& k, long a, long b,
                                 const Point& parameters, bool is_sum) {
  Ball total(is_sum ? 0 : 1);
  for (long i = a; i <= b; ++i) {
    Point at = parameters;
    at.insert_or_assign(k, Ball(i));
    const auto v = numeric_value(f, at, {.precision = kPrecision});
    if (!v || !v->finite()) return std::nullopt;
    if (is_sum) {
      acb_add(total.get(), total.get(), v->get(), kPrecision);
    } else {
      acb_mul(total.get(), total.get(), v->get(), kPrecision);
    }
  }
  return total;
}

/// Whole bounds: term by term, exactly, where the terms are rational.
std::optional<Expr> exact_total(const Expr& f, const std::string& k, long a, long b, bool is_sum) {
  if (b - a > kMostTerms) return std::nullopt;
  Fraction total;
  fmpq_set_si(total.get(), is_sum ? 0 : 1, 1);
  for (long i = a; i <= b; ++i) {
    const auto v = rational_value(replace(f, k, expr::integer(i)));
    if (!v) return std::nullopt;
    if (is_sum) {
      fmpq_add(total.get(), total.get(), v->get());
    } else {
      fmpq_mul(total.get(), total.get(), v->get());
    }
    if (fmpq_height_bits(total.get()) > 60'000) {
      throw Refused(Code::kResourceExhausted, "the result would have more than 20000 digits");
    }
  }
  return rational(total.get());
}

struct Problem {
  const Expr& f;
  const std::string& k;
  const Expr& a;
  const Expr& b;
  bool is_sum;
};

/// Symbolic bounds or parameters: compared at whole values of what stands in the bounds.
bool agrees_at_whole_numbers(const Problem& p, const Expr& value) {
  std::set<std::string> names = free_variables(p.f);
  names.erase(p.k);
  std::set<std::string> in_bounds = free_variables(p.a);
  in_bounds.merge(free_variables(p.b));
  // What is whole in the bounds is also the argument of binomials and factorials.
  names.insert(in_bounds.begin(), in_bounds.end());
  int agreed = 0;
  for (const Point& at :
       sample_points(names, {.domain = Domain::kPositive, .whole = in_bounds}, 10)) {
    const auto low = numeric_value(p.a, at, {.precision = 64});
    const auto high = numeric_value(p.b, at, {.precision = 64});
    Integer from;
    Integer to;
    if (!low || !high || !acb_get_unique_fmpz(from.get(), low->get()) ||
        !acb_get_unique_fmpz(to.get(), high->get())) {
      return false;
    }
    if (fmpz_cmp(from.get(), to.get()) > 0) continue;
    const auto expected =
        finite_value(p.f, p.k, fmpz_get_si(from.get()), fmpz_get_si(to.get()), at, p.is_sum);
    const auto got = numeric_value(value, at, {.precision = kPrecision});
    if (!expected || !got || !got->finite()) continue;
    if (!close(*expected, *got, 60)) return false;
    ++agreed;
  }
  return agreed >= 4;
}

std::optional<Expr> from_giac(const Context& c, const Problem& p, int ms) {
  return c.attempt(ms, [&] {
    return c.giac.run(p.is_sum ? "sum" : "product", {p.f, expr::symbol(p.k), p.a, p.b});
  });
}

Answer finite(const Context& c, const Problem& p) {
  const auto a = integer_value(p.a);
  const auto b = integer_value(p.b);
  if (a && b) {
    if (*a > *b) return verified(expr::integer(p.is_sum ? 0 : 1), "the range is empty");
    if (const auto exact = exact_total(p.f, p.k, *a, *b, p.is_sum)) {
      return verified(*exact, "added up exactly, term by term");
    }
  }
  const auto usable = [&](const std::optional<Expr>& e) {
    return e && !is_unevaluated(*e) && agrees_at_whole_numbers(p, *e);
  };
  constexpr const char* kHow = "compared with the terms added up at whole values";
  const auto candidate = from_giac(c, p, 2500);
  if (usable(candidate)) {
    // Polynomials are shown multiplied out.
    const auto plain = c.attempt(800, [&] { return c.giac.run("normal", {*candidate}); });
    if (plain && size_of(present(*plain)) <= size_of(present(*candidate)) && usable(plain)) {
      return verified(*plain, kHow);
    }
    return verified(*candidate, kHow);
  }
  if (p.is_sum) {
    for (const Expr& e : sums_by_recurrence(p.f, p.k, p.a, p.b)) {
      if (usable(e)) return verified(e, kHow);
    }
  }
  if (a && b && *b - *a <= 60) {
    // Short enough to be written out.
    Expr total = expr::integer(p.is_sum ? 0 : 1);
    for (long i = *a; i <= *b; ++i) {
      const Expr term = replace(p.f, p.k, expr::integer(i));
      total = p.is_sum ? add(total, term) : multiply(total, term);
    }
    return verified(total, "written out term by term");
  }
  return unverified(unevaluated(p.is_sum, p.f, p.k, p.a, p.b),
                    "no closed form was found that passes the check");
}

/// log f for products: their terms are summed.
Sequence terms_of(const Problem& p, long a, const Point& parameters) {
  return [&p, a, parameters](slong n) -> std::optional<Ball> {
    Point at = parameters;
    at.insert_or_assign(p.k, Ball(a + n));
    auto v = numeric_value(p.f, at, {.precision = 1400});
    if (v && !p.is_sum) {
      acb_log(v->get(), v->get(), 1400);
    }
    return v;
  };
}

std::optional<Ball> infinite_value(const Problem& p, long a, const Point& parameters, slong bits) {
  auto total = accelerated_sum(terms_of(p, a, parameters), bits);
  if (total && !p.is_sum) acb_exp(total->get(), total->get(), 1400);
  return total;
}

Answer diverged(const Problem& p, const TermBehaviour& terms) {
  Expr value = expr::symbol("nan");
  if (p.is_sum && terms.sign != 0) {
    value = terms.sign > 0 ? expr::symbol("oo") : negate(expr::symbol("oo"));
  } else if (!p.is_sum && terms.sign != 0) {
    value = terms.sign > 0 ? expr::symbol("oo") : expr::integer(0);
  }
  Answer out = verified(value, "the terms' behaviour far out");
  out.reason = terms.terms == Terms::kNoLimit ? "it diverges: the terms do not go to 0"
                                              : "it diverges: the terms go to 0 too slowly";
  if (!p.is_sum) out.reason = "the product diverges";
  return out;
}

Answer infinite_number(const Context& c, const Problem& p, long a) {
  const TermBehaviour terms = behaviour_of(terms_of(p, a, {}));
  if (terms.terms == Terms::kNoLimit || terms.terms == Terms::kTooSlow) {
    return diverged(p, terms);
  }
  const auto numeric = infinite_value(p, a, {}, 80);
  const Expr left = unevaluated(p.is_sum, p.f, p.k, p.a, p.b);
  if (!numeric) return unverified(left, "no numeric value was found to compare with");
  const auto usable = [&](const std::optional<Expr>& e) {
    if (!e || is_unevaluated(*e)) return false;
    const auto v = numeric_value(*e, {}, {.precision = 512});
    return v && v->finite() && close(*v, *numeric, 75);
  };
  constexpr const char* kHow = "compared with the accelerated numeric value";
  const auto own =
      p.is_sum ? infinite_rational_sum(p.f, p.k, a) : infinite_rational_product(p.f, p.k, a);
  if (usable(own)) return verified(*own, kHow);
  const auto candidate = from_giac(c, p, 2500);
  if (usable(candidate)) return verified(*candidate, kHow);
  if (const auto precise = infinite_value(p, a, {}, kIdentifyBits + 10)) {
    if (precise->real() || arb_contains_zero(precise->im())) {
      if (const auto e = identify(precise->re(), {}); usable(e)) {
        return verified(*e, "found from 60 digits of the accelerated numeric value");
      }
    }
  }
  return unverified(left, "no closed form was found that agrees with the numeric value");
}

/// Parameters: compared where the series converges; whether it does everywhere is said.
Answer infinite_with_parameters(const Context& c, const Problem& p, long a,
                                const std::set<std::string>& names) {
  const Expr left = unevaluated(p.is_sum, p.f, p.k, p.a, p.b);
  const auto usable = [&](const std::optional<Expr>& e) {
    if (!e || is_unevaluated(*e)) return false;
    int agreed = 0;
    for (const double side : {1.0, -1.0}) {
      for (const Point& at :
           sample_points(names, {.low = side > 0 ? 0.1 : -0.8, .high = side > 0 ? 0.8 : -0.1}, 3)) {
        const auto numeric = infinite_value(p, a, at, 60);
        const auto v = numeric_value(*e, at, {.precision = 512});
        if (!numeric || !v || !v->finite()) continue;
        if (!close(*v, *numeric, 50)) return false;
        ++agreed;
      }
    }
    return agreed >= 3;
  };
  const auto candidate = from_giac(c, p, 2500);
  if (!usable(candidate)) {
    return unverified(left, "no closed form was found that passes the check");
  }
  Answer out = verified(*candidate, "compared with the accelerated numeric value");
  for (const Point& at : sample_points(names, {.low = 2.1, .high = 2.9}, 1)) {
    if (behaviour_of(terms_of(p, a, at)).terms == Terms::kVanishQuickly) continue;
    for (const std::string& n : names) out.assumptions.push_back("Abs(" + n + ") < 1");
  }
  return out;
}

Answer accumulate(const Context& c, const Problem& p) {
  const bool low = is_infinite(p.a);
  const bool high = is_infinite(p.b);
  const Expr left = unevaluated(p.is_sum, p.f, p.k, p.a, p.b);
  if (low && high) {
    const Expr mirrored = replace(p.f, p.k, negate(expr::symbol(p.k)));
    const Answer right = accumulate(c, {p.f, p.k, expr::integer(0), p.b, p.is_sum});
    const Answer other = accumulate(c, {mirrored, p.k, expr::integer(1), p.b, p.is_sum});
    if (!right.checked || !other.checked || is_infinite(right.value) || is_infinite(other.value)) {
      return unverified(left, "one half has no closed form");
    }
    return verified(p.is_sum ? add(right.value, other.value) : multiply(right.value, other.value),
                    right.check);
  }
  if (low) {
    const Expr mirrored = replace(p.f, p.k, negate(expr::symbol(p.k)));
    return accumulate(c, {mirrored, p.k, negate(p.b), expr::symbol("oo"), p.is_sum});
  }
  if (!high) return finite(c, p);
  const auto a = integer_value(p.a);
  std::set<std::string> names = free_variables(p.f);
  names.erase(p.k);
  if (!a) return unverified(left, "the lower bound must be a whole number");
  if (names.empty()) return infinite_number(c, p, *a);
  return infinite_with_parameters(c, p, *a, names);
}

}  // namespace

Answer sum(const Context& c, const Expr& f, const std::string& k, const Expr& a, const Expr& b) {
  return accumulate(c, {f, k, a, b, true});
}

Answer product(const Context& c, const Expr& f, const std::string& k, const Expr& a,
               const Expr& b) {
  return accumulate(c, {f, k, a, b, false});
}

}  // namespace codecalc::cas
