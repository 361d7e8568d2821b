// Puts the unit table together; prefixes and lower-case spellings.
#include "calc/units/table.h"

#include <array>

#include "calc/units/table_parts.h"

namespace codecalc::calc::units {
namespace {

// The SI's prefixes (22nd CGPM 2022 for the outermost four) and IEC 80000-13.
constexpr Prefix kPrefixes[] = {
    {"da", "deca", 10, 1},   {"h", "hecto", 10, 2},    {"k", "kilo", 10, 3},
    {"M", "mega", 10, 6},    {"G", "giga", 10, 9},     {"T", "tera", 10, 12},
    {"P", "peta", 10, 15},   {"E", "exa", 10, 18},     {"Z", "zetta", 10, 21},
    {"Y", "yotta", 10, 24},  {"R", "ronna", 10, 27},   {"Q", "quetta", 10, 30},
    {"d", "deci", 10, -1},   {"c", "centi", 10, -2},   {"m", "milli", 10, -3},
    {"µ", "micro", 10, -6},  {"μ", "micro", 10, -6},   {"u", "micro", 10, -6},
    {"n", "nano", 10, -9},   {"p", "pico", 10, -12},   {"f", "femto", 10, -15},
    {"a", "atto", 10, -18},  {"z", "zepto", 10, -21},  {"y", "yocto", 10, -24},
    {"r", "ronto", 10, -27}, {"q", "quecto", 10, -30}, {"Ki", "kibi", 2, 10},
    {"Mi", "mebi", 2, 20},   {"Gi", "gibi", 2, 30},    {"Ti", "tebi", 2, 40},
    {"Pi", "pebi", 2, 50},   {"Ei", "exbi", 2, 60},    {"Zi", "zebi", 2, 70},
    {"Yi", "yobi", 2, 80},
};

constexpr LowerCaseSymbol kLowerCase[] = {
    {"w", "W", ""},
    {"kw", "kW", ""},
    {"mw", "MW", "mW (milliwatt)"},
    {"gw", "GW", ""},
    {"wh", "Wh", ""},
    {"kwh", "kWh", ""},
    {"kwh_", "kWh", ""},
    {"mwh", "MWh", "mWh (milliwatt hour)"},
    {"j", "J", ""},
    {"kj", "kJ", ""},
    {"mj", "MJ", "mJ (millijoule)"},
    {"ev", "eV", ""},
    {"n", "N", ""},
    {"pa", "Pa", ""},
    {"hpa", "hPa", ""},
    {"kpa", "kPa", ""},
    {"mpa", "MPa", "mPa (millipascal)"},
    {"hz", "Hz", ""},
    {"khz", "kHz", ""},
    {"mhz", "MHz", "mHz (millihertz)"},
    {"ghz", "GHz", ""},
    {"k", "K", ""},
    {"f", "°F", "F (farad)"},
    {"degc", "degC", ""},
    {"degf", "degF", ""},
    {"°c", "°C", ""},
    {"°f", "°F", ""},
    {"kb", "kB", "kbit (kilobit)"},
    {"mb", "MB", "Mb (megabit) or mbar (millibar)"},
    {"gb", "GB", "Gb (gigabit)"},
    {"tb", "TB", "Tb (terabit)"},
    {"pb", "PB", "Pb (petabit)"},
    {"kib", "KiB", "Kib (kibibit)"},
    {"mib", "MiB", "Mib (mebibit)"},
    {"gib", "GiB", "Gib (gibibit)"},
    {"tib", "TiB", "Tib (tebibit)"},
    {"KB", "kB", "KiB (kibibyte, 1024 bytes)"},
    {"mbps", "Mbps", "MB/s (megabyte per second)"},
    {"gbps", "Gbps", "GB/s (gigabyte per second)"},
    {"mmhg", "mmHg", ""},
    {"inhg", "inHg", ""},
    {"mah", "mAh", ""},
};

}  // namespace

std::span<const std::span<const UnitRow>> unit_tables() {
  static const std::array<std::span<const UnitRow>, 2> kTables = {mechanical_units(),
                                                                  other_units()};
  return kTables;
}

std::span<const LowerCaseSymbol> lower_case_symbols() { return kLowerCase; }

std::span<const Prefix> prefixes() { return kPrefixes; }

}  // namespace codecalc::calc::units
