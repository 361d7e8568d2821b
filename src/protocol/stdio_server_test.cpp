// The transport over real pipes: slow readers, long lines, ends.
#include "protocol/stdio_server.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>
#include <thread>

#include "protocol/fixture_tools.h"
#include "protocol/framing.h"

namespace codecalc::protocol {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using ::testing::HasSubstr;

std::pair<UniqueFd, UniqueFd> make_pipe() {
  int ends[2] = {-1, -1};
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::pair<UniqueFd, UniqueFd> make_sockets() {
  int ends[2] = {-1, -1};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// A server in a thread, with the client's ends.
class Server {
 public:
  explicit Server(bool sockets = false) {
    auto [server_in, client_out] = make_pipe();
    auto [client_in, server_out] = sockets ? make_sockets() : make_pipe();
    to_server_ = std::move(client_out);
    from_server_ = std::move(client_in);
    stop_.reset(::eventfd(0, EFD_CLOEXEC));
    thread_ =
        std::thread([this, fds = StdioFds{std::move(server_in), std::move(server_out)}]() mutable {
          ended_ = serve_stdio(dispatcher_, std::move(fds), stop_.get(), [this] { ++warm_ups_; });
        });
  }
  ~Server() {
    if (thread_.joinable()) {
      EXPECT_TRUE(finish());
    }
  }

  /// False when the server does not read on within `patience`.
  bool send(std::string_view bytes, milliseconds patience = milliseconds(50'000)) {
    while (!bytes.empty()) {
      pollfd ready{to_server_.get(), POLLOUT, 0};
      if (::poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return false;
      const ssize_t n =
          ::write(to_server_.get(), bytes.data(), std::min<std::size_t>(bytes.size(), 4096));
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  /// The next line, empty after 50 s or at the end.
  std::string receive() {
    for (;;) {
      if (const auto line = lines_.next(); line.kind == LineReader::Kind::kLine) {
        return std::string(line.text);
      }
      pollfd ready{from_server_.get(), POLLIN, 0};
      if (::poll(&ready, 1, 50'000) <= 0) return "";
      const auto space = lines_.space();
      const ssize_t n = ::read(from_server_.get(), space.data(), space.size());
      if (n <= 0) return "";
      lines_.commit(static_cast<std::size_t>(n));
    }
  }
  void close_input() { to_server_.reset(); }
  void close_output() { from_server_.reset(); }
  void stop() {
    const std::uint64_t one = 1;
    EXPECT_EQ(::write(stop_.get(), &one, sizeof one), static_cast<ssize_t>(sizeof one));
  }
  /// Ends the input and waits; true when nothing was left running.
  bool finish() {
    close_input();
    thread_.join();
    return ended_;
  }
  int warm_ups() const { return warm_ups_; }

 private:
  Dispatcher dispatcher_{testing::fixture_parts(), {}};
  UniqueFd to_server_;
  UniqueFd from_server_;
  UniqueFd stop_;
  LineReader lines_{std::size_t{64} << 20};
  std::thread thread_;
  bool ended_ = false;
  std::atomic<int> warm_ups_{0};
};

/// Waits until `count` calls of the tool `wait` have begun in this process; one that is cancelled
/// earlier never runs.
void await_waits(int count) {
  for (int i = 0; i < 1000 && testing::waits_begun() < count; ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  ASSERT_GE(testing::waits_begun(), count);
}

constexpr std::string_view kHello =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
    "\n";

std::string call(int id, const std::string& tool, const std::string& arguments) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":{)" + arguments +
         "}}}\n";
}

TEST(StdioServer, AnswersLinesAndWarmsUpOnce) {
  for (const bool sockets : {false, true}) {
    Server server(sockets);
    EXPECT_TRUE(server.send("\r\n  \n" + std::string(kHello)));
    EXPECT_THAT(server.receive(), HasSubstr(R"("id":0,"result")"));
    for (int i = 0; i < 1000 && server.warm_ups() == 0; ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    EXPECT_TRUE(server.send(call(1, "echo", R"("text":"a\u0000b")")));
    EXPECT_THAT(server.receive(), HasSubstr(R"("text":"a\u0000b")"));
    EXPECT_TRUE(server.send("garbage\r\n"));
    EXPECT_THAT(server.receive(), HasSubstr("-32700"));
    EXPECT_TRUE(server.finish());
    EXPECT_EQ(server.warm_ups(), 1);
  }
}

TEST(StdioServer, ServesSixteenMebibytesAndRefusesMore) {
  Server server;
  EXPECT_TRUE(server.send(kHello));
  EXPECT_THAT(server.receive(), HasSubstr(R"("id":0)"));
  const std::string frame = call(1, "echo", R"("text":"")");
  std::string line = frame;
  line.insert(line.find(R"("}}})"), kMaxLineBytes + 1 - frame.size(), 'a');
  ASSERT_EQ(line.size(), kMaxLineBytes + 1);  // with its line end
  EXPECT_TRUE(server.send(line));
  EXPECT_GT(server.receive().size(), 2 * (kMaxLineBytes - 200));
  line.insert(line.find("aaa"), 2, 'a');
  EXPECT_TRUE(server.send(line));
  EXPECT_THAT(server.receive(), HasSubstr(R"("id":null,"error":{"code":-32600)"));
  EXPECT_TRUE(server.send(call(2, "echo", R"("text":"on")")));
  EXPECT_THAT(server.receive(), HasSubstr(R"("id":2,"result")"));
}

// Answers of 200 KB each: more than the outbox lets workers queue, but under ThreadSanitizer, which
// makes them twenty times slower.
#ifdef __SANITIZE_THREAD__
constexpr int kUnreadAnswers = 20;
#else
constexpr int kUnreadAnswers = 200;
#endif

TEST(StdioServer, AClientThatDoesNotReadIsStillHeard) {
  for (const bool sockets : {false, true}) {
    const int heard = testing::cancellations_heard();
    Server server(sockets);
    EXPECT_TRUE(server.send(kHello));
    const int begun = testing::waits_begun();
    EXPECT_TRUE(server.send(call(1, "wait", R"("number":60000)")));
    await_waits(begun + 1);
    for (int i = 2; i < kUnreadAnswers + 2; ++i)
      EXPECT_TRUE(server.send(call(i, "big", R"("number":100000)")));
    EXPECT_TRUE(server.send(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"
        "\n"));
    for (int i = 0; i < 1000 && testing::cancellations_heard() == heard; ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    EXPECT_EQ(testing::cancellations_heard(), heard + 1);
    std::vector<bool> seen(static_cast<std::size_t>(kUnreadAnswers) + 2);
    for (int i = 0; i < kUnreadAnswers + 1; ++i) {
      const auto answer = read_json(server.receive());
      ASSERT_TRUE(std::holds_alternative<Json>(answer)) << "answer " << i;
      seen[std::get<Json>(answer)["id"].get<std::size_t>()] = true;
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), kUnreadAnswers + 1);
    EXPECT_FALSE(seen[1]);
  }
}

TEST(StdioServer, EndsSoonHoweverItIsEnded) {
  enum class End { kInput, kOutput, kSignal, kUnread };
  for (const End end : {End::kInput, End::kOutput, End::kSignal, End::kUnread}) {
    const int heard = testing::cancellations_heard();
    Server server(end == End::kOutput);
    EXPECT_TRUE(server.send(kHello));
    EXPECT_THAT(server.receive(), HasSubstr(R"("id":0)"));
    const int begun = testing::waits_begun();
    for (int i = 1; i <= 5; ++i) EXPECT_TRUE(server.send(call(i, "wait", R"("number":60000)")));
    await_waits(begun + 5);
    if (end == End::kUnread) {
      for (int i = 6; i < 20; ++i) EXPECT_TRUE(server.send(call(i, "big", R"("number":100000)")));
    }
    const auto begin = Clock::now();
    if (end == End::kSignal) server.stop();
    if (end == End::kOutput) {
      server.close_output();
      EXPECT_TRUE(server.send(call(6, "echo", R"("text":"x")")));
    }
    EXPECT_TRUE(server.finish()) << static_cast<int>(end);
    EXPECT_LT(Clock::now() - begin, milliseconds(900)) << static_cast<int>(end);
    EXPECT_EQ(testing::cancellations_heard(), heard + 5) << static_cast<int>(end);
  }
}

// Then lines wait in the pipe before its end, and reading on would need room for their answers.
TEST(StdioServer, EndsSoonWhenNothingMoreCanBeQueued) {
  const std::string ping =
      R"({"jsonrpc":"2.0","method":"ping","id":")" + std::string(1 << 20, 'x') + "\"}\n";
  const int heard = testing::cancellations_heard();
  Server server;
  EXPECT_TRUE(server.send(kHello));
  const int begun = testing::waits_begun();
  EXPECT_TRUE(server.send(call(1, "wait", R"("number":60000)")));
  await_waits(begun + 1);
  int taken = 0;
  while (taken < 200 && server.send(ping, milliseconds(1000))) ++taken;
  EXPECT_GE(taken, 64);
  EXPECT_LT(taken, 100);
  const auto begin = Clock::now();
  EXPECT_TRUE(server.finish());
  EXPECT_LT(Clock::now() - begin, milliseconds(900));
  EXPECT_EQ(testing::cancellations_heard(), heard + 1);
}

TEST(StdioServer, QuickAnswersStillGoOutAtTheEnd) {
  Server server;
  EXPECT_TRUE(server.send(kHello));
  for (int i = 1; i <= 20; ++i) EXPECT_TRUE(server.send(call(i, "echo", R"("text":"x")")));
  std::string last = call(21, "echo", R"("text":"no line end")");
  last.pop_back();
  EXPECT_TRUE(server.send(last));
  EXPECT_TRUE(server.finish());
  std::size_t answers = 0;
  while (!server.receive().empty()) ++answers;
  EXPECT_EQ(answers, 22u);
}

}  // namespace
}  // namespace codecalc::protocol
