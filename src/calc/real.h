// Irrational values, kept as the formula that gives them until someone asks for digits or a sign.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "calc/number.h"

namespace codecalc::calc {

struct RealNode;
using Real = std::shared_ptr<const RealNode>;

/// A leaf (op "q": `value`), a constant ("pi", "e") or an operation of certified/abi.h.
struct RealNode {
  std::string_view op;     ///< static text
  std::string_view shown;  ///< what the user called it, static; empty for plain arithmetic
  Rational value;
  std::vector<Real> arguments;
};

Real real_leaf(Rational value);
Real real_node(std::string_view op, std::vector<Real> arguments, std::string_view shown = {});

/// The distinct names of functions and constants that make `r` irrational, in order of first use.
std::vector<std::string> irrational_names(const Real& r);

/// The program for the plugin: reverse Polish, as certified/abi.h describes it.
std::string real_program(const Real& r);

}  // namespace codecalc::calc
