// Frames between the server and a worker.
#include "workers/frame.h"

namespace codecalc::workers {

namespace {

template <class T>
void put(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
  }
}

template <class T>
T take(std::string_view bytes, std::size_t at) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value |= static_cast<T>(static_cast<T>(static_cast<unsigned char>(bytes[at + i])) << (8 * i));
  }
  return value;
}

bool known(std::uint8_t kind) {
  return kind >= static_cast<std::uint8_t>(FrameKind::kRequest) &&
         kind <= static_cast<std::uint8_t>(FrameKind::kFailure);
}

constexpr std::size_t kBudgetBytes = 12;

}  // namespace

std::string encode_frame(const Frame& frame) {
  std::string out;
  out.reserve(kFrameHeader + frame.payload.size());
  put(out, static_cast<std::uint32_t>(frame.payload.size()));
  out.push_back(static_cast<char>(frame.kind));
  put(out, frame.id);
  out += frame.payload;
  return out;
}

Result<std::optional<Frame>> FrameReader::next() {
  const std::string_view rest = std::string_view(buffer_).substr(used_);
  if (rest.size() < kFrameHeader) return std::optional<Frame>();
  const auto length = take<std::uint32_t>(rest, 0);
  const auto kind = static_cast<std::uint8_t>(rest[4]);
  if (length > kMaxPayload || !known(kind)) {
    return Error{Code::kWorkerFailure, "a message of the worker cannot be read", {}, {}};
  }
  if (rest.size() < kFrameHeader + length) return std::optional<Frame>();
  Frame frame;
  frame.kind = static_cast<FrameKind>(kind);
  frame.id = take<std::uint64_t>(rest, 5);
  frame.payload = rest.substr(kFrameHeader, length);
  used_ += kFrameHeader + length;
  // Moving the rest to the front only when it is small keeps a long stream linear.
  if (used_ == buffer_.size()) {
    buffer_.clear();
    used_ = 0;
  } else if (used_ > buffer_.size() / 2) {
    buffer_.erase(0, used_);
    used_ = 0;
  }
  return std::optional<Frame>(std::move(frame));
}

std::string encode_request(const Budget& budget, std::string_view body) {
  std::string out;
  out.reserve(kBudgetBytes + body.size());
  put(out, budget.wall_ms);
  put(out, budget.cpu_ms);
  put(out, budget.memory_mib);
  out += body;
  return out;
}

std::optional<Request> decode_request(std::string_view payload) {
  if (payload.size() < kBudgetBytes) return std::nullopt;
  Request request;
  request.budget.wall_ms = take<std::uint32_t>(payload, 0);
  request.budget.cpu_ms = take<std::uint32_t>(payload, 4);
  request.budget.memory_mib = take<std::uint32_t>(payload, 8);
  request.body = payload.substr(kBudgetBytes);
  return request;
}

std::string encode_failure(const Error& error) {
  std::string out(1, static_cast<char>(error.code));
  out += error.message;
  return out;
}

Error decode_failure(std::string_view payload) {
  constexpr auto kLast = static_cast<unsigned char>(Code::kInternal);
  if (payload.empty() || static_cast<unsigned char>(payload[0]) > kLast) {
    return Error{Code::kWorkerFailure, "the worker gave no readable reason", {}, {}};
  }
  return Error{static_cast<Code>(payload[0]), std::string(payload.substr(1)), {}, {}};
}

}  // namespace codecalc::workers
