// Sums of hypergeometric terms with a symbolic upper bound: binomials, factorials.
#pragma once

#include <string>
#include <vector>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// Candidates for the sum of f over k from a to b = n (+ a constant), where n also stands in f.
/// The values at small n give the ratio of neighbours; when that is a rational function of n with
/// rational zeros and poles, the sum is a product of powers, factorials and binomials. Unchecked.
std::vector<Expr> sums_by_recurrence(const Expr& f, const std::string& k, const Expr& a,
                                     const Expr& b);

}  // namespace codecalc::cas
