// Reader of SMT-LIB text: forms, faults with their places, bounds.
#include "smt/reader.h"

#include <gtest/gtest.h>

namespace codecalc::smt {
namespace {

std::vector<std::string> forms_of(std::string_view text) {
  std::vector<std::string> out;
  const Forms forms = read_forms(text);
  for (const Form& form : forms.forms) {
    out.emplace_back(text.substr(form.begin, form.end - form.begin));
  }
  if (forms.fault) {
    const Position at = position_of(text, forms.fault->offset);
    out.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
                  forms.fault->message);
  }
  return out;
}

TEST(Reader, SplitsIntoForms) {
  struct Case {
    const char* text;
    std::vector<std::string> forms;
  };
  const Case cases[] = {
      {"", {}},
      {" ; only a comment (check-sat)", {}},
      {"(a)(b c)", {"(a)", "(b c)"}},
      {"(a ; )\n b)\n(c)", {"(a ; )\n b)", "(c)"}},
      {"(echo \"a \"\" ( b\")", {"(echo \"a \"\" ( b\")"}},
      {"(assert |x ) y|)", {"(assert |x ) y|)"}},
      {"x (y)", {"x", "(y)"}},
      {"(a\n (b)", {"1:1 this parenthesis is never closed"}},
      {"(a)\n )", {"(a)", "2:2 this parenthesis closes nothing"}},
      {"(a\n  \"b)", {"2:3 this string has no end: its closing \" is missing"}},
      {"(|b)", {"1:2 this quoted symbol has no end: its closing | is missing"}},
      {"(a \x01)", {"1:4 a control character stands here"}},
  };
  for (const Case& c : cases) EXPECT_EQ(forms_of(c.text), c.forms) << c.text;
  EXPECT_EQ(forms_of(std::string_view("(a \0)", 5)).back(), "1:4 a control character stands here");
}

TEST(Reader, BoundsDepthAndCount) {
  const std::string deep = std::string(50, '(') + std::string(50, ')');
  EXPECT_FALSE(read_forms(deep, {.max_depth = 50}).fault);
  const Forms refused = read_forms(deep, {.max_depth = 49});
  ASSERT_TRUE(refused.fault);
  EXPECT_TRUE(refused.fault->too_large);
  EXPECT_EQ(refused.fault->offset, 49U);
  EXPECT_TRUE(read_forms("(a)(b)(c)", {.max_forms = 2}).fault->too_large);
  // A million levels take no stack.
  EXPECT_TRUE(read_forms(std::string(1'000'000, '(')).fault->too_large);
}

TEST(Reader, GivesTheMembersOfAList) {
  const auto parts = members("(define-fun f ((x Int)) Int (+ x 1)) rest");
  ASSERT_TRUE(parts);
  const std::vector<std::string_view> wanted = {"define-fun", "f", "((x Int))", "Int", "(+ x 1)"};
  EXPECT_EQ(*parts, wanted);
  EXPECT_TRUE(members("()")->empty());
  EXPECT_FALSE(members("x"));
  EXPECT_FALSE(members("(a (b)"));
}

TEST(Reader, PutsAFormOnOneLine) {
  EXPECT_EQ(on_one_line("( a\n\t(b ;c\n \"d  e\") |f g| )"), "(a (b \"d  e\") |f g|)");
}

TEST(Reader, TakesAttributesOff) {
  struct Case {
    const char* form;
    const char* bare;
  };
  const Case cases[] = {
      {"(! (> x 5) :named a)", "(> x 5)"},
      {"(and (! p :named n) (! q :weight (1 2) :named m))", "(and p q)"},
      {"(! (! x :named a) :named b)", "x"},
      {"(forall ((x Int)) (! (p x) :pattern ((p x) (q x))))", "(forall ((x Int)) (p x))"},
      {"(distinct |!| !)", "(distinct |!| !)"},
      {"y", "y"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(on_one_line(without_attributes(c.form)), c.bare) << c.form;
  }
}

TEST(Reader, CountsPositionsAsItGoes) {
  const std::string_view text = "ab\n\ncd\n";
  Positions positions(text);
  for (std::size_t i = 0; i <= text.size(); ++i) {
    EXPECT_EQ(positions.at(i), position_of(text, i)) << i;
  }
  EXPECT_EQ(position_of(text, 5), (Position{3, 2}));
}

}  // namespace
}  // namespace codecalc::smt
