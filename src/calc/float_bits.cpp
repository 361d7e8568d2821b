// What a number becomes in IEEE 754 binary64.
#include "calc/float_bits.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "calc/arithmetic.h"
#include "calc/rounding.h"

namespace codecalc::calc {
namespace {
constexpr int kFractionBits = 52;
constexpr unsigned kMaxField = 2047;
constexpr int kBias = 1023;
}  // namespace

FloatParts float_parts(double value) {
  FloatParts p;
  p.value = value;
  p.bits = std::bit_cast<std::uint64_t>(value);
  p.negative = (p.bits >> 63) != 0;
  p.exponent = static_cast<unsigned>((p.bits >> kFractionBits) & kMaxField);
  p.fraction = p.bits & ((std::uint64_t{1} << kFractionBits) - 1);
  if (p.exponent == kMaxField) p.kind = p.fraction == 0 ? "infinite" : "nan";
  else if (p.exponent != 0) p.kind = "normal";
  else p.kind = p.fraction == 0 ? "zero" : "subnormal";
  const int field = p.exponent == 0 ? 1 : static_cast<int>(p.exponent);
  p.ulp_exponent = field - kBias - kFractionBits;
  return p;
}

double nearest_double(const std::string& text) {
  // strtod rounds correctly and, unlike from_chars, gives the infinity or the zero on a range
  // error.
  return std::strtod(text.c_str(), nullptr);
}

Rational exact_value(double value) {
  Rational exact;
  mpq_set_d(exact.get(), value);
  return exact;
}

std::string shortest_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[40];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  std::string_view text(buffer, static_cast<std::size_t>(end.ptr - buffer));
  std::string sign;
  if (text.front() == '-') {
    sign = "-";
    text.remove_prefix(1);
  }
  const auto mark = text.find('e');
  const int exponent = std::atoi(std::string(text.substr(mark + 1)).c_str());
  std::string digits(text.substr(0, 1));
  if (mark > 2) digits += text.substr(2, mark - 2);
  constexpr int kPlainLow = -4;
  constexpr int kPlainHigh = 16;
  if (exponent < kPlainLow || exponent >= kPlainHigh) {
    std::string size = std::to_string(std::abs(exponent));
    if (size.size() < 2) size.insert(0, "0");
    if (digits.size() > 1) digits.insert(1, ".");
    return sign + digits + "e" + (exponent < 0 ? "-" : "+") + size;
  }
  if (exponent < 0)
    return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  if (digits.size() == whole) return sign + digits + ".0";
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

std::string in_python_style(const std::string& text) {
  const double value = nearest_double(text);
  if (!std::isfinite(value)) return text;
  std::string shortest = shortest_text(value);
  const auto wanted = parse_decimal(text);
  const auto got = parse_decimal(shortest);
  return wanted.ok() && got.ok() && *wanted == *got ? shortest : text;
}

}  // namespace codecalc::calc
