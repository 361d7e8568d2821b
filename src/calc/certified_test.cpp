// Certified reals: digits against published values, signs that floating point cannot tell, bounds.
#include "calc/certified.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "calc/answer.h"
#include "calc/evaluator.h"

namespace codecalc::calc {
namespace {

std::string value_of(std::string_view text, Certified& certified) {
  Meter meter;
  Context context{meter, certified};
  const auto tree = parse_exact(text);
  if (!tree.ok()) return tree.error().message;
  const auto result = answer(*tree, context);
  if (!result.ok())
    return std::string(code_name(result.error().code)) + ": " + result.error().message;
  return result->value;
}

TEST(Certified, SignsOfDifferencesThatFloatsCannotTell) {
  Certified certified;
  // exp(pi*sqrt(163)) is within 1e-12 of an integer, and sqrt sums are within 1e-30 of each other.
  EXPECT_EQ(value_of("exp(pi*sqrt(163)) < 640320**3 + 744", certified), "true");
  EXPECT_EQ(value_of("floor(exp(pi*sqrt(163)))", certified), "262537412640768743");
  EXPECT_EQ(value_of("sqrt(10**40 + 1) > 10**20", certified), "true");
  EXPECT_EQ(value_of("sqrt(2) + sqrt(3) == sqrt(5 + 2*sqrt(6))", certified), "true");
  EXPECT_EQ(value_of("sqrt(2) + sqrt(3) == sqrt(5 + 2*sqrt(6)) + 10**-300", certified), "false");
  EXPECT_EQ(value_of("16*atan(1/5) - 4*atan(1/239) == pi", certified), "true");
  EXPECT_EQ(value_of("22/7 > pi > 333/106", certified), "true");
}

TEST(Certified, CancellationAndTheSharedBudgetStopTheWork) {
  Certified certified;
  Meter cancelled([] { return true; });
  const Real pi = real_node("pi", {}, "pi");
  EXPECT_EQ(certified.digits(pi, 10'000, &cancelled).error().code, Code::kTimeout);
  Meter spent;
  spent.spend_real_seconds(100);
  EXPECT_EQ(certified.sign(pi, &spent).error().code, Code::kResourceExhausted);
  Meter fresh;
  EXPECT_EQ(certified.digits(pi, 5, &fresh)->text, "3.1416");
  EXPECT_LT(fresh.real_seconds(), 6);
}

TEST(Certified, ManyThreadsAskAtOnce) {
  Certified certified;
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        if (value_of("sqrt(2)**2 + sin(pi/6)", certified) == "5/2") ++right;
        if (value_of("N(exp(1), 20)", certified) == "2.7182818284590452354") ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 4 * 20 * 2);
}

TEST(Certified, StoppedQuestionsLeaveTheNextOnesWhole) {
  Certified certified;
  // Degree 2**20 over the rationals: exact algebra cannot finish, intervals decide.
  std::string sum = "(";
  for (const char* p : {"2", "3", "5", "7", "11", "13", "17", "19", "23", "29", "31", "37"}) {
    sum += std::string(sum.size() > 1 ? "+" : "") + "sqrt(" + p + ")";
  }
  sum += ")";
  for (int i = 0; i < 3; ++i) {
    const std::string text = value_of(sum + "*" + sum + "*" + sum + " - 1", certified);
    EXPECT_EQ(text.substr(0, 8), "92735.92") << text;
    EXPECT_EQ(value_of("sqrt(2)*sqrt(8)", certified), "4");
  }
}

}  // namespace
}  // namespace codecalc::calc
