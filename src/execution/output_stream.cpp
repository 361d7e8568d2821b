// Reports of a running program's output.
#include "execution/output_stream.h"

#include <algorithm>

#include "base/text.h"

namespace codecalc::execution {

sandbox::RunObserver OutputStream::observer() {
  return {[this](bool is_stderr, std::string_view piece) { add(is_stderr, piece, Clock::now()); }};
}

bool OutputStream::take_token(Clock::time_point now) {
  if (refilled_ != Clock::time_point{}) {
    const double seconds = std::chrono::duration<double>(now - refilled_).count();
    tokens_ = std::min(kBurst, tokens_ + std::max(0.0, seconds) * kPerSecond);
  }
  refilled_ = now;
  if (tokens_ < 1) return false;
  tokens_ -= 1;
  return true;
}

void OutputStream::add(bool is_stderr, std::string_view piece, Clock::time_point now) {
  if (piece.empty()) return;
  const std::lock_guard lock(mutex_);
  if (!is_stderr) out_ += piece;
  bytes_ += piece.size();
  if (!progress_.wanted()) return;
  tail_ += piece;
  if (tail_.size() > kMaxMessageBytes) {
    std::size_t cut = tail_.size() - kMaxMessageBytes;
    // Not inside a character: at most three continuation bytes are passed over.
    for (int i = 0; i < 3 && (static_cast<unsigned char>(tail_[cut]) & 0xC0) == 0x80; ++i) ++cut;
    tail_.erase(0, cut);
  }
  if (!take_token(now)) return;
  const std::string_view whole = std::string_view(tail_).substr(0, utf8_whole(tail_));
  progress_.report(static_cast<double>(bytes_), 0, to_utf8(whole).text);
}

std::string OutputStream::standard_output() const {
  const std::lock_guard lock(mutex_);
  return to_utf8(std::string_view(out_).substr(0, utf8_whole(out_))).text;
}

}  // namespace codecalc::execution
