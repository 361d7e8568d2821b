// Parser and printer: values, errors with their columns, round trips, hostile texts.
#include "expr/parser.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace codecalc::expr {
namespace {

constexpr ParseOptions kImplied{.implied_multiplication = true};
constexpr ParseOptions kXor{.caret = ParseOptions::Caret::kXor};

/// The tree with every bracket shown: "(+ a (* b c))".
std::string shape(const Expr& e) {
  std::string s;
  switch (e->kind) {
    case Kind::kNumber:
    case Kind::kBoolean:
    case Kind::kSymbol: return e->text;
    case Kind::kDirection: return "'" + e->text + "'";
    case Kind::kUnary:
    case Kind::kBinary: s = op_text(e->op); break;
    case Kind::kCompare:
      for (const Op op : e->relations) s += op_text(op);
      break;
    case Kind::kCall: s = e->text; break;
    case Kind::kTuple: s = "tuple"; break;
    case Kind::kList: s = "list"; break;
  }
  for (const Expr& child : e->children) s += " " + shape(child);
  for (const Keyword& k : e->keywords) s += " " + k.name + "=" + shape(k.value);
  return "(" + s + ")";
}

std::string parsed(std::string_view text, const ParseOptions& options = {}) {
  const auto e = parse(text, options);
  if (!e.ok()) return std::string(code_name(e.error().code)) + ": " + e.error().message;
  return shape(*e);
}

struct Case {
  std::string_view text;
  std::string_view expected;
};

TEST(Parser, ReadsOperatorsInPythonsOrder) {
  constexpr Case kCases[] = {
      {"1 + 2*3", "(+ 1 (* 2 3))"},
      {"a - b - c", "(- (- a b) c)"},
      {"2**3**2", "(** 2 (** 3 2))"},
      {"-x**2", "(- (** x 2))"},
      {"2**-x**2", "(** 2 (- (** x 2)))"},
      {"-a*b", "(* (- a) b)"},
      {"+x", "x"},
      {"a // b % c / d", "(/ (% (// a b) c) d)"},
      {"1 << 2 + 3", "(<< 1 (+ 2 3))"},
      {"a & b | c & ~d", "(| (& a b) (& c (~ d)))"},
      {"a == b & c", "(== a (& b c))"},
      {"1 < 2 <= 3", "(<<= 1 2 3)"},
      {"not a == b and c or d", "(or (and (not (== a b)) c) d)"},
      {"a implies b implies c", "(implies a (implies b c))"},
      {"a xor b xor c", "(xor (xor a b) c)"},
      {"a iff b or c", "(iff a (or b c))"},
      {"a -> b <-> !c && d || e", "(iff (implies a b) (or (and (not c) d) e))"},
      {"a AND NOT b", "(and a (not b))"},
      {"!a == b", "(== (not a) b)"},
      {"x**2 - 4 = 0", "(== (- (** x 2) 4) 0)"},
      {"x ^ 2 * 3", "(* (** x 2) 3)"},
      {"3!", "(factorial 3)"},
      {"-3!**2", "(- (** (factorial 3) 2))"},
      {"5!==120", "(== (factorial 5) 120)"},
      {"5 != 120", "(!= 5 120)"},
      {"True and false", "(and true false)"},
  };
  for (const Case& c : kCases) EXPECT_EQ(parsed(c.text), c.expected) << c.text;
  EXPECT_EQ(parsed("5 ^ 3 & 1", kXor), "(^ 5 (& 3 1))");
  EXPECT_EQ(parsed("a => b", {.fat_arrow_implies = true}), "(implies a b)");
}

TEST(Parser, ReadsWhatPeoplePaste) {
  constexpr Case kCases[] = {
      {"2 × 3 ÷ 4 − 1", "(- (/ (* 2 3) 4) 1)"},
      {"x² + y⁻¹⁰", "(+ (** x 2) (** y (- 10)))"},
      {"√2 + √(x+1)", "(+ (sqrt 2) (sqrt (+ x 1)))"},
      {"(√x)²", "(** (sqrt x) 2)"},
      {"2π ≤ 7", "(<= (* 2 pi) 7)"},
      {"a ≠ b ≥ ∞", "(!=>= a b oo)"},
      {"¬a ∧ b ∨ c → d", "(implies (or (and (not a) b) c) d)"},
      {"1_000_000 + 0xFF_ff + 0o17 + 0b1_0", "(+ (+ (+ 1000000 0xffff) 0o17) 0b10)"},
      {"1.50 + .5 + 5. + 1E+3 + 2e-05", "(+ (+ (+ (+ 1.50 0.5) 5) 1e3) 2e-05)"},
      {"07. + 00.50", "(+ 7 0.50)"},
      {"2x + 3(x+1)(x-1)", "(+ (* 2 x) (* (* 3 (+ x 1)) (- x 1)))"},
      {"2x**2", "(* 2 (** x 2))"},
      {"-2sin(x)", "(- (* 2 (sin x)))"},
      {"2e", "(* 2 e)"},
      {"1/2 + 3x", "(+ (/ 1 2) (* 3 x))"},
  };
  for (const Case& c : kCases) EXPECT_EQ(parsed(c.text, kImplied), c.expected) << c.text;
}

TEST(Parser, ReadsCallsTuplesAndLists) {
  constexpr Case kCases[] = {
      {"limit(1/x, x, 0, dir='+')", "(limit (/ 1 x) x 0 dir='+')"},
      {"limit(1/x, x, 0, \"-\")", "(limit (/ 1 x) x 0 '-')"},
      {"Sum(1/k**2, (k, 1, oo))", "(Sum (/ 1 (** k 2)) (tuple k 1 oo))"},
      {"solve(x = 2, x)", "(solve (== x 2) x)"},
      {"series(exp(x), x, n=4)", "(series (exp x) x n=4)"},
      {"max([1, 2,], (3,))", "(max (list 1 2) (tuple 3))"},
      {"f()", "(f)"},
      {"dsolve(Derivative(f(x), x) = f(x), f(x))",
       "(dsolve (== (Derivative (f x) x) (f x)) (f x))"},
      {"cost + tax", "(+ cost tax)"},
      {"input and eval", "(and input eval)"},
  };
  for (const Case& c : kCases) EXPECT_EQ(parsed(c.text), c.expected) << c.text;
}

TEST(Parser, ErrorsNameTheColumnAndWhatWasExpected) {
  constexpr Case kCases[] = {
      {"", "validation: the expression is empty"},
      {"2+", "validation: column 3: expected a value after \"+\", found the end"},
      {"(1+2", "validation: column 5: expected \")\" for the \"(\" at column 1"},
      {"1+2)", "validation: column 4: \")\" closes nothing"},
      {"a b", "validation: column 3: expected an operator or the end, found \"b\""},
      {"2x", "validation: column 2: expected an operator before \"x\": write * to multiply"},
      {"2 * / 3", "validation: column 5: expected a value after \"*\", found \"/\""},
      {"* 3", "validation: column 1: expected a value, found \"*\""},
      {"and", "validation: column 1: expected a value, found \"and\""},
      {"a &", "validation: column 4: expected a value after \"&\", found the end"},
      {"50%",
       "validation: column 4: \"%\" is the remainder and needs a value after it; for percent write "
       "/100"},
      {"1 <> 2", "validation: column 3: \"<>\" is not known: write !="},
      {"x => 2", "validation: column 3: \"=>\" is ambiguous: write >= or implies"},
      {"3!!",
       "validation: column 3: \"!!\" is ambiguous: write factorial(factorial(n)), or factorial2(n) "
       "for the double factorial"},
      {"()", "validation: column 1: the brackets are empty: expected a value"},
      {"1,000",
       "validation: column 2: unexpected \",\": digits are grouped with _ (1_000), and a tuple is "
       "written in brackets"},
      {"010", "validation: column 1: a leading zero is ambiguous: write 10, or 0o... for octal"},
      {"1.2.3", "validation: column 1: a number has one decimal point"},
      {"1_", "validation: column 1: an underscore in a number stands between digits"},
      {"0x", "validation: column 1: expected digits after \"0x\""},
      {"0b12", "validation: column 1: \"2\" is no digit of a number that starts with 0b"},
      {"π × ×", "validation: column 5: expected a value after \"×\", found \"×\""},
      {"√x²",
       "validation: column 3: it is unclear what the root covers: bracket it, as in √(x²) or "
       "(√x)²"},
      {"1 – 2", "validation: column 3: a dash is no minus sign: write -"},
      {"а + 1",
       "validation: column 1: unexpected character U+0430: numbers, names and operators are "
       "written in ASCII"},
      {"'a'", "validation: column 1: text in quotes is no part of an expression"},
      {"f('+')",
       "validation: column 3: text in quotes is no part of an expression (only a limit's direction "
       "is: '+' or '-')"},
      {"limit(x, x, 0, dir='up')",
       "validation: column 20: text in quotes is no part of an expression (only a limit's "
       "direction is: '+' or '-')"},
      {"a; b", "validation: column 2: unexpected \";\": one expression at a time"},
      {"__import__('os')",
       "permission_denied: column 1: the name \"__import__\" is not allowed: expressions are "
       "mathematics, never program code"},
      {"().__class__",
       "permission_denied: column 4: the name \"__class__\" is not allowed: expressions are "
       "mathematics, never program code"},
      {"x.real", "permission_denied: column 2: attribute access is not allowed"},
      {"(1).real", "permission_denied: column 4: attribute access is not allowed"},
      {"1.real", "permission_denied: column 2: attribute access is not allowed"},
      {"x[0]", "permission_denied: column 2: subscripts are not allowed"},
      {"lambda x: x",
       "permission_denied: column 1: the name \"lambda\" is not allowed: expressions are "
       "mathematics, never program code"},
      {"open(x)",
       "permission_denied: column 1: \"open\" is not allowed: expressions are mathematics, never "
       "program code"},
  };
  for (const Case& c : kCases) EXPECT_EQ(parsed(c.text), c.expected) << c.text;
}

TEST(Parser, RefusesAmbiguousProducts) {
  for (const std::string_view text : {"1/2x", "2**3x", "1/-2x", "a/(b)(c)", "7 % 2x"}) {
    EXPECT_NE(parsed(text, kImplied).find("it is unclear whether"), std::string::npos) << text;
  }
  EXPECT_NE(parsed("x y", kImplied).find("expected an operator"), std::string::npos);
  EXPECT_NE(parsed("f(x)(y)", kImplied).find("expected an operator"), std::string::npos);
}

TEST(Parser, BoundsHostileTexts) {
  const ParseOptions long_text{.max_bytes = 2'000'000};
  const auto refused = [&](const std::string& text, std::string_view why) {
    const auto e = parse(text, long_text);
    ASSERT_FALSE(e.ok()) << why;
    EXPECT_EQ(e.error().code, Code::kValidation);
    EXPECT_NE(e.error().message.find(why), std::string::npos) << e.error().message;
  };
  refused(std::string(10'000, '('), "nested deeper than 200 levels");
  refused(std::string(10'000, '-') + "1", "nested deeper than 200 levels");
  refused(std::string(10'000, '['), "nested deeper than 200 levels");
  std::string powers = "2";
  std::string sums = "1";
  std::string roots;
  for (int i = 0; i < 5'000; ++i) powers += "**2", sums += "+1", roots += "√";
  refused(powers, "nested deeper than 200 levels");
  refused(sums, "more than 1200 operations in a row");
  refused(roots + "2", "nested deeper than 200 levels");
  std::string wide = "max(1";
  for (int i = 0; i < 30'000; ++i) wide += ",1";
  refused(wide + ")", "more than 20000 parts");
  refused(std::string(1'000'000, ' '), "empty");
  refused(std::string("1\0+1", 4), "U+0000");
  refused("1 + \xff", "not valid UTF-8");
  refused("1 + \xc3", "not valid UTF-8");
  const auto too_long = parse(std::string(2'001, '1'));
  ASSERT_FALSE(too_long.ok());
  EXPECT_EQ(too_long.error().message, "the expression has 2001 bytes; at most 2000 are allowed");
  EXPECT_TRUE(parse(std::string(198, '(') + "1" + std::string(198, ')')).ok());
}

TEST(Printer, WritesPythonNotation) {
  constexpr Case kCases[] = {
      {"x^2+2*x+1", "x**2 + 2*x + 1"},
      {"(a+b)*c/(d*e)", "(a + b)*c/(d*e)"},
      {"a-(b-c)", "a - (b - c)"},
      {"(-x)**2", "(-x)**2"},
      {"(2**3)**2", "(2**3)**2"},
      {"2**(-x)", "2**-x"},
      {"(a implies b) implies c", "(a implies b) implies c"},
      {"(a<b)==c", "(a < b) == c"},
      {"(a<b)==(not c)", "(a < b) == (not c)"},
      {"not(a and b)", "not (a and b)"},
      {"3!", "factorial(3)"},
      {"limit(1/x,x,0,dir='-')", "limit(1/x, x, 0, dir='-')"},
      {"[(a,),(b,c)]", "[(a,), (b, c)]"},
  };
  for (const Case& c : kCases) {
    const auto e = parse(c.text);
    ASSERT_TRUE(e.ok()) << c.text;
    EXPECT_EQ(print(*e), c.expected);
  }
}

/// A random tree of the shapes that the parser itself can build.
Expr random_tree(std::mt19937& random, int depth) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  if (depth == 0 || pick(5) == 0) {
    switch (pick(4)) {
      case 0: return number(std::to_string(pick(1000)));
      case 1: return number("0." + std::to_string(pick(1000)));
      case 2: return boolean(pick(2) == 0);
      default: return symbol(std::string(1, static_cast<char>('a' + pick(26))));
    }
  }
  const auto child = [&] { return random_tree(random, depth - 1); };
  switch (pick(8)) {
    case 0: return unary(static_cast<Op>(1 + pick(3)), child());
    case 1: {
      std::vector<Expr> operands = {child()};
      std::vector<Op> relations;
      for (int n = 1 + pick(2); n > 0; --n) {
        relations.push_back(static_cast<Op>(static_cast<int>(Op::kLess) + pick(6)));
        operands.push_back(child());
      }
      return compare(std::move(operands), std::move(relations));
    }
    case 2: return call("f", {child(), child()});
    case 3: return tuple({child()});
    case 4: return list({child(), child()});
    default:
      return binary(static_cast<Op>(static_cast<int>(Op::kAdd) + pick(17)), child(), child());
  }
}

TEST(Printer, RoundTripsRandomTrees) {
  std::mt19937 random(20260101);
  for (int i = 0; i < 5'000; ++i) {
    const Expr tree = random_tree(random, 6);
    const std::string text = print(tree);
    const auto again = parse(text, {.max_bytes = 1'000'000, .caret = ParseOptions::Caret::kXor});
    ASSERT_TRUE(again.ok()) << text << ": " << again.error().message;
    ASSERT_TRUE(equal(tree, *again)) << text << " became " << print(*again);
  }
}

TEST(Tree, KnowsVariablesAndKeywords) {
  const auto e = parse("a*x + f(b, pi) - E + x");
  ASSERT_TRUE(e.ok());
  EXPECT_EQ(variables(*e), (std::vector<std::string>{"a", "x", "b"}));
  EXPECT_EQ(shape(number("-1/3")), "(- (/ 1 3))");
  const auto limit = parse("limit(x, x, 0, dir='+')");
  ASSERT_TRUE(limit.ok());
  ASSERT_NE(keyword(**limit, "dir"), nullptr);
  EXPECT_EQ(keyword(**limit, "dir")->text, "+");
  EXPECT_EQ(keyword(**limit, "n"), nullptr);
}

}  // namespace
}  // namespace codecalc::expr
