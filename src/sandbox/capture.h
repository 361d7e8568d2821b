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
  /// `fd` is the reading end, non-blocking.
  void open(UniqueFd fd, std::uint64_t keep_bytes);

  int fd() const { return fd_.get(); }
  bool ended() const { return ended_; }
  bool flooded() const { return captured_.bytes > kMaxCountedBytes; }

  /// Reads what is there, at most `max_bytes`; calls `kept(piece)` for what was kept.
  /// Returns whether more may be there. The descriptor stays open until take(), as an epoll set
  /// may watch it.
  template <class Kept>
  bool read(std::uint64_t max_bytes, Kept kept);

  Captured take();

 private:
  /// One read; the piece that was kept, and how many bytes came (0: end or nothing there).
  std::string_view read_once(std::uint64_t& came, bool& more);

  UniqueFd fd_;
  std::uint64_t keep_ = 0;
  bool ended_ = false;
  Captured captured_;
};

template <class Kept>
bool Capture::read(std::uint64_t max_bytes, Kept kept) {
  std::uint64_t total = 0;
  while (!ended_ && total < max_bytes && !flooded()) {
    std::uint64_t came = 0;
    bool more = false;
    const std::string_view piece = read_once(came, more);
    if (!piece.empty()) kept(piece);
    total += came;
    if (!more) return false;
  }
  return !ended_;
}

}  // namespace codecalc::sandbox
