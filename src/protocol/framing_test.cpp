// Lines out of pieces of every size, within a bound.
#include "protocol/framing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace codecalc::protocol {
namespace {

/// What comes out when `stream` arrives in pieces of `piece` bytes; "<long>" for a refused line.
std::vector<std::string> lines_of(std::string_view stream, std::size_t piece,
                                  std::size_t max_line) {
  LineReader reader(max_line);
  std::vector<std::string> lines;
  while (!stream.empty()) {
    const auto space = reader.space();
    EXPECT_GE(space.size(), 1u);
    const std::size_t count = std::min({piece, space.size(), stream.size()});
    std::copy_n(stream.begin(), count, space.begin());
    stream.remove_prefix(count);
    reader.commit(count);
    for (auto line = reader.next(); line.kind != LineReader::Kind::kNone; line = reader.next()) {
      lines.emplace_back(line.kind == LineReader::Kind::kTooLong ? "<long>" : line.text);
    }
  }
  if (const auto line = reader.rest(); line.kind == LineReader::Kind::kLine) {
    lines.emplace_back("rest:" + std::string(line.text));
  }
  return lines;
}

struct Case {
  std::string stream;
  std::vector<std::string> lines;
};

TEST(Framing, SplitsHoweverTheBytesArrive) {
  const std::vector<Case> cases = {
      {"", {}},
      {"a\nbc\n", {"a", "bc"}},
      {"a\r\n\r\n\nb", {"a", "", "", "rest:b"}},
      {"12345678\n", {"12345678"}},
      {"12345678\r\n", {"12345678"}},
      {"123456789\nx\n", {"<long>", "x"}},
      {"1234567890\nx\n", {"<long>", "x"}},
      {std::string(1000, 'y') + "\nx\n", {"<long>", "x"}},
      {std::string(1000, 'y'), {"<long>"}},
      {std::string("a\0b\n", 4), {std::string("a\0b", 3)}},
      {"\r\r\n", {"\r"}},
  };
  for (const Case& c : cases) {
    for (std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{5000}}) {
      EXPECT_EQ(lines_of(c.stream, piece, 8), c.lines) << c.stream.substr(0, 20) << " by " << piece;
    }
  }
}

TEST(Framing, LongLinesWithinTheBoundAreWhole) {
  std::string stream;
  for (std::size_t size : {100'000u, 1u, 3'000'000u, 0u, 64u * 1024u}) {
    stream += std::string(size, static_cast<char>('a' + size % 7)) + "\n";
  }
  const auto lines = lines_of(stream, 65'536, kMaxLineBytes);
  ASSERT_EQ(lines.size(), 5u);
  std::string joined;
  for (const auto& line : lines) joined += line + "\n";
  EXPECT_EQ(joined, stream);
}

TEST(Framing, MemoryIsGivenBackAfterALongLine) {
  LineReader reader(1 << 20);
  std::size_t largest = 0;
  for (int i = 0; i < 64; ++i) {  // 4 MiB without an end
    const auto space = reader.space();
    largest = std::max(largest, space.size());
    std::fill(space.begin(), space.end(), 'z');
    reader.commit(space.size());
    (void)reader.next();
  }
  EXPECT_LE(largest, 64u * 1024u);
}

}  // namespace
}  // namespace codecalc::protocol
