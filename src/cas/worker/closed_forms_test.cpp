// Our own closed forms: sums, products, radicals, constants from digits, integrals by ansatz.
#include <gtest/gtest.h>

#include "cas/worker/ansatz.h"
#include "cas/worker/check.h"
#include "cas/worker/identify.h"
#include "cas/worker/infinite.h"
#include "cas/worker/prepare.h"
#include "cas/worker/present.h"
#include "cas/worker/quadrature.h"
#include "cas/worker/radicals.h"
#include "cas/worker/recurrence.h"
#include "cas/worker/sequence.h"
#include "cas/worker/special_integrals.h"

namespace codecalc::cas {
namespace {

Expr read(std::string_view text) {
  auto e = read_expression(text);
  EXPECT_TRUE(e.ok()) << text;
  return e.ok() ? prepare(*e).tree : expr::integer(0);
}

bool same(const Expr& a, std::string_view b) {
  return compare(a, read(b), {.domain = Domain::kPositive}).holds();
}

struct Case {
  const char* f;
  long from;
  const char* value;
};

TEST(Infinite, SumsRationalTerms) {
  constexpr Case kCases[] = {
      {"1/(k*(k + 1))", 1, "1"},
      {"1/(4*k**2 - 1)", 1, "1/2"},
      {"1/k**4", 1, "pi**4/90"},
      {"1/k**2", 3, "pi**2/6 - 5/4"},
      {"1/k**3", 1, "zeta(3)"},
      {"(-1)**k/(2*k + 1)", 0, "pi/4"},
      {"(-1)**(k + 1)/k", 1, "log(2)"},
      {"1/(k**2 + 1)", 0, "(pi*coth(pi) + 1)/2"},
      {"(-1)**k/(2*k + 1)**2", 0, "Catalan"},
      {"1/(k*(3*k - 1))", 1, "3*log(3)/2 - pi*sqrt(3)/6"},
      {"1/(k**2 + k + 1)", 0, "pi*tanh(sqrt(3)*pi/2)/sqrt(3)"},
      {"1/(4*k**2 + 4*k - 1)", 2, "pi*tan(pi/sqrt(2))/(4*sqrt(2)) + 6/7"},
      {"k/(k**4 + k**2 + 1)", 1, "1/2"},
      {"(k**2 + 1)/(k**4 + k**2 + 1)", 0, "pi*tanh(sqrt(3)*pi/2)/sqrt(3) + 1/2"},
  };
  for (const Case& c : kCases) {
    const auto got = infinite_rational_sum(read(c.f), "k", c.from);
    ASSERT_TRUE(got.has_value()) << c.f;
    EXPECT_TRUE(same(*got, c.value)) << c.f << " gave " << present_text(*got);
  }
  EXPECT_FALSE(infinite_rational_sum(read("1/k"), "k", 1).has_value());
  EXPECT_FALSE(infinite_rational_sum(read("2**k/k"), "k", 1).has_value());
}

TEST(Infinite, SumsAgreeWithAcceleratedValues) {
  for (const char* text : {"k/((k + 2)*(k + 4)*(k + 8))", "1/(k**2*(k + 1)**2)", "1/(k*(2*k + 1))",
                           "(-1)**k/(3*k + 1)", "1/(k**2 + 4)", "(2*k + 1)/(k**2*(k + 1)**2)"}) {
    const Expr f = read(text);
    const auto closed = infinite_rational_sum(f, "k", 1);
    const auto value = accelerated_sum(
        [&](slong n) {
          Point at;
          at.emplace("k", Ball(n + 1));
          return numeric_value(f, at, {.precision = 1400});
        },
        100);
    ASSERT_TRUE(closed.has_value()) << text;
    ASSERT_TRUE(value.has_value()) << text;
    const auto v = numeric_value(*closed, {}, {.precision = 400});
    ASSERT_TRUE(v.has_value()) << text;
    EXPECT_TRUE(close(*v, *value, 95)) << text;
  }
}

TEST(Infinite, MultipliesRationalFactors) {
  constexpr Case kCases[] = {
      {"1 - 1/k**2", 2, "1/2"},
      {"1 + 1/k**2", 1, "sinh(pi)/pi"},
      {"1 - 1/(4*k**2)", 1, "2/pi"},
      {"k*(k + 2)/(k + 1)**2", 1, "1/2"},
      {"(k**2 - 2)/(k**2)", 2, "-sin(pi*sqrt(2))/(pi*sqrt(2))"},
  };
  for (const Case& c : kCases) {
    const auto got = infinite_rational_product(read(c.f), "k", c.from);
    ASSERT_TRUE(got.has_value()) << c.f;
    EXPECT_TRUE(same(*got, c.value)) << c.f << " gave " << present_text(*got);
  }
  EXPECT_FALSE(infinite_rational_product(read("1 + 1/k"), "k", 1).has_value());
}

TEST(Sequence, TellsDivergence) {
  const auto terms = [](const char* text) {
    const Expr f = read(text);
    return behaviour_of([f](slong n) {
             Point at;
             at.emplace("k", Ball(n + 1));
             return numeric_value(f, at, {.precision = 400});
           })
        .terms;
  };
  EXPECT_EQ(terms("1/k"), Terms::kTooSlow);
  EXPECT_EQ(terms("1/sqrt(k)"), Terms::kTooSlow);
  EXPECT_EQ(terms("1/k**2"), Terms::kVanishQuickly);
  EXPECT_EQ(terms("(-1)**k/k"), Terms::kVanishQuickly);
  EXPECT_EQ(terms("(-1)**k"), Terms::kNoLimit);
  EXPECT_EQ(terms("k"), Terms::kNoLimit);
  EXPECT_EQ(terms("1/2**k"), Terms::kVanishQuickly);
  EXPECT_EQ(terms("log(1 + 1/2**k)"), Terms::kVanishQuickly);
  EXPECT_EQ(terms("sin(k)/k"), Terms::kUnclear);
  EXPECT_EQ(terms("cos(k/1000)/sqrt(k)"), Terms::kUnclear);
  EXPECT_EQ(terms("sin(k)/k**2"), Terms::kVanishQuickly);
}

TEST(Recurrence, FindsSumsOfBinomials) {
  struct Row {
    const char* f;
    const char* value;
  };
  constexpr Row kRows[] = {
      {"binomial(n, k)**2", "binomial(2*n, n)"},
      {"k*binomial(n, k)", "n*2**(n - 1)"},
      {"binomial(n, k)*binomial(n, k + 1)", "binomial(2*n, n + 1)"},
  };
  for (const Row& row : kRows) {
    bool found = false;
    for (const Expr& e : sums_by_recurrence(read(row.f), "k", read("0"), read("n"))) {
      found = found || compare(e, read(row.value), {.domain = Domain::kNatural}).holds();
    }
    EXPECT_TRUE(found) << row.f;
  }
}

TEST(Radicals, MeetEveryRoot) {
  struct Row {
    const char* p;
    const char* first;  ///< empty: CRootOf
  };
  constexpr Row kRows[] = {
      {"x**2 - 2", "-sqrt(2)"},
      {"x**2 + 2*x + 5", "-1 - 2*I"},
      {"x**3 - 2", "2**(1/3)"},
      {"x**4 + 1", "-sqrt(2)/2 - sqrt(2)*I/2"},
      {"x**3 - 3*x + 1", "2*cos(2*pi/9)"},
      {"x**5 - x - 1", ""},
      {"x**3 - 4*x + 1", ""},
  };
  for (const Row& row : kRows) {
    const auto p = polynomial_of(read(row.p), "x");
    ASSERT_TRUE(p.has_value());
    const auto roots = roots_in_radicals(*p, "x");
    ASSERT_EQ(roots.size(), static_cast<std::size_t>(p->degree())) << row.p;
    if (*row.first != '\0') {
      EXPECT_TRUE(same(roots[0], row.first)) << row.p << " gave " << present_text(roots[0]);
    } else {
      EXPECT_TRUE(roots[0]->is_call("CRootOf"));
    }
    for (const Expr& e : roots) {
      EXPECT_TRUE(same(replace(read(row.p), "x", e), "0")) << row.p << " " << present_text(e);
    }
  }
  const auto cubic = polynomial_of(read("x**3 + x + 1"), "x");
  for (const Expr& e : roots_in_radicals(*cubic, "x")) EXPECT_FALSE(e->is_call("CRootOf"));
}

TEST(Identify, SpellsConstantsAndRefusesNoise) {
  for (const char* text : {"pi**2/6", "3/7", "sqrt(pi)/2", "log(2)/3 - pi/4", "2 - pi**2/6",
                           "(sqrt(2) - 1)*pi", "zeta(3)*3/4"}) {
    const auto v = numeric_value(read(text), {}, {.precision = 400});
    const auto e = identify(v->re(), {});
    ASSERT_TRUE(e.has_value()) << text;
    EXPECT_TRUE(same(*e, text)) << text << " gave " << present_text(*e);
  }
  for (const char* text : {"sin(sqrt(2))*exp(pi/7)", "gamma(1/3)", "besselj(0, 1)"}) {
    const auto v = numeric_value(read(text), {}, {.precision = 400});
    EXPECT_FALSE(identify(v->re(), {}).has_value()) << text;
  }
}

TEST(Integrals, OwnFormsPassTheDerivativeCheck) {
  for (const char* text : {"log(x)/(1 - x)", "log(2*x + 1)/x", "sin(x**2)", "3*cos(2*x**2 + x - 1)",
                           "x**n*log(x)", "log(x)/(x**2 - 1)"}) {
    const auto e = special_antiderivative(read(text), "x");
    ASSERT_TRUE(e.has_value()) << text;
    EXPECT_TRUE(compare_derivative(*e, read(text), "x", {.domain = Domain::kPositive}).holds())
        << text;
  }
  for (const char* text : {"x*exp(x)", "x*log(x**2 + 1)*atan(x)**2", "log(x)**2"}) {
    const auto e = ansatz_antiderivative(read(text), "x");
    ASSERT_TRUE(e.has_value()) << text;
    EXPECT_TRUE(compare_derivative(*e, read(text), "x", {.domain = Domain::kPositive}).holds())
        << text;
  }
  EXPECT_FALSE(ansatz_antiderivative(read("exp(x)/x"), "x").has_value());
}

TEST(Quadrature, ConvergesOnEveryKindOfRange) {
  struct Row {
    const char* f;
    const char* a;
    const char* b;
    const char* value;
  };
  constexpr Row kRows[] = {
      {"x**2", "0", "1", "1/3"},
      {"1/sqrt(x)", "0", "1", "2"},
      {"log(x)", "0", "1", "-1"},
      {"Abs(x)", "-1", "2", "5/2"},
      {"floor(x)", "0", "3", "3"},
      {"sin(x)/x", "-1", "1", "2*Si(1)"},
      {"exp(-x)", "0", "oo", "1"},
      {"x**3/(exp(x) - 1)", "0", "oo", "pi**4/15"},
      {"exp(-x**2)", "-oo", "oo", "sqrt(pi)"},
      {"1/(x**2 + 2*x + 5)", "-oo", "oo", "pi/2"},
      {"sin(x)/x", "0", "oo", "pi/2"},
      {"sin(x**2)", "0", "oo", "sqrt(2*pi)/4"},
      {"cos(x)/(1 + x**2)", "-oo", "oo", "pi*exp(-1)"},
  };
  for (const Row& row : kRows) {
    const auto v = integrate_numerically(read(row.f), "x", read(row.a), read(row.b), {});
    ASSERT_TRUE(v.has_value()) << row.f;
    const auto wanted = numeric_value(read(row.value), {}, {.precision = 256});
    EXPECT_TRUE(close(v->value, *wanted, 50)) << row.f;
  }
  for (const char* f : {"1/x", "1/x**2"}) {
    EXPECT_FALSE(integrate_numerically(read(f), "x", read("0"), read("1"), {}).has_value()) << f;
  }
}

}  // namespace
}  // namespace codecalc::cas
