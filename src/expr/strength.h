// How strongly operators bind: for the parser and the printer alike (docs/expressions.md).
#pragma once

#include "expr/ast.h"

namespace codecalc::expr {

// Loosest first.
inline constexpr int kIffStrength = 10;
inline constexpr int kImpliesStrength = 12;  // to the right
inline constexpr int kOrStrength = 14;
inline constexpr int kXorStrength = 16;
inline constexpr int kAndStrength = 18;
inline constexpr int kNotStrength = 20;
inline constexpr int kCompareStrength = 22;
inline constexpr int kBitOrStrength = 24;
inline constexpr int kBitXorStrength = 26;
inline constexpr int kBitAndStrength = 28;
inline constexpr int kShiftStrength = 30;
inline constexpr int kAddStrength = 32;
inline constexpr int kMultiplyStrength = 34;
inline constexpr int kUnaryStrength = 36;
inline constexpr int kImpliedStrength = 38;
inline constexpr int kPowerStrength = 40;  // to the right

/// Of an operator between two values; 0 for others.
inline int strength(Op op) {
  switch (op) {
    case Op::kIff: return kIffStrength;
    case Op::kImplies: return kImpliesStrength;
    case Op::kOr: return kOrStrength;
    case Op::kXor: return kXorStrength;
    case Op::kAnd: return kAndStrength;
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual:
    case Op::kEqual:
    case Op::kNotEqual: return kCompareStrength;
    case Op::kBitOr: return kBitOrStrength;
    case Op::kBitXor: return kBitXorStrength;
    case Op::kBitAnd: return kBitAndStrength;
    case Op::kShiftLeft:
    case Op::kShiftRight: return kShiftStrength;
    case Op::kAdd:
    case Op::kSubtract: return kAddStrength;
    case Op::kMultiply:
    case Op::kDivide:
    case Op::kFloorDivide:
    case Op::kModulo: return kMultiplyStrength;
    case Op::kPower: return kPowerStrength;
    default: return 0;
  }
}

}  // namespace codecalc::expr
