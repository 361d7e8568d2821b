// The exact calculator: tables of expressions in test/data/calc, hostile inputs.
#include "calc/evaluator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "calc/answer.h"
#include "expr/parser.h"

namespace codecalc::calc {
namespace {

/// How a table writes a result: the value, or "code: message".
std::string shown(std::string_view text, Certified& certified) {
  Meter meter;
  Context context{meter, certified};
  const auto tree = parse_exact(text);
  if (!tree.ok()) return std::string(code_name(tree.error().code)) + ": " + tree.error().message;
  const auto result = answer(*tree, context);
  if (!result.ok())
    return std::string(code_name(result.error().code)) + ": " + result.error().message;
  return result->value;
}

/// Lines "expression TAB value"; '#' starts a comment line. A value that ends in "..." is a prefix.
TEST(Tables, EveryExpressionHasItsValue) {
  Certified certified;
  std::size_t files = 0;
  std::size_t lines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CODECALC_TEST_DATA "/calc")) {
    if (entry.path().extension() != ".txt") continue;
    ++files;
    std::ifstream in(entry.path());
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      if (line.empty() || line[0] == '#') continue;
      const std::size_t tab = line.find('\t');
      ASSERT_NE(tab, std::string::npos) << entry.path() << ":" << number << ": no tab";
      const std::string expected = line.substr(tab + 1);
      std::string result = shown(line.substr(0, tab), certified);
      if (expected.size() > 3 && expected.ends_with("...")) {
        result = result.substr(0, expected.size() - 3) + "...";
      }
      EXPECT_EQ(result, expected) << entry.path().filename() << ":" << number << ": "
                                  << line.substr(0, tab);
      ++lines;
    }
  }
  EXPECT_GE(files, 1u);
  EXPECT_GE(lines, 100u);
}

TEST(Evaluator, ResultTypes) {
  Certified certified;
  struct Row {
    std::string_view text;
    std::string_view type;
    std::string_view approx;
  };
  constexpr Row kRows[] = {
      {"7//2", "int", "3"},
      {"floor(7/2)", "int", "3"},
      {"round(5/2)", "int", "2"},
      {"round(2.675, 2)", "rational", "2.68"},
      {"comb(52,5)", "rational", "2598960"},
      {"1/3", "rational", "0.333333333333"},
      {"1 < 2", "bool", "true"},
      {"2**64-1", "rational", "18446744073709551615"},
      {"2**200", "rational", "1.60693804426e60"},
  };
  for (const Row& r : kRows) {
    Meter meter;
    Context context{meter, certified};
    const auto result = answer(*parse_exact(r.text), context);
    ASSERT_TRUE(result.ok()) << r.text;
    EXPECT_EQ(type_name(result->type), r.type) << r.text;
    EXPECT_EQ(result->approx, r.approx) << r.text;
  }
}

TEST(Evaluator, LargeResultsAreWholeOrCounted) {
  Certified certified;
  EXPECT_EQ(shown("2**100000", certified).size(), 30'103u);
  EXPECT_EQ(shown("factorial(100000)", certified),
            "resource_exhausted: the result has about 456573 digits; at most 245760 are given");
  EXPECT_EQ(shown("factorial(100000) > 10**456573", certified), "true");
  EXPECT_EQ(shown("9**9**9**9", certified),
            "resource_exhausted: column 5: the calculation needs a number of about 369693100 "
            "digits; at most 1204119 are computed");
}

TEST(Evaluator, EveryExpressionEndsSoon) {
  Certified certified;
  const std::string texts[] = {"9**9**9**9",
                               "2**2**2**2**2**2",
                               "factorial(factorial(20))",
                               "1 << (1 << 40)",
                               "1e999999999999",
                               "comb(10**9, 5*10**8)",
                               "pow(3, 10**100000, 10**100000 + 7)",
                               "lcm(2**1000000-1, 3**600000-1)",
                               "isqrt(10**1000000)",
                               "((2**1000000-1)**2-1)**2 % (3**500000)",
                               "gcd(3**1000000-1, 5**800000-1)",
                               "perm(10**7, 10**7)",
                               "comb(2**3000000, 2)",
                               "comb(10**7, 5*10**6)",
                               "round(1/3, 100000)",
                               "1/(2**2000000-1) + 1/(3**1200000)",
                               "root(2**4000000 - 1, 1000000)",
                               "log(2**3000000, 2)",
                               "(1/3)**-2000000",
                               "10**1000000//7**1000000"};
  for (const std::string& text : texts) {
    const auto start = std::chrono::steady_clock::now();
    (void)shown(text, certified);
    const auto spent = std::chrono::steady_clock::now() - start;
    EXPECT_LT(std::chrono::duration<double>(spent).count(), 5.0) << text;
  }
}

}  // namespace
}  // namespace codecalc::calc
