// Reading programs.
#include "calc/certified/program.h"

#include <cstddef>
#include <utility>

namespace codecalc::calc::certified {
namespace {

constexpr std::size_t kMaxSteps = 20'000;

struct Row {
  std::string_view name;
  Op op;
  int operands;
};
constexpr Row kRows[] = {
#define CERTIFIED_OP(name, word, operands) {word, Op::k##name, operands},
#include "calc/certified/ops.inc"
#undef CERTIFIED_OP
};

/// "#", an optional minus, hexadecimal digits, perhaps "/" and more digits.
bool is_number(std::string_view word) {
  if (word.empty() || word[0] != '#') return false;
  word.remove_prefix(1);
  bool slash = false;
  bool digits = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) {
      digits = true;
    } else if (c == '/' && digits && !slash) {
      slash = true;
      digits = false;
    } else if (c != '-' || i != 0) {
      return false;
    }
  }
  return digits;
}

const Row* find(std::string_view word) {
  for (const Row& row : kRows) {
    if (row.name == word && !word.empty()) return &row;
  }
  return nullptr;
}

}  // namespace

std::optional<Program> read_program(std::string_view text) {
  Program program;
  std::vector<std::uint32_t> stack;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    Step step;
    if (const Row* row = find(word)) {
      step.op = row->op;
      if (stack.size() < static_cast<std::size_t>(row->operands)) return std::nullopt;
      if (row->operands == 2) {
        step.right = stack.back();
        stack.pop_back();
      }
      if (row->operands >= 1) {
        step.left = stack.back();
        stack.pop_back();
      }
    } else {
      if (!is_number(word)) return std::nullopt;
      word.remove_prefix(1);
      step.number = word;
    }
    if (program.size() == kMaxSteps) return std::nullopt;
    stack.push_back(static_cast<std::uint32_t>(program.size()));
    program.push_back(std::move(step));
  }
  if (stack.size() != 1) return std::nullopt;
  return program;
}

}  // namespace codecalc::calc::certified
