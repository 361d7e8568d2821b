// The CODATA 2022 values of the fundamental constants, and astronomical ones of the IAU.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace codecalc::calc {

struct Constant {
  std::string_view name;         ///< "planck"
  std::string_view symbol;       ///< "h"
  std::string_view title;        ///< "Planck constant"
  std::string_view value;        ///< a JSON number
  std::string_view unit;         ///< "J s" as "J*s"; empty for a plain number
  std::string_view uncertainty;  ///< standard uncertainty, a JSON number; "0" when exact
  /// Fixed by a definition. A value that no finite decimal gives is then rounded to 20 digits, and
  /// `formula` says what it is.
  bool exact;
  std::string_view formula;
  std::string_view source;
  /// Other names, separated by blanks; symbols are case-sensitive, words of 3 letters and more not.
  std::string_view aliases;
};

/// In the order of their names.
std::span<const Constant> constants();

struct ConstantMatch {
  const Constant* constant = nullptr;    ///< null: none
  bool by_name = false;                  ///< `text` is its name itself
  std::vector<std::string_view> others;  ///< further constants that a part of a name matches
};

/// By name, symbol, alias, or a part of a name of three letters or more ("grav").
ConstantMatch find_constant(std::string_view text);

/// Names near to `text`, best first, at most three.
std::vector<std::string_view> near_constants(std::string_view text);

}  // namespace codecalc::calc
