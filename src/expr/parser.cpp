// The parser: operator precedence (Pratt), every recursion counted against the depth limit.
#include "expr/parser.h"

#include <utility>
#include <vector>

#include "expr/lexer.h"
#include "expr/strength.h"

namespace codecalc::expr {
namespace {

/// The weakest operator that the right side of `op` may hold unbracketed.
int right_strength(Op op) {
  if (op == Op::kPower) return kUnaryStrength;  // 2**-x
  if (op == Op::kImplies) return kImpliesStrength;
  return strength(op) + 1;
}

/// Where `name=value` is a keyword argument; anywhere else it is an equation.
struct KeywordRow {
  std::string_view function;
  std::string_view name;
};
constexpr KeywordRow kKeywords[] = {
    {"limit", "dir"}, {"Limit", "dir"}, {"series", "x0"},     {"series", "n"}, {"series", "dir"},
    {"N", "n"},       {"log", "base"},  {"round", "ndigits"}, {"pow", "mod"},
};

bool is_keyword(std::string_view function, std::string_view name) {
  for (const KeywordRow& row : kKeywords) {
    if (row.function == function && row.name == name) return true;
  }
  return false;
}

/// Calls that only make sense to a host language. The names themselves may be variables.
constexpr std::string_view kHostCalls[] = {
    "exec",   "eval", "compile", "open",   "getattr",    "setattr", "delattr", "globals",
    "locals", "vars", "input",   "system", "breakpoint", "sympify", "exit",    "quit",
};

class Parser {
 public:
  Parser(std::vector<Token> tokens, const ParseOptions& options)
      : tokens_(std::move(tokens)), options_(options) {}

  Result<Expr> run() {
    if (peek().kind == TokenKind::kEnd)
      return Error{Code::kValidation, "the expression is empty", "", ""};
    TRY_ASSIGN(Expr e, expression(0, false));
    if (peek().kind != TokenKind::kEnd) return unexpected();
    return e;
  }

 private:
  const Token& peek(std::size_t ahead = 0) const {
    const std::size_t i = at_ + ahead;
    return i < tokens_.size() ? tokens_[i] : tokens_.back();
  }
  const Token& take() { return tokens_[at_ < tokens_.size() - 1 ? at_++ : at_]; }

  /// Counts the node and checks the tree's bounds; every node passes here.
  Result<Expr> made(Expr e) {
    if (++nodes_ > options_.max_nodes) {
      return error_at(e->column, "the expression has more than " +
                                     std::to_string(options_.max_nodes) + " parts");
    }
    if (e->height > options_.max_height) {
      return error_at(e->column, "more than " + std::to_string(options_.max_height) +
                                     " operations in a row: split the expression");
    }
    return e;
  }

  class Depth {
   public:
    explicit Depth(std::size_t& depth) : depth_(depth) { ++depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth_; }

   private:
    std::size_t& depth_;
  };

  /// `tight`: this is the right side of a division or power, where an implied product would be
  /// ambiguous.
  Result<Expr> expression(int min_strength, bool tight) {
    const Depth guard(depth_);
    if (depth_ > options_.max_depth) {
      return error_at(peek().column,
                      "nested deeper than " + std::to_string(options_.max_depth) + " levels");
    }
    TRY_ASSIGN(Expr left, prefix(tight));
    for (;;) {
      const Token& token = peek();
      if (token.kind == TokenKind::kBang || token.kind == TokenKind::kSuperscript) {
        TRY_ASSIGN(left, postfix(std::move(left)));
        continue;
      }
      if (starts_implied_product(token)) {
        if (kImpliedStrength < min_strength && !tight) return left;
        TRY_ASSIGN(left, implied_product(std::move(left), tight));
        continue;
      }
      Op op = Op::kNone;
      TRY_ASSIGN(op, infix(token));
      if (op == Op::kNone || strength(op) < min_strength) return left;
      if (strength(op) == kCompareStrength) {
        TRY_ASSIGN(left, comparison(std::move(left)));
        continue;
      }
      if (op == Op::kPower) TRY(root_is_clear(left, token));
      const std::uint32_t column = take().column;
      const bool tight_right =
          op == Op::kDivide || op == Op::kFloorDivide || op == Op::kModulo || op == Op::kPower;
      TRY_ASSIGN(Expr right, operand_after(op, right_strength(op), tight_right));
      TRY_ASSIGN(left, made(binary(op, std::move(left), std::move(right), column)));
    }
  }

  /// The operator that `token` is between two values; kNone when it ends the expression here.
  Result<Op> infix(const Token& token) const {
    if (token.kind == TokenKind::kFatArrow) {
      if (options_.fat_arrow_implies) return Op::kImplies;
      return error_at(token.column, "\"=>\" is ambiguous: write >= or implies");
    }
    if (token.kind != TokenKind::kOperator) return Op::kNone;
    if (token.op == Op::kBitXor && options_.caret == ParseOptions::Caret::kPower) return Op::kPower;
    if (token.op == Op::kNot || token.op == Op::kBitNot) return Op::kNone;
    return token.op;
  }

  Result<Expr> operand_after(Op op, int min_strength, bool tight) {
    const Token& token = peek();
    if (op == Op::kModulo && !starts_value(token)) {
      return error_at(token.column,
                      "\"%\" is the remainder and needs a value after it; for percent write /100");
    }
    return expression(min_strength, tight);
  }

  static bool starts_value(const Token& token) {
    switch (token.kind) {
      case TokenKind::kNumber:
      case TokenKind::kName:
      case TokenKind::kOpen:
      case TokenKind::kOpenList:
      case TokenKind::kRoot:
      case TokenKind::kBang: return true;
      case TokenKind::kOperator:
        return token.op == Op::kSubtract || token.op == Op::kAdd || token.op == Op::kNot ||
               token.op == Op::kBitNot;
      default: return false;
    }
  }

  /// a < b <= c: one node for the whole chain.
  Result<Expr> comparison(Expr first) {
    std::vector<Expr> operands;
    std::vector<Op> relations;
    const std::uint32_t column = peek().column;
    operands.push_back(std::move(first));
    for (;;) {
      TRY_ASSIGN(const Op op, infix(peek()));
      if (op == Op::kNone || strength(op) != kCompareStrength) break;
      if (op == Op::kLess && peek(1).kind == TokenKind::kOperator && peek(1).op == Op::kGreater) {
        return error_at(peek().column, "\"<>\" is not known: write !=");
      }
      take();
      TRY_ASSIGN(Expr operand, expression(kCompareStrength + 1, false));
      relations.push_back(op);
      operands.push_back(std::move(operand));
    }
    return made(compare(std::move(operands), std::move(relations), column));
  }

  Status root_is_clear(const Expr& operand, const Token& token) const {
    if (root_ != operand) return Unit{};
    return error_at(token.column,
                    "it is unclear what the root covers: bracket it, as in √(x²) or (√x)²");
  }

  Result<Expr> postfix(Expr operand) {
    product_may_follow_ = false;
    const Token token = take();
    TRY(root_is_clear(operand, token));
    if (token.kind == TokenKind::kBang) {
      if (peek().kind == TokenKind::kBang) {
        return error_at(peek().column,
                        "\"!!\" is ambiguous: write factorial(factorial(n)), or factorial2(n) for "
                        "the double factorial");
      }
      std::vector<Expr> arguments;
      arguments.push_back(std::move(operand));
      return made(call("factorial", std::move(arguments), {}, token.column));
    }
    return made(
        binary(Op::kPower, std::move(operand), number(token.text, token.column), token.column));
  }

  bool starts_implied_product(const Token& token) const {
    return product_may_follow_ &&
           (token.kind == TokenKind::kName || token.kind == TokenKind::kOpen ||
            token.kind == TokenKind::kRoot);
  }

  Result<Expr> implied_product(Expr left, bool tight) {
    const Token& token = peek();
    if (!options_.implied_multiplication) {
      return error_at(token.column,
                      "expected an operator before \"" + token.text + "\": write * to multiply");
    }
    if (tight) {
      return error_at(token.column,
                      "it is unclear whether \"" + token.text +
                          "\" belongs to the denominator or exponent: write * and brackets");
    }
    const std::uint32_t column = token.column;
    TRY_ASSIGN(Expr right, expression(kImpliedStrength + 1, false));
    return made(binary(Op::kMultiply, std::move(left), std::move(right), column));
  }

  Result<Expr> prefix(bool tight) {
    const Token token = take();
    product_may_follow_ = false;
    switch (token.kind) {
      case TokenKind::kNumber:
        product_may_follow_ = true;
        return made(number(token.text, token.column));
      case TokenKind::kName: return name(token);
      case TokenKind::kOpen: return bracketed(token);
      case TokenKind::kOpenList: return list_after(token);
      case TokenKind::kRoot: return rooted(token);
      case TokenKind::kBang: return negation(Op::kNot, token, kUnaryStrength, tight);
      case TokenKind::kOperator: break;
      case TokenKind::kQuoted:
        return error_at(token.column, "text in quotes is no part of an expression");
      case TokenKind::kDot: return error_at(token.column, "expected digits after \".\"");
      default: return expected_value(token);
    }
    switch (token.op) {
      case Op::kAdd: return expression(kUnaryStrength, tight);
      case Op::kSubtract: return negation(Op::kNegate, token, kUnaryStrength, tight);
      case Op::kBitNot: return negation(Op::kBitNot, token, kUnaryStrength, tight);
      case Op::kNot:
        return negation(Op::kNot, token, token.text == "¬" ? kUnaryStrength : kNotStrength, tight);
      default: return expected_value(token);
    }
  }

  Result<Expr> negation(Op op, const Token& token, int min_strength, bool tight) {
    TRY_ASSIGN(Expr operand, expression(min_strength, tight));
    return made(unary(op, std::move(operand), token.column));
  }

  /// `token` was just taken where a value had to stand.
  Error expected_value(const Token& token) const {
    const bool end = token.kind == TokenKind::kEnd;  // the end is never stepped over
    const std::size_t behind = end ? 1 : 2;
    std::string message = "expected a value";
    if (at_ >= behind) message += " after \"" + tokens_[at_ - behind].text + "\"";
    return error_at(token.column,
                    message + ", found " + (end ? "the end" : "\"" + token.text + "\""));
  }

  Error unexpected() const {
    const Token& token = peek();
    switch (token.kind) {
      case TokenKind::kClose: return error_at(token.column, "\")\" closes nothing");
      case TokenKind::kCloseList: return error_at(token.column, "\"]\" closes nothing");
      case TokenKind::kDot:
        return error_at(token.column, "attribute access is not allowed", Code::kPermissionDenied);
      case TokenKind::kOpenList:
        return error_at(token.column, "subscripts are not allowed", Code::kPermissionDenied);
      case TokenKind::kComma:
        return error_at(token.column,
                        "unexpected \",\": digits are grouped with _ (1_000), and a "
                        "tuple is written in brackets");
      case TokenKind::kNumber:
      case TokenKind::kName:
      case TokenKind::kOpen:
        return error_at(token.column,
                        "expected an operator or the end, found \"" + token.text + "\"");
      case TokenKind::kQuoted:
        return error_at(token.column, "text in quotes is no part of an expression");
      default: return error_at(token.column, "unexpected \"" + token.text + "\"");
    }
  }

  Result<Expr> name(const Token& token) {
    if (peek().kind == TokenKind::kOpen) return call_of(token);
    if (token.text == "True" || token.text == "true") return made(boolean(true, token.column));
    if (token.text == "False" || token.text == "false") return made(boolean(false, token.column));
    return made(symbol(token.text, token.column));
  }

  /// After "(": a bracketed value, or a tuple.
  Result<Expr> bracketed(const Token& open) {
    if (peek().kind == TokenKind::kClose) {
      take();
      if (peek().kind == TokenKind::kDot) return unexpected();
      return error_at(open.column, "the brackets are empty: expected a value");
    }
    TRY_ASSIGN(Expr first, expression(0, false));
    if (peek().kind == TokenKind::kComma) {
      std::vector<Expr> elements;
      elements.push_back(std::move(first));
      while (peek().kind == TokenKind::kComma) {
        take();
        if (peek().kind == TokenKind::kClose) break;
        TRY_ASSIGN(Expr element, expression(0, false));
        elements.push_back(std::move(element));
      }
      TRY(close(TokenKind::kClose, open));
      product_may_follow_ = false;
      return made(tuple(std::move(elements), open.column));
    }
    TRY(close(TokenKind::kClose, open));
    product_may_follow_ = true;
    root_.reset();
    return first;
  }

  Result<Expr> list_after(const Token& open) {
    std::vector<Expr> elements;
    while (peek().kind != TokenKind::kCloseList) {
      TRY_ASSIGN(Expr element, expression(0, false));
      elements.push_back(std::move(element));
      if (peek().kind != TokenKind::kComma) break;
      take();
    }
    TRY(close(TokenKind::kCloseList, open));
    product_may_follow_ = false;
    return made(list(std::move(elements), open.column));
  }

  Status close(TokenKind kind, const Token& open) {
    if (peek().kind == kind) {
      take();
      return Unit{};
    }
    if (peek().kind == TokenKind::kEnd) {
      return error_at(peek().column, "expected \"" +
                                         std::string(kind == TokenKind::kClose ? ")" : "]") +
                                         "\" for the \"" + open.text + "\" at column " +
                                         std::to_string(open.column));
    }
    return unexpected();
  }

  Result<Expr> rooted(const Token& token) {
    TRY_ASSIGN(Expr operand, root_operand());
    std::vector<Expr> arguments;
    arguments.push_back(std::move(operand));
    product_may_follow_ = false;
    TRY_ASSIGN(Expr made_root, made(call(token.text, std::move(arguments), {}, token.column)));
    // √(x)² reads as a square of the root; √x² does not say.
    if (tokens_[at_ - 1].kind != TokenKind::kClose) root_ = made_root;
    return made_root;
  }

  /// A number, a name, a call or a bracketed value: what a root sign covers.
  Result<Expr> root_operand() {
    const Depth guard(depth_);
    if (depth_ > options_.max_depth) {
      return error_at(peek().column,
                      "nested deeper than " + std::to_string(options_.max_depth) + " levels");
    }
    switch (peek().kind) {
      case TokenKind::kNumber:
      case TokenKind::kName:
      case TokenKind::kOpen:
      case TokenKind::kRoot: return prefix(false);
      default: return expected_value(take());
    }
  }

  Result<Expr> call_of(const Token& function) {
    for (const std::string_view name : kHostCalls) {
      if (function.text != name) continue;
      return error_at(function.column,
                      "\"" + function.text +
                          "\" is not allowed: expressions are mathematics, never program code",
                      Code::kPermissionDenied);
    }
    const Token open = take();
    std::vector<Expr> arguments;
    std::vector<Keyword> keywords;
    while (peek().kind != TokenKind::kClose) {
      const bool named = peek().kind == TokenKind::kName && peek(1).assigns &&
                         is_keyword(function.text, peek().text);
      if (named) {
        const std::string keyword_name = take().text;
        take();
        TRY_ASSIGN(Expr value, argument(function.text));
        for (const Keyword& k : keywords) {
          if (k.name == keyword_name) {
            return error_at(value->column, "\"" + keyword_name + "\" is given twice");
          }
        }
        keywords.push_back({keyword_name, std::move(value)});
      } else {
        if (!keywords.empty()) {
          return error_at(peek().column, "an argument without a name stands after one with a name");
        }
        TRY_ASSIGN(Expr value, argument(function.text));
        arguments.push_back(std::move(value));
      }
      if (peek().kind != TokenKind::kComma) break;
      take();
    }
    TRY(close(TokenKind::kClose, open));
    product_may_follow_ = false;
    return made(call(function.text, std::move(arguments), std::move(keywords), function.column));
  }

  /// An argument: an expression, or the quoted direction of a limit.
  Result<Expr> argument(std::string_view function) {
    const Token& token = peek();
    if (token.kind != TokenKind::kQuoted) return expression(0, false);
    const bool directed = function == "limit" || function == "Limit" || function == "series";
    if (!directed || (token.text != "+" && token.text != "-" && token.text != "+-")) {
      return error_at(
          token.column,
          "text in quotes is no part of an expression (only a limit's direction is: '+' or '-')");
    }
    const Token taken = take();
    return made(direction(taken.text, taken.column));
  }

  std::vector<Token> tokens_;
  const ParseOptions& options_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::size_t nodes_ = 0;
  bool product_may_follow_ = false;  ///< the last thing read was a number or a bracketed value
  Expr root_;                        ///< the last √x whose operand is unbracketed
};

}  // namespace

Result<Expr> parse(std::string_view text, const ParseOptions& options) {
  if (text.size() > options.max_bytes) {
    return Error{Code::kValidation,
                 "the expression has " + std::to_string(text.size()) + " bytes; at most " +
                     std::to_string(options.max_bytes) + " are allowed",
                 "", ""};
  }
  TRY_ASSIGN(std::vector<Token> tokens, tokenize(text));
  return Parser(std::move(tokens), options).run();
}

}  // namespace codecalc::expr
