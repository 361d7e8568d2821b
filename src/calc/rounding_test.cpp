// Reading and rounding of decimal text, by value tables and by random round trips.
#include "calc/rounding.h"

#include <gtest/gtest.h>

#include <random>

#include "calc/arithmetic.h"

namespace codecalc::calc {
namespace {

Rational q(const char* text) { return *parse_rational(text, "test"); }

Integer random_integer(std::mt19937_64& random) {
  return Integer(static_cast<long>(random() >> (1 + random() % 60)) + 1);
}

TEST(Rounding, ReadsDecimalsExactly) {
  const std::pair<const char*, const char*> kCases[] = {
      {"0.1", "1/10"},
      {"-0.0", "0"},
      {"1e3", "1000"},
      {"5e-324", nullptr},
      {"-12.50", "-25/2"},
      {"2e-2", "1/50"},
      {"9007199254740993", "9007199254740993"},
      {"1.5E+2", "150"},
  };
  for (const auto& [text, expected] : kCases) {
    const auto value = parse_decimal(text);
    ASSERT_TRUE(value.ok()) << text;
    if (expected != nullptr) {
      EXPECT_EQ(value->text(), expected) << text;
    }
  }
  EXPECT_EQ(*parse_decimal("5e-324"), Rational(5) * power_of_ten(-324));
  for (const char* text : {"", "-", ".", "1.2.3", "0x1", "1e", "nan", "1-2"}) {
    ASSERT_FALSE(parse_decimal(text).ok()) << text;
    EXPECT_EQ(parse_decimal(text).error().code, Code::kValidation) << text;
  }
  for (const char* text : {"1e10001", "1e-10001", "1e99999999999999999999"}) {
    ASSERT_FALSE(parse_decimal(text).ok()) << text;
    EXPECT_EQ(parse_decimal(text).error().code, Code::kResourceExhausted) << text;
  }
}

TEST(Rounding, ReadsFractions) {
  const std::pair<const char*, const char*> kCases[] = {
      {"1/25", "1/25"}, {" 1 / 3 ", "1/3"}, {"0.1/0.3", "1/3"},
      {"+5", "5"},      {"1_000", "1000"},  {"-3/-6", "1/2"},
  };
  for (const auto& [text, expected] : kCases) {
    const auto value = parse_rational(text, "x");
    ASSERT_TRUE(value.ok()) << text;
    EXPECT_EQ(value->text(), expected) << text;
  }
  for (const char* text : {"1/0", "1/2/3", "/", "5%", "1+1", "1/", "__1"}) {
    EXPECT_FALSE(parse_rational(text, "x").ok()) << text;
  }
}

TEST(Rounding, RoundsToSignificantDigits) {
  struct Case {
    const char* value;
    int digits;
    const char* text;
    bool exact;
  };
  const Case kCases[] = {
      {"1/3", 5, "0.33333", false},
      {"2/3", 5, "0.66667", false},
      {"1/1000000000000", 17, "1e-12", true},
      {"201168/125", 17, "1609.344", true},
      {"15", 1, "20", false},
      {"25", 1, "20", false},
      {"35", 1, "40", false},
      {"999", 2, "1000", false},
      {"-1/8", 2, "-0.12", false},
      {"-3/8", 2, "-0.38", false},
      {"0", 17, "0", true},
      {"1000000000000000000000", 3, "1e21", true},
      {"123456789", 3, "123000000", false},
      {"1/10000000", 4, "1e-7", true},
      {"1/100000000", 4, "1e-8", true},
  };
  for (const Case& c : kCases) {
    const Decimal d = round_significant(q(c.value), c.digits);
    EXPECT_EQ(d.text, c.text) << c.value;
    EXPECT_EQ(d.exact, c.exact) << c.value;
  }
}

TEST(Rounding, RoundsToPlaces) {
  EXPECT_EQ(round_places(q("1/3"), 6).text, "0.333333");
  EXPECT_EQ(round_places(q("1/86400"), 6).text, "0.000012");
  EXPECT_EQ(round_places(q("-1/10000000"), 6).text, "0");
  int places = 6;
  EXPECT_EQ(round_readable(q("100/3"), places, 6).text, "33.333333");
  EXPECT_EQ(places, 6);
  EXPECT_EQ(round_readable(q("1/86400"), places, 6).text, "0.0000115741");
  EXPECT_EQ(places, 10);
}

TEST(Rounding, RoundsSquareRootsCorrectly) {
  EXPECT_EQ(round_sqrt(q("2"), 17).text, "1.414213562373095");
  EXPECT_EQ(round_sqrt(q("2"), 20).text, "1.4142135623730950488");
  EXPECT_EQ(round_sqrt(q("5/2"), 17).text, "1.5811388300841897");
  EXPECT_EQ(round_sqrt(q("1/4"), 17).text, "0.5");
  EXPECT_TRUE(round_sqrt(q("1/4"), 17).exact);
  EXPECT_EQ(round_sqrt(q("1/50"), 10).text, "0.1414213562");
}

TEST(Rounding, SquareRootBracketsTheValue) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const Rational value(random_integer(random), random_integer(random));
    const Rational root = *parse_decimal(round_sqrt(value, 12).text);
    const Rational half_unit = power_of_ten(decimal_magnitude(root) - 11) / Rational(2);
    EXPECT_LE((root - half_unit) * (root - half_unit), value);
    EXPECT_GE((root + half_unit) * (root + half_unit), value);
  }
}

TEST(Rounding, RoundingReadsBackWithinHalfAUnit) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 2000; ++i) {
    const Rational value(-random_integer(random), random_integer(random));
    const Decimal d = round_significant(value, 9);
    const Rational back = *parse_decimal(d.text);
    EXPECT_LE(absolute(back - value), power_of_ten(decimal_magnitude(value) - 8) / Rational(2));
    EXPECT_EQ(d.exact, back == value);
  }
}

}  // namespace
}  // namespace codecalc::calc
