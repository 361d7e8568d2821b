// The expression tree that every calculator and algebra tool shares. Immutable; shared by pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc::expr {

enum class Kind : std::uint8_t {
  kNumber,     ///< text: an unsigned literal ("12", "0.10", "2e-5", "0xff")
  kBoolean,    ///< text: "true" or "false"
  kSymbol,     ///< text: a variable or constant name, as written ("x", "pi", "oo")
  kDirection,  ///< text: "+", "-" or "+-"; only as the direction of a limit
  kUnary,      ///< op, one child
  kBinary,     ///< op, two children
  kCompare,    ///< relations[i] stands between children i and i+1 (at least two children)
  kCall,       ///< text: the function's name; children: arguments; keywords: `name=value` ones.
               ///< `n!` is a call of factorial, `√x` one of sqrt
  kTuple,      ///< children; printed `(a, b)`
  kList,       ///< children; printed `[a, b]`
};

enum class Op : std::uint8_t {
  kNone,
  // unary
  kNegate,
  kBitNot,
  kNot,
  // binary, arithmetic
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
  // binary, bits
  kShiftLeft,
  kShiftRight,
  kBitAnd,
  kBitXor,
  kBitOr,
  // binary, truth values
  kAnd,
  kXor,
  kOr,
  kImplies,
  kIff,
  // relations
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
};

struct Node;
using Expr = std::shared_ptr<const Node>;

struct Keyword {
  std::string name;
  Expr value;
};

struct Node {
  Kind kind = Kind::kNumber;
  Op op = Op::kNone;
  std::uint32_t column = 0;  ///< where it stands in the text, in characters from 1; 0: made by code
  std::uint32_t height = 1;  ///< of the tree below, for bounding recursion
  std::string text;
  std::vector<Expr> children;
  std::vector<Op> relations;
  std::vector<Keyword> keywords;

  bool is_symbol(std::string_view name) const { return kind == Kind::kSymbol && text == name; }
  bool is_call(std::string_view name) const { return kind == Kind::kCall && text == name; }
};

// Building. None of these checks arity or names; `column` 0 is right for trees made by code.

/// An integer, fraction or decimal: "-1/3" gives -(1/3), as the parser would build it.
Expr number(std::string_view text, std::uint32_t column = 0);
Expr integer(long long value);
Expr boolean(bool value, std::uint32_t column = 0);
Expr symbol(std::string_view name, std::uint32_t column = 0);
Expr direction(std::string_view sign, std::uint32_t column = 0);
Expr unary(Op op, Expr operand, std::uint32_t column = 0);
Expr binary(Op op, Expr left, Expr right, std::uint32_t column = 0);
/// `relations.size() + 1 == operands.size()`.
Expr compare(std::vector<Expr> operands, std::vector<Op> relations, std::uint32_t column = 0);
Expr call(std::string_view name, std::vector<Expr> arguments, std::vector<Keyword> keywords = {},
          std::uint32_t column = 0);
Expr tuple(std::vector<Expr> elements, std::uint32_t column = 0);
Expr list(std::vector<Expr> elements, std::uint32_t column = 0);

/// Same structure and texts; columns do not count.
bool equal(const Expr& a, const Expr& b);

/// The distinct symbols of the tree that are not constants, in order of first appearance. Names of
/// functions do not count.
std::vector<std::string> variables(const Expr& e);

/// The value that the keyword argument `name` of a call has; null when there is none.
Expr keyword(const Node& call, std::string_view name);

/// How an operator is written in Python notation, e.g. "**" for kPower.
std::string_view op_text(Op op);

/// Constants that names stand for in every tool.
enum class Constant : std::uint8_t { kPi, kE, kTau, kImaginary, kInfinity, kComplexInfinity, kNan };

/// pi; e, E; tau; I; oo, inf, Infinity; zoo; nan. Nothing for other names.
std::optional<Constant> constant_named(std::string_view name);

}  // namespace codecalc::expr
