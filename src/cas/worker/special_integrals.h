// Antiderivatives that Giac does not know: dilogarithms, Fresnel and other named integrals.
#pragma once

#include <optional>
#include <string>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// A candidate, unchecked.
std::optional<Expr> special_antiderivative(const Expr& f, const std::string& x);

}  // namespace codecalc::cas
