// Closed forms from digits: integer relations between a value and known constants.
#pragma once

#include <optional>
#include <vector>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// The bits that a value must have for identify().
inline constexpr slong kIdentifyBits = 200;

/// A combination of constants (pi, log(2), sqrt(pi), Catalan, ... and the factors in `hints`) with
/// small rational coefficients that agrees with `value` in kIdentifyBits bits. The coefficients'
/// size is bounded so that a chance agreement has odds below 1e-15.
std::optional<Expr> identify(arb_srcptr value, const std::vector<Expr>& hints);

}  // namespace codecalc::cas
