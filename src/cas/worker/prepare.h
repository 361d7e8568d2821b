// From a parsed text to a tree that algebra can take: exact decimals, bounded sizes, checked names.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cas/worker/exact.h"

namespace codecalc::cas {

/// The tools' reading of a text: 2x is a product, ^ a power.
Result<Expr> read_expression(std::string_view text);

struct Prepared {
  Expr tree;
  bool decimals = false;  ///< the text had decimals; they are fractions now
};

/// Throws Refused for numbers that would grow beyond bounds and for constructs of other tools.
Prepared prepare(const Expr& e);

/// Fractions that are finite decimals written as such.
Expr with_decimals(const Expr& e);

/// print(), with call("dict", ...) as {a: b, ...}.
std::string answer_text(const Expr& e);

}  // namespace codecalc::cas
