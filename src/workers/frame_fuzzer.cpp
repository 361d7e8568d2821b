// Fuzzes the frame reader of both sides of a worker's socket.
// Seeds: test/data/workers
#include <cstdint>
#include <string_view>

#include "workers/frame.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codecalc::workers;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  FrameReader whole;
  FrameReader halves;
  whole.append(bytes);
  halves.append(bytes.substr(0, size / 2));
  std::size_t seen = 0;
  std::size_t seen_in_halves = 0;
  for (auto next = halves.next(); next.ok() && next->has_value(); next = halves.next()) {
    ++seen_in_halves;
  }
  halves.append(bytes.substr(size / 2));
  for (auto next = halves.next(); next.ok() && next->has_value(); next = halves.next()) {
    ++seen_in_halves;
  }
  for (auto next = whole.next(); next.ok() && next->has_value(); next = whole.next()) {
    ++seen;
    const Frame& frame = **next;
    // What was read must write itself back.
    FrameReader again;
    again.append(encode_frame(frame));
    const auto copy = again.next();
    if (!copy.ok() || !copy->has_value() || (*copy)->payload != frame.payload) __builtin_trap();
    (void)decode_request(frame.payload);
    (void)decode_failure(frame.payload);
  }
  if (seen != seen_in_halves) __builtin_trap();
  return 0;
}
