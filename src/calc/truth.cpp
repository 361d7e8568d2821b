// Boolean formulas: tokens, a precedence parser to postfix, evaluation of 64 rows at a time.
#include "calc/truth.h"

#include <algorithm>

#include "base/text.h"

namespace codecalc::calc {
namespace {

enum class Op : std::uint8_t {
  kNot,
  kAnd,
  kNand,
  kOr,
  kNor,
  kXor,
  kImplies,
  kIff,
  kOpen,
  kClose,
  kTrue,
  kFalse,
  kVariable,
  kEnd,
};

struct Token {
  Op op = Op::kEnd;
  std::size_t column = 0;  ///< in characters from 1
  std::string text;
};

struct Sign {
  std::string_view text;
  Op op;
};
// Longest first where one starts another.
constexpr Sign kSigns[] = {
    {"<->", Op::kIff}, {"<=>", Op::kIff},   {"->", Op::kImplies}, {"=>", Op::kImplies},
    {"==", Op::kIff},  {"&&", Op::kAnd},    {"||", Op::kOr},      {"&", Op::kAnd},
    {"|", Op::kOr},    {"^", Op::kXor},     {"~", Op::kNot},      {"!", Op::kNot},
    {"(", Op::kOpen},  {")", Op::kClose},   {"[", Op::kOpen},     {"]", Op::kClose},
    {"∧", Op::kAnd},   {"∨", Op::kOr},      {"¬", Op::kNot},      {"⊕", Op::kXor},
    {"⊻", Op::kXor},   {"→", Op::kImplies}, {"⇒", Op::kImplies},  {"⊃", Op::kImplies},
    {"↔", Op::kIff},   {"⇔", Op::kIff},     {"≡", Op::kIff},      {"⊼", Op::kNand},
    {"↑", Op::kNand},  {"⊽", Op::kNor},     {"↓", Op::kNor},      {"⊤", Op::kTrue},
    {"⊥", Op::kFalse}, {"1", Op::kTrue},    {"0", Op::kFalse},
};
constexpr Sign kWords[] = {
    {"not", Op::kNot},   {"and", Op::kAnd},     {"nand", Op::kNand}, {"or", Op::kOr},
    {"nor", Op::kNor},   {"xor", Op::kXor},     {"iff", Op::kIff},   {"implies", Op::kImplies},
    {"true", Op::kTrue}, {"false", Op::kFalse},
};

Error fault(std::size_t column, const std::string& what) {
  return Error{Code::kValidation, "column " + std::to_string(column) + ": " + what, "", ""};
}

bool name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool name_part(char c) { return name_start(c) || (c >= '0' && c <= '9'); }

/// How tightly a binary operator binds; 0 for other tokens.
int strength(Op op) {
  switch (op) {
    case Op::kIff: return 1;
    case Op::kImplies: return 2;
    case Op::kXor: return 3;
    case Op::kOr:
    case Op::kNor: return 4;
    case Op::kAnd:
    case Op::kNand: return 5;
    default: return 0;
  }
}

Op word_op(const std::string& word) {
  // "And" may be somebody's variable; "and" and "AND" are not. Constants also as in Python.
  for (const Sign& w : kWords) {
    const std::string lower(w.text);
    std::string upper = lower;
    for (char& c : upper) c = static_cast<char>(c - 'a' + 'A');
    std::string capital = lower;
    capital[0] = upper[0];
    const bool constant = w.op == Op::kTrue || w.op == Op::kFalse;
    if (word == lower || word == upper || (constant && word == capital)) return w.op;
  }
  return Op::kVariable;
}

Result<std::vector<Token>> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  std::size_t column = 1;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
      ++at;
      ++column;
      continue;
    }
    Token token;
    token.column = column;
    if (name_start(text[at])) {
      std::size_t end = at;
      while (end < text.size() && name_part(text[end])) ++end;
      token.text = text.substr(at, end - at);
      token.op = word_op(token.text);
      column += end - at;
      at = end;
    } else {
      const auto sign = std::find_if(std::begin(kSigns), std::end(kSigns), [&](const Sign& s) {
        return text.substr(at).starts_with(s.text);
      });
      if (sign == std::end(kSigns)) {
        return fault(column,
                     "unexpected \"" + std::string(first_character(text.substr(at))) + "\"");
      }
      token.text = sign->text;
      token.op = sign->op;
      at += sign->text.size();
      column +=
          static_cast<std::size_t>(std::count_if(sign->text.begin(), sign->text.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
          }));
    }
    tokens.push_back(std::move(token));
  }
  tokens.push_back({Op::kEnd, column, "the end"});
  return tokens;
}

/// One step of a formula in postfix order.
struct Step {
  Op op;
  std::size_t variable = 0;
};

class Parser {
 public:
  Parser(std::vector<Token> tokens, const std::vector<std::string>& variables)
      : tokens_(std::move(tokens)), variables_(variables) {}

  Result<std::vector<Step>> whole() {
    TRY(formula(1, 0));
    if (now().op != Op::kEnd) {
      return fault(now().column, now().op == Op::kClose
                                     ? "a bracket closes that was never opened"
                                     : "an operator is missing before \"" + now().text + "\"");
    }
    return std::move(steps_);
  }

 private:
  const Token& now() const { return tokens_[at_]; }

  // Both recurse at most once per byte of the formula, of which there are kMaxFormulaBytes.
  Status operand(int depth) {
    const Token token = now();
    switch (token.op) {
      case Op::kNot:
        ++at_;
        TRY(operand(depth));
        steps_.push_back({Op::kNot});
        return Unit{};
      case Op::kOpen:
        ++at_;
        if (depth == kMaxFormulaDepth) {
          return fault(token.column,
                       "brackets nested deeper than " + std::to_string(kMaxFormulaDepth));
        }
        TRY(formula(1, depth + 1));
        if (now().op != Op::kClose) return fault(now().column, "a closing bracket is missing");
        ++at_;
        return Unit{};
      case Op::kTrue:
      case Op::kFalse: steps_.push_back({token.op}); break;
      case Op::kVariable: {
        const auto it = std::lower_bound(variables_.begin(), variables_.end(), token.text);
        steps_.push_back({Op::kVariable, static_cast<std::size_t>(it - variables_.begin())});
        break;
      }
      default:
        return fault(token.column, "expected a variable, true, false, not or a bracket, got \"" +
                                       token.text + "\"");
    }
    ++at_;
    return Unit{};
  }

  Status formula(int least, int depth) {
    TRY(operand(depth));
    Op before = Op::kEnd;
    while (strength(now().op) >= least) {
      const Token token = now();
      const bool chained = before == token.op && (before == Op::kNand || before == Op::kNor);
      const bool mixed = strength(before) == strength(token.op) && before != token.op;
      if (chained || mixed) {
        return fault(token.column, "\"" + token.text + "\" after \"" + last_sign_ +
                                       "\" needs brackets to be read in one way");
      }
      last_sign_ = token.text;
      ++at_;
      // implies groups to the right, the others to the left.
      TRY(formula(strength(token.op) + (token.op == Op::kImplies ? 0 : 1), depth));
      steps_.push_back({token.op});
      before = token.op;
      last_sign_ = token.text;
    }
    return Unit{};
  }

  std::vector<Token> tokens_;
  const std::vector<std::string>& variables_;
  std::vector<Step> steps_;
  std::string last_sign_;
  std::size_t at_ = 0;
};

/// 64 rows of variable number `index` of `count`, from row `first` on.
std::uint64_t column_bits(std::size_t index, std::size_t count, std::size_t first) {
  const std::size_t weight = count - 1 - index;
  constexpr std::uint64_t kPatterns[] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC,
                                         0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00,
                                         0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
  if (weight < 6) return kPatterns[weight];
  return ((first >> weight) & 1) != 0 ? ~std::uint64_t{0} : 0;
}

std::uint64_t evaluate(const std::vector<Step>& steps, std::size_t count, std::size_t first,
                       std::vector<std::uint64_t>& stack) {
  stack.clear();
  for (const Step& step : steps) {
    if (step.op == Op::kVariable) {
      stack.push_back(column_bits(step.variable, count, first));
      continue;
    }
    if (step.op == Op::kTrue || step.op == Op::kFalse) {
      stack.push_back(step.op == Op::kTrue ? ~std::uint64_t{0} : 0);
      continue;
    }
    if (step.op == Op::kNot) {
      stack.back() = ~stack.back();
      continue;
    }
    const std::uint64_t b = stack.back();
    stack.pop_back();
    std::uint64_t& a = stack.back();
    switch (step.op) {
      case Op::kAnd: a = a & b; break;
      case Op::kNand: a = ~(a & b); break;
      case Op::kOr: a = a | b; break;
      case Op::kNor: a = ~(a | b); break;
      case Op::kXor: a = a ^ b; break;
      case Op::kImplies: a = ~a | b; break;
      default: a = ~(a ^ b); break;  // iff
    }
  }
  return stack.back();
}

}  // namespace

Result<TruthTable> truth_table(std::string_view formula) {
  if (trim(formula).empty()) return Error{Code::kValidation, "the formula is empty", "", ""};
  if (formula.size() > kMaxFormulaBytes) {
    return Error{Code::kResourceExhausted,
                 "a formula of " + std::to_string(formula.size()) + " bytes; at most " +
                     std::to_string(kMaxFormulaBytes) + " are read",
                 "", ""};
  }
  TRY_ASSIGN(std::vector<Token> tokens, tokenize(formula));
  TruthTable table;
  for (const Token& t : tokens) {
    if (t.op == Op::kVariable) table.variables.push_back(t.text);
  }
  std::sort(table.variables.begin(), table.variables.end());
  table.variables.erase(std::unique(table.variables.begin(), table.variables.end()),
                        table.variables.end());
  const std::size_t count = table.variables.size();
  if (count > kMaxTruthVariables) {
    return Error{Code::kResourceExhausted,
                 std::to_string(count) + " variables; at most " +
                     std::to_string(kMaxTruthVariables) + " (65536 rows) are tabulated",
                 "", ""};
  }
  TRY_ASSIGN(const std::vector<Step> steps, Parser(std::move(tokens), table.variables).whole());
  const std::size_t rows = std::size_t{1} << count;
  table.values.reserve(rows);
  std::vector<std::uint64_t> stack;
  for (std::size_t first = 0; first < rows; first += 64) {
    const std::uint64_t bits = evaluate(steps, count, first, stack);
    for (std::size_t i = 0; i < 64 && first + i < rows; ++i) {
      table.values.push_back(((bits >> i) & 1) != 0);
    }
  }
  return table;
}

}  // namespace codecalc::calc
