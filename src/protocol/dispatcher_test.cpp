// Methods, eras, and the life of calls, through a recorder instead of a client.
#include "protocol/dispatcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "protocol/fixture_tools.h"
#include "protocol/recorder.h"

namespace codecalc::protocol {
namespace {

using std::chrono::milliseconds;
using testing::fixture_parts;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Recorder;

const std::string kMeta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                          R"("io.modelcontextprotocol/clientCapabilities":{}})";

std::string request(const std::string& id, const std::string& method, const std::string& params) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":{)" + params +
         "}}";
}
std::string call(const std::string& id, const std::string& tool, const std::string& arguments,
                 const std::string& more = "") {
  return request(id, "tools/call",
                 R"("name":")" + tool + R"(","arguments":{)" + arguments + "}" + more);
}
std::string cancel(const std::string& id) {
  return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id +
         "}}";
}

class Client {
 public:
  explicit Client(std::optional<Revision> revision = std::nullopt,
                  const DispatcherOptions& options = {})
      : dispatcher_(fixture_parts(), options) {
    if (revision) session_->negotiate(*revision);
  }
  ~Client() { EXPECT_TRUE(dispatcher_.shut_down(milliseconds(2000), milliseconds(4000))); }

  void send(std::string_view text) { dispatcher_.handle(text, session_, recorder_); }
  /// The one answer to `text`.
  std::string ask(std::string_view text) {
    auto recorder = std::make_shared<Recorder>();
    dispatcher_.handle(text, session_, recorder);
    auto texts = recorder->wait_for(1);
    EXPECT_EQ(texts.size(), 1u) << text;
    return texts.empty() ? "" : texts.front();
  }
  Recorder& recorder() { return *recorder_; }
  Dispatcher& dispatcher() { return dispatcher_; }

 private:
  Dispatcher dispatcher_;
  std::shared_ptr<Session> session_ = std::make_shared<Session>();
  std::shared_ptr<Recorder> recorder_ = std::make_shared<Recorder>();
};

TEST(Dispatcher, ErrorsByEra) {
  struct Case {
    std::optional<Revision> revision;
    std::string text;
    std::string answer;  ///< contained
  };
  const std::string caps = R"("io.modelcontextprotocol/clientCapabilities")";
  const std::string version = R"("io.modelcontextprotocol/protocolVersion")";
  const auto legacy = Revision::k2025_11_25;
  const std::vector<Case> cases = {
      // before a handshake
      {{}, request("1", "tools/list", ""), "-32602"},
      {{}, request("1", "tools/list", ""), "protocolVersion, io.modelcontextprotocol/clientCap"},
      {{}, request("1", "nosuch", ""), "-32602"},
      {{}, request("1", "ping", ""), R"({"jsonrpc":"2.0","id":1,"result":{}})"},
      // stateless: the order of checks
      {{},
       request("1", "nosuch", R"("_meta":{)" + caps + ":{}}"),
       "lacks io.modelcontextprotocol/p"},
      {{}, request("1", "nosuch", R"("_meta":{)" + version + R"(:"2026-07-28"})"), "lacks io.mod"},
      {{}, request("1", "m", R"("_meta":{)" + version + ":5," + caps + ":{}}"), "-32602"},
      {{},
       request("1", "m", R"("_meta":{)" + version + R"(:"2026-07-28",)" + caps + ":[]}"),
       "-32602"},
      {{},
       request("1", "m", R"("_meta":{)" + version + R"(:"1900-01-01",)" + caps + ":{}}"),
       R"("code":-32022,"message":"protocol version \"1900-01-01\" is not served this way",)"
       R"("data":{"supported":["2026-07-28"],"requested":"1900-01-01"}})"},
      {{},
       request("1", "m", R"("_meta":{)" + version + R"(:"2025-11-25",)" + caps + ":{}}"),
       "-32022"},
      {{}, request("1", "nosuch", kMeta), "-32601"},
      {{}, request("1", "ping", kMeta), "-32601"},
      {{}, request("1", "initialize", kMeta), "-32601"},
      {{}, request("1", "logging/setLevel", kMeta), "-32601"},
      {{}, request("1", "resources/subscribe", kMeta), "-32601"},
      {{}, request("1", "tools/list", R"("_meta":5)"), "-32602"},
      {{}, request("1", "tools/list", R"("cursor":"x",)" + kMeta), "-32602"},
      {{}, request("1", "tools/list", R"("cursor":5,)" + kMeta), "-32602"},
      {{}, request("1", "tools/call", kMeta), R"(\"name\" is missing)"},
      {{}, request("1", "tools/call", R"("name":5,)" + kMeta), "-32602"},
      {{}, request("1", "tools/call", R"("name":"echo","arguments":[],)" + kMeta), "-32602"},
      {{}, call("1", "ecko", "", "," + kMeta), R"(did you mean \"echo\"?)"},
      {{}, call("1", "bitop", "", "," + kMeta), R"(-32602,"message":"tool \"bitop\" was retired)"},
      {{},
       request("1", "resources/read", R"("uri":"ui://x",)" + kMeta),
       R"("code":-32602,"message":"there is no such resource","data":{"uri":"ui://x"})"},
      {{}, request("1", "prompts/get", R"("name":"p",)" + kMeta), "-32602"},
      {{}, request("1", "completion/complete", kMeta), "-32602"},
      {{}, request("1", "subscriptions/listen", kMeta), "-32602"},
      // after a handshake
      {legacy, request("1", "server/discover", ""), "-32601"},
      {legacy, request("1", "subscriptions/listen", R"("notifications":{})"), "-32601"},
      {legacy, request("1", "logging/setLevel", R"("level":"info")"), "-32601"},
      {legacy, request("1", "resources/read", R"("uri":"ui://x")"),
       R"("code":-32002,"message":"there is no such resource","data":{"uri":"ui://x"})"},
      {legacy, request("1", "initialize", ""), R"(\"protocolVersion\" is missing)"},
      {legacy, request("1", "initialize", R"("protocolVersion":1)"), "-32602"},
      {legacy, request("1", "initialize", R"("protocolVersion":"2024-11-05","clientInfo":5)"),
       R"(\"clientInfo\" must be an object)"},
      {legacy, call("1", "echo", "", R"(,"_meta":{"progressToken":1.5})"), "-32602"},
      {legacy, R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]})", "-32602"},
      {legacy, "[]", R"("id":null,"error":{"code":-32600)"},
      {Revision::k2024_11_05, "[" + request("1", "ping", "") + "]",
       R"("id":null,"error":{"code":-3260)"},
      {Revision::k2025_03_26, "[]", R"("id":null,"error":{"code":-32600)"},
      {legacy, "junk", R"("id":null,"error":{"code":-32700)"},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(Client(c.revision).ask(c.text), HasSubstr(c.answer)) << c.text;
  }
}

TEST(Dispatcher, HandshakeOffersARevisionItServes) {
  const std::pair<const char*, const char*> kCases[] = {
      {"2024-11-05", "2024-11-05"}, {"2025-03-26", "2025-03-26"}, {"2025-06-18", "2025-06-18"},
      {"2025-11-25", "2025-11-25"}, {"2026-07-28", "2025-11-25"}, {"1999-01-01", "2025-11-25"},
      {"", "2025-11-25"},
  };
  for (const auto& [asked, offered] : kCases) {
    Client client;
    const std::string answer = client.ask(
        request("1", "initialize", R"("protocolVersion":")" + std::string(asked) + R"(")"));
    EXPECT_THAT(answer, HasSubstr(R"("protocolVersion":")" + std::string(offered) + R"(")"));
    EXPECT_THAT(answer, HasSubstr(R"("instructions":"Read me.")"));
    // Both eras go on side by side.
    EXPECT_THAT(client.ask(request("2", "tools/list", "")), HasSubstr(R"("tools":[{)"));
    EXPECT_THAT(client.ask(request("3", "tools/list", kMeta)), HasSubstr(R"("ttlMs":60000)"));
    EXPECT_THAT(client.ask(request("4", "ping", "")), HasSubstr(R"("result":{})"));
  }
}

TEST(Dispatcher, MembersFollowTheRevision) {
  struct Row {
    Revision revision;
    bool annotations, title, structured, icons, completions;
  };
  for (const Row& row : {Row{Revision::k2024_11_05, false, false, false, false, false},
                         Row{Revision::k2025_03_26, true, false, false, false, true},
                         Row{Revision::k2025_06_18, true, true, true, false, true},
                         Row{Revision::k2025_11_25, true, true, true, true, true}}) {
    Client client(row.revision);
    const auto has = [](const std::string& text, const char* part, bool expected) {
      EXPECT_EQ(text.find(part) != std::string::npos, expected) << part << " in " << text;
    };
    const std::string list = client.ask(request("1", "tools/list", ""));
    has(list, R"("annotations":{)", row.annotations);
    has(list, R"("outputSchema":{)", row.title);
    has(list, R"("_meta":{)", row.title);
    has(list, R"("name":"echo","title":"Echo")", row.title);
    has(list, R"("openWorldHint":false,"title":"Echo")", row.revision == Revision::k2025_03_26);
    has(list, R"("ttlMs")", false);
    const std::string result = client.ask(call("2", "echo", R"("text":"hi")"));
    has(result, R"("structuredContent":{"ok":true,"text":"hi")", row.structured);
    has(result, R"("content":[{"type":"text","text":"{\n)", true);
    has(result, R"("isError":false)", true);
    has(result, "resultType", false);
    const std::string hello = client.ask(
        request("3", "initialize",
                R"("protocolVersion":")" + std::string(revision_name(row.revision)) + R"(")"));
    has(hello, R"("icons":[{)", row.icons);
    has(hello, R"("title":"Fixture")", row.title);
    has(hello, R"("completions":{})", row.completions);
  }
}

TEST(Dispatcher, StatelessResultsAreWhole) {
  Client client;
  const std::string stamp =
      R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1.2.3"}}}})";
  EXPECT_THAT(client.ask(call(R"("x")", "echo", R"("text":"hi")", "," + kMeta)),
              ::testing::AllOf(HasSubstr(R"({"jsonrpc":"2.0","id":"x","result":{"content":[)"),
                               HasSubstr(R"("isError":false,"resultType":"complete",)" + stamp),
                               Not(HasSubstr("ttlMs"))));
  const std::pair<const char*, const char*> kCacheable[] = {
      {"prompts/list",
       R"("prompts":[],"resultType":"complete","ttlMs":60000,"cacheScope":"public")"},
      {"resources/list",
       R"("resources":[],"resultType":"complete","ttlMs":10000,"cacheScope":"public")"},
      {"resources/templates/list",
       R"("resourceTemplates":[],"resultType":"complete","ttlMs":60000,)"},
      {"tools/list", R"("resultType":"complete","ttlMs":60000,"cacheScope":"public")"},
  };
  for (const auto& [method, members] : kCacheable) {
    EXPECT_THAT(client.ask(request("1", method, kMeta)),
                ::testing::AllOf(HasSubstr(members), HasSubstr(stamp)));
  }
  EXPECT_THAT(client.ask(request("1", "server/discover", kMeta)),
              ::testing::AllOf(HasSubstr(R"("supportedVersions":["2026-07-28"])"),
                               HasSubstr(R"("resultType":"complete","ttlMs":60000)"),
                               HasSubstr(R"("websiteUrl":"https://example.invalid/")")));
  EXPECT_THAT(
      client.ask(
          request("1", "completion/complete",
                  R"("ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"v"},)" +
                      kMeta)),
      HasSubstr(R"("completion":{"values":[],"total":0,"hasMore":false},"resultType":"complete")"));
}

TEST(Dispatcher, BatchesOf2025_03_26) {
  Client client(Revision::k2025_03_26);
  const std::string batch = "[" + request("1", "ping", "") + "," +
                            call("2", "echo", R"("text":"b")") +
                            R"(,{"jsonrpc":"2.0","method":"notifications/initialized"},7,)" +
                            request("3", "initialize", R"("protocolVersion":"2025-03-26")") + "," +
                            request("4", "tools/list", kMeta) + "]";
  const std::string answer = client.ask(batch);
  for (const char* part :
       {R"("id":1,"result":{}})", R"("id":2,"result":{"content")",
        R"("id":null,"error":{"code":-32600)", R"("id":3,"error":{"code":-32600)",
        R"("id":4,"error":{"code":-32600)"}) {
    EXPECT_THAT(answer, HasSubstr(part));
  }
  EXPECT_EQ(answer.front(), '[');
  EXPECT_EQ(answer.back(), ']');
  client.send(R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])");
  EXPECT_EQ(client.recorder().abandoned(), 1u);
  EXPECT_TRUE(client.recorder().wait_for(0).empty());
}

TEST(Dispatcher, CancellationOfARequestInABatchLeavesTheOthers) {
  Client client(Revision::k2025_03_26);
  client.send("[" + call("1", "wait", R"("number":20000)") + "," + request("2", "ping", "") + "]");
  client.send(cancel("1"));
  const auto texts = client.recorder().wait_for(1);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0], R"([{"jsonrpc":"2.0","id":2,"result":{}}])");
}

TEST(Dispatcher, ACancelledCallStopsAndIsNotAnswered) {
  const int heard = testing::cancellations_heard();
  const int begun = testing::waits_begun();
  {
    Client client(Revision::k2025_11_25);
    client.send(call("1", "wait", R"("number":30000)"));
    client.send(call(R"("1")", "wait", R"("number":30000)"));
    for (int i = 0; i < 1000 && testing::waits_begun() < begun + 2; ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    client.send(cancel("7"));
    client.send(cancel("1.5"));
    client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
    client.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]})");
    client.send(cancel(R"("1")"));
    EXPECT_EQ(client.recorder().abandoned(), 6u);  // 5 notifications and the call "1"
    // The id is free again, and the call 1 still runs.
    EXPECT_THAT(client.ask(call(R"("1")", "echo", R"("text":"again")")), HasSubstr("again"));
    EXPECT_THAT(client.ask(call("1", "echo", R"("text":"twice")")),
                HasSubstr(R"("id":1,"error":{"code":-32600)"));
    client.send(cancel("1"));
    EXPECT_TRUE(client.recorder().wait_for(0).empty());
  }
  EXPECT_EQ(testing::cancellations_heard(), heard + 2);
}

TEST(Dispatcher, ProgressGrowsAndEndsBeforeTheAnswer) {
  struct Case {
    Revision revision;
    std::string token;
    std::string first;
  };
  for (const Case& c :
       {Case{Revision::k2024_11_05, "5", R"({"progressToken":5,"progress":1,"total":3})"},
        Case{Revision::k2025_03_26, R"("t")",
             R"({"progressToken":"t","progress":1,"total":3,"message":"step"})"}}) {
    Client client(c.revision);
    client.send(
        call("1", "count", R"("number":3)", R"(,"_meta":{"progressToken":)" + c.token + "}"));
    const auto texts = client.recorder().wait_for(1);
    ASSERT_EQ(texts.size(), 4u);
    EXPECT_EQ(texts[0],
              R"({"jsonrpc":"2.0","method":"notifications/progress","params":)" + c.first + "}");
    EXPECT_THAT(texts[2], HasSubstr(R"("progress":3,"total":3)"));
    EXPECT_THAT(texts[3], HasSubstr(R"("id":1,"result")"));
  }
  Client client(Revision::k2025_11_25);
  client.send(call("1", "count", R"("number":3)"));
  EXPECT_EQ(client.recorder().wait_for(1).size(), 1u);
}

TEST(Dispatcher, ManyCallsAreAnsweredWithTheirOwnIds) {
  Client client(Revision::k2025_11_25);
  for (int i = 0; i < 1000; ++i) {
    const std::string n = std::to_string(i);
    client.send(i % 10 == 0 ? call(n, "wait", R"("number":1)")
                            : call(n, "echo", R"("text":"t)" + n + R"(")"));
  }
  const auto texts = client.recorder().wait_for(1000);
  ASSERT_EQ(texts.size(), 1000u);
  std::vector<bool> seen(1000);
  for (const std::string& text : texts) {
    const auto answer = std::get<Json>(read_json(text));
    const int id = answer["id"].get<int>();
    EXPECT_FALSE(seen[static_cast<std::size_t>(id)]);
    seen[static_cast<std::size_t>(id)] = true;
    if (id % 10 == 0) continue;
    EXPECT_EQ(answer["result"]["structuredContent"]["text"], "t" + std::to_string(id));
  }
}

TEST(Dispatcher, WaitingCallsDelayNoQuickOne) {
  Client client(Revision::k2025_11_25);
  for (int i = 0; i < 300; ++i) {  // more than there are blocking threads
    client.send(call(std::to_string(i), "wait", R"("number":30000)"));
  }
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(client.ask(call("1000", "echo", R"("text":"quick")")), HasSubstr("quick"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(2000));
}

TEST(Dispatcher, WorkIsBounded) {
  DispatcherOptions options;
  options.max_in_flight = 3;
  options.max_standing = 1;
  Client client(Revision::k2025_11_25, options);
  for (const char* id : {"1", "2", "3"}) client.send(call(id, "wait", R"("number":30000)"));
  EXPECT_THAT(client.ask(call("4", "echo", R"("text":"x")")),
              ::testing::AllOf(HasSubstr(R"("code":"resource_exhausted")"),
                               HasSubstr(R"("isError":true)")));
  const std::string listen = R"("notifications":{"toolsListChanged":true},)" + kMeta;
  client.send(request("5", "subscriptions/listen", listen));
  EXPECT_EQ(client.recorder().wait_for(0).back(),
            R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":)"
            R"({"_meta":{"io.modelcontextprotocol/subscriptionId":5},"notifications":{}}})");
  EXPECT_THAT(client.ask(request("6", "subscriptions/listen", listen)), HasSubstr("-32603"));
  client.send(cancel("5"));
  client.send(request("7", "subscriptions/listen", listen));
  EXPECT_THAT(client.recorder().wait_for(0).back(), HasSubstr(R"(subscriptionId":7)"));
}

TEST(Dispatcher, ACallThatOutlivesItsDeadlineIsAnswered) {
  DispatcherOptions options;
  options.watch_period = milliseconds(20);
  options.deadline_grace = milliseconds(50);
  Client client(Revision::k2025_11_25, options);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(client.ask(call("1", "brief", R"("number":2500)")),
              ::testing::AllOf(HasSubstr(R"("code":"timeout")"), HasSubstr("time limit of 1 s")));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(2000));
}

TEST(Dispatcher, ShutDownSaysWhenACallCannotBeStopped) {
  Dispatcher dispatcher(fixture_parts(), {});
  const auto session = std::make_shared<Session>(Revision::k2025_11_25);
  const auto recorder = std::make_shared<Recorder>();
  dispatcher.handle(call("1", "stubborn", R"("number":400)"), session, recorder);
  dispatcher.handle(call("2", "wait", R"("number":30000)"), session, recorder);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_FALSE(dispatcher.shut_down(milliseconds(0), milliseconds(50)));
  EXPECT_TRUE(dispatcher.shut_down(milliseconds(0), milliseconds(3000)));
  EXPECT_TRUE(recorder->wait_for(0).empty());
  EXPECT_EQ(recorder->abandoned(), 2u);
}

}  // namespace
}  // namespace codecalc::protocol
