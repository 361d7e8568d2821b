// Building real formulas.
#include "calc/real.h"

#include <algorithm>
#include <utility>

namespace codecalc::calc {
namespace {

void collect(const RealNode& node, std::vector<std::string>& names) {
  if (!node.shown.empty() && std::find(names.begin(), names.end(), node.shown) == names.end()) {
    names.emplace_back(node.shown);
  }
  for (const Real& argument : node.arguments) collect(*argument, names);
}

void write(const RealNode& node, std::string& program) {
  for (const Real& argument : node.arguments) write(*argument, program);
  if (!program.empty()) program += ' ';
  if (node.op != "q") {
    program += node.op;
    return;
  }
  program += '#';
  program += node.value.numerator().text(16);
  if (!node.value.is_integer()) program += "/" + node.value.denominator().text(16);
}

}  // namespace

Real real_leaf(Rational value) {
  RealNode node;
  node.op = "q";
  node.value = std::move(value);
  return std::make_shared<const RealNode>(std::move(node));
}

Real real_node(std::string_view op, std::vector<Real> arguments, std::string_view shown) {
  RealNode node;
  node.op = op;
  node.shown = shown;
  node.arguments = std::move(arguments);
  return std::make_shared<const RealNode>(std::move(node));
}

std::vector<std::string> irrational_names(const Real& r) {
  std::vector<std::string> names;
  collect(*r, names);
  return names;
}

std::string real_program(const Real& r) {
  std::string program;
  write(*r, program);
  return program;
}

}  // namespace codecalc::calc
