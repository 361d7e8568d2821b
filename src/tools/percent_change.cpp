// percent_change: relative growth from one value to another, exactly.
#include "calc/arithmetic.h"
#include "calc/rounding.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kMaxText = 2'000;

struct Params {
  std::string from_value;
  std::string to_value;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::from_value>("from_value", "Base: decimal or fraction, not 0.",
                                            {.max_length = kMaxText})),
        required(field<&Params::to_value>("to_value", "New value.", {.max_length = kMaxText})),
    };
    return kFields;
  }
};

struct Reply {
  std::string from_value;
  std::string to_value;
  std::string percent_exact;
  NumberText percent_decimal;
  std::string absolute_change;
  std::string direction;
  std::string multiplier;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::from_value>("from_value", "As an exact fraction.")),
        required(out<&Reply::to_value>("to_value", "As an exact fraction.")),
        required(out<&Reply::percent_exact>("percent_exact",
                                            "100 * (to - from) / |from|, an exact fraction.")),
        required(out<&Reply::percent_decimal>("percent_decimal", "The same, rounded if need be.")),
        required(out<&Reply::absolute_change>("absolute_change", "to - from.")),
        required(out<&Reply::direction>("direction", "increase, decrease or unchanged.")),
        required(out<&Reply::multiplier>("multiplier", "to / from.")),
        out<&Reply::note>("note", "Said of a negative base."),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext&) {
  TRY_ASSIGN(const calc::Rational from, calc::parse_rational(params.from_value, "from_value"));
  TRY_ASSIGN(const calc::Rational to, calc::parse_rational(params.to_value, "to_value"));
  if (from.sign() == 0) {
    return Error{Code::kValidation,
                 "from_value is zero: a change relative to zero is undefined; give the absolute "
                 "change instead",
                 "", ""};
  }
  const calc::Rational change = to - from;
  const calc::Rational percent = calc::Rational(100) * change / calc::absolute(from);
  Reply reply;
  reply.from_value = from.text();
  reply.to_value = to.text();
  reply.percent_exact = percent.text();
  reply.percent_decimal.text = calc::shown(percent).text;
  reply.absolute_change = change.text();
  reply.direction = change.sign() > 0 ? "increase" : change.sign() < 0 ? "decrease" : "unchanged";
  reply.multiplier = (to / from).text();
  if (from.sign() < 0) {
    reply.note = "The base is negative: the percentage is relative to its magnitude.";
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_percent_change;
const ToolSpec kTool_percent_change = make_tool<Params, Reply, run>(
    {.name = "percent_change",
     .title = "Percent Change",
     .description = "Exact percent change from FROM_VALUE to TO_VALUE, relative to the magnitude "
                    "of the base, with direction and multiplier.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
