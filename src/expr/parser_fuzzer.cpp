// Any text: the parser answers within its bounds, and what it accepts prints and parses again.
// Seeds: test/data/calc/*.txt (lines)
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "expr/parser.h"

using codecalc::expr::ParseOptions;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte picks the options.
  ParseOptions options;
  options.caret = (data[0] & 1) != 0 ? ParseOptions::Caret::kXor : ParseOptions::Caret::kPower;
  options.implied_multiplication = (data[0] & 2) != 0;
  options.fat_arrow_implies = (data[0] & 4) != 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto tree = codecalc::expr::parse(text, options);
  if (!tree.ok()) return 0;
  ParseOptions again;
  again.caret = ParseOptions::Caret::kXor;
  again.max_bytes = 1'000'000;
  again.max_depth = 10'000;  // brackets that the printer must add count as well
  const auto copy = codecalc::expr::parse(codecalc::expr::print(*tree), again);
  if (!copy.ok() || !codecalc::expr::equal(*tree, *copy)) std::abort();
  return 0;
}
