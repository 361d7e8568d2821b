// Frames between the server and a worker: length-prefixed messages with request ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace codecalc::workers {

enum class FrameKind : std::uint8_t {
  kRequest = 1,  ///< server to worker: budget, then the body
  kCancel = 2,   ///< server to worker: end the request `id`; no payload
  kAnswer = 3,   ///< worker to server: the body of the answer
  kFailure = 4,  ///< worker to server: a Failure
};

struct Frame {
  FrameKind kind = FrameKind::kRequest;
  std::uint64_t id = 0;
  std::string payload;
};

/// The longest payload in bytes that either side accepts.
inline constexpr std::size_t kMaxPayload = std::size_t{16} << 20;
/// Length (4 bytes), kind (1), id (8), all little-endian.
inline constexpr std::size_t kFrameHeader = 13;

std::string encode_frame(const Frame& frame);

/// Puts a byte stream back into frames.
class FrameReader {
 public:
  void append(std::string_view bytes) { buffer_.append(bytes); }

  /// The next whole frame, or nothing yet. An unknown kind or a payload beyond kMaxPayload is
  /// kWorkerFailure: the stream cannot be read any further.
  Result<std::optional<Frame>> next();

 private:
  std::string buffer_;
  std::size_t used_ = 0;
};

/// What one request may use. The wall limit includes waiting for a free child.
struct Budget {
  std::uint32_t wall_ms = 20'000;
  std::uint32_t cpu_ms = 20'000;    ///< rounded up to whole seconds
  std::uint32_t memory_mib = 1024;  ///< private memory beyond what the worker holds
};

std::string encode_request(const Budget& budget, std::string_view body);

struct Request {
  Budget budget;
  std::string_view body;  ///< points into the decoded payload
};
/// Nothing when the payload is too short.
std::optional<Request> decode_request(std::string_view payload);

/// Why a request has no answer: one byte of Code, then the message.
std::string encode_failure(const Error& error);
/// A payload that cannot be read is itself a kWorkerFailure.
Error decode_failure(std::string_view payload);

}  // namespace codecalc::workers
