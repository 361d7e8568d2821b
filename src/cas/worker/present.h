// Answers in the shape and order that Python users know from their own algebra systems.
#pragma once

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// The same value with sums and products flattened, numbers folded (sqrt(8) is 2*sqrt(2), 1/sqrt(2)
/// is sqrt(2)/2), terms by falling powers, factors as coefficient, constants, variables, functions.
Expr present(const Expr& e);

/// print(present(e)).
std::string present_text(const Expr& e);

/// What kind of thing an answer is, by the name that Python users know: Integer, Rational, Add,
/// Mul, Pow, Symbol, StrictLessThan, list, ... or the function's name.
std::string type_name(const Expr& presented);

}  // namespace codecalc::cas
