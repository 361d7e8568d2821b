// Values of models: names, numbers made plain, everything else in SMT-LIB syntax.
#include "smt/worker/model_text.h"

#include <gtest/gtest.h>

namespace codecalc::smt {
namespace {

TEST(PlainValue, MakesNumbersPlain) {
  struct Case {
    const char* printed;
    const char* plain;
  };
  const Case cases[] = {
      {"6", "6"},
      {"(- 5)", "-5"},
      {"5.0", "5"},
      {"(- 5.0)", "-5"},
      {"0.25", "0.25"},
      {"(/ 1.0 2.0)", "1/2"},
      {"(- (/ 1.0 3.0))", "-1/3"},
      {"(/ (- 1.0) 2.0)", "-1/2"},
      {"1.4142135623?", "1.4142135623?"},
      {"(- 1.4142135623?)", "-1.4142135623?"},
      {"#xff", "#xff"},
      {"\"a\"\"b\"", "\"a\"\"b\""},
      {"true", "true"},
      {"(store\n  a 1\n  (- 2))", "(store a 1 (- 2))"},
      {"(- x)", "(- x)"},
      {"(fp #b0 #x7f #b000)", "(fp #b0 #x7f #b000)"},
  };
  for (const Case& c : cases) EXPECT_EQ(plain_value(c.printed), c.plain) << c.printed;
}

TEST(ReadModel, TakesConstantsAndFunctions) {
  const auto entries = read_model(
      "(\n  ;; universe for U:\n  (declare-fun U!val!0 () U)\n"
      "  (forall ((x U)) (= x U!val!0))\n"
      "  (define-fun |a b| () Int\n    (- 3))\n"
      "  (define-fun r () Real\n    (root-obj (+ (^ x 2) (- 2)) 1))\n"
      "  (define-fun f ((x!0 Int)) Int\n    (ite (= x!0 1) 2\n      3))\n)");
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].name, "a b");
  EXPECT_EQ(entries[0].value, "-3");
  EXPECT_TRUE(entries[1].algebraic);
  EXPECT_EQ(entries[2].value, "(define-fun f ((x!0 Int)) Int (ite (= x!0 1) 2 3))");
  EXPECT_TRUE(read_model("(error \"no model\")").empty());
  EXPECT_TRUE(read_model("").empty());
}

TEST(ReadPairs, SkipsTheHeadOfObjectives) {
  const auto pairs = read_pairs("(objectives\n ((+ x\n y) 30)\n (goal (- 2))\n)");
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0], (std::pair<std::string, std::string>("(+ x y)", "30")));
  EXPECT_EQ(pairs[1], (std::pair<std::string, std::string>("goal", "-2")));
}

}  // namespace
}  // namespace codecalc::smt
