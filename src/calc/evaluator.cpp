// The evaluator: recursion over the tree, whose height the parser has bounded.
#include "calc/evaluator.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "calc/functions.h"
#include "expr/lexer.h"
#include "expr/parser.h"

namespace codecalc::calc {
namespace {

using expr::Kind;
using expr::Node;
using expr::Op;

Error invalid(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

/// Names the place of a fault that has none yet.
Error at(const Node& node, Error error) {
  if (node.column == 0 || error.message.rfind("column ", 0) == 0) return error;
  error.message = "column " + std::to_string(node.column) + ": " + error.message;
  return error;
}

class Evaluator {
 public:
  explicit Evaluator(Context& context) : context_(context) {}

  Result<Value> value(const Node& node) {
    Result<Value> result = dispatch(node);
    if (!result.ok()) return at(node, std::move(result).error());
    return result;
  }

 private:
  Result<Value> dispatch(const Node& node) {
    switch (node.kind) {
      case Kind::kNumber: {
        TRY_ASSIGN(Rational number, from_literal(node.text, context_.meter));
        return Value(std::move(number));
      }
      case Kind::kBoolean: return Value::truth(node.text == "true");
      case Kind::kSymbol: return symbol(node);
      case Kind::kUnary: return unary(node);
      case Kind::kBinary: return binary(node);
      case Kind::kCompare: return chain(node);
      case Kind::kCall: return call(node);
      case Kind::kTuple:
      case Kind::kList: {
        TRY_ASSIGN(List elements, values(node.children));
        return Value(std::move(elements));
      }
      case Kind::kDirection: break;
    }
    return invalid("a limit's direction is no value");
  }

  Result<List> values(const std::vector<expr::Expr>& nodes) {
    List list;
    list.reserve(nodes.size());
    for (const expr::Expr& child : nodes) {
      TRY_ASSIGN(Value v, value(*child));
      list.push_back(std::move(v));
    }
    return list;
  }

  static Result<Value> symbol(const Node& node) {
    const auto constant = expr::constant_named(node.text);
    if (constant == expr::Constant::kPi) return Value(real_node("pi", {}, "pi"));
    if (constant == expr::Constant::kE) return Value(real_node("e", {}, "e"));
    if (constant == expr::Constant::kTau) {
      return Value(real_node("mul", {real_leaf(Rational(2)), real_node("pi", {}, "tau")}));
    }
    if (constant) {
      return invalid("\"" + node.text + "\" is no real number: exact arithmetic needs one");
    }
    if (find_function(node.text) != nullptr) {
      return invalid("\"" + node.text + "\" is a function: write " + node.text + "(...)");
    }
    return invalid("\"" + shorten(node.text, 40) +
                   "\" is unknown: only numbers, pi, e, tau and functions have a value here; "
                   "evaluate_expression takes variables");
  }

  Result<Value> unary(const Node& node) {
    TRY_ASSIGN(const Value operand, value(*node.children[0]));
    if (node.op == Op::kNegate) return negate(operand, context_);
    if (node.op == Op::kNot) {
      TRY_ASSIGN(const bool b, truth(operand, "not"));
      return Value::truth(!b);
    }
    TRY_ASSIGN(Integer n, need_integer(operand, "the operand of ~", context_));
    mpz_com(n.get(), n.get());
    return Value(std::move(n));
  }

  static Result<bool> truth(const Value& v, std::string_view op) {
    if (v.boolean() != nullptr) return *v.boolean();
    return invalid("\"" + std::string(op) + "\" needs truth values (comparisons), got " +
                   std::string(kind_of(v)));
  }

  Result<Value> binary(const Node& node) {
    switch (node.op) {
      case Op::kAnd:
      case Op::kOr:
      case Op::kXor:
      case Op::kImplies:
      case Op::kIff: return logic(node);
      default: break;
    }
    TRY_ASSIGN(const Value a, value(*node.children[0]));
    TRY_ASSIGN(const Value b, value(*node.children[1]));
    switch (node.op) {
      case Op::kAdd: return add(a, b, context_);
      case Op::kSubtract: return subtract(a, b, context_);
      case Op::kMultiply: return multiply(a, b, context_);
      case Op::kDivide: return divide(a, b, context_);
      case Op::kFloorDivide: return floor_divide(a, b, context_);
      case Op::kModulo: return modulo(a, b, context_);
      case Op::kPower: return power(a, b, context_);
      default: return bits(node.op, a, b);
    }
  }

  /// and, or and implies look at the right side only when it matters, as in Python.
  Result<Value> logic(const Node& node) {
    const std::string_view name = expr::op_text(node.op);
    TRY_ASSIGN(const Value left, value(*node.children[0]));
    TRY_ASSIGN(const bool a, truth(left, name));
    if (node.op == Op::kAnd && !a) return Value::truth(false);
    if (node.op == Op::kOr && a) return Value::truth(true);
    if (node.op == Op::kImplies && !a) return Value::truth(true);
    TRY_ASSIGN(const Value right, value(*node.children[1]));
    TRY_ASSIGN(const bool b, truth(right, name));
    if (node.op == Op::kXor) return Value::truth(a != b);
    if (node.op == Op::kIff) return Value::truth(a == b);
    return Value::truth(b);
  }

  Result<Value> bits(Op op, const Value& a, const Value& b) {
    if (a.boolean() != nullptr && b.boolean() != nullptr) {
      if (op == Op::kBitAnd) return Value::truth(*a.boolean() && *b.boolean());
      if (op == Op::kBitOr) return Value::truth(*a.boolean() || *b.boolean());
      if (op == Op::kBitXor) return Value::truth(*a.boolean() != *b.boolean());
    }
    const std::string what = "an operand of " + std::string(expr::op_text(op));
    TRY_ASSIGN(const Integer x, need_integer(a, what, context_));
    TRY_ASSIGN(const Integer y, need_integer(b, what, context_));
    TRY(context_.meter.charge(static_cast<double>(x.bits() > y.bits() ? x.bits() : y.bits()) + 1));
    Integer result;
    switch (op) {
      case Op::kBitAnd: mpz_and(result.get(), x.get(), y.get()); break;
      case Op::kBitOr: mpz_ior(result.get(), x.get(), y.get()); break;
      case Op::kBitXor: mpz_xor(result.get(), x.get(), y.get()); break;
      case Op::kShiftLeft: {
        TRY_ASSIGN(result, shift_left(x, y, context_.meter));
        break;
      }
      default: {
        TRY_ASSIGN(result, shift_right(x, y, context_.meter));
        break;
      }
    }
    return Value(std::move(result));
  }

  Result<Value> chain(const Node& node) {
    TRY_ASSIGN(Value left, value(*node.children[0]));
    for (std::size_t i = 0; i < node.relations.size(); ++i) {
      TRY_ASSIGN(Value right, value(*node.children[i + 1]));
      TRY_ASSIGN(const bool holds, relation(node.relations[i], left, right));
      if (!holds) return Value::truth(false);
      left = std::move(right);
    }
    return Value::truth(true);
  }

  Result<bool> relation(Op op, const Value& a, const Value& b) {
    if (a.boolean() != nullptr && b.boolean() != nullptr &&
        (op == Op::kEqual || op == Op::kNotEqual)) {
      return (*a.boolean() == *b.boolean()) == (op == Op::kEqual);
    }
    TRY_ASSIGN(const int order, compare(a, b, context_));
    switch (op) {
      case Op::kLess: return order < 0;
      case Op::kLessEqual: return order <= 0;
      case Op::kGreater: return order > 0;
      case Op::kGreaterEqual: return order >= 0;
      case Op::kEqual: return order == 0;
      default: return order != 0;
    }
  }

  Result<Value> call(const Node& node) {
    const Function* f = find_function(node.text);
    if (f == nullptr) return unknown_function(node.text);
    TRY_ASSIGN(List arguments, values(node.children));
    // The language knows keywords for the last argument only: log(x, base=2), round(x, ndigits=2).
    for (const expr::Keyword& k : node.keywords) {
      if (k.name == "mod" && arguments.size() != 2)
        return invalid("pow needs a base and an exponent before mod");
      TRY_ASSIGN(Value v, value(*k.value));
      arguments.push_back(std::move(v));
    }
    const int count = static_cast<int>(arguments.size());
    if (count < f->min_arguments || (f->max_arguments >= 0 && count > f->max_arguments)) {
      return wrong_count(*f, count);
    }
    return f->apply(*f, arguments, context_);
  }

  static Error wrong_count(const Function& f, int count) {
    std::string wanted = std::to_string(f.min_arguments);
    if (f.max_arguments < 0) wanted = "at least " + wanted;
    else if (f.max_arguments != f.min_arguments) wanted += " or " + std::to_string(f.max_arguments);
    return invalid(std::string(f.name) + " takes " + wanted + " argument" +
                   (wanted == "1" ? "" : "s") + ", got " + std::to_string(count));
  }

  static Error unknown_function(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Function& f : functions()) names.push_back(f.name);
    std::string message = "there is no function \"" + shorten(name, 40) + "\" here";
    if (name == "N") message = "N(x, digits) stands round the whole expression";
    else if (name == "divmod") message += ": write a//b and a%b";
    else if (const auto near = nearest(name, names); !near.empty())
      message += "; did you mean " + std::string(near) + "?";
    else message += "; evaluate_expression knows algebra and calculus";
    return invalid(std::move(message));
  }

  Context& context_;
};

}  // namespace

Result<expr::Expr> parse_exact(std::string_view text) {
  static constexpr expr::ParseOptions kOptions{.caret = expr::ParseOptions::Caret::kXor};
  return expr::parse(text, kOptions);
}

Result<Value> evaluate(const expr::Expr& e, Context& context) {
  return Evaluator(context).value(*e);
}

Result<Rational> evaluate_rational(std::string_view text, Context& context) {
  TRY_ASSIGN(const expr::Expr e, parse_exact(text));
  TRY_ASSIGN(const Value v, evaluate(e, context));
  return need_rational(v, "the value", context);
}

}  // namespace codecalc::calc
