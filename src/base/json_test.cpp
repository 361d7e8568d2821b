// Reading within bounds, numbers kept digit by digit, writing.
#include "base/json.h"

#include <gtest/gtest.h>

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

TEST(Json, RefusesWhatIsNotJson) {
  for (const char* text : {"", "{", "[1,]", "nul", "\"\xff\"", "\"\\ud800\"", "1 2", "{\"a\":1}x",
                           "'a'", "NaN", "Infinity", "01", "\"a\nb\""}) {
    EXPECT_EQ(fault_of(text), JsonFault::Kind::kSyntax) << text;
  }
  EXPECT_EQ(fault_of("1e400"), JsonFault::Kind::kNumberRange);
  EXPECT_EQ(fault_of(R"({"a":1,"a":2})"), JsonFault::Kind::kDuplicateKey);
  EXPECT_EQ(fault_of(R"([{"a":{"b":1,"b":1}}])"), JsonFault::Kind::kDuplicateKey);
}

TEST(Json, DepthIsBoundedWithoutRecursion) {
  EXPECT_EQ(fault_of(std::string(100'000, '[')), JsonFault::Kind::kDepth);
  EXPECT_EQ(fault_of(std::string(129, '[') + std::string(129, ']')), JsonFault::Kind::kDepth);
  const std::string fits = std::string(128, '[') + std::string(128, ']');
  EXPECT_EQ(round_trip(fits), fits);
}

TEST(Json, IndentedFormReadsBack) {
  auto value = std::get<Json>(read_json(R"({"a":[1,{}],"b":{"c":0.5}})"));
  EXPECT_EQ(write_json_indented(value),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": 0.5\n  }\n}");
}

TEST(Json, BadUtf8IsReplacedOnWriting) {
  EXPECT_EQ(write_json(Json("a\xff" "b")), "\"a\xEF\xBF\xBD" "b\"");
}

}  // namespace
}  // namespace codecalc
