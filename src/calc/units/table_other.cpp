// Units of temperature, electricity, light, angle, amount, radiation, data, frequency and mixtures.
#include "calc/units/table_parts.h"

namespace codecalc::calc::units {
namespace {

constexpr Prefixes kSi = Prefixes::kDecimal;
constexpr Prefixes kNone = Prefixes::kNone;
constexpr Prefixes kData = Prefixes::kData;

constexpr UnitRow kRows[] = {
    // temperature: readings
    {"K", "kelvin", kTemperature, "1", kSi},
    {"°C ℃ degC oC", "celsius degree_celsius centigrade", kTemperature, "1", kNone, "",
     Reading::kOffset, "273.15"},
    {"°F ℉ degF oF", "fahrenheit degree_fahrenheit", kTemperature, "5/9", kNone, "",
     Reading::kOffset, "459.67"},
    {"°R degR °Ra", "rankine degree_rankine", kTemperature, "5/9"},
    {"°Ré degRe", "reaumur réaumur", kTemperature, "5/4", kNone, "", Reading::kOffset, "218.52"},
    // temperature: differences
    {"ΔK delta_K", "delta_kelvin kelvin_difference", kTemperature, "1", kNone, "",
     Reading::kDifference},
    {"Δ°C delta_degC delta_C", "delta_celsius celsius_difference", kTemperature, "1", kNone, "",
     Reading::kDifference},
    {"Δ°F delta_degF delta_F", "delta_fahrenheit fahrenheit_difference", kTemperature, "5/9", kNone,
     "", Reading::kDifference},
    {"delta_degR", "delta_rankine", kTemperature, "5/9", kNone, "", Reading::kDifference},
    // electricity and magnetism
    {"A", "ampere amp", kCurrent, "1", kSi},
    {"Bi abA", "biot abampere", kCurrent, "10"},
    {"C", "coulomb", kCharge, "1", kSi, "the coulomb; degree Celsius is °C"},
    {"Ah", "ampere_hour amp_hour", kCharge, "3600", kSi},
    {"e_charge", "elementary_charge", kCharge, "1.602176634e-19"},
    {"V", "volt", kVoltage, "1", kSi},
    {"Ω \u2126", "ohm", kResistance, "1", kSi},
    {"S", "siemens", pow(kResistance, -1), "1", kSi},
    {"mho", "", pow(kResistance, -1), "1"},
    {"F", "farad", kCapacitance, "1", kSi, "the farad; degree Fahrenheit is °F"},
    {"H", "henry henries", kInductance, "1", kSi},
    {"Wb", "weber", kMagneticFlux, "1", kSi},
    {"Mx", "maxwell", kMagneticFlux, "1e-8"},
    {"T", "tesla", kFluxDensity, "1", kSi},
    {"G Gs", "gauss", kFluxDensity, "1e-4", kSi, "the gauss; gram is g"},
    // light
    {"cd", "candela", kLuminousIntensity, "1", kSi},
    {"lm", "lumen", kLuminousIntensity* kSolidAngle, "1", kSi},
    {"lx", "lux", kLuminousIntensity* kSolidAngle / kArea, "1", kSi},
    {"fc ftcd", "footcandle foot_candle", kLuminousIntensity* kSolidAngle / kArea,
     "1/0.3048/0.3048"},
    {"", "nit", kLuminousIntensity / kArea, "1"},
    // angle
    {"rad", "radian", kAngle, "1", kSi},
    {"° deg", "degree", kAngle, "pi/180", kNone, "an angle; temperatures are °C and °F"},
    {"′ arcmin", "arcminute minute_of_arc", kAngle, "pi/10800"},
    {"″ arcsec", "arcsecond second_of_arc", kAngle, "pi/648000"},
    {"mas", "milliarcsecond", kAngle, "pi/648000000"},
    {"gon grad", "gradian", kAngle, "pi/200"},
    {"rev tr", "revolution turn cycle", kAngle, "2*pi"},
    {"sr", "steradian", kSolidAngle, "1"},
    {"deg2 sqdeg", "square_degree", kSolidAngle, "pi/180*pi/180"},
    {"rpm RPM", "", kAngle / kTime, "2*pi/60"},
    {"rps", "", kAngle / kTime, "2*pi"},
    // frequency and radioactivity
    {"Hz", "hertz", kFrequency, "1", kSi},
    {"Bq", "becquerel", kFrequency, "1", kSi, "decays per second; hertz is Hz"},
    {"Ci", "curie", kFrequency, "3.7e10", kSi},
    {"bpm", "", kFrequency, "1/60", kNone, "beats per minute"},
    {"Gy", "gray", kArea / pow(kTime, 2), "1", kSi},
    {"Sv", "sievert", kArea / pow(kTime, 2), "1", kSi},
    {"rem", "", kArea / pow(kTime, 2), "0.01"},
    // amount of substance
    {"mol", "mole", kAmount, "1", kSi},
    {"kat", "katal", kAmount / kTime, "1", kSi},
    {"M", "molar", kAmount / kVolume, "1000", kSi,
     "moles per litre; metre is m, minute min, the prefix mega needs a unit"},
    // data
    {"bit b", "", kInformation, "1", kData},
    {"B", "byte octet", kInformation, "8", kData},
    {"", "nibble", kInformation, "4"},
    {"bps", "", kDataRate, "1", kData},
    {"Bps", "", kDataRate, "8", kData},
    // flow and consumption
    {"gpm", "", kVolume / kTime, "231*0.0254*0.0254*0.0254/60", kNone, "US gallons per minute"},
    {"lpm", "", kVolume / kTime, "0.001/60"},
    {"cfm", "", kVolume / kTime, "0.3048*0.3048*0.3048/60"},
    {"cfs", "", kVolume / kTime, "0.3048*0.3048*0.3048"},
    {"mpg", "miles_per_gallon", kDistancePerVolume, "1609.344/231/0.0254/0.0254/0.0254", kNone,
     "miles per US gallon; mpg_imp counts imperial gallons"},
    {"mpg_us mpgUS", "us_mpg", kDistancePerVolume, "1609.344/231/0.0254/0.0254/0.0254"},
    {"mpg_imp mpg_uk mpgUK", "imperial_mpg", kDistancePerVolume, "1609.344/0.00454609"},
    // viscosity
    {"P", "poise", kPressure* kTime, "0.1", kSi},
    {"St", "stokes", kArea / kTime, "1e-4", kSi},
    // plain numbers
    {"%", "percent", kNoDimension, "0.01"},
    {"‰", "permille", kNoDimension, "0.001"},
    {"ppm", "", kNoDimension, "1e-6"},
    {"ppb", "", kNoDimension, "1e-9", kNone, "parts per 10^9"},
};

}  // namespace

std::span<const UnitRow> other_units() { return kRows; }

}  // namespace codecalc::calc::units
