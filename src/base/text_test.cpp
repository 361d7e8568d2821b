// Text helpers by value tables.
#include "base/text.h"

#include <gtest/gtest.h>

#include <array>

namespace codecalc {
namespace {

TEST(Text, CleanNumber) {
  const std::array<std::pair<std::string_view, std::optional<std::string>>, 18> kCases = {{
      {"12", "12"},
      {" 2.5 ", "2.5"},
      {"+7", "7"},
      {"-0.50", "-0.50"},
      {".5", "0.5"},
      {"-.5", "-0.5"},
      {"1_000_000", "1000000"},
      {"1e-9", "1e-9"},
      {"1.E3", "1e3"},
      {"", std::nullopt},
      {"_1", std::nullopt},
      {"1__0", std::nullopt},
      {"1_", std::nullopt},
      {"nan", std::nullopt},
      {"inf", std::nullopt},
      {"0x10", std::nullopt},
      {"1/2", std::nullopt},
      {"1e", std::nullopt},
  }};
  for (const auto& [text, clean] : kCases) EXPECT_EQ(clean_number(text), clean) << text;
}

TEST(Text, DecimalAsInteger) {
  EXPECT_EQ(decimal_as_integer("5.0", 100), "5");
  EXPECT_EQ(decimal_as_integer("12e2", 100), "1200");
  EXPECT_EQ(decimal_as_integer("-1200e-2", 100), "-12");
  EXPECT_EQ(decimal_as_integer("1.25e2", 100), "125");
  EXPECT_EQ(decimal_as_integer("0.000e-5", 100), "0");
  EXPECT_EQ(decimal_as_integer("-0.0", 100), "0");
  EXPECT_EQ(decimal_as_integer("007", 100), "7");
  EXPECT_EQ(decimal_as_integer("5.5", 100), std::nullopt);
  EXPECT_EQ(decimal_as_integer("1e101", 100), std::nullopt);
  EXPECT_EQ(decimal_as_integer("1e999999999999999999999", 100), std::nullopt);
}

TEST(Text, Utf8CutsAtACharacter) {
  EXPECT_EQ(utf8_prefix("h\xC3\xA9llo", 2), 1u);
  EXPECT_EQ(utf8_prefix("h\xC3\xA9llo", 3), 3u);
  EXPECT_EQ(utf8_prefix("\xF0\x9F\x8E\x89", 3), 0u);
  EXPECT_EQ(shorten("h\xC3\xA9llo", 2), "h...");
}

TEST(Text, ToUtf8ReplacesOnlyBadBytes) {
  const auto good = to_utf8("h\xC3\xA9 \xE4\xB8\x96 \xF0\x9F\x8E\x89");
  EXPECT_FALSE(good.replaced);
  const auto bad = to_utf8("a\xff\xC3z\xED\xA0\x80");
  EXPECT_TRUE(bad.replaced);
  EXPECT_EQ(bad.text, "a\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Text, NearestName) {
  constexpr std::array<std::string_view, 3> kNames = {"timeout", "language", "max_output_kb"};
  EXPECT_EQ(nearest("timout", kNames), "timeout");
  EXPECT_EQ(nearest("maxOutputKb", kNames), "max_output_kb");
  EXPECT_EQ(nearest("tiemotu", kNames), "timeout");
  EXPECT_EQ(nearest("zzz", kNames), "");
}

TEST(Text, NearestNameSharesAWord) {
  constexpr std::array<std::string_view, 6> kNames = {"language", "code",    "max_memory_mb",
                                                      "max_cpu",  "timeout", "no_net"};
  EXPECT_EQ(nearest("lang", kNames), "language");
  EXPECT_EQ(nearest("memory", kNames), "max_memory_mb");
  EXPECT_EQ(nearest("Source_Code", kNames), "code");
  EXPECT_EQ(nearest("timeout_seconds", kNames), "timeout");
  EXPECT_EQ(nearest("max", kNames), "") << "two of them begin so";
  EXPECT_EQ(nearest("decoder", kNames), "") << "not at the beginning of a word";
}

TEST(Text, NearestNameIsNoGuess) {
  constexpr std::array<std::string_view, 4> kNames = {"c", "sin", "root", "go"};
  for (const std::string_view word : {"", "x", "fib", "bool", "\x01"}) {
    EXPECT_EQ(nearest(word, kNames), "") << word;
  }
}

TEST(Text, WholeCharactersAtTheEnd) {
  EXPECT_EQ(utf8_whole(""), 0u);
  EXPECT_EQ(utf8_whole("ab"), 2u);
  EXPECT_EQ(utf8_whole("a\xC3\xA9"), 3u);
  EXPECT_EQ(utf8_whole("a\xC3"), 1u);
  EXPECT_EQ(utf8_whole("a\xE2\x82"), 1u);
  EXPECT_EQ(utf8_whole("\xF0\x9F\x98"), 0u);
  EXPECT_EQ(utf8_whole("\xF0\x9F\x98\x80"), 4u);
  EXPECT_EQ(utf8_whole("a\xFF"), 2u) << "no lead byte of a character";
  EXPECT_EQ(utf8_whole("\x80\x80\x80\x80"), 4u) << "no character at all: left as it is";
}

TEST(Text, InvalidBytesAmongLongValidRuns) {
  const std::string run = "0123456789abcdef\xC3\xA9";
  const auto mixed = to_utf8(run + "\xFF" + run + "\xC3");
  EXPECT_EQ(mixed.text, run + "\xEF\xBF\xBD" + run + "\xEF\xBF\xBD");
  EXPECT_TRUE(mixed.replaced);
  EXPECT_EQ(to_utf8(run + run).text, run + run);
  EXPECT_FALSE(to_utf8(run + run).replaced);
  EXPECT_EQ(to_utf8(std::string("a\0b", 3)).text, std::string("a\0b", 3));
}

}  // namespace
}  // namespace codecalc
