// Capturing a stream: what is kept, what is counted, where it ends.
#include "sandbox/capture.h"

#include <gtest/gtest.h>

#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace codecalc::sandbox {
namespace {

// A pipe whose writing end the test holds.
struct Pipe {
  explicit Pipe(std::uint64_t keep) {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    capture.open(UniqueFd(ends[0]), keep);
    writer.reset(ends[1]);
  }
  void write(const std::string& text) {
    ASSERT_EQ(::write(writer.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  bool read() {
    return capture.read(1 << 20, [this](std::string_view piece) { pieces += piece; });
  }
  Capture capture;
  UniqueFd writer;
  std::string pieces;
};

TEST(Capture, KeepsTheFirstBytesAndCountsAll) {
  Pipe pipe(10);
  pipe.write("12345");
  EXPECT_FALSE(pipe.read());
  EXPECT_FALSE(pipe.capture.ended());
  pipe.write("67890ABCDE");
  pipe.read();
  pipe.writer.reset();
  EXPECT_FALSE(pipe.read());
  EXPECT_TRUE(pipe.capture.ended());
  const Captured captured = pipe.capture.take();
  EXPECT_EQ(captured.data, "1234567890");
  EXPECT_EQ(captured.bytes, 15u);
  EXPECT_TRUE(captured.truncated);
  EXPECT_EQ(captured.error, "");
  EXPECT_EQ(pipe.pieces, "1234567890");
}

TEST(Capture, ExactlyTheCapIsNotCut) {
  Pipe pipe(5);
  pipe.write("12345");
  pipe.writer.reset();
  pipe.read();
  const Captured captured = pipe.capture.take();
  EXPECT_EQ(captured.data, "12345");
  EXPECT_FALSE(captured.truncated);
}

TEST(Capture, NothingIsKeptOfACapOfZero) {
  Pipe pipe(0);
  pipe.write("x");
  pipe.writer.reset();
  pipe.read();
  const Captured captured = pipe.capture.take();
  EXPECT_EQ(captured.data, "");
  EXPECT_EQ(captured.bytes, 1u);
  EXPECT_TRUE(captured.truncated);
}

TEST(Capture, TellsWhyAStreamCannotBeRead) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  ::close(ends[0]);
  Capture capture;
  capture.open(UniqueFd(ends[1]), 10);  // the writing end: reading fails
  EXPECT_FALSE(capture.read(100, [](std::string_view) {}));
  EXPECT_TRUE(capture.ended());
  EXPECT_EQ(capture.take().error, "Bad file descriptor");
}

TEST(Capture, CanBeOpenedAgain) {
  Pipe pipe(5);
  pipe.write("abc");
  pipe.writer.reset();
  pipe.read();
  EXPECT_EQ(pipe.capture.take().data, "abc");
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
  pipe.capture.open(UniqueFd(ends[0]), 5);
  ::close(ends[1]);
  pipe.read();
  const Captured second = pipe.capture.take();
  EXPECT_EQ(second.data, "");
  EXPECT_EQ(second.bytes, 0u);
}

}  // namespace
}  // namespace codecalc::sandbox
