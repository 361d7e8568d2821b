// Reading within bounds, numbers kept digit by digit, writing.
#include "base/json.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"

namespace codecalc {
namespace {

std::string round_trip(std::string_view text) {
  auto read = read_json(text);
  if (auto* fault = std::get_if<JsonFault>(&read)) return "refused: " + fault->message;
  return write_json(std::get<Json>(read));
}

JsonFault::Kind fault_of(std::string_view text) {
  auto read = read_json(text);
  EXPECT_TRUE(std::holds_alternative<JsonFault>(read)) << text.substr(0, 80);
  return std::holds_alternative<JsonFault>(read) ? std::get<JsonFault>(read).kind
                                                 : JsonFault::Kind{};
}

TEST(Json, NumbersKeepEveryDigit) {
  for (const char* text : {"0.10", "123456789012345678901234567890", "-0.0", "1e-400", "4.9e-324",
                           "9007199254740993", "-9223372036854775808", "18446744073709551615",
                           "[1.0,2]", R"({"a":{"b":[null,true,"x"]}})", R"("é\n\u0000")"}) {
    EXPECT_EQ(round_trip(text), text);
  }
}

TEST(Json, NumbersBeyondBinary64KeepTheirText) {
  const std::string digits = "1" + std::string(400, '7');
  for (const std::string& text :
       {digits, "-" + digits,
        "[1,-2.5,\"-" + digits + "\\\"1\",{\"1\":" + digits + "},3," + digits + "]",
        std::string("1e400"), std::string("-2.50E+999999"), digits + ".5",
        std::string("[1e5,1e-400,{\"a\":1.5e308},1e309]")}) {
    EXPECT_EQ(round_trip(text), text);
  }
  EXPECT_EQ(fault_of("[" + digits + ",1e4000000]"), JsonFault::Kind::kNumberRange);
  for (const char* text : {"[1e400,1.e400]", "[1e400,01e400]", "[1e400,1e]", "[1e400,-]"}) {
    EXPECT_EQ(fault_of(text), JsonFault::Kind::kSyntax) << text;
  }
  EXPECT_EQ(fault_of("[0" + digits + "]"), JsonFault::Kind::kSyntax);
  auto read = read_json("[" + digits + ", x]");
  EXPECT_EQ(std::get<JsonFault>(read).offset, digits.size() + 4);
}

TEST(Json, RefusesWhatIsNotJson) {
  for (const char* text : {"", "{", "[1,]", "nul", "\"\xff\"", "1 2", "{\"a\":1}x", "'a'", "NaN",
                           "Infinity", "01", "\"a\nb\""}) {
    EXPECT_EQ(fault_of(text), JsonFault::Kind::kSyntax) << text;
  }
  EXPECT_EQ(fault_of("1e1000000"), JsonFault::Kind::kNumberRange);
  for (const char* text : {R"("\ud800")", R"({"a":"\udc00"})", R"(["\ud800\u0041"])",
                           R"({"\ud83dkey":1})", R"("last read \ud800")"}) {
    EXPECT_EQ(fault_of(text), JsonFault::Kind::kSurrogate) << text;
  }
  EXPECT_EQ(fault_of("\"invalid string: surrogate \xff\""), JsonFault::Kind::kSyntax);
  EXPECT_EQ(fault_of(R"({"a":1,"a":2})"), JsonFault::Kind::kDuplicateKey);
  EXPECT_EQ(fault_of(R"([{"a":{"b":1,"b":1}}])"), JsonFault::Kind::kDuplicateKey);
}

TEST(Json, DepthIsBoundedWithoutRecursion) {
  EXPECT_EQ(fault_of(std::string(100'000, '[')), JsonFault::Kind::kDepth);
  EXPECT_EQ(fault_of(std::string(129, '[') + std::string(129, ']')), JsonFault::Kind::kDepth);
  const std::string fits = std::string(128, '[') + std::string(128, ']');
  EXPECT_EQ(round_trip(fits), fits);
}

TEST(Json, TheNumberOfValuesIsBounded) {
  const auto fault = [](std::string_view text, std::size_t max_values) {
    const auto read = read_json(text, {.max_values = max_values});
    const auto* f = std::get_if<JsonFault>(&read);
    return f ? f->message : "";
  };
  EXPECT_EQ(fault(R"([1,{"a":2},[]])", 5), "");
  EXPECT_EQ(fault(R"([1,{"a":2},[]])", 4), "more than 4 values");
  EXPECT_EQ(fault("[[],[],[]]", 3), "more than 3 values");
}

TEST(Json, IndentedFormReadsBack) {
  auto value = std::get<Json>(read_json(R"({"a":[1,{}],"b":{"c":0.5}})"));
  EXPECT_EQ(write_json_indented(value),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": 0.5\n  }\n}");
}

TEST(Json, BadUtf8IsReplacedOnWriting) {
  EXPECT_EQ(write_json(Json("a\xff"
                            "b")),
            "\"a\xEF\xBF\xBD"
            "b\"");
}

TEST(Json, StringsAreWrittenAsTheLibraryWritesThem) {
  // Every byte at every place of a word of eight, and pairs of bytes at random.
  std::mt19937 random(7);
  std::vector<std::string> texts;
  for (int byte = 0; byte < 256; ++byte) {
    for (std::size_t place = 0; place < 9; ++place) {
      std::string text = "abcdefghi\xC3\xA9";
      text[place] = static_cast<char>(byte);
      texts.push_back(text);
    }
  }
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 40, '\0');
    for (char& c : text) c = static_cast<char>(random() % 3 ? 0x20 + random() % 0x70 : random());
    texts.push_back(text);
  }
  const auto is_valid = [](const std::string& text) { return !to_utf8(text).replaced; };
  std::size_t valid = 0;
  for (const std::string& text : texts) {
    if (is_valid(text)) {
      EXPECT_EQ(write_json(Json(text)), Json(text).dump());
      ++valid;
    } else {
      EXPECT_EQ(write_json(Json(text)), Json(to_utf8(text).text).dump());
    }
  }
  EXPECT_GT(valid, 1000u);
}

TEST(Json, IntegersOfBothEnds) {
  EXPECT_EQ(write_json(Json(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(write_json(Json(UINT64_MAX)), "18446744073709551615");
  EXPECT_EQ(write_json(Json({0, -1, true, nullptr, 0.5})), "[0,-1,true,null,0.5]");
}

}  // namespace
}  // namespace codecalc
