// evaluate_expression: calculus and algebra on one expression, checked.
#include "calc/decimal.h"
#include "calc/evaluator.h"
#include "calc/python_decimal.h"
#include "expr/parser.h"
#include "registry/tool.h"
#include "tools/algebra.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kValueDigits = 12;
constexpr std::size_t kMaxDecimalDigits = 1'000;

struct Params {
  std::string expression;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::expression>("expression", "Expression in Python notation.",
                                            {.max_length = 2'000})),
    };
    return kFields;
  }
};

struct Reply {
  std::string expression;
  std::string simplified;
  std::string type;
  std::optional<std::string> value;
  std::optional<std::string> expanded;
  bool checked = false;
  std::optional<std::string> check;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> assumptions;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::expression>("expression", "The exact result.")),
        required(out<&Reply::simplified>("simplified", "Its shortest form found.")),
        required(out<&Reply::type>("type", "Kind of result: Integer, Rational, Add, list, ...")),
        out<&Reply::value>("value", "12 significant digits, when it is a number."),
        out<&Reply::expanded>("expanded", "Multiplied out."),
        CODECALC_TRUST_ROWS(Reply),
    };
    return kFields;
  }
};

/// Only numbers and arithmetic: what the exact calculator does without the worker.
bool is_arithmetic(const expr::Expr& e) {
  switch (e->kind) {
    case expr::Kind::kNumber: return true;
    case expr::Kind::kUnary: return e->op == expr::Op::kNegate && is_arithmetic(e->children[0]);
    case expr::Kind::kBinary:
      switch (e->op) {
        case expr::Op::kAdd:
        case expr::Op::kSubtract:
        case expr::Op::kMultiply:
        case expr::Op::kDivide:
        case expr::Op::kModulo:
        case expr::Op::kFloorDivide:
        case expr::Op::kPower:
          return is_arithmetic(e->children[0]) && is_arithmetic(e->children[1]);
        default: return false;
      }
    case expr::Kind::kCall:
      return (e->is_call("factorial") || e->is_call("sqrt")) && e->children.size() == 1 &&
             e->keywords.empty() && is_arithmetic(e->children[0]);
    default: return false;
  }
}

bool has_decimals(const expr::Expr& e) {
  if (e->kind == expr::Kind::kNumber) {
    return !e->text.starts_with("0x") && e->text.find_first_of(".e") != std::string::npos;
  }
  for (const expr::Expr& child : e->children) {
    if (has_decimals(child)) return true;
  }
  return false;
}

/// The reply for a rational result; nothing when the expression asks for more than arithmetic.
std::optional<Result<Reply>> rational_reply(const expr::Expr& tree, CallContext& call) {
  if (!is_arithmetic(tree)) return std::nullopt;
  calc::Meter meter([&call] { return call.cancel.cancelled(); });
  calc::Context context{meter, call.services.certified()};
  auto value = calc::evaluate(tree, context);
  if (!value.ok()) {
    // Division by zero and roots of negative numbers have answers in algebra.
    if (value.error().code == Code::kValidation) return std::nullopt;
    return std::move(value).error();
  }
  const calc::Rational* q = value->rational();
  if (q == nullptr) return std::nullopt;
  constexpr std::size_t kMaxBits = 800'000;  // 240 KB of digits
  if (q->bits() > kMaxBits) {
    return Error{Code::kResourceExhausted, "the result has more than 240000 digits", {}, {}};
  }
  Reply reply;
  const bool integer = q->is_integer();
  std::string text = q->text();
  if (!integer && has_decimals(tree)) {
    if (auto decimal = calc::terminating_decimal(*q, kMaxDecimalDigits)) text = *decimal;
  }
  reply.expression = reply.simplified = text;
  reply.expanded = text;
  if (q->sign() == 0) {
    reply.type = "Zero";
  } else if (text == "1") {
    reply.type = "One";
  } else {
    reply.type = integer ? "Integer" : "Rational";
  }
  reply.value = calc::python_decimal(*q, kValueDigits);
  reply.checked = true;
  reply.check = "exact rational arithmetic";
  return reply;
}

Result<Reply> run(const Params& params, CallContext& call) {
  auto tree = expr::parse(params.expression, {.implied_multiplication = true});
  if (!tree.ok()) {
    Error error = std::move(tree).error();
    error.parameter = "expression";
    return error;
  }
  if (auto reply = rational_reply(*tree, call)) return *std::move(reply);
  const AlgebraCall algebra(call);
  TRY_ASSIGN(cas::Evaluated e, call.services.cas().evaluate(params.expression, algebra.get()));
  Reply reply;
  reply.expression = std::move(e.expression);
  reply.simplified = std::move(e.simplified);
  reply.type = std::move(e.type);
  reply.value = std::move(e.value);
  reply.expanded = std::move(e.expanded);
  take_trust(reply, std::move(e.trust));
  return reply;
}

}  // namespace

extern const ToolSpec kTool_evaluate_expression;
const ToolSpec kTool_evaluate_expression = make_tool<Params, Reply, run>({
    .name = "evaluate_expression",
    .title = "Evaluate Expression",
    .description =
        "Algebra and calculus, checked: integrate(f, x) or (f, (x, a, b)), diff, limit(f, x, p), "
        "Sum and Product (f, (k, a, b)), series, solve (equations, inequalities, systems), dsolve, "
        "expand, factor, apart, simplify, factorint, N(x, digits). Python notation; oo, I, pi, E. "
        "checked tells whether the answer passed an independent check; what has no closed form "
        "comes back unevaluated with a reason.",
    .group = Group::kCalculator,
    .deadline = kAlgebraDeadline,
    .always_load = true,
});

}  // namespace codecalc::tools
