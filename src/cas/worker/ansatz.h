// Antiderivatives by undetermined coefficients: a combination of products of the functions that
// stand in the integrand, with rational coefficients found from its values.
#pragma once

#include <optional>
#include <string>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// A candidate, unchecked. Only for an integrand without other variables.
std::optional<Expr> ansatz_antiderivative(const Expr& f, const std::string& x);

}  // namespace codecalc::cas
