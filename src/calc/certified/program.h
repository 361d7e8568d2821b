// Program: the reverse Polish text of abi.h as a list of steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc::calc::certified {

enum class Op : std::uint8_t {
#define CERTIFIED_OP(name, word, operands) k##name,
#include "calc/certified/ops.inc"
#undef CERTIFIED_OP
};

/// One step; its operands are earlier steps.
struct Step {
  Op op = Op::kNumber;
  std::string number;  ///< hexadecimal, for kNumber
  std::uint32_t left = 0;
  std::uint32_t right = 0;
};

using Program = std::vector<Step>;

/// Nothing when the text is malformed or has more than 20,000 steps. The last step is the result.
std::optional<Program> read_program(std::string_view text);

}  // namespace codecalc::calc::certified
