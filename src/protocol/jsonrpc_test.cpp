// What each text is taken for, by a table.
#include "protocol/jsonrpc.h"

#include <gtest/gtest.h>

#include <string>

namespace codecalc::protocol {
namespace {

/// "request <id> <method>", "notification <method>", "response <id>", "<code> <id>".
std::string kind_of(std::string_view text) {
  const Incoming incoming = read_incoming(text);
  std::string all = incoming.is_batch ? "batch:" : "";
  for (const Message& m : incoming.messages) {
    if (&m != &incoming.messages.front()) all += "; ";
    switch (m.kind) {
      case Message::Kind::kRequest: all += "request " + m.id + " " + m.method; break;
      case Message::Kind::kNotification: all += "notification " + m.method; break;
      case Message::Kind::kResponse: all += "response " + m.id; break;
      case Message::Kind::kInvalid: all += std::to_string(m.error.code) + " " + m.id; break;
    }
    if (!m.params_valid) all += " (bad params)";
  }
  return all;
}

TEST(JsonRpc, EveryTextHasOneMeaning) {
  const std::pair<const char*, const char*> kCases[] = {
      {R"({"jsonrpc":"2.0","id":1,"method":"ping"})", "request 1 ping"},
      {R"({"jsonrpc":"2.0","id":"1","method":"ping"})", R"(request "1" ping)"},
      {R"({"jsonrpc":"2.0","id":"","method":"ping"})", R"(request "" ping)"},
      {R"({"jsonrpc":"2.0","id":-7,"method":"ping"})", "request -7 ping"},
      {R"({"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"})",
       "request 123456789012345678901234567890 ping"},
      {R"({"jsonrpc":"2.0","id":"a\"\u00e9\n","method":"ping"})", "request \"a\\\"é\\n\" ping"},
      {R"({"jsonrpc":"2.0","method":"x","extra":[1]})", "notification x"},
      {R"({"method":"x"})", "notification x"},
      {R"({"jsonrpc":"2.0","id":3,"result":{}})", "response 3"},
      {R"({"jsonrpc":"2.0","id":3,"error":{"code":1,"message":""}})", "response 3"},
      {R"({"jsonrpc":"2.0","id":4,"method":"m","params":[]})", "request 4 m (bad params)"},
      {R"({"jsonrpc":"2.0","id":4,"method":"m","params":null})", "request 4 m (bad params)"},
      // ids that are none
      {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "-32600 null"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "-32600 null"},
      {R"({"jsonrpc":"2.0","id":1.0,"method":"ping"})", "-32600 null"},
      {R"({"jsonrpc":"2.0","id":1e2,"method":"ping"})", "-32600 null"},
      {R"({"jsonrpc":"2.0","id":true,"method":"ping"})", "-32600 null"},
      {R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", "-32600 null"},
      // JSON that is no message
      {"5", "-32600 null"},
      {"null", "-32600 null"},
      {R"("ping")", "-32600 null"},
      {"{}", "-32600 null"},
      {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "-32600 1"},
      {R"({"jsonrpc":2.0,"id":1,"method":"ping"})", "-32600 1"},
      {R"({"id":1,"method":"ping"})", "-32600 1"},
      {R"({"jsonrpc":"2.0","id":1})", "-32600 1"},
      {R"({"jsonrpc":"2.0","id":1,"method":5})", "-32600 1"},
      // not JSON
      {"", "-32700 null"},
      {"garbage", "-32700 null"},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping")", "-32700 null"},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", "-32700 null"},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\x01\"}", "-32700 null"},
      // JSON that is refused as a whole keeps its id, so that its sender does not wait for ever
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"})", "-32600 1"},
      {R"({"jsonrpc":"2.0","params":{"a":1,"a":2},"id":"x","method":"m"})", R"(-32600 "x")"},
      {R"({"params":{"id":9,"a":1e400},"id":7,"method":"m"})", "-32600 7"},
      {R"({"jsonrpc":"2.0","id":1,"method":"\ud800"})", "-32600 1"},
      {R"({"params":{"text":"\udc00 \""},"id":"a","method":"m"})", R"(-32600 "a")"},
      {R"({"id":"\ud800","method":"m"})", "-32600 null"},
      {R"({"params":{"id":9,"id":8},"method":"m"})", "-32600 null"},
      {R"({"id":1,"id":2,"method":"m"})", "-32600 null"},
      {R"({"id":1.5,"method":"m","method":"m"})", "-32600 null"},
      {R"([1,{"a":1,"a":1,"id":3}])", "-32600 null"},
      // batches
      {"[]", "batch:"},
      {R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},7])",
       "batch:request 1 ping; notification n; -32600 null"},
  };
  for (const auto& [text, kind] : kCases) EXPECT_EQ(kind_of(text), kind) << text;
}

TEST(JsonRpc, DepthAndSizeAreBounded) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(kind_of(deep), "-32600 null");
  EXPECT_EQ(kind_of(R"({"jsonrpc":"2.0","id":5,"method":"m","params":{"a":)" + deep + "}}"),
            "-32600 5");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += R"({"a":)";
  EXPECT_EQ(kind_of(R"({"id":6,"params":)" + objects), "-32600 6");
  std::string batch = "[1";
  for (std::size_t i = 0; i < kMaxBatch; ++i) batch += ",1";
  EXPECT_EQ(kind_of(batch + "]"), "-32600 null");
}

TEST(JsonRpc, AnswersAreWhatTheClientReads) {
  EXPECT_EQ(result_text("\"a\"", "{}"), R"({"jsonrpc":"2.0","id":"a","result":{}})");
  EXPECT_EQ(error_text("null", {kParseError, "a \"b\"", {}}),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a \"b\""}})");
  EXPECT_EQ(error_text("1", {kInvalidParams, "x", Json({{"uri", "u"}})}),
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"x","data":{"uri":"u"}}})");
  EXPECT_EQ(notification_text("n", "{}"), R"({"jsonrpc":"2.0","method":"n","params":{}})");
}

}  // namespace
}  // namespace codecalc::protocol
