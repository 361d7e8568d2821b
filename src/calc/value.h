// Value: what an expression of the exact calculator is worth.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "calc/certified.h"
#include "calc/number.h"
#include "calc/real.h"

namespace codecalc::calc {

struct Value;
using List = std::vector<Value>;

struct Value {
  std::variant<Rational, bool, Real, List> held;

  Value(Rational r) : held(std::move(r)) {}    // NOLINT: implicit by design
  Value(Integer n) : held(Rational(n)) {}      // NOLINT: implicit by design
  Value(long n) : held(Rational(n)) {}         // NOLINT: implicit by design
  Value(Real r) : held(std::move(r)) {}        // NOLINT: implicit by design
  Value(List list) : held(std::move(list)) {}  // NOLINT: implicit by design
  static Value truth(bool b) {
    Value v(0L);
    v.held = b;
    return v;
  }

  const Rational* rational() const { return std::get_if<Rational>(&held); }
  const bool* boolean() const { return std::get_if<bool>(&held); }
  const Real* real() const { return std::get_if<Real>(&held); }
  const List* list() const { return std::get_if<List>(&held); }
};

/// What a calculation may use; lives as long as it.
struct Context {
  Meter& meter;
  Certified& certified;
};

/// "a number", "a truth value", "a list": for messages.
std::string_view kind_of(const Value& v);

// Arithmetic on numbers, exact where both are rational. Errors as in number.h, and kValidation for
// truth values and lists.
Result<Value> add(const Value& a, const Value& b, Context& context);
Result<Value> subtract(const Value& a, const Value& b, Context& context);
Result<Value> multiply(const Value& a, const Value& b, Context& context);
Result<Value> divide(const Value& a, const Value& b, Context& context);
Result<Value> floor_divide(const Value& a, const Value& b, Context& context);
Result<Value> modulo(const Value& a, const Value& b, Context& context);
Result<Value> power(const Value& base, const Value& exponent, Context& context);
Result<Value> negate(const Value& a, Context& context);
/// The real n-th root, n >= 1; the root of a negative value needs an odd n.
Result<Value> root(const Value& a, const Integer& n, std::string_view shown, Context& context);

/// -1, 0 or 1 of a number; of a - b for compare(). Never by floating point: algebraic numbers are
/// decided exactly, others by intervals, or kResourceExhausted "undecided".
Result<int> sign(const Value& a, Context& context);
Result<int> compare(const Value& a, const Value& b, Context& context);
Result<Integer> floor(const Value& a, Context& context);

/// The number as a rational, if it is one; `what` starts the error, e.g. "the shift count".
Result<Rational> need_rational(const Value& v, std::string_view what, Context& context);
Result<Integer> need_integer(const Value& v, std::string_view what, Context& context);

/// A number as a formula; `v` is a number.
Real as_real(const Value& v);

}  // namespace codecalc::calc
