// Small text helpers: case, shortening at a character's edge, numbers as text.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace codecalc {

/// ASCII letters in lower case; other bytes as they are.
std::string to_lower(std::string_view text);

/// `text` without spaces, tabs and line ends at both ends.
std::string_view trim(std::string_view text);

/// At most `max_bytes` bytes of `text`, cut at a character's edge and ended by "..." when cut.
std::string shorten(std::string_view text, std::size_t max_bytes);

/// The length of the longest prefix of at most `max_bytes` bytes that splits no UTF-8 character.
std::size_t utf8_prefix(std::string_view text, std::size_t max_bytes);

/// The length of the valid UTF-8 character (RFC 3629) at the start of `text`; 0 when there is none.
std::size_t utf8_character(std::string_view text);

/// The length of `text` without a UTF-8 character that its end cuts off.
std::size_t utf8_whole(std::string_view text);

/// The first character of `text`, whole; empty for an empty text.
std::string_view first_character(std::string_view text);

/// `bytes` with every byte that is not part of valid UTF-8 replaced by U+FFFD, and whether any was.
struct Utf8Text {
  std::string text;
  bool replaced = false;
};
Utf8Text to_utf8(std::string_view bytes);

/// A decimal number in a string, tidied: blanks around it dropped, underscores between digits
/// dropped, a leading '+' dropped. Nothing when it is not a finite decimal number ("nan", "1/2",
/// "0x10", ""). Formats: "12", "-0.5", ".5", "1e-9".
std::optional<std::string> clean_number(std::string_view text);

/// The digits of a decimal number that is an integer ("5.0" gives "5", "12e2" gives "1200");
/// nothing when it has a fraction or would need more than `max_digits` digits.
std::optional<std::string> decimal_as_integer(std::string_view number, std::size_t max_digits);

/// The candidate with the fewest edits (a swap of neighbours is one) from `word`, if those are at
/// most a third of its length; else the only one that shares a word with it ("lang" and "language",
/// "memory" and "max_memory_mb"); else empty. Comparison ignores ASCII case.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace codecalc
