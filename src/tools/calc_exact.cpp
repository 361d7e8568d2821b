// calc_exact: arithmetic without rounding.
#include <optional>
#include <string>
#include <vector>

#include "calc/answer.h"
#include "calc/evaluator.h"
#include "registry/tool.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Params {
  std::string expr;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(
            field<&Params::expr>("expr", "Expression in Python notation.", {.max_length = 2'000})),
    };
    return kFields;
  }
};

struct TruthReply {
  bool value = false;
  std::string type = "bool";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&TruthReply::value>("value", "Whether it holds.")),
        required(out<&TruthReply::type>("type", "bool.")),
    };
    return kFields;
  }
};

struct NumberReply {
  std::string value;
  std::string approx;
  bool exact = true;
  bool differs_from_decimal = false;
  std::string type;
  std::optional<std::vector<std::string>> approximated;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&NumberReply::value>("value", "Exact (\"1/3\"), or certified digits.")),
        required(out<&NumberReply::approx>("approx", "Decimal, 12 digits.")),
        required(out<&NumberReply::exact>("exact", "False for an irrational value.")),
        required(out<&NumberReply::differs_from_decimal>("differs_from_decimal",
                                                         "Whether approx is another text.")),
        required(out<&NumberReply::type>("type", "int, rational or real.")),
        out<&NumberReply::approximated>("approximated", "What made it irrational."),
        out<&NumberReply::note>("note", "What the digits mean."),
    };
    return kFields;
  }
};

using Reply = OneOf<NumberReply, TruthReply>;

Result<Reply> compute(const Params& params, CallContext& call) {
  calc::Meter meter([&call] { return call.cancel.cancelled(); });
  calc::Context context{meter, call.services.certified()};
  TRY_ASSIGN(const expr::Expr tree, calc::parse_exact(params.expr));
  TRY_ASSIGN(calc::Answer answer, calc::answer(tree, context));
  if (answer.type == calc::Answer::Type::kBool) return Reply(TruthReply{.value = answer.truth});
  NumberReply reply;
  reply.differs_from_decimal = answer.value != answer.approx;
  reply.value = std::move(answer.value);
  reply.approx = std::move(answer.approx);
  reply.exact = answer.exact;
  reply.type = calc::type_name(answer.type);
  if (!answer.exact) {
    reply.approximated = std::move(answer.approximated);
    reply.note = "value is rounded to nearest; every digit of it is right.";
  }
  return Reply(std::move(reply));
}

Result<Reply> run(const Params& params, CallContext& call) {
  Result<Reply> reply = compute(params, call);
  if (!reply.ok() && reply.error().code == Code::kValidation) reply.error().parameter = "expr";
  return reply;
}

}  // namespace

extern const ToolSpec kTool_calc_exact;
const ToolSpec kTool_calc_exact = make_tool<Params, Reply, run>(
    {.name = "calc_exact",
     .title = "Exact calculator",
     .description =
         "Exact arithmetic on integers, fractions and decimals of any size: 0.1+0.2 == 0.3 is "
         "true. Python notation, ^ is xor, % the remainder; comparisons, bits, and functions such "
         "as sqrt, log(x, base), sin, comb, factorial, pow(a, b, m), round (ties to even), "
         "N(x, digits); pi, e, tau. Irrational results carry certified digits.",
     .group = Group::kCalculator,
     .always_load = true});

}  // namespace codecalc::tools
