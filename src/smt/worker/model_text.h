// Values as Z3 prints them, read into names and short texts.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace codecalc::smt {

/// A constant's or function's value in a model.
struct ModelEntry {
  std::string name;        ///< without bars
  std::string value;       ///< a value in SMT-LIB syntax; for a function its define-fun
  bool algebraic = false;  ///< an irrational number, which has no SMT-LIB value
};

/// Reads the output of get-model: the entries in their order.
std::vector<ModelEntry> read_model(std::string_view output);

/// Reads `((term value) ...)`, the output of get-value and, after its head, get-objectives.
std::vector<std::pair<std::string, std::string>> read_pairs(std::string_view output);

/// Numbers lose their SMT-LIB dress: (- 5) is -5, 5.0 is 5, (- (/ 1.0 2.0)) is -1/2. Any other
/// text stays as it is, on one line.
std::string plain_value(std::string_view value);

}  // namespace codecalc::smt
