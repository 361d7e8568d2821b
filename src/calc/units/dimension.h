// Dimension: the exponents of the base quantities that a unit is made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace codecalc::calc::units {

/// The SI's seven base quantities, and two that SI counts as plain numbers but people do not:
/// information (in bits) and plane angle (in radians).
enum class Base : std::uint8_t {
  kLength,
  kMass,
  kTime,
  kCurrent,
  kTemperature,
  kAmount,
  kLuminousIntensity,
  kInformation,
  kAngle,
};
inline constexpr std::size_t kBaseCount = 9;

struct Dimension {
  std::array<std::int16_t, kBaseCount> exponents{};

  constexpr int operator[](Base base) const { return exponents[static_cast<std::size_t>(base)]; }
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
  constexpr bool dimensionless() const { return *this == Dimension{}; }
};

constexpr Dimension base_dimension(Base base) {
  Dimension d;
  d.exponents[static_cast<std::size_t>(base)] = 1;
  return d;
}

constexpr Dimension operator*(Dimension a, const Dimension& b) {
  for (std::size_t i = 0; i < kBaseCount; ++i) {
    a.exponents[i] = static_cast<std::int16_t>(a.exponents[i] + b.exponents[i]);
  }
  return a;
}

/// Callers keep |power| so small that no exponent leaves 16 bits (the parser's bound is 99).
constexpr Dimension pow(Dimension d, int power) {
  for (auto& e : d.exponents) e = static_cast<std::int16_t>(e * power);
  return d;
}

constexpr Dimension operator/(const Dimension& a, const Dimension& b) { return a * pow(b, -1); }

inline constexpr Dimension kNoDimension{};
inline constexpr Dimension kLength = base_dimension(Base::kLength);
inline constexpr Dimension kMass = base_dimension(Base::kMass);
inline constexpr Dimension kTime = base_dimension(Base::kTime);
inline constexpr Dimension kCurrent = base_dimension(Base::kCurrent);
inline constexpr Dimension kTemperature = base_dimension(Base::kTemperature);
inline constexpr Dimension kAmount = base_dimension(Base::kAmount);
inline constexpr Dimension kLuminousIntensity = base_dimension(Base::kLuminousIntensity);
inline constexpr Dimension kInformation = base_dimension(Base::kInformation);
inline constexpr Dimension kAngle = base_dimension(Base::kAngle);

inline constexpr Dimension kArea = pow(kLength, 2);
inline constexpr Dimension kVolume = pow(kLength, 3);
inline constexpr Dimension kSpeed = kLength / kTime;
inline constexpr Dimension kAcceleration = kSpeed / kTime;
inline constexpr Dimension kForce = kMass * kAcceleration;
inline constexpr Dimension kPressure = kForce / kArea;
inline constexpr Dimension kEnergy = kForce * kLength;
inline constexpr Dimension kPower = kEnergy / kTime;
inline constexpr Dimension kFrequency = kNoDimension / kTime;
inline constexpr Dimension kCharge = kCurrent * kTime;
inline constexpr Dimension kVoltage = kPower / kCurrent;
inline constexpr Dimension kResistance = kVoltage / kCurrent;
inline constexpr Dimension kCapacitance = kCharge / kVoltage;
inline constexpr Dimension kMagneticFlux = kVoltage * kTime;
inline constexpr Dimension kFluxDensity = kMagneticFlux / kArea;
inline constexpr Dimension kInductance = kMagneticFlux / kCurrent;
inline constexpr Dimension kDataRate = kInformation / kTime;
inline constexpr Dimension kDistancePerVolume = kLength / kVolume;
inline constexpr Dimension kSolidAngle = pow(kAngle, 2);

/// What people call the dimension ("length", "fuel economy"), or its formula in base units
/// ("kg*m^2/s^3*A") when it has no name; "a plain number" for none.
std::string dimension_name(const Dimension& d);

/// The coherent unit in base symbols: "kg*m/s^2"; "1" for none.
std::string dimension_formula(const Dimension& d);

}  // namespace codecalc::calc::units
