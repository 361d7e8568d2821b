// Rationals as the floats of Python's algebra systems look.
#pragma once

#include <cstddef>
#include <string>

#include "calc/number.h"

namespace codecalc::calc {

/// `a` rounded to `digits` >= 1 significant digits, ties to even, trailing zeros kept:
/// "1036.00000000", "0.333333333333"; an exponent is used below 1e-4 and from 10**digits on
/// ("2.43290200818e+18"). Zero is "0".
std::string python_decimal(const Rational& a, std::size_t digits);

}  // namespace codecalc::calc
