// The unit table: every name that convert_units knows, with its exact factor to SI.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "calc/units/dimension.h"

namespace codecalc::calc::units {

/// Which prefixes may stand before a unit's symbols (k, M, µ, ...) and words (kilo, mega, ...).
enum class Prefixes : std::uint8_t {
  kNone,
  kDecimal,  ///< quecto to quetta
  kData,     ///< kilo to quetta and kibi to yobi
};

/// How a value in the unit reads.
enum class Reading : std::uint8_t {
  kScale,       ///< value * factor
  kOffset,      ///< a thermometer reading: (value + offset) * factor kelvins
  kDifference,  ///< a temperature difference: never a reading
};

struct UnitRow {
  /// Case-sensitive, separated by blanks; the first one is the unit's usual symbol.
  std::string_view symbols;
  /// Spelled-out names, separated by blanks; any case, a plural "s" is understood.
  std::string_view words;
  Dimension dimension;
  /// To the coherent SI unit: decimals and fractions joined by `*` and `/`, `pi` allowed; read from
  /// left to right ("0.45359237*9.80665/0.3048").
  std::string_view factor;
  Prefixes prefixes = Prefixes::kNone;
  /// Said with every result, where the name has several meanings.
  std::string_view note{};
  Reading reading = Reading::kScale;
  std::string_view offset{};  ///< in this unit, for kOffset
  bool measured = false;      ///< the factor is a measured value (CODATA 2022), not a definition
};

/// All rows. Sources of the factors: SI brochure (9th edition, 2019), NIST SP 811 (2008) appendix
/// B, the international yard and pound agreement of 1959, IEC 80000-13, IAU 2012 B2 and 2015 B2.
std::span<const std::span<const UnitRow>> unit_tables();

/// Spellings in lower case of symbols that have capitals ("mw", "gb"), for people who type so.
struct LowerCaseSymbol {
  std::string_view spelling;
  std::string_view meaning;  ///< the symbol that it stands for
  std::string_view other;    ///< another reading that a strict reader would see; empty: none
};
std::span<const LowerCaseSymbol> lower_case_symbols();

struct Prefix {
  std::string_view symbol;
  std::string_view word;
  int base;      ///< 10 or 2
  int exponent;  ///< the prefix stands for base^exponent
};
std::span<const Prefix> prefixes();

}  // namespace codecalc::calc::units
