// Conversion of a value from one unit to another, exactly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "calc/units/unit.h"

namespace codecalc::calc::units {

/// The converted value is factor * pi^pi_power.
struct Conversion {
  Rational factor;
  int pi_power = 0;
  bool inverted = false;  ///< fuel economy: the two units are reciprocal
  bool measured = false;  ///< a measured constant takes part: not exact by definition
  Dimension dimension;
  std::vector<std::string> notes;
};

/// Refused (kValidation): unknown units, units of different dimensions (both are named, and a
/// spelling that would fit), a temperature below absolute zero, a temperature reading against a
/// temperature difference, the reciprocal of zero.
Result<Conversion> convert(const Rational& value, std::string_view from, std::string_view to);

}  // namespace codecalc::calc::units
