// What a number becomes in IEEE 754 binary64. The one place where binary64 is the subject.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "calc/number.h"

namespace codecalc::calc {

struct FloatParts {
  double value = 0;
  std::uint64_t bits = 0;
  bool negative = false;
  unsigned exponent = 0;       ///< the biased field, 0 to 2047
  std::uint64_t fraction = 0;  ///< the 52 bits of the significand
  std::string_view kind;       ///< "normal", "subnormal", "zero", "infinite", "nan"
  /// ulp = 2^ulp_exponent: the distance to the neighbour that is larger in magnitude, also where
  /// that one would be infinite. Finite values only.
  int ulp_exponent = 0;
};
FloatParts float_parts(double value);

/// The nearest binary64 (ties to even) of a decimal text such as "1e-400" or "-0.1"; "inf", "-inf"
/// and "nan" too.
double nearest_double(const std::string& text);

/// The exact value of a finite double.
Rational exact_value(double value);

/// The shortest text that reads back as `value`, in Python's style: "1.0", "1e+23", "5e-324".
std::string shortest_text(double value);

/// The number `text` in that style where it is the shortest of its double ("1.0" for "1"), else as
/// it is: no digit changes.
std::string in_python_style(const std::string& text);

}  // namespace codecalc::calc
