// Whole-number functions on FLINT: gcd, factorint, divisors, harmonic, fibonacci, ...
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cas/worker/answer.h"
#include "cas/worker/ball.h"

namespace codecalc::cas {

bool is_number_theory(std::string_view name);
void add_number_theory_names(std::vector<std::string_view>& out);

/// The value for whole arguments; nothing when an argument is not a whole number (the call then
/// stays as it is). A factorisation is call("dict", (prime, exponent), ...). Throws Refused for
/// arguments out of range.
std::optional<Answer> number_theory(std::string_view name, const std::vector<Expr>& arguments);

}  // namespace codecalc::cas
