// The unit table, unit expressions and conversions, by value tables and round trips.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/text.h"

#include "calc/arithmetic.h"
#include "calc/units/convert.h"
#include "calc/units/index.h"

namespace codecalc::calc::units {
namespace {

std::string converted(const char* value, const char* from, const char* to) {
  const auto c = convert(*parse_rational(value, "value"), from, to);
  if (!c.ok()) return "refused: " + c.error().message;
  return with_pi(c->factor, c->pi_power);
}

TEST(Units, ConvertsExactly) {
  struct Case {
    const char* value;
    const char* from;
    const char* to;
    const char* expected;
  };
  const Case kCases[] = {
      {"1", "mi", "km", "25146/15625"},
      {"1", "in", "m", "127/5000"},
      {"1", "nm", "km", "1/1000000000000"},
      {"1", "mW", "W", "1/1000"},
      {"1", "MW", "W", "1000000"},
      {"1", "Mb", "B", "125000"},
      {"1", "MB", "B", "1000000"},
      {"1", "MiB/s", "Mbit/s", "131072/15625"},
      {"100", "°C", "°F", "212"},
      {"32", "°F", "celsius", "0"},
      {"0", "K", "°C", "-5463/20"},
      {"20", "celsius", "celsius", "20"},
      {"10", "delta_degC", "delta_degF", "18"},
      {"10", "K", "delta_degF", "18"},
      {"491.67", "°R", "°C", "0"},
      {"36", "km/h", "m/s", "10"},
      {"1", "c", "km/h", "5396264244/5"},
      {"1", "kg*m/s^2", "N", "1"},
      {"1", "kg m s^-2", "N", "1"},
      {"1", "kg·m·s⁻²", "N", "1"},
      {"1", "N m", "J", "1"},
      {"1", "kWh", "J", "3600000"},
      {"1", "hp", "W", "37284993579113511/50000000000000"},
      {"1", "acre", "m2", "316160658/78125"},
      {"1", "ft^3", "L", "55306341/1953125"},
      {"1", "gal", "l", "473176473/125000000"},
      {"1", "imp_gal", "L", "454609/100000"},
      {"25", "mpg", "L/100km", "112903/12000"},
      {"5", "L/100km", "km/L", "20"},
      {"15", "km/L", "L/100 km", "20/3"},
      {"1", "ly", "m", "9460730472580800"},
      {"1", "au", "m", "149597870700"},
      {"180", "deg", "rad", "pi"},
      {"1", "rad", "deg", "180/pi"},
      {"1", "parsec", "au", "648000/pi"},
      {"60", "rpm", "Hz", "1"},
      {"1", "Hz", "rpm", "60"},
      {"1", "rev/s", "rad/s", "2*pi"},
      {"1", "oz", "g", "45359237/1600000"},
      {"1", "ozt", "g", "19439673/625000"},
      {"1", "atm", "mmHg", nullptr},
      {"760", "torr", "atm", "1"},
      {"1", "eV", "J", "801088317/5000000000000000000000000000"},
      {"1", "year", "day", "36524219/100000"},
      {"1", "square mile", "acre", "640"},
      {"1", "cubic meters", "L", "1000"},
      {"1", "fluid ounce", "us_floz", "1"},
      {"1", "Kilometers", "METRES", "1000"},
      {"3", "µm", "um", "3"},
      {"1", "mAh", "C", "18/5"},
      {"1", "V*A", "W", "1"},
      {"1", "J/(kg*K)", "m^2/s^2/K", "1"},
      {"1", "W/m²", "mW/cm^2", "1/10"},
      {"1", "miles per hour", "mph", "1"},
      {"50", "%", "ppm", "500000"},
      {"1", "gigabit", "MB", "125"},
      {"1", "mebibytes", "kibibytes", "1024"},
      {"1", "km2", "hectares", "100"},
      {"1", "kWh/100km", "mi/kWh", "15625000/251460"},
      {"1", "s-1", "Hz", "1"},
  };
  for (const Case& c : kCases) {
    const std::string got = converted(c.value, c.from, c.to);
    if (c.expected == nullptr) {
      EXPECT_EQ(got.find("refused"), std::string::npos) << got;
    } else if (std::string_view(c.expected).find("pi") == std::string_view::npos) {
      EXPECT_EQ(got, parse_rational(c.expected, "expected")->text())
          << c.value << ' ' << c.from << " to " << c.to;
    } else {
      EXPECT_EQ(got, c.expected) << c.value << ' ' << c.from << " to " << c.to;
    }
  }
}

TEST(Units, RefusesWithWhatToWrite) {
  struct Case {
    const char* value;
    const char* from;
    const char* to;
    const char* words;
  };
  const Case kCases[] = {
      {"1", "m", "kg", R"("m" (length) to "kg" (mass))"},
      {"1", "C", "F", "did you mean °C and °F?"},
      {"1", "C", "kelvin", "did you mean °C"},
      {"1", "KM", "m", "did you mean km"},
      {"1", "metre s", "m", nullptr},
      {"1", "foo", "kg", R"(unknown unit "foo")"},
      {"1", "kilgram", "kg", "did you mean kilogram"},
      {"1", "killometre", "m", "did you mean kilometre"},
      {"1", "kilometr", "m", "did you mean kilometer"},
      {"1", "millimpg", "mpg", "unknown unit"},  // no suggestion: mpg takes no prefix
      {"-300", "celsius", "K", "below absolute zero (-273.15 celsius)"},
      {"-500", "°F", "°C", "below absolute zero (-459.67 °F)"},
      {"-1", "K", "°C", "below absolute zero"},
      {"10", "delta_degC", "°C", "temperature difference"},
      {"0", "mpg", "L/100km", "no reciprocal"},
      {"1", "J/kg K", "J/kg/K", "J/(kg*K)"},
      {"1", "", "m", "empty"},
      {"1", "m^", "m", "whole number"},
      {"1", "m^1.5", "m", "whole number"},
      {"1", "m^100", "m", "at most 99"},
      {"1", "((m^99)^99)^99", "m", "too large"},
      {"1", "sq sq sq sq sq sq sq sq sq sq sq sq km", "m", "too large"},
      {"1", "(Qm^99)^99", "m", "too large"},
      {"1", "(m", "m", "bracket"},
      {"1", "m)", "m", "unexpected"},
      {"1", "m//s", "m/s", "unexpected"},
      {"1", "m/", "m/s", "missing"},
      {"1", "0m", "m", "zero"},
      {"1", "s", "Hz", "(time)"},
  };
  for (const Case& c : kCases) {
    const std::string got = converted(c.value, c.from, c.to);
    EXPECT_EQ(got.substr(0, 8), "refused:") << c.from << " to " << c.to << ": " << got;
    if (c.words != nullptr) {
      EXPECT_NE(got.find(c.words), std::string::npos) << got;
    }
  }
  EXPECT_EQ(converted("1", std::string(300, 'm').c_str(), "m").substr(0, 8), "refused:");
  EXPECT_EQ(converted("1", std::string(100, '(').c_str(), "m").substr(0, 8), "refused:");
}

TEST(Units, NotesSayWhichReadingWasTaken) {
  struct Case {
    const char* unit;
    const char* words;  ///< empty: no note
  };
  const Case kCases[] = {
      {"mw", "not mW"}, {"mW", "is not MW"},  {"Mb", "is not MB"}, {"mb", "not Mb"},
      {"gal", "US"},    {"ton", "metric"},    {"km", ""},          {"kWh", ""},
      {"w", ""},        {"year", "tropical"}, {"us_gal", ""},      {"mm", ""},
  };
  for (const Case& c : kCases) {
    const auto unit = find_unit(c.unit);
    ASSERT_TRUE(unit.ok()) << c.unit;
    const std::string note = unit->notes.empty() ? "" : unit->notes.front();
    if (*c.words == '\0') {
      EXPECT_EQ(note, "") << c.unit;
    } else {
      EXPECT_NE(note.find(c.words), std::string::npos) << c.unit << ": " << note;
    }
  }
}

TEST(Units, RoundsWithPiCorrectly) {
  EXPECT_EQ(round_with_pi(Rational(1), 1, 17).text, "3.1415926535897932");
  EXPECT_EQ(round_with_pi(Rational(180), -1, 17).text, "57.295779513082321");
  EXPECT_EQ(round_with_pi(Rational(2), 2, 15).text, "19.7392088021787");
}

TEST(UnitTable, EveryNameIsUniqueAndReads) {
  std::set<std::string_view> symbols;
  std::set<std::string_view> words;
  std::size_t rows = 0;
  for (const auto table : unit_tables()) {
    for (const UnitRow& row : table) {
      ++rows;
      for_each_word(row.symbols,
                    [&](std::string_view s) { EXPECT_TRUE(symbols.insert(s).second) << s; });
      for_each_word(row.words, [&](std::string_view w) {
        EXPECT_TRUE(words.insert(w).second) << w;
        EXPECT_EQ(w, to_lower(w)) << w;
      });
      EXPECT_FALSE(row.symbols.empty() && row.words.empty());
      // Each part of a factor reads as a decimal or is pi, and none is zero.
      std::string_view rest = row.factor;
      while (true) {
        const auto end = rest.find_first_of("*/");
        const std::string_view part = rest.substr(0, end);
        if (part != "pi") {
          const auto value = parse_decimal(part);
          EXPECT_TRUE(value.ok() && value->sign() > 0) << row.symbols << row.words;
        }
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
      }
    }
  }
  EXPECT_GT(rows, 200U);
  for (const LowerCaseSymbol& l : lower_case_symbols()) {
    EXPECT_TRUE(find_unit(l.meaning).ok()) << l.meaning;
    EXPECT_FALSE(symbols.contains(l.spelling)) << l.spelling;
  }
}

TEST(UnitTable, NoWordIsTheSymbolOfAnotherUnit) {
  std::set<std::string_view> symbols;
  for (const auto table : unit_tables()) {
    for (const UnitRow& row : table) {
      for_each_word(row.symbols, [&](std::string_view s) { symbols.insert(s); });
    }
  }
  for (const auto table : unit_tables()) {
    for (const UnitRow& row : table) {
      for_each_word(row.words, [&](std::string_view w) { EXPECT_FALSE(symbols.contains(w)) << w; });
    }
  }
}

TEST(Units, RoundTripsAreExact) {
  std::mt19937_64 random(3);
  std::size_t tried = 0;
  const auto names = all_names();
  for (int i = 0; i < 4000; ++i) {
    const std::string from(names[random() % names.size()]);
    const std::string to(names[random() % names.size()]);
    const Rational value(Integer(static_cast<long>(random() >> 20)),
                         Integer(static_cast<long>(random() >> 40) + 1));
    const auto there = convert(value, from, to);
    if (!there.ok() || there->pi_power != 0) continue;
    const auto back = convert(there->factor, to, from);
    ASSERT_TRUE(back.ok()) << from << ' ' << to << back.error().message;
    EXPECT_EQ(back->factor, value) << from << ' ' << to;
    ++tried;
  }
  EXPECT_GT(tried, 200U);
}

}  // namespace
}  // namespace codecalc::calc::units
