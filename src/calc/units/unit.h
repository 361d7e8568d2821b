// Unit expressions: "km/h", "kg*m/s^2", "L/100km", "square feet" to factor and dimension.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "calc/number.h"
#include "calc/rounding.h"
#include "calc/units/dimension.h"
#include "calc/units/table.h"

namespace codecalc::calc::units {

/// One unit or a product of powers: the SI value of 1 of it is factor * pi^pi_power.
struct Unit {
  Dimension dimension;
  Rational factor = 1;
  int pi_power = 0;
  Reading reading = Reading::kScale;
  Rational offset = 0;    ///< for Reading::kOffset, in this unit
  bool measured = false;  ///< some factor is a measured value
  bool bare = false;      ///< one name, nothing else
  std::vector<std::string> notes;
};

/// Reads a unit expression. Products are `*`, `·`, `×` or blanks, quotients `/`, `÷` or "per";
/// powers `^2`, `**2`, `²`, `m2`, `s-1`, "square", "cubic". A number may stand before a unit
/// ("L/100km"). Refused (kValidation): unknown names, with the nearest known one; a product by a
/// blank after a quotient, as people read it in two ways; text over 200 bytes.
Result<Unit> parse_unit(std::string_view text);

/// Whether find_unit() finds it; cheaper than making the error.
bool is_known(std::string_view name);

/// One name, with its prefix if any; the error suggests a known one.
Result<Unit> find_unit(std::string_view name);

/// Known spellings that differ from `name` in the case of letters, or in a missing degree sign
/// ("C" for "°C"), the usual ones first; never `name` itself.
std::vector<std::string> other_spellings(std::string_view name);

/// Every name without prefix that find_unit() knows, in the order of the table.
std::vector<std::string_view> all_names();

/// `factor * pi^power` as text: "3", "pi/180", "648000/pi".
std::string with_pi(const Rational& factor, int power);

/// The value rounded to `digits` significant digits; every digit is certified.
Decimal round_with_pi(const Rational& factor, int power, int digits);

}  // namespace codecalc::calc::units
