// Names and formulas of dimensions.
#include "calc/units/dimension.h"

#include <string_view>

namespace codecalc::calc::units {
namespace {

struct Named {
  Dimension dimension;
  std::string_view name;
};

constexpr Named kNamed[] = {
    {kNoDimension, "a plain number"},
    {kLength, "length"},
    {kMass, "mass"},
    {kTime, "time"},
    {kCurrent, "electric current"},
    {kTemperature, "temperature"},
    {kAmount, "amount of substance"},
    {kLuminousIntensity, "luminous intensity"},
    {kInformation, "data"},
    {kAngle, "angle"},
    {kArea, "area"},
    {kVolume, "volume"},
    {kSpeed, "speed"},
    {kAcceleration, "acceleration"},
    {kForce, "force"},
    {kPressure, "pressure"},
    {kEnergy, "energy"},
    {kPower, "power"},
    {kFrequency, "frequency"},
    {kCharge, "electric charge"},
    {kVoltage, "voltage"},
    {kResistance, "electric resistance"},
    {pow(kResistance, -1), "electric conductance"},
    {kCapacitance, "capacitance"},
    {kMagneticFlux, "magnetic flux"},
    {kFluxDensity, "magnetic flux density"},
    {kInductance, "inductance"},
    {kDataRate, "data rate"},
    {kDistancePerVolume, "fuel economy (distance per volume)"},
    {kSolidAngle, "solid angle"},
    {kAngle / kTime, "angular velocity"},
    {kMass / kVolume, "density"},
    {kVolume / kTime, "volume flow"},
    {kMass / kTime, "mass flow"},
    {kAmount / kVolume, "concentration"},
    {kPressure * kTime, "dynamic viscosity"},
    {kArea / kTime, "kinematic viscosity"},
    {kArea / pow(kTime, 2), "absorbed dose"},
    {kLuminousIntensity * kSolidAngle, "luminous flux"},
    {kLuminousIntensity * kSolidAngle / kArea, "illuminance"},
    {kLuminousIntensity / kArea, "luminance"},
    {kPower / kArea, "irradiance"},
    {kMass * kSpeed, "momentum"},
    {kAmount / kTime, "catalytic activity"},
};

constexpr std::string_view kSymbols[kBaseCount] = {"m",   "kg", "s",   "A",  "K",
                                                   "mol", "cd", "bit", "rad"};

void append_factor(std::string& text, std::string_view symbol, int exponent) {
  if (!text.empty()) text += '*';
  text += symbol;
  if (exponent != 1) text += "^" + std::to_string(exponent);
}

}  // namespace

std::string dimension_formula(const Dimension& d) {
  // Mass first, as people write kg*m/s^2.
  constexpr std::size_t kOrder[kBaseCount] = {1, 0, 2, 3, 4, 5, 6, 7, 8};
  std::string above;
  std::string below;
  int below_count = 0;
  for (const std::size_t i : kOrder) {
    const int e = d.exponents[i];
    if (e > 0) append_factor(above, kSymbols[i], e);
    if (e < 0) {
      append_factor(below, kSymbols[i], -e);
      ++below_count;
    }
  }
  if (above.empty()) above = "1";
  if (below_count == 0) return above;
  return above + "/" + (below_count == 1 ? below : "(" + below + ")");
}

std::string dimension_name(const Dimension& d) {
  for (const Named& named : kNamed) {
    if (named.dimension == d) return std::string(named.name);
  }
  return dimension_formula(d);
}

}  // namespace codecalc::calc::units
