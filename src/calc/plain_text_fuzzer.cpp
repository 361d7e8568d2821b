// Any text as a number, a number in some base, and a formula: the readers answer within their
// bounds, and a number that is written in another base reads back.
// Seeds: test/data/tools/*.json (lines)
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "calc/radix.h"
#include "calc/rounding.h"
#include "calc/truth.h"

namespace calc = codecalc::calc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 2'000) return 0;
  const int from = 2 + data[0] % 35;
  const int to = 2 + data[1] % 35;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  if (const auto value = calc::parse_radix(text, from); value.ok()) {
    const auto written = calc::format_radix(*value, to, 500);
    if (written.terminates && !written.cut) {
      const auto back = calc::parse_radix(written.text, to);
      if (!back.ok() || !(*back == *value)) std::abort();
    }
  }
  if (const auto value = calc::parse_rational(text, "value"); value.ok()) {
    const auto decimal = calc::shown(*value);
    const auto back = calc::parse_decimal(decimal.text);
    if (decimal.exact && back.ok() && !(*back == *value)) std::abort();
  }
  const auto table = calc::truth_table(text);
  if (table.ok() && table->values.size() != std::size_t{1} << table->variables.size()) std::abort();
  return 0;
}
