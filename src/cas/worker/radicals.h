// Roots of irreducible polynomials as radicals: quadratics, Cardano, Ferrari; CRootOf else.
#pragma once

#include <string>
#include <vector>

#include "cas/worker/polynomial.h"

namespace codecalc::cas {

/// All roots of an irreducible polynomial with rational coefficients, as many as its degree:
/// rational numbers, square roots, short radicals, or CRootOf(p, k) where radicals are longer than
/// people read. Each is compared with an isolated root.
std::vector<Expr> roots_in_radicals(const Polynomial& p, const std::string& x);

/// The three roots of c[0] + c[1]*x + c[2]*x**2 + c[3]*x**3 with symbolic coefficients, by Cardano.
/// They hold where the cube root's radicand is not 0.
std::vector<Expr> symbolic_cubic(const std::vector<Expr>& c);

}  // namespace codecalc::cas
