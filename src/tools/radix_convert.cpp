// radix_convert: a number, fraction included, from one base to another.
#include "calc/radix.h"

#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kMaxText = 10'000;
constexpr std::size_t kMaxDigits = 10'000;
constexpr std::size_t kMaxPeriodShown = 1'000;

struct Params {
  std::string value;
  std::int64_t from_base = 10;
  std::int64_t to_base = 10;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::value>("value", "Digits 0-9, a-z; point and minus allowed.",
                                       {.max_length = kMaxText})),
        field<&Params::from_base>("from_base", "", {.min = 2, .max = 36}),
        field<&Params::to_base>("to_base", "", {.min = 2, .max = 36}),
    };
    return kFields;
  }
};

struct Reply {
  std::string value;
  bool non_terminating = false;
  std::optional<std::string> repeating;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::value>("value", "In to_base; ends in … when digits are left out.")),
        required(out<&Reply::non_terminating>("non_terminating", "In to_base.")),
        out<&Reply::repeating>("repeating", "The period in brackets: 0.0(0011)."),
        out<&Reply::note>("note", ""),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext&) {
  TRY_ASSIGN(const calc::Rational value,
             calc::parse_radix(params.value, static_cast<int>(params.from_base)));
  const int base = static_cast<int>(params.to_base);
  calc::RadixText text = calc::format_radix(value, base, kMaxDigits);
  if (!text.terminates && text.text.size() > kMaxPeriodShown) {
    text = calc::format_radix(value, base, kMaxPeriodShown);
  }
  Reply reply;
  reply.value = std::move(text.text);
  reply.non_terminating = !text.terminates;
  if (!text.repeating.empty()) reply.repeating = std::move(text.repeating);
  else if (text.cut) reply.note = "cut: the period or the fraction is longer than shown";
  return reply;
}

}  // namespace

extern const ToolSpec kTool_radix_convert;
const ToolSpec kTool_radix_convert = make_tool<Params, Reply, run>(
    {.name = "radix_convert",
     .title = "Radix Convert",
     .description = "Converts a number of any size between bases 2 to 36, fractions included; a "
                    "fraction that does not end in the new base is flagged, with its period.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
