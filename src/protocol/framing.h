// Lines out of a byte stream, within a bound.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace codecalc::protocol {

/// The longest line that is served, without its end.
inline constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;

/// Splits what is read into lines. A line longer than the bound is reported once, as soon as that
/// is known, and dropped to its end; memory never exceeds the bound by more than one read. Not
/// thread-safe.
class LineReader {
 public:
  explicit LineReader(std::size_t max_line = kMaxLineBytes) : max_line_(max_line) {}

  /// Where to put the next bytes; at least 1, valid until the next call of anything here.
  std::span<char> space();
  /// `count` bytes were put there.
  void commit(std::size_t count);

  enum class Kind { kNone, kLine, kTooLong };
  struct Line {
    Kind kind = Kind::kNone;
    std::string_view text;  ///< without "\n" and a "\r" before it; valid until the next space()
  };
  /// The next line; kNone when more bytes are needed.
  Line next();

  /// At the stream's end: the bytes after the last line end.
  Line rest();

 private:
  void drop_consumed();

  std::size_t max_line_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;    ///< the unfinished line starts here
  std::size_t scanned_ = 0;  ///< no line end before this
  std::size_t end_ = 0;
  bool discarding_ = false;
};

}  // namespace codecalc::protocol
