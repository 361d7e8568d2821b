// Durations for people, and epoch counts as ISO 8601 dates.
#pragma once

#include <string>

#include "calc/number.h"

namespace codecalc::calc {

/// "1d 2h 3m 4s 250ms": days, hours and minutes that are not zero, the seconds, and the fraction in
/// the largest of ms, us and ns that is at least one, without rounding where it has at most 34
/// digits. seconds >= 0.
std::string duration_text(const Rational& seconds);

/// The time `ticks / ticks_per_second` after 1970-01-01T00:00:00Z as ISO 8601 with "+00:00", in the
/// proleptic Gregorian calendar, without leap seconds, as POSIX counts. A fraction shows 6 digits,
/// or 9 when it needs more. ticks >= 0; the year has at most 18 digits.
std::string iso_time(const Integer& ticks, long ticks_per_second);

}  // namespace codecalc::calc
