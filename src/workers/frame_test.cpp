// Frames: round trips, streams cut anywhere, hostile bytes.
#include "workers/frame.h"

#include <gtest/gtest.h>

#include <vector>

namespace codecalc::workers {
namespace {

std::vector<Frame> read_all(FrameReader& reader) {
  std::vector<Frame> out;
  for (auto next = reader.next(); next.ok() && next->has_value(); next = reader.next()) {
    out.push_back(std::move(**next));
  }
  return out;
}

TEST(Frame, HasALittleEndianHeaderOf13Bytes) {
  const std::string bytes = encode_frame({FrameKind::kAnswer, 0x0102, "ab"});
  EXPECT_EQ(bytes, std::string("\x02\x00\x00\x00\x03\x02\x01\x00\x00\x00\x00\x00\x00"
                               "ab",
                               15));
}

TEST(Frame, SurvivesAStreamCutAtEveryPlace) {
  const std::string bytes = encode_frame({FrameKind::kRequest, 7, "one"}) +
                            encode_frame({FrameKind::kCancel, 1ULL << 60, ""}) +
                            encode_frame({FrameKind::kFailure, 9, std::string(300, '\0')});
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    FrameReader reader;
    reader.append(bytes.substr(0, cut));
    std::vector<Frame> frames = read_all(reader);
    reader.append(bytes.substr(cut));
    for (Frame& f : read_all(reader)) frames.push_back(std::move(f));
    ASSERT_EQ(frames.size(), 3U) << cut;
    EXPECT_EQ(frames[0].payload, "one");
    EXPECT_EQ(frames[1].id, 1ULL << 60);
    EXPECT_EQ(frames[2].kind, FrameKind::kFailure);
    EXPECT_EQ(frames[2].payload.size(), 300U);
  }
}

TEST(Frame, RefusesUnknownKindsAndLongPayloads) {
  for (const std::string& bytes :
       {std::string("\x00\x00\x00\x00\x00", 5), std::string("\x00\x00\x00\x00\x06", 5),
        std::string("\x01\x00\x00\x01\x01", 5)}) {
    FrameReader reader;
    reader.append(bytes + std::string(8, '\0'));
    const auto next = reader.next();
    ASSERT_FALSE(next.ok());
    EXPECT_EQ(next.error().code, Code::kWorkerFailure);
  }
}

TEST(Request, KeepsItsBudget) {
  const std::string payload =
      encode_request({.wall_ms = 1, .cpu_ms = 70'000, .memory_mib = 0xffffffff}, "body");
  const auto request = decode_request(payload);
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->budget.wall_ms, 1U);
  EXPECT_EQ(request->budget.cpu_ms, 70'000U);
  EXPECT_EQ(request->budget.memory_mib, 0xffffffffU);
  EXPECT_EQ(request->body, "body");
  EXPECT_FALSE(decode_request(payload.substr(0, 11)).has_value());
}

TEST(Failure, KeepsItsCodeAndNeverInventsOne) {
  const Error read = decode_failure(encode_failure({Code::kTimeout, "late", {}, {}}));
  EXPECT_EQ(read.code, Code::kTimeout);
  EXPECT_EQ(read.message, "late");
  EXPECT_EQ(decode_failure("").code, Code::kWorkerFailure);
  EXPECT_EQ(decode_failure("\x7fx").code, Code::kWorkerFailure);
}

}  // namespace
}  // namespace codecalc::workers
