// Matrices with exact rational and symbolic entries.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cas/worker/answer.h"

namespace codecalc::cas {

using Matrix = std::vector<std::vector<Expr>>;

struct MatrixAnswer {
  Expr value;                                     ///< det, rank, trace
  Matrix matrix;                                  ///< inverse, transpose
  std::vector<std::pair<Expr, int>> eigenvalues;  ///< with multiplicity
  bool checked = false;
  std::string check;
  std::string reason;
};

/// `m` is rectangular and not empty. Throws Refused (kValidation) for a matrix that the operation
/// does not take: not square, singular.
MatrixAnswer matrix_operation(const Context& c, const std::string& op, const Matrix& m);

}  // namespace codecalc::cas
