// compare_threshold: an exact verdict on a comparison, and what is missing.
#include "calc/evaluator.h"
#include "registry/tool.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kMaxText = 2'000;
/// Of an irrational value; every digit is right.
constexpr unsigned kDigits = 20;
constexpr std::array<std::string_view, 7> kOperators = {"==", "=", "!=", ">", ">=", "<", "<="};

struct Params {
  std::string a;
  std::string op;
  std::string b;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::a>("a", "Number or expression: 1/25, 0.1+0.2, sqrt(2).",
                                   {.max_length = kMaxText})),
        required(field<&Params::op>("op", "", {.one_of = kOperators})),
        required(field<&Params::b>("b", "Likewise.", {.max_length = kMaxText})),
    };
    return kFields;
  }
};

struct Reply {
  std::string a;
  std::string b;
  std::string op;
  bool holds = false;
  std::string difference;
  Nullable<std::string> shortfall;
  bool exact = true;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::a>("a", "Exact fraction, or digits when irrational.")),
        required(out<&Reply::b>("b", "Likewise.")),
        required(out<&Reply::op>("op", "")),
        required(out<&Reply::holds>("holds", "The verdict, never by rounded values.")),
        required(out<&Reply::difference>("difference", "a - b.")),
        required(out<&Reply::shortfall>("shortfall", "b - a when it does not hold, else null.")),
        required(out<&Reply::exact>("exact", "False when a shown value is rounded.")),
        out<&Reply::note>("note", "Said when a value is irrational."),
    };
    return kFields;
  }
};

Result<calc::Value> value_of(const std::string& text, const char* name, calc::Context& context) {
  auto tree = calc::parse_exact(text);
  auto value = tree.ok() ? calc::evaluate(*tree, context) : Result<calc::Value>(tree.error());
  if (value.ok() && (value->rational() != nullptr || value->real() != nullptr)) return value;
  Error error = value.ok()
                    ? Error{Code::kValidation,
                            "is " + std::string(calc::kind_of(*value)) + ", not a number", "", ""}
                    : std::move(value).error();
  error.message = std::string(name) + ": " + error.message;
  return error;
}

Result<std::string> shown(const calc::Value& value, calc::Context& context, bool& exact) {
  if (const calc::Rational* q = value.rational()) return q->text();
  TRY_ASSIGN(const calc::Certified::Digits digits,
             context.certified.digits(*value.real(), kDigits));
  if (digits.rational) return digits.rational->text();
  exact = false;
  return digits.text;
}

bool holds(std::string_view op, int order) {
  if (op == "==" || op == "=") return order == 0;
  if (op == "!=") return order != 0;
  if (op == ">") return order > 0;
  if (op == ">=") return order >= 0;
  return op == "<" ? order < 0 : order <= 0;
}

Result<Reply> run(const Params& params, CallContext& call) {
  calc::Meter meter([&call] { return call.cancel.cancelled(); });
  calc::Context context{meter, call.services.certified()};
  TRY_ASSIGN(const calc::Value a, value_of(params.a, "a", context));
  TRY_ASSIGN(const calc::Value b, value_of(params.b, "b", context));
  TRY_ASSIGN(const int order, calc::compare(a, b, context));
  Reply reply;
  reply.op = params.op;
  reply.holds = holds(params.op, order);
  TRY_ASSIGN(reply.a, shown(a, context, reply.exact));
  TRY_ASSIGN(reply.b, shown(b, context, reply.exact));
  if (order == 0) {
    reply.difference = "0";
    if (!reply.holds) reply.shortfall = std::string("0");
  } else {
    TRY_ASSIGN(const calc::Value difference, calc::subtract(a, b, context));
    TRY_ASSIGN(reply.difference, shown(difference, context, reply.exact));
    if (!reply.holds) {
      const std::string& d = reply.difference;
      reply.shortfall = d.front() == '-' ? d.substr(1) : "-" + d;
    }
  }
  if (!reply.exact) reply.note = "irrational values are shown rounded; the verdict is exact";
  return reply;
}

}  // namespace

extern const ToolSpec kTool_compare_threshold;
const ToolSpec kTool_compare_threshold = make_tool<Params, Reply, run>(
    {.name = "compare_threshold",
     .title = "Compare Threshold",
     .description = "Does A op B hold, decided exactly (fractions, decimals, expressions, roots), "
                    "with the difference and, on failure, the shortfall.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
