// convert_units: a value in other units, by exact factors.
#include "base/text.h"
#include "calc/float_bits.h"
#include "calc/units/convert.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kMaxUnitText = 200;
constexpr std::size_t kMaxExactText = 400;

struct Params {
  NumberText value;
  std::string from_unit;
  std::string to_unit;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::value>("value", "")),
        required(field<&Params::from_unit>("from_unit", "E.g. km/h, MiB, °C, kg*m/s^2.",
                                           {.max_length = kMaxUnitText})),
        required(field<&Params::to_unit>("to_unit", "", {.max_length = kMaxUnitText})),
    };
    return kFields;
  }
};

struct Reply {
  NumberText value;
  std::string unit;
  std::string from;
  bool exact = false;
  std::optional<std::string> value_exact;
  std::string dimension;
  std::optional<bool> inverted;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::value>("value", "All digits, or rounded to 17.")),
        required(out<&Reply::unit>("unit", "to_unit.")),
        required(out<&Reply::from>("from", "The value and unit given.")),
        required(out<&Reply::exact>("exact", "Whether value is exact: not rounded, not measured.")),
        out<&Reply::value_exact>("value_exact",
                                 "Exact, when value is rounded: 25146/15625, pi/180."),
        required(out<&Reply::dimension>("dimension", "")),
        out<&Reply::inverted>("inverted", "The units are reciprocal (mpg and L/100km)."),
        out<&Reply::note>("note", "Which reading of a name was taken."),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext&) {
  TRY_ASSIGN(const calc::Rational value, calc::parse_decimal(params.value.text));
  TRY_ASSIGN(calc::units::Conversion c,
             calc::units::convert(value, params.from_unit, params.to_unit));
  const calc::Decimal decimal =
      c.pi_power == 0 ? calc::shown(c.factor)
                      : calc::units::round_with_pi(c.factor, c.pi_power, calc::kShownDigits);
  Reply reply;
  reply.value.text = decimal.text;
  reply.unit = trim(params.to_unit);
  reply.from = calc::in_python_style(params.value.text) + " " + std::string(trim(params.from_unit));
  reply.exact = decimal.exact && !c.measured;
  if (!decimal.exact && !c.measured) {
    std::string exact = calc::units::with_pi(c.factor, c.pi_power);
    if (exact.size() <= kMaxExactText) reply.value_exact = std::move(exact);
  }
  reply.dimension = calc::units::dimension_name(c.dimension);
  if (c.inverted) reply.inverted = true;
  if (c.measured) c.notes.emplace_back("a measured CODATA 2022 value takes part");
  for (const std::string& note : c.notes) {
    reply.note = reply.note ? *reply.note + "; " + note : note;
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_convert_units;
const ToolSpec kTool_convert_units = make_tool<Params, Reply, run>(
    {.name = "convert_units",
     .title = "Convert Units",
     .description = "Exact unit conversion: SI with prefixes, US and imperial, data, temperature "
                    "(°C a reading, delta_degC a difference), fuel economy, compound units. "
                    "Symbols are case-sensitive: mW is not MW, Mb not MB.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
