// Expression tree to text in Python notation.
#include <utility>

#include "expr/parser.h"
#include "expr/strength.h"

namespace codecalc::expr {
namespace {

// A child weaker than its place asks for is bracketed.
constexpr int kAtomStrength = 100;

int strength(const Node& e) {
  switch (e.kind) {
    case Kind::kUnary: return e.op == Op::kNot ? kNotStrength : kUnaryStrength;
    case Kind::kCompare: return kCompareStrength;
    case Kind::kBinary: return strength(e.op);
    default: return kAtomStrength;
  }
}

class Printer {
 public:
  std::string take() { return std::move(out_); }

  void write(const Expr& e) {
    switch (e->kind) {
      case Kind::kNumber:
      case Kind::kBoolean:
      case Kind::kSymbol: out_ += e->text; return;
      case Kind::kDirection: out_ += "'" + e->text + "'"; return;
      case Kind::kUnary: return write_unary(e);
      case Kind::kBinary: return write_binary(e);
      case Kind::kCompare: return write_chain(e);
      case Kind::kCall: return write_call(e);
      case Kind::kTuple:
        out_ += '(';
        write_list(e->children);
        out_ += e->children.size() == 1 ? ",)" : ")";
        return;
      case Kind::kList:
        out_ += '[';
        write_list(e->children);
        out_ += ']';
        return;
    }
  }

 private:
  void write_at_least(const Expr& e, int needed) {
    const bool bracket = strength(*e) < needed;
    if (bracket) out_ += '(';
    write(e);
    if (bracket) out_ += ')';
  }

  void write_unary(const Expr& e) {
    out_ += op_text(e->op);
    if (e->op == Op::kNot) out_ += ' ';
    write_at_least(e->children[0], e->op == Op::kNot ? kNotStrength : kUnaryStrength);
  }

  void write_binary(const Expr& e) {
    const int own = strength(*e);
    int left = own;
    int right = own + 1;
    if (e->op == Op::kPower) {
      left = own + 1;
      right = kUnaryStrength;
    } else if (e->op == Op::kImplies) {
      left = own + 1;
      right = own;
    }
    write_at_least(e->children[0], left);
    const bool tight = e->op == Op::kPower || e->op == Op::kMultiply || e->op == Op::kDivide;
    if (!tight) out_ += ' ';
    out_ += op_text(e->op);
    if (!tight) out_ += ' ';
    write_at_least(e->children[1], right);
  }

  void write_chain(const Expr& e) {
    for (std::size_t i = 0; i < e->children.size(); ++i) {
      if (i > 0) {
        out_ += ' ';
        out_ += op_text(e->relations[i - 1]);
        out_ += ' ';
      }
      write_at_least(e->children[i], kCompareStrength + 1);
    }
  }

  void write_call(const Expr& e) {
    out_ += e->text;
    out_ += '(';
    write_list(e->children);
    for (std::size_t i = 0; i < e->keywords.size(); ++i) {
      if (i > 0 || !e->children.empty()) out_ += ", ";
      out_ += e->keywords[i].name;
      out_ += '=';
      write(e->keywords[i].value);
    }
    out_ += ')';
  }

  void write_list(const std::vector<Expr>& elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i > 0) out_ += ", ";
      write(elements[i]);
    }
  }

  std::string out_;
};

}  // namespace

std::string print(const Expr& e) {
  Printer printer;
  printer.write(e);
  return printer.take();
}

}  // namespace codecalc::expr
