// The launcher's messages: every value comes back, and a cut or crowded message is refused.
#include "sandbox/wire.h"

#include <gtest/gtest.h>

namespace codecalc::sandbox {
namespace {

RunSpec full_spec() {
  RunSpec spec;
  spec.files = {{"main.c", std::string("int\0main", 8), false}, {"run.sh", "#!/bin/sh", true}};
  spec.compile = Command{{"/usr/bin/cc", "main.c"}, {"PATH=/usr/bin"}};
  spec.run = {{"/box/main", ""}, {}};
  spec.inputs = {"", "one", std::string(100'000, 'x')};
  spec.limits = {.wall = std::chrono::milliseconds(1'234),
                 .cpu = std::chrono::milliseconds(77),
                 .memory_bytes = 1ull << 40,
                 .output_bytes = 5,
                 .file_bytes = 6,
                 .disk_bytes = 7,
                 .tasks = 8,
                 .open_files = 9};
  spec.no_net = true;
  spec.read_only = {{"/a", "/b"}, {"/c", ""}};
  spec.seeds = {{"/s", "/box/s"}};
  spec.root = "/root-of-swift";
  spec.session_folder = "/session";
  spec.opened_last = ".codecalc-run/main.py";
  return spec;
}

RunOutcome full_outcome() {
  RunOutcome outcome;
  outcome.phase = Phase::kRun;
  outcome.compile.wall = std::chrono::microseconds(5);
  StepOutcome run;
  run.verdict = Verdict::kOutputLimit;
  run.limit = LimitHit::kOutput;
  run.inferred = true;
  run.exit_code = -9;
  run.signal = 9;
  run.killed_by_sandbox = true;
  run.wall = std::chrono::microseconds(123'456'789);
  run.cpu = std::chrono::microseconds(42);
  run.peak_memory_kb = -1;
  run.out = {std::string("\0\xff", 2), 1ull << 33, true, ""};
  run.err = {"", 0, false, "it broke"};
  outcome.runs = {run, StepOutcome{}};
  outcome.total = std::chrono::microseconds(99);
  outcome.compile_cached = true;
  outcome.unenforced = {"a", "b"};
  outcome.layers = {"seccomp"};
  return outcome;
}

template <class T>
std::string encoded(const T& value) {
  WireWriter out;
  encode(out, value);
  return out.take();
}

// Encoding again tells whether everything came back, without an equality for each struct.
template <class T>
void expect_round_trip(const T& value) {
  const std::string bytes = encoded(value);
  WireReader in(bytes);
  T back;
  decode(in, back);
  EXPECT_TRUE(in.done());
  EXPECT_EQ(encoded(back), bytes);
}

TEST(Wire, EveryMessageComesBack) {
  expect_round_trip(full_spec());
  expect_round_trip(RunSpec{});
  expect_round_trip(full_outcome());
  expect_round_trip(RunOutcome{});
  expect_round_trip(HostReport{"A", {"x", "y"}, {"z"}, {"a reason"}});
  expect_round_trip(Error{Code::kTimeout, "message", "parameter", "remedy"});
}

TEST(Wire, ValuesComeBack) {
  const std::string bytes = encoded(full_spec());
  WireReader in(bytes);
  RunSpec spec;
  decode(in, spec);
  ASSERT_TRUE(in.done());
  EXPECT_EQ(spec.files[0].content, std::string("int\0main", 8));
  EXPECT_TRUE(spec.files[1].executable);
  ASSERT_TRUE(spec.compile.has_value());
  EXPECT_EQ(spec.compile->argv[1], "main.c");
  EXPECT_EQ(spec.inputs[2].size(), 100'000u);
  EXPECT_EQ(spec.limits.wall.count(), 1'234);
  EXPECT_EQ(spec.limits.memory_bytes, 1ull << 40);
  EXPECT_EQ(spec.limits.open_files, 9u);
  EXPECT_EQ(spec.session_folder, "/session");
  EXPECT_EQ(spec.opened_last, ".codecalc-run/main.py");
}

template <class T>
void expect_cut_is_refused(const T& value) {
  const std::string bytes = encoded(value);
  // Every length of a short message, and some of a long one.
  const std::size_t step = bytes.size() > 2'000 ? 997 : 1;
  for (std::size_t size = 0; size < bytes.size(); size += step) {
    WireReader in(std::string_view(bytes).substr(0, size));
    T back;
    decode(in, back);
    EXPECT_FALSE(in.done()) << size << " of " << bytes.size() << " bytes";
  }
}

TEST(Wire, AMessageCutAnywhereIsRefused) {
  RunSpec spec = full_spec();
  spec.inputs = {"x"};
  expect_cut_is_refused(spec);
  expect_cut_is_refused(full_outcome());
  expect_cut_is_refused(HostReport{"A", {"x"}, {"z"}, {}});
  expect_cut_is_refused(Error{Code::kTimeout, "m", "p", "r"});
}

TEST(Wire, CountsAreBoundedByTheMessage) {
  // A count of four thousand million strings in a message of eight bytes.
  WireWriter out;
  out.small(0xffffffffu);
  out.small(0);
  WireReader in(out.bytes());
  EXPECT_EQ(in.count(4), 0u);
  EXPECT_FALSE(in.ok());
  RunSpec spec;
  WireReader again(out.bytes());
  decode(again, spec);
  EXPECT_FALSE(again.ok());
  EXPECT_TRUE(spec.files.empty());
}

TEST(Wire, ABadReaderGivesZeroes) {
  WireReader in("");
  EXPECT_EQ(in.number(), 0u);
  EXPECT_EQ(in.small(), 0u);
  EXPECT_FALSE(in.flag());
  EXPECT_EQ(in.text(), "");
  EXPECT_FALSE(in.ok());
}

TEST(Wire, FramesCarryTheirHeader) {
  const std::string frame = encode_frame(MessageType::kOutput, 7, "payload");
  const FrameHeader header = decode_frame_header(frame);
  EXPECT_EQ(header.size, 7u);
  EXPECT_EQ(header.id, 7u);
  EXPECT_EQ(header.type, MessageType::kOutput);
  EXPECT_EQ(frame.substr(kFrameHeaderBytes), "payload");
}

}  // namespace
}  // namespace codecalc::sandbox
