// The parts that the unit table is made of; only table.cpp puts them together.
#pragma once

#include "calc/units/table.h"

namespace codecalc::calc::units {

std::span<const UnitRow> mechanical_units();
std::span<const UnitRow> other_units();

}  // namespace codecalc::calc::units
