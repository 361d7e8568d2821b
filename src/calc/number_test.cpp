// Exact numbers: laws, bounds, decimal text.
#include "calc/number.h"

#include <gtest/gtest.h>

#include <random>

#include "calc/decimal.h"

namespace codecalc::calc {
namespace {

Rational rational(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto num = Integer::from_digits(text.substr(0, slash));
  const auto den =
      slash == std::string_view::npos ? Integer(1) : Integer::from_digits(text.substr(slash + 1));
  return Rational(*num, *den);
}

struct Case {
  std::string_view from;
  std::string_view to;
};

TEST(Number, LiteralsKeepEveryDigit) {
  constexpr Case kCases[] = {
      {"0.1", "1/10"},
      {"0.10", "1/10"},
      {"12", "12"},
      {"2e-5", "1/50000"},
      {"1.5e3", "1500"},
      {"0xff", "255"},
      {"0o17", "15"},
      {"0b101", "5"},
      {"0e999999999999", "0"},
      {"123456789012345678901234567890", "123456789012345678901234567890"},
      {"2.5e-324",
       "1/4"
       "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "00000"
       "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "00000"
       "000000000000000000000000000000000000000000000000000"},
  };
  for (const Case& c : kCases) {
    Meter meter;
    const auto value = from_literal(c.from, meter);
    ASSERT_TRUE(value.ok()) << c.from;
    EXPECT_EQ(value->text(), c.to) << c.from;
  }
  Meter meter;
  const auto huge = from_literal("1e9999999999", meter);
  ASSERT_FALSE(huge.ok());
  EXPECT_EQ(huge.error().code, Code::kResourceExhausted);
}

TEST(Number, DecimalTexts) {
  struct Row {
    std::string_view value;
    std::size_t digits;
    std::string_view text;
  };
  constexpr Row kRows[] = {
      {"1/3", 12, "0.333333333333"},
      {"2/3", 3, "0.667"},
      {"5/2", 1, "2"},
      {"7/2", 1, "4"},
      {"-1/8", 2, "-0.12"},
      {"999/1000", 2, "1"},
      {"1/10000000", 3, "1e-7"},
      {"15/100000000", 3, "1.5e-7"},
      {"1/1000000", 3, "0.000001"},
      {"123456", 2, "1.2e5"},
      {"120000", 2, "120000"},
      {"0", 5, "0"},
      {"1000000000000000000000", 3, "1e21"},
      {"99999", 4, "1e5"},
      {"99999", 5, "99999"},
      {"999996/10", 6, "99999.6"},
      {"100", 5, "100"},
  };
  for (const Row& r : kRows)
    EXPECT_EQ(significant_decimal(rational(r.value), r.digits), r.text) << r.value;
  EXPECT_EQ(fixed_decimal(rational("5/2"), 0), "2");
  EXPECT_EQ(fixed_decimal(rational("1/8"), 2), "0.12");
  EXPECT_EQ(fixed_decimal(rational("-1/1000"), 2), "0.00");
  EXPECT_EQ(fixed_decimal(rational("5/2"), 2), "2.50");
  EXPECT_EQ(terminating_decimal(rational("1/8"), 10), "0.125");
  EXPECT_EQ(terminating_decimal(rational("-1/32"), 10), "-0.03125");
  EXPECT_EQ(terminating_decimal(rational("7"), 10), "7");
  EXPECT_EQ(terminating_decimal(rational("1/3"), 10), std::nullopt);
  EXPECT_EQ(terminating_decimal(rational("1/1024"), 5), std::nullopt);
  EXPECT_EQ(approximation(rational("18446744073709551615")), "18446744073709551615");
  EXPECT_EQ(approximation(rational("1/2")), "0.5");
  EXPECT_EQ(approximation(rational("22/7")), "3.142857142857");
  EXPECT_EQ(approximation(rational("-1/3")), "-0.333333333333");
}

TEST(Number, BoundsAreCheckedBeforeTheWork) {
  Meter meter;
  EXPECT_EQ(power(Rational(9), *Integer::from_digits("387420489"), meter).error().code,
            Code::kResourceExhausted);
  EXPECT_NE(power(Rational(9), *Integer::from_digits("387420489"), meter)
                .error()
                .message.find("369693100 digits"),
            std::string::npos);
  EXPECT_EQ(factorial(Integer(1'000'000), meter).error().code, Code::kResourceExhausted);
  EXPECT_EQ(shift_left(Integer(1), Integer(5'000'000), meter).error().code,
            Code::kResourceExhausted);
  EXPECT_TRUE(power(Rational(1), *Integer::from_digits("99999999999999999999999"), meter).ok());
  EXPECT_EQ(power(Rational(-1), *Integer::from_digits("99999999999999999999999"), meter)->text(),
            "-1");
  Meter tired;
  Status status = Unit{};
  for (int i = 0; i < 1000 && status.ok(); ++i) status = tired.charge(4e6);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kResourceExhausted);
  Meter cancelled([] { return true; });
  EXPECT_EQ(cancelled.charge(1).error().code, Code::kTimeout);
}

TEST(Number, ExactRootsAndLogarithms) {
  EXPECT_EQ(exact_root(rational("16/81"), 4)->text(), "2/3");
  EXPECT_FALSE(exact_root(rational("2"), 2));
  EXPECT_FALSE(exact_root(rational("4/3"), 2));
  struct Row {
    std::string_view x;
    std::string_view base;
    std::string_view log;  ///< empty: not rational
  };
  constexpr Row kRows[] = {
      {"8", "2", "3"},
      {"2", "4", "1/2"},
      {"1/8", "4", "-3/2"},
      {"6", "2", ""},
      {"1", "7", "0"},
      {"9/4", "3/2", "2"},
      {"8/27", "9/4", "-3/2"},
      {"100", "1/10", "-2"},
      {"3", "10", ""},
      {"1024", "1/32", "-2"},
      {"1000000000000000000000001/1000000000000000000000000", "2", ""},
  };
  for (const Row& r : kRows) {
    const auto log = exact_log(rational(r.x), rational(r.base));
    EXPECT_EQ(log ? log->text() : "", r.log) << r.x << " to base " << r.base;
  }
}

class RandomRationals : public testing::Test {
 protected:
  Rational next() {
    Integer num;
    Integer den(1);
    const auto bits = 1 + random_() % 200;
    for (unsigned long i = 0; i < bits; i += 31) {
      mpz_mul_2exp(num.get(), num.get(), 31);
      mpz_add_ui(num.get(), num.get(), random_() >> 1);
    }
    if (random_() % 3 != 0) mpz_set_ui(den.get(), 1 + random_() % 1'000'000);
    if (random_() % 2 != 0) mpz_neg(num.get(), num.get());
    if (random_() % 17 == 0) return Rational(0);
    return Rational(num, den);
  }
  std::mt19937 random_{20260102};
  Meter meter_;
};

TEST_F(RandomRationals, ObeyTheLawsOfARing) {
  for (int i = 0; i < 500; ++i) {
    const Rational a = next();
    const Rational b = next();
    const Rational c = next();
    const auto sum = [&](const Rational& x, const Rational& y) { return *add(x, y, meter_); };
    const auto product = [&](const Rational& x, const Rational& y) {
      return *multiply(x, y, meter_);
    };
    EXPECT_EQ(sum(a, b), sum(b, a));
    EXPECT_EQ(sum(sum(a, b), c), sum(a, sum(b, c)));
    EXPECT_EQ(product(a, b), product(b, a));
    EXPECT_EQ(product(product(a, b), c), product(a, product(b, c)));
    EXPECT_EQ(product(a, sum(b, c)), sum(product(a, b), product(a, c)));
    EXPECT_EQ(sum(a, negate(a)), Rational(0));
    EXPECT_EQ(*subtract(sum(a, b), b, meter_), a);
    if (b.sign() == 0) continue;
    EXPECT_EQ(product(*divide(a, b, meter_), b), a);
  }
}

TEST_F(RandomRationals, FloorAndRemainderFitTheirDefinitions) {
  for (int i = 0; i < 500; ++i) {
    const Rational a = next();
    const Rational b = next();
    if (b.sign() == 0) continue;
    const Rational q = *floor_divide(a, b, meter_);
    const Rational r = *modulo(a, b, meter_);
    EXPECT_TRUE(q.is_integer());
    EXPECT_EQ(*add(*multiply(q, b, meter_), r, meter_), a);
    EXPECT_LT(absolute(r), absolute(b));
    EXPECT_TRUE(r.sign() == 0 || r.sign() == b.sign());
  }
}

TEST_F(RandomRationals, RoundedTextIsTheNearest) {
  for (int i = 0; i < 300; ++i) {
    const Rational a = next();
    for (const std::size_t digits : {1u, 5u, 40u}) {
      if (a.sign() == 0) continue;
      std::string text = significant_decimal(absolute(a), digits);
      const auto back = from_literal(text, meter_);
      ASSERT_TRUE(back.ok()) << text;
      // |a - rounded| <= half a unit in the last of the `digits` places.
      const Rational error = absolute(*subtract(absolute(a), *back, meter_));
      const Rational bound =
          *multiply(absolute(a),
                    *power(Rational(10), Integer(-static_cast<long>(digits) + 1), meter_), meter_);
      EXPECT_LE(*multiply(error, Rational(2), meter_), bound) << a.text() << " " << digits;
    }
    const auto exact = terminating_decimal(a, 2'000);
    if (!exact) continue;
    const bool negative = exact->front() == '-';
    const auto back = from_literal(exact->substr(negative ? 1 : 0), meter_);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(negative ? negate(*back) : *back, a);
  }
}

}  // namespace
}  // namespace codecalc::calc
