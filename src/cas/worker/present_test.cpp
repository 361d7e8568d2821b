// The shape and order of answers, against what Python's users know.
#include "cas/worker/present.h"

#include <gtest/gtest.h>

#include "cas/worker/answer.h"
#include "cas/worker/prepare.h"

namespace codecalc::cas {
namespace {

struct Case {
  std::string_view text;
  std::string_view shown;
};

Expr read(std::string_view text) {
  auto e = read_expression(text);
  EXPECT_TRUE(e.ok()) << text;
  return e.ok() ? *e : expr::integer(0);
}

TEST(Present, OrdersTermsAndFactors) {
  constexpr Case kCases[] = {
      {"1 + 2*x + x**2", "x**2 + 2*x + 1"},
      {"cos(x)*x + sin(x)", "x*cos(x) + sin(x)"},
      {"cos(x)*sin(x)", "sin(x)*cos(x)"},
      {"log(x)*exp(x)", "exp(x)*log(x)"},
      {"x*pi*sqrt(2)", "sqrt(2)*pi*x"},
      {"sqrt(2) + 1", "1 + sqrt(2)"},
      {"1/3 - sqrt(2)/7", "1/3 - sqrt(2)/7"},
      {"-y + 1", "1 - y"},
      {"y*x*2 + y**2 + x**2", "x**2 + 2*x*y + y**2"},
      {"atan(x)*pi", "pi*atan(x)"},
      {"a**x*log(a)", "a**x*log(a)"},
  };
  for (const Case& c : kCases) EXPECT_EQ(present_text(read(c.text)), c.shown) << c.text;
}

TEST(Present, FoldsNumbers) {
  constexpr Case kCases[] = {
      {"2*3/4*x", "3*x/2"},
      {"x/2/3", "x/6"},
      {"sqrt(8)", "2*sqrt(2)"},
      {"1/sqrt(2)", "sqrt(2)/2"},
      {"sqrt(2)*sqrt(3)", "sqrt(6)"},
      {"sqrt(3/4)", "sqrt(3)/2"},
      {"2**(3/2)", "2*sqrt(2)"},
      {"x*x", "x**2"},
      {"x**2/x**5", "1/x**3"},
      {"x - x + 1", "1"},
      {"2*(x + 1)", "2*x + 2"},
      {"-(x + 1)/2", "-x/2 - 1/2"},
      {"-x/2", "-x/2"},
      {"-a*b**2", "-a*b**2"},
      {"1/(2*x*y)", "1/(2*x*y)"},
      {"0*x", "0"},
      {"-(-x)", "x"},
      {"exp(1)", "E"},
      {"0.5*x", "x/2"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(present_text(prepare(read(c.text)).tree), c.shown) << c.text;
  }
}

TEST(Present, NamesTypes) {
  constexpr Case kCases[] = {
      {"x + 1", "Add"},
      {"x*2", "Mul"},
      {"x**2", "Pow"},
      {"3", "Integer"},
      {"1/3", "Rational"},
      {"1", "One"},
      {"0", "Zero"},
      {"pi", "Pi"},
      {"E", "Exp1"},
      {"x", "Symbol"},
      {"x > 1", "StrictGreaterThan"},
      {"oo", "Infinity"},
      {"-oo", "NegativeInfinity"},
      {"zoo", "ComplexInfinity"},
      {"[1, 2]", "list"},
      {"sin(x)", "sin"},
      {"sqrt(x)", "Pow"},
  };
  for (const Case& c : kCases) EXPECT_EQ(type_name(present(read(c.text))), c.shown) << c.text;
}

TEST(Prepare, KeepsDecimalsExactAndBoundsSizes) {
  const Prepared p = prepare(read("0.1 + 0.2"));
  EXPECT_TRUE(p.decimals);
  EXPECT_EQ(expr::equal(with_decimals(present(p.tree)), read("0.3")), true);
  EXPECT_EQ(answer_text(with_decimals(read("1/3"))), "1/3");
  EXPECT_EQ(answer_text(with_decimals(read("-7/4"))), "-1.75");
  for (const char* text : {"9**9**9**9", "factorial(100000)", "x**100000", "(2**1000)**1000",
                           "1e99999", "2**-100000"}) {
    EXPECT_THROW((void)prepare(read(text)), Refused) << text;
  }
  EXPECT_NO_THROW((void)prepare(read("2**10000 + factorial(1000)")));
}

}  // namespace
}  // namespace codecalc::cas
