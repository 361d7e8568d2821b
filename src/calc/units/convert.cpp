// Conversion of a value from one unit to another.
#include "calc/units/convert.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "calc/arithmetic.h"

namespace codecalc::calc::units {
namespace {

std::string quoted(std::string_view unit) { return "\"" + shorten(trim(unit), 80) + "\""; }

Error refused(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

/// Another spelling of `name` that has the dimension, e.g. "°C" for "C"; empty: none.
std::string spelling_with(std::string_view name, const Dimension& dimension) {
  for (std::string& other : other_spellings(trim(name))) {
    const auto unit = find_unit(other);
    if (unit.ok() && unit->dimension == dimension) return std::move(other);
  }
  return {};
}

Error incompatible(std::string_view from, const Unit& a, std::string_view to, const Unit& b) {
  std::string message = "cannot convert " + quoted(from) + " (" + dimension_name(a.dimension) +
                        ") to " + quoted(to) + " (" + dimension_name(b.dimension) + ")";
  if (const std::string other = spelling_with(from, b.dimension); !other.empty()) {
    message += "; did you mean " + other + " for " + quoted(from) + "?";
  } else if (const std::string target = spelling_with(to, a.dimension); !target.empty()) {
    message += "; did you mean " + target + " for " + quoted(to) + "?";
  } else {
    const std::string from_degree = spelling_with(from, kTemperature);
    const std::string to_degree = spelling_with(to, kTemperature);
    if (!from_degree.empty() && !to_degree.empty()) {
      message += "; did you mean " + from_degree + " and " + to_degree + "?";
    }
  }
  return refused(std::move(message));
}

Result<Rational> convert_temperature(const Rational& value, std::string_view from, const Unit& a,
                                     std::string_view to, const Unit& b) {
  const bool difference = a.reading == Reading::kDifference || b.reading == Reading::kDifference;
  if (difference && (a.reading == Reading::kOffset || b.reading == Reading::kOffset)) {
    return refused("one of " + quoted(from) + " and " + quoted(to) +
                   " is a temperature difference and the other a reading; for differences write "
                   "delta_degC, delta_degF or K on both sides");
  }
  const Rational kelvins = (value + a.offset) * a.factor;
  if (!difference && kelvins.sign() < 0) {
    return refused(shorten(shown(value).text, 60) + " " + std::string(trim(from)) +
                   " is below absolute zero (" + shown(Rational(0) - a.offset).text + " " +
                   std::string(trim(from)) +
                   "); for a temperature difference write delta_degC, delta_degF or delta_K");
  }
  return kelvins / b.factor - b.offset;
}

/// Revolutions and hertz: 1 Hz is one revolution a second when one side counts an angle.
std::optional<int> cycles(const Unit& a, const Unit& b) {
  if (a.dimension == b.dimension * kAngle) return -1;
  if (b.dimension == a.dimension * kAngle) return 1;
  return std::nullopt;
}

bool reciprocal_allowed(const Dimension& d) {
  const Dimension per_energy = kLength / kEnergy;
  for (const Dimension& economy : {kDistancePerVolume, per_energy}) {
    if (d == economy || d == pow(economy, -1)) return true;
  }
  return false;
}

}  // namespace

Result<Conversion> convert(const Rational& value, std::string_view from, std::string_view to) {
  TRY_ASSIGN(Unit a, parse_unit(from));
  TRY_ASSIGN(Unit b, parse_unit(to));
  Conversion result;
  result.dimension = a.dimension;
  result.measured = a.measured || b.measured;
  for (auto* notes : {&a.notes, &b.notes}) {
    for (std::string& note : *notes) {
      if (std::find(result.notes.begin(), result.notes.end(), note) == result.notes.end()) {
        result.notes.push_back(std::move(note));
      }
    }
  }
  if (a.dimension == b.dimension) {
    if (a.dimension == kTemperature) {
      TRY_ASSIGN(result.factor, convert_temperature(value, from, a, to, b));
      return result;
    }
    result.factor = value * a.factor / b.factor;
    result.pi_power = a.pi_power - b.pi_power;
  } else if (a.dimension == pow(b.dimension, -1) && reciprocal_allowed(a.dimension)) {
    if (value.sign() == 0) {
      return refused("0 " + std::string(trim(from)) + " has no reciprocal in " + quoted(to));
    }
    result.factor = Rational(1) / (value * a.factor * b.factor);
    result.pi_power = -a.pi_power - b.pi_power;
    result.inverted = true;
    result.notes.push_back(
        "reciprocal units: a larger value in one is a smaller value in the other");
  } else if (const auto turn = cycles(a, b);
             turn && a.dimension[Base::kTime] == -1 &&
             (a.dimension == kFrequency || b.dimension == kFrequency)) {
    result.factor = value * a.factor / b.factor * raised(Rational(2), *turn);
    result.pi_power = a.pi_power - b.pi_power + *turn;
    result.notes.push_back("1 Hz taken as one revolution per second");
  } else {
    return incompatible(from, a, to, b);
  }
  return result;
}

}  // namespace codecalc::calc::units
