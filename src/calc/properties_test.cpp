// Properties of the calculator's domains on random values, against definitions and other
// implementations (native integers, the C library's calendar and number reader).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <ctime>
#include <random>

#include "calc/arithmetic.h"
#include "calc/bits.h"
#include "calc/collision.h"
#include "calc/float_bits.h"
#include "calc/radix.h"
#include "calc/statistics.h"
#include "calc/times.h"
#include "calc/truth.h"

namespace codecalc::calc {
namespace {

class Properties : public testing::Test {
 protected:
  std::uint64_t bits() { return random_(); }
  long below(long limit) {
    return static_cast<long>(random_() % static_cast<std::uint64_t>(limit));
  }
  Rational fraction(long numerators, long denominators) {
    return Rational(Integer(below(2 * numerators) - numerators), Integer(1 + below(denominators)));
  }

 private:
  std::mt19937_64 random_{20260101};
};

TEST_F(Properties, RadixRoundTripsWhereTheExpansionEnds) {
  int ended = 0;
  for (int i = 0; i < 3000; ++i) {
    const int base = static_cast<int>(2 + below(35));
    const Rational value = fraction(1'000'000, 64);
    const RadixText text = format_radix(value, base, 400);
    if (!text.terminates) continue;
    ++ended;
    const auto back = parse_radix(text.text, base);
    ASSERT_TRUE(back.ok()) << text.text;
    EXPECT_EQ(*back, value) << text.text << " in base " << base;
  }
  EXPECT_GT(ended, 300);
}

TEST_F(Properties, RadixPeriodsGiveTheValueBack) {
  int periodic = 0;
  for (int i = 0; i < 2000; ++i) {
    const int base = static_cast<int>(2 + below(35));
    const Rational value = fraction(1'000'000, 500);
    const RadixText text = format_radix(value, base, 2'000);
    if (text.repeating.empty()) continue;
    ++periodic;
    // With the digits d before and p in the period: value = head + period / (base^d (base^p - 1)).
    const auto open = text.repeating.find('(');
    const std::string head = text.repeating.substr(0, open);
    std::string period = text.repeating.substr(open + 1);
    period.pop_back();
    const auto base_size = static_cast<unsigned long>(base);
    const std::size_t digits = head.size() - head.find('.') - 1;
    const Rational fixed = *parse_radix(head + "0", base);
    const Rational tail(
        *Integer::from_digits(period, base),
        integer_power(base_size, digits) * (integer_power(base_size, period.size()) - Integer(1)));
    EXPECT_EQ(value.sign() < 0 ? fixed - tail : fixed + tail, value) << text.repeating;
  }
  EXPECT_GT(periodic, 500);
}

TEST_F(Properties, WordsBehaveAsNativeOnes) {
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t x = bits();
    const std::uint64_t y = bits();
    const Integer a(static_cast<long>(x));
    const Integer b(static_cast<long>(y));
    const int count = static_cast<int>(below(64));
    const Integer shift(count);
    const auto word = [&](std::string_view op, const Integer& right) {
      return apply_bits(op, a, right, 64)->word;
    };
    const auto native = [](std::uint64_t v) { return *Integer::from_digits(std::to_string(v)); };
    EXPECT_EQ(word("and", b), native(x & y));
    EXPECT_EQ(word("nand", b), native(~(x & y)));
    EXPECT_EQ(word("or", b), native(x | y));
    EXPECT_EQ(word("nor", b), native(~(x | y)));
    EXPECT_EQ(word("xor", b), native(x ^ y));
    EXPECT_EQ(word("xnor", b), native(~(x ^ y)));
    EXPECT_EQ(word("not", b), native(~x));
    EXPECT_EQ(word("shl", shift), native(x << count));
    EXPECT_EQ(word("shr", shift), native(x >> count));
    EXPECT_EQ(word("sar", shift),
              native(static_cast<std::uint64_t>(static_cast<std::int64_t>(x) >> count)));
    EXPECT_EQ(word("rol", shift), native(std::rotl(x, count)));
    EXPECT_EQ(word("ror", shift), native(std::rotr(x, count)));
    EXPECT_EQ(bit_facts(native(x)).popcount, static_cast<unsigned long>(std::popcount(x)));
  }
}

TEST_F(Properties, PercentilesKeepTheirDefinitions) {
  for (int i = 0; i < 300; ++i) {
    std::vector<Rational> values;
    for (long n = 1 + below(60); n > 0; --n) values.push_back(fraction(100, 10));
    std::sort(values.begin(), values.end());
    const auto n = static_cast<long>(values.size());
    for (const int p : {1, 25, 50, 90, 95, 99, 100}) {
      const Rational nearest = nearest_rank(values, p);
      const auto at_most = std::upper_bound(values.begin(), values.end(), nearest) - values.begin();
      const auto below_it =
          std::lower_bound(values.begin(), values.end(), nearest) - values.begin();
      EXPECT_GE(100 * at_most, p * n);
      EXPECT_LT(100 * below_it, p * n);
      const Rational between = interpolated(values, p);
      EXPECT_LE(values.front(), between);
      EXPECT_LE(between, values.back());
    }
    const Summary s = summarize(values.size() > 1 ? values : std::vector<Rational>(2, values[0]));
    EXPECT_EQ(interpolated(values, 50), values.size() > 1 ? s.median : values[0]);
  }
}

TEST_F(Properties, VarianceIsTheMeanSquareOfDeviations) {
  for (int i = 0; i < 200; ++i) {
    std::vector<Rational> values;
    for (long n = 2 + below(40); n > 0; --n) values.push_back(fraction(1000, 50));
    const Summary s = summarize(values);
    Rational squares;
    for (const Rational& v : values) squares = squares + (v - s.mean) * (v - s.mean);
    EXPECT_EQ(s.sample_variance, squares / Rational(static_cast<long>(values.size()) - 1));
    EXPECT_EQ(s.population_variance, squares / Rational(static_cast<long>(values.size())));
  }
}

TEST_F(Properties, DatesAgreeWithTheCalendarOfTheLibrary) {
  for (int i = 0; i < 3000; ++i) {
    const std::time_t seconds = below(253'402'300'800);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[40];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &parts);
    EXPECT_EQ(iso_time(Integer(seconds), 1), text) << seconds;
  }
}

TEST_F(Properties, FloatsReadBack) {
  for (int i = 0; i < 3000; ++i) {
    const auto value = std::bit_cast<double>(bits());
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(nearest_double(shortest_text(value)), value);
    const Rational exact = exact_value(value);
    const FloatParts parts = float_parts(value);
    // The neighbour away from zero is one ulp on.
    const double next = std::nextafter(value, value < 0 ? -HUGE_VAL : HUGE_VAL);
    if (!std::isfinite(next)) continue;
    EXPECT_EQ(absolute(exact_value(next) - exact), raised(Rational(2), parts.ulp_exponent));
  }
}

TEST_F(Properties, CollisionsGrowWithItemsAndStayUnderTheUnionBound) {
  for (int i = 0; i < 60; ++i) {
    const auto width = static_cast<unsigned long>(1 + below(100));
    const Integer n(2 + below(width < 30 ? 1L << width : 1L << 30));
    const Collision fewer = collision_probability(n, width);
    const Collision more = collision_probability(n + Integer(1), width);
    const Rational p = *parse_decimal(fewer.probability.text);
    EXPECT_GT(p.sign(), 0);
    EXPECT_LE(p, *parse_decimal(more.probability.text));
    // n(n-1)/(2N) bounds it, up to the last digit shown.
    const Rational bound(n * (n - Integer(1)), power_of_two(width + 1));
    EXPECT_LE(p, bound + bound * power_of_ten(-16));
  }
}

TEST_F(Properties, FormulasObeyDeMorgan) {
  const auto values = [](const std::string& formula) {
    const auto table = truth_table(formula);
    return table.ok() ? table->values : std::vector<bool>{};
  };
  const std::string names = "abcdefg";
  for (int i = 0; i < 200; ++i) {
    std::string left;
    for (long n = 1 + below(8); n > 0; --n) {
      if (!left.empty()) left += below(2) == 0 ? " and " : " xor ";
      if (below(2) == 0) left += "not ";
      left += names[static_cast<std::size_t>(below(7))];
    }
    const std::string right(1, names[static_cast<std::size_t>(below(7))]);
    const std::string a = "(" + left + ")";
    EXPECT_EQ(values("not (" + a + " or " + right + ")"), values("not " + a + " and not " + right));
    EXPECT_EQ(values(a + " implies " + right), values("not " + a + " or " + right));
    EXPECT_EQ(values(a + " nand " + right), values("not (" + a + " and " + right + ")"));
    EXPECT_EQ(values(a + " iff " + right), values("not (" + a + " xor " + right + ")"));
  }
}

}  // namespace
}  // namespace codecalc::calc
