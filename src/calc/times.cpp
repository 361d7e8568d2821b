// Durations for people, and epoch counts as ISO 8601 dates.
#include "calc/times.h"

#include <utility>

#include "calc/arithmetic.h"
#include "calc/decimal.h"
#include "calc/rounding.h"

namespace codecalc::calc {
namespace {

constexpr long kSecondsPerDay = 86'400;

std::string two_digits(long value) {
  std::string text = std::to_string(value);
  return text.size() < 2 ? "0" + text : text;
}

struct Date {
  long year = 0;
  long month = 0;
  long day = 0;
};

/// The date `days` after 1970-01-01. Counts from 1 March of year 0, so that the leap day ends a
/// year; 400 years have 146097 days.
Date date_of(long days) {
  constexpr long kDaysFromMarchZero = 719'468;
  constexpr long kDaysPerEra = 146'097;
  const long shifted = days + kDaysFromMarchZero;
  const long era = shifted / kDaysPerEra;
  const long day_of_era = shifted % kDaysPerEra;
  const long year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const long march_month = (5 * day_of_year + 2) / 153;
  Date date;
  date.day = day_of_year - (153 * march_month + 2) / 5 + 1;
  date.month = march_month < 10 ? march_month + 3 : march_month - 9;
  date.year = year_of_era + era * 400 + (date.month <= 2 ? 1 : 0);
  return date;
}

}  // namespace

std::string duration_text(const Rational& seconds) {
  Integer whole = floor(seconds);
  const Rational fraction = seconds - Rational(whole);
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  const bool has_seconds = whole.sign() != 0;
  for (const auto& [size, letter] : {std::pair{kSecondsPerDay, "d"}, {3600L, "h"}, {60L, "m"}}) {
    const Integer count = quotient(whole, Integer(size));
    whole = remainder(whole, Integer(size));
    if (count.sign() != 0) add(count.text() + letter);
  }
  if (has_seconds || fraction.sign() == 0) add(whole.text() + "s");
  if (fraction.sign() == 0) return text;
  long scale = 1'000;
  const char* unit = "ms";
  if (fraction * Rational(1'000) < Rational(1)) {
    const bool nanos = fraction * Rational(1'000'000) < Rational(1);
    scale = nanos ? 1'000'000'000 : 1'000'000;
    unit = nanos ? "ns" : "us";
  }
  add(shown(fraction * Rational(scale)).text + unit);
  return text;
}

std::string iso_time(const Integer& ticks, long ticks_per_second) {
  const Integer per_second(ticks_per_second);
  const Integer seconds = quotient(ticks, per_second);
  const long days = *quotient(seconds, Integer(kSecondsPerDay)).to_long();
  const long second_of_day = *remainder(seconds, Integer(kSecondsPerDay)).to_long();
  const Date date = date_of(days);
  std::string year = std::to_string(date.year);
  if (year.size() < 4) year.insert(0, 4 - year.size(), '0');
  std::string text = year + "-" + two_digits(date.month) + "-" + two_digits(date.day) + "T" +
                     two_digits(second_of_day / 3600) + ":" + two_digits(second_of_day / 60 % 60) +
                     ":" + two_digits(second_of_day % 60);
  const Integer rest = remainder(ticks, per_second);
  if (rest.sign() != 0) {
    const std::size_t places = ticks_per_second > 1'000'000 && *rest.to_long() % 1'000 != 0 ? 9 : 6;
    text += fixed_decimal(Rational(rest, per_second), places).substr(1);
  }
  return text + "+00:00";
}

}  // namespace codecalc::calc
