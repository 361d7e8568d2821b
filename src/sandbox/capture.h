// Capture: one output stream of a program. Reads without end, keeps the first bytes, counts all.
#pragma once

#include <cstdint>

#include "base/fd.h"
#include "sandbox/outcome.h"

namespace codecalc::sandbox {

/// More than this from one stream ends the run.
inline constexpr std::uint64_t kMaxCountedBytes = 64ull << 20;

class Capture {
 public:
  /// `fd` is the reading end, made non-blocking here.
  void open(UniqueFd fd, std::uint64_t keep_bytes);

  int fd() const { return fd_.get(); }
  bool closed() const { return !fd_.valid(); }
  bool flooded() const { return captured_.bytes > kMaxCountedBytes; }

  /// Reads what is there, at most `max_bytes`; calls `kept(piece)` for what was kept.
  /// Closes at the end of the stream. Returns whether more may be there.
  template <class Kept>
  bool read(std::uint64_t max_bytes, Kept kept);

  void close() { fd_.reset(); }
  Captured take();

 private:
  /// One read; the piece that was kept, and how many bytes came (0: end or nothing there).
  std::string_view read_once(std::uint64_t& came, bool& more);

  UniqueFd fd_;
  std::uint64_t keep_ = 0;
  Captured captured_;
};

template <class Kept>
bool Capture::read(std::uint64_t max_bytes, Kept kept) {
  std::uint64_t total = 0;
  while (!closed() && total < max_bytes && !flooded()) {
    std::uint64_t came = 0;
    bool more = false;
    const std::string_view piece = read_once(came, more);
    if (!piece.empty()) kept(piece);
    total += came;
    if (!more) return false;
  }
  return !closed();
}

}  // namespace codecalc::sandbox
