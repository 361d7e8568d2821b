// Certified values against published digits; equality checks that must not be fooled.
#include "cas/worker/numeric.h"

#include <gtest/gtest.h>

#include "cas/worker/check.h"
#include "cas/worker/digits.h"
#include "cas/worker/number_theory.h"
#include "cas/worker/prepare.h"
#include "cas/worker/present.h"

namespace codecalc::cas {
namespace {

Expr read(std::string_view text) {
  auto e = read_expression(text);
  EXPECT_TRUE(e.ok()) << text;
  return e.ok() ? prepare(*e).tree : expr::integer(0);
}

TEST(Numeric, ValuesHaveTheirKnownDigits) {
  struct Case {
    std::string_view text;
    std::string_view digits;
  };
  constexpr Case kCases[] = {
      {"pi", "3.1415926535897932385"},
      {"E", "2.7182818284590452354"},
      {"EulerGamma", "0.57721566490153286061"},
      {"Catalan", "0.91596559417721901505"},
      {"zeta(3)", "1.2020569031595942854"},
      {"gamma(1/3)", "2.6789385347077476337"},
      {"LambertW(1)", "0.56714329040978387300"},
      {"besselj(0, 1)", "0.76519768655796655145"},
      {"Si(pi)", "1.8519370519824661704"},
      {"erf(1)", "0.84270079294971486934"},
      {"polylog(2, 1/2)", "0.58224052646501250590"},
      {"fresnels(1)", "0.43825914739035476608"},
      {"(-8)**(1/3)", "1.0 + 1.7320508075688772935*I"},
      {"log(-1)", "3.1415926535897932385*I"},
      {"sqrt(-4)", "2.0*I"},
      {"binomial(52, 5)", "2598960.0000000000000"},
      {"harmonic(10)", "2.9289682539682539683"},
      {"acot(-2)", "-0.46364760900080611621"},
      {"Mod(-7, 3)", "2.0000000000000000000"},
      {"CRootOf(x**5 - x - 1, 0)", "1.1673039782614186843"},
      {"Piecewise((1, 2 < 1), (5, True))", "5.0000000000000000000"},
      {"Max(1, pi, 3)", "3.1415926535897932385"},
  };
  for (const Case& c : kCases) {
    const auto v = constant_value(read(c.text), 22);
    ASSERT_TRUE(v.has_value()) << c.text;
    EXPECT_EQ(decimal_text(*v, 20), c.digits) << c.text;
  }
  for (const char* text : {"1/0", "log(0)", "oo", "x", "sqrt(2) - sqrt(2)"}) {
    EXPECT_FALSE(constant_value(read(text), 15).has_value()) << text;
  }
}

TEST(Check, SeesWhereIdentitiesHold) {
  struct Case {
    const char* a;
    const char* b;
    bool complex, real, positive;
  };
  constexpr Case kCases[] = {
      {"sin(x)**2 + cos(x)**2", "1", true, true, true},
      {"sqrt(x**2)", "Abs(x)", false, true, true},
      {"sqrt(x**2)", "x", false, false, true},
      {"log(x*y)", "log(x) + log(y)", false, false, true},
      {"(x**y)**z", "x**(y*z)", false, false, true},
      {"sqrt(x)*sqrt(x)", "x", true, true, true},
      {"1e-20 + x", "x", false, false, false},
      {"cosh(x)**2 - sinh(x)**2", "1", true, true, true},
      {"atan(x) + atan(1/x)", "pi/2", false, false, true},
  };
  for (const Case& c : kCases) {
    const Expr a = read(c.a);
    const Expr b = read(c.b);
    EXPECT_EQ(compare(a, b, {.domain = Domain::kComplex, .wanted = 12}).holds(), c.complex) << c.a;
    EXPECT_EQ(compare(a, b, {.domain = Domain::kReal, .wanted = 12}).holds(), c.real) << c.a;
    EXPECT_EQ(compare(a, b, {.domain = Domain::kPositive, .wanted = 12}).holds(), c.positive)
        << c.a;
  }
}

TEST(Check, DifferentiatesByQuotient) {
  const auto fits = [](const char* antiderivative, const char* f) {
    return compare_derivative(read(antiderivative), read(f), "x", {}).holds();
  };
  EXPECT_TRUE(fits("x**3/3 + 5", "x**2"));
  EXPECT_TRUE(fits("x*Abs(x)/2", "Abs(x)"));
  EXPECT_TRUE(fits("-x**x", "-x**x*(log(x) + 1)"));
  EXPECT_FALSE(fits("x**3/3", "x**2 + 1e-12"));
  EXPECT_FALSE(fits("log(Abs(x))*I", "1/x"));
}

TEST(NumberTheory, FactorsWithoutFiles) {
  struct Case {
    const char* n;
    const char* primes;
  };
  constexpr Case kCases[] = {
      {"1", "[]"},
      {"360", "[2, 3, 5]"},
      {"18446744073709551617", "[274177, 67280421310721]"},
      {"1000000016000000063", "[1000000007, 1000000009]"},
      {"1000036000099", "[1000003, 1000033]"},
      {"4951760157141521099596496896", "[2]"},
  };
  for (const Case& c : kCases) {
    const auto answer = number_theory("primefactors", {read(c.n)});
    ASSERT_TRUE(answer.has_value()) << c.n;
    EXPECT_EQ(present_text(answer->value), c.primes) << c.n;
  }
}

TEST(Digits, RoundLikePythonsFloats) {
  struct Case {
    const char* text;
    long digits;
    const char* shown;
  };
  constexpr Case kCases[] = {
      {"1036", 12, "1036.00000000"},
      {"1/3", 12, "0.333333333333"},
      {"factorial(20)", 12, "2.43290200818e+18"},
      {"1/1000", 3, "0.00100"},
      {"1/100000", 3, "1.00e-05"},
      {"999999", 3, "1.00e+06"},
      {"2/3", 1, "0.7"},
      {"-5/2", 2, "-2.5"},
      {"123", 3, "123.0"},
      {"0", 5, "0"},
  };
  for (const Case& c : kCases) {
    const auto v = constant_value(read(c.text), 25);
    ASSERT_TRUE(v.has_value()) << c.text;
    EXPECT_EQ(decimal_text(v->re(), c.digits), c.shown) << c.text;
  }
}

}  // namespace
}  // namespace codecalc::cas
