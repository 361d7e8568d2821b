// Building and comparing expression trees.
#include "expr/ast.h"

#include <algorithm>
#include <utility>

namespace codecalc::expr {
namespace {

Expr finish(Node node) {
  std::uint32_t height = 0;
  for (const Expr& child : node.children) height = std::max(height, child->height);
  for (const Keyword& k : node.keywords) height = std::max(height, k.value->height);
  node.height = height + 1;
  return std::make_shared<const Node>(std::move(node));
}

Expr leaf(Kind kind, std::string_view text, std::uint32_t column) {
  Node node;
  node.kind = kind;
  node.text = text;
  node.column = column;
  return finish(std::move(node));
}

void collect(const Expr& e, std::vector<std::string>& names) {
  if (e->kind == Kind::kSymbol && !constant_named(e->text) &&
      std::find(names.begin(), names.end(), e->text) == names.end()) {
    names.push_back(e->text);
  }
  for (const Expr& child : e->children) collect(child, names);
  for (const Keyword& k : e->keywords) collect(k.value, names);
}

}  // namespace

Expr number(std::string_view text, std::uint32_t column) {
  if (!text.empty() && text.front() == '-') {
    return unary(Op::kNegate, number(text.substr(1), column), column);
  }
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    return binary(Op::kDivide, number(text.substr(0, slash), column),
                  number(text.substr(slash + 1), column), column);
  }
  return leaf(Kind::kNumber, text, column);
}

Expr integer(long long value) { return number(std::to_string(value)); }
Expr boolean(bool value, std::uint32_t column) {
  return leaf(Kind::kBoolean, value ? "true" : "false", column);
}
Expr symbol(std::string_view name, std::uint32_t column) {
  return leaf(Kind::kSymbol, name, column);
}
Expr direction(std::string_view sign, std::uint32_t column) {
  return leaf(Kind::kDirection, sign, column);
}

Expr unary(Op op, Expr operand, std::uint32_t column) {
  Node node;
  node.kind = Kind::kUnary;
  node.op = op;
  node.column = column;
  node.children.push_back(std::move(operand));
  return finish(std::move(node));
}

Expr binary(Op op, Expr left, Expr right, std::uint32_t column) {
  Node node;
  node.kind = Kind::kBinary;
  node.op = op;
  node.column = column;
  node.children.reserve(2);
  node.children.push_back(std::move(left));
  node.children.push_back(std::move(right));
  return finish(std::move(node));
}

Expr compare(std::vector<Expr> operands, std::vector<Op> relations, std::uint32_t column) {
  Node node;
  node.kind = Kind::kCompare;
  node.column = column;
  node.children = std::move(operands);
  node.relations = std::move(relations);
  return finish(std::move(node));
}

Expr call(std::string_view name, std::vector<Expr> arguments, std::vector<Keyword> keywords,
          std::uint32_t column) {
  Node node;
  node.kind = Kind::kCall;
  node.text = name;
  node.column = column;
  node.children = std::move(arguments);
  node.keywords = std::move(keywords);
  return finish(std::move(node));
}

Expr tuple(std::vector<Expr> elements, std::uint32_t column) {
  Node node;
  node.kind = Kind::kTuple;
  node.column = column;
  node.children = std::move(elements);
  return finish(std::move(node));
}

Expr list(std::vector<Expr> elements, std::uint32_t column) {
  Node node;
  node.kind = Kind::kList;
  node.column = column;
  node.children = std::move(elements);
  return finish(std::move(node));
}

bool equal(const Expr& a, const Expr& b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->op != b->op || a->text != b->text || a->height != b->height ||
      a->relations != b->relations || a->children.size() != b->children.size() ||
      a->keywords.size() != b->keywords.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a->children.size(); ++i) {
    if (!equal(a->children[i], b->children[i])) return false;
  }
  for (std::size_t i = 0; i < a->keywords.size(); ++i) {
    if (a->keywords[i].name != b->keywords[i].name ||
        !equal(a->keywords[i].value, b->keywords[i].value)) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> variables(const Expr& e) {
  std::vector<std::string> names;
  collect(e, names);
  return names;
}

Expr keyword(const Node& call, std::string_view name) {
  for (const Keyword& k : call.keywords) {
    if (k.name == name) return k.value;
  }
  return nullptr;
}

std::string_view op_text(Op op) {
  switch (op) {
    case Op::kNone: return "";
    case Op::kNegate: return "-";
    case Op::kBitNot: return "~";
    case Op::kNot: return "not";
    case Op::kAdd: return "+";
    case Op::kSubtract: return "-";
    case Op::kMultiply: return "*";
    case Op::kDivide: return "/";
    case Op::kFloorDivide: return "//";
    case Op::kModulo: return "%";
    case Op::kPower: return "**";
    case Op::kShiftLeft: return "<<";
    case Op::kShiftRight: return ">>";
    case Op::kBitAnd: return "&";
    case Op::kBitXor: return "^";
    case Op::kBitOr: return "|";
    case Op::kAnd: return "and";
    case Op::kXor: return "xor";
    case Op::kOr: return "or";
    case Op::kImplies: return "implies";
    case Op::kIff: return "iff";
    case Op::kLess: return "<";
    case Op::kLessEqual: return "<=";
    case Op::kGreater: return ">";
    case Op::kGreaterEqual: return ">=";
    case Op::kEqual: return "==";
    case Op::kNotEqual: return "!=";
  }
  return "";
}

std::optional<Constant> constant_named(std::string_view name) {
  struct Row {
    std::string_view name;
    Constant constant;
  };
  static constexpr Row kRows[] = {
      {"pi", Constant::kPi},
      {"e", Constant::kE},
      {"E", Constant::kE},
      {"tau", Constant::kTau},
      {"I", Constant::kImaginary},
      {"oo", Constant::kInfinity},
      {"inf", Constant::kInfinity},
      {"Infinity", Constant::kInfinity},
      {"zoo", Constant::kComplexInfinity},
      {"nan", Constant::kNan},
  };
  for (const Row& row : kRows) {
    if (row.name == name) return row.constant;
  }
  return std::nullopt;
}

}  // namespace codecalc::expr
