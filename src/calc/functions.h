// The functions of the exact calculator: one table, one row each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "calc/value.h"

namespace codecalc::calc {

/// Where a function of one real number is defined.
enum class Domain : std::uint8_t {
  kAll,
  kPositive,
  kAboveMinusOne,
  kUnit,
  kOpenUnit,
  kAtLeastOne,
  kNoPole
};

struct Function {
  using Arguments = std::span<const Value>;

  std::string_view name;
  int min_arguments = 1;
  int max_arguments = 1;  ///< -1: any number, or one list
  Result<Value> (*apply)(const Function&, Arguments, Context&) = nullptr;

  // For functions of one real number:
  std::string_view op{};  ///< of certified/abi.h
  Domain domain = Domain::kAll;
  long exact_at = 0;  ///< the rational argument whose value is rational, and that value
  long exact_value = 0;

  /// Whether the result of the outermost call is told as type "int".
  bool rounds_to_integer = false;
};

std::span<const Function> functions();

/// The row of `name`; null when there is none.
const Function* find_function(std::string_view name);

}  // namespace codecalc::calc
