// One growing buffer that is given back once a long line is done with.
#include "protocol/framing.h"

#include <algorithm>
#include <cstring>

namespace codecalc::protocol {
namespace {

constexpr std::size_t kReadBytes = 64 * 1024;

}  // namespace

void LineReader::drop_consumed() {
  if (begin_ == 0) return;
  std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
  end_ -= begin_;
  scanned_ -= begin_;
  begin_ = 0;
}

std::span<char> LineReader::space() {
  if (begin_ == end_) begin_ = scanned_ = end_ = 0;
  if (capacity_ - end_ < kReadBytes / 2) drop_consumed();
  std::size_t wanted = capacity_;
  if (capacity_ - end_ < kReadBytes / 2) {
    wanted = std::min(std::max(capacity_ * 2, kReadBytes), max_line_ + kReadBytes);
    wanted = std::max(wanted, end_ + kReadBytes / 2);
  } else if (end_ == 0 && capacity_ > 16 * kReadBytes) {
    wanted = kReadBytes;  // a long line has been served: give its memory back
  }
  if (wanted != capacity_) {
    auto larger = std::make_unique_for_overwrite<char[]>(wanted);
    if (end_ > 0) std::memcpy(larger.get(), buffer_.get(), end_);
    buffer_ = std::move(larger);
    capacity_ = wanted;
  }
  return {buffer_.get() + end_, std::min(capacity_ - end_, kReadBytes)};
}

void LineReader::commit(std::size_t count) { end_ += count; }

LineReader::Line LineReader::next() {
  while (scanned_ < end_) {
    const char* found =
        static_cast<const char*>(std::memchr(buffer_.get() + scanned_, '\n', end_ - scanned_));
    if (found == nullptr) {
      scanned_ = end_;
      break;
    }
    const auto line_end = static_cast<std::size_t>(found - buffer_.get());
    std::string_view text(buffer_.get() + begin_, line_end - begin_);
    begin_ = scanned_ = line_end + 1;
    if (discarding_) {
      discarding_ = false;
      continue;
    }
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.size() > max_line_) return {Kind::kTooLong, {}};
    return {Kind::kLine, text};
  }
  if (discarding_) {
    begin_ = scanned_ = end_;
  } else if (end_ - begin_ > max_line_ + 1) {  // one more, as it may be the "\r"
    begin_ = scanned_ = end_;
    discarding_ = true;
    return {Kind::kTooLong, {}};
  }
  return {};
}

LineReader::Line LineReader::rest() {
  if (discarding_ || begin_ == end_) return {};
  std::string_view text(buffer_.get() + begin_, end_ - begin_);
  begin_ = scanned_ = end_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  return {Kind::kLine, text};
}

}  // namespace codecalc::protocol
