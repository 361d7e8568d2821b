// Our function names and Giac's.
#include "cas/worker/giac_names.h"

#include <array>

namespace codecalc::cas {

namespace {

struct Row {
  std::string_view ours;
  std::string_view giacs;
};

// The first row of a Giac name is the one that answers are printed with.
constexpr std::array kNames{
    Row{"sin", "sin"},
    Row{"cos", "cos"},
    Row{"tan", "tan"},
    Row{"cot", "cot"},
    Row{"sec", "sec"},
    Row{"csc", "csc"},
    Row{"asin", "asin"},
    Row{"acos", "acos"},
    Row{"atan", "atan"},
    Row{"acot", "acot"},
    Row{"asec", "asec"},
    Row{"acsc", "acsc"},
    Row{"sinh", "sinh"},
    Row{"cosh", "cosh"},
    Row{"tanh", "tanh"},
    Row{"asinh", "asinh"},
    Row{"acosh", "acosh"},
    Row{"atanh", "atanh"},
    Row{"exp", "exp"},
    Row{"log", "ln"},
    Row{"ln", "ln"},
    Row{"sqrt", "sqrt"},
    Row{"Abs", "abs"},
    Row{"abs", "abs"},
    Row{"sign", "sign"},
    Row{"floor", "floor"},
    Row{"ceiling", "ceil"},
    Row{"ceil", "ceil"},
    Row{"frac", "frac"},
    Row{"re", "re"},
    Row{"im", "im"},
    Row{"conjugate", "conj"},
    Row{"arg", "arg"},
    Row{"factorial", "factorial"},
    Row{"binomial", "binomial"},
    Row{"binomial", "comb"},
    Row{"gamma", "Gamma"},
    Row{"digamma", "Psi"},
    Row{"beta", "Beta"},
    Row{"zeta", "Zeta"},
    Row{"erf", "erf"},
    Row{"erfc", "erfc"},
    Row{"Si", "Si"},
    Row{"Ci", "Ci"},
    Row{"Ei", "Ei"},
    Row{"LambertW", "LambertW"},
    Row{"besselj", "BesselJ"},
    Row{"bessely", "BesselY"},
    Row{"Heaviside", "Heaviside"},
    Row{"DiracDelta", "Dirac"},
    Row{"uppergamma", "ugamma"},
    Row{"atan2", "atan2"},
    Row{"Max", "max"},
    Row{"Min", "min"},
    Row{"max", "max"},
    Row{"min", "min"},
};

}  // namespace

std::optional<std::string_view> giac_name(std::string_view ours) {
  for (const Row& row : kNames) {
    if (row.ours == ours) return row.giacs;
  }
  return std::nullopt;
}

std::optional<std::string_view> our_name(std::string_view giacs) {
  for (const Row& row : kNames) {
    if (row.giacs == giacs) return row.ours;
  }
  return std::nullopt;
}

}  // namespace codecalc::cas
