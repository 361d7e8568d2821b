// Two unit expressions, separated by a bar: reading them stays within bounds, and a value that
// converts comes back exactly.
// Seeds: test/data/units/expressions.txt (lines)
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "calc/units/convert.h"

namespace units = codecalc::calc::units;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto bar = text.find('|');
  const std::string_view from = text.substr(0, bar);
  const std::string_view to = bar == std::string_view::npos ? from : text.substr(bar + 1);
  const codecalc::calc::Rational value(codecalc::calc::Integer(317), codecalc::calc::Integer(7));
  const auto there = units::convert(value, from, to);
  if (!there.ok() || there->pi_power != 0) return 0;
  const auto back = units::convert(there->factor, to, from);
  if (!back.ok() || !(back->factor == value) || back->pi_power != 0) std::abort();
  return 0;
}
