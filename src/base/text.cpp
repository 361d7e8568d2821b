// Small text helpers.
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <vector>

namespace codecalc {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

/// `part` begins one of the words of `whole`, which are parted by underscores.
bool begins_a_word(std::string_view part, std::string_view whole) {
  constexpr std::size_t kShortest = 3;
  if (part.size() < kShortest) return false;
  for (auto at = whole.find(part); at != whole.npos; at = whole.find(part, at + 1)) {
    if (at == 0 || whole[at - 1] == '_') return true;
  }
  return false;
}

}  // namespace

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\f\v";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::size_t utf8_prefix(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text.size();
  std::size_t cut = max_bytes;
  // Step back over at most three continuation bytes; bytes that are not UTF-8 are cut anywhere.
  for (std::size_t back = 0; back < 4; ++back) {
    if ((static_cast<std::uint8_t>(text[cut]) & 0xC0) != 0x80) return cut;
    if (cut-- == 0) break;
  }
  return max_bytes;
}

std::string_view first_character(std::string_view text) {
  if (text.empty()) return {};
  return text.substr(0, std::max<std::size_t>(utf8_character(text), 1));
}

std::string shorten(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  return std::string(text.substr(0, utf8_prefix(text, max_bytes))) + "...";
}

std::size_t utf8_character(std::string_view s) {
  if (s.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(s[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  std::size_t length = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) length = 2;
  else if (lead >= 0xE0 && lead <= 0xEF) length = 3;
  else if (lead >= 0xF0 && lead <= 0xF4) length = 4;
  else return 0;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  if (s.size() < length) return 0;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return length;
}

std::size_t utf8_whole(std::string_view text) {
  const std::size_t reach = std::min<std::size_t>(text.size(), 3);
  for (std::size_t back = 1; back <= reach; ++back) {
    const std::size_t at = text.size() - back;
    const auto byte = static_cast<std::uint8_t>(text[at]);
    if ((byte & 0xC0) == 0x80) continue;
    if (byte < 0xC2 || byte > 0xF4) return text.size();
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return length > back ? at : text.size();
  }
  return text.size();
}

Utf8Text to_utf8(std::string_view bytes) {
  Utf8Text result;
  result.text.reserve(bytes.size());
  std::size_t start = 0;  // of the valid bytes that are not copied yet
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::uint64_t eight = 0;
    if (bytes.size() - at >= sizeof eight) {
      std::memcpy(&eight, bytes.data() + at, sizeof eight);
      if ((eight & 0x8080808080808080u) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    const std::size_t length = utf8_character(bytes.substr(at));
    if (length != 0) {
      at += length;
      continue;
    }
    result.text += bytes.substr(start, at - start);
    result.text += "\xEF\xBF\xBD";
    result.replaced = true;
    start = ++at;
  }
  result.text += bytes.substr(start);
  return result;
}

std::optional<std::string> clean_number(std::string_view text) {
  text = trim(text);
  std::string clean;
  std::size_t i = 0;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
    if (text[i] == '-') clean += '-';
    ++i;
  }
  std::size_t digits = 0;
  // Digits with single underscores between them.
  const auto take_digits = [&] {
    const std::size_t start = i;
    while (i < text.size()) {
      if (is_digit(text[i])) {
        clean += text[i];
        ++digits;
      } else if (text[i] != '_' || i == start || text[i - 1] == '_' || i + 1 == text.size() ||
                 !is_digit(text[i + 1])) {
        break;
      }
      ++i;
    }
  };
  take_digits();
  if (i < text.size() && text[i] == '.') {
    clean += (clean.empty() || clean == "-") ? "0." : ".";
    ++i;
    const std::size_t before = digits;
    take_digits();
    if (digits == before) clean.pop_back();
  }
  if (digits == 0) return std::nullopt;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    clean += 'e';
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) clean += text[i++];
    const std::size_t before = digits;
    take_digits();
    if (digits == before) return std::nullopt;
  }
  if (i != text.size()) return std::nullopt;
  return clean;
}

std::optional<std::string> decimal_as_integer(std::string_view number, std::size_t max_digits) {
  bool negative = false;
  if (!number.empty() && number.front() == '-') {
    negative = true;
    number.remove_prefix(1);
  }
  std::string digits;
  std::size_t i = 0;
  while (i < number.size() && is_digit(number[i])) digits += number[i++];
  std::size_t fraction = 0;
  if (i < number.size() && number[i] == '.') {
    for (++i; i < number.size() && is_digit(number[i]); ++i, ++fraction) digits += number[i];
  }
  if (digits.empty()) return std::nullopt;
  long long exponent = 0;
  if (i < number.size() && (number[i] == 'e' || number[i] == 'E')) {
    std::string_view rest = number.substr(i + 1);
    if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
    if (error != std::errc() || end != rest.data() + rest.size()) return std::nullopt;
  } else if (i != number.size()) {
    return std::nullopt;
  }
  const auto significant = digits.find_last_not_of('0');
  if (significant == std::string::npos) return "0";
  const long long point = exponent - static_cast<long long>(fraction);
  const auto trailing = static_cast<long long>(digits.size() - significant - 1);
  if (point < -trailing || point > static_cast<long long>(max_digits)) return std::nullopt;
  if (point < 0) digits.resize(digits.size() - static_cast<std::size_t>(-point));
  else digits.append(static_cast<std::size_t>(point), '0');
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.size() > max_digits) return std::nullopt;
  return (negative ? "-" : "") + digits;
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string lower = to_lower(word.substr(0, 64));
  std::string_view best;
  std::size_t best_distance = (lower.size() + 1) / 3 + 1;
  std::string_view akin;
  std::size_t akin_count = 0;
  for (const auto candidate : candidates) {
    const std::string known = to_lower(candidate.substr(0, 64));
    const std::size_t distance = edit_distance(lower, known);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
    if (begins_a_word(lower, known) || begins_a_word(known, lower)) {
      akin = candidate;
      ++akin_count;
    }
  }
  return best.empty() && akin_count == 1 ? akin : best;
}

}  // namespace codecalc
