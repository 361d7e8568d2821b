// epoch_time: what instant a bare epoch number means.
#include "base/text.h"
#include "calc/arithmetic.h"
#include "calc/times.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

// As seconds: 1973-03-03 to 2286-11-20. Outside, a number is more likely in another unit.
constexpr long kPlausibleFrom = 100'000'000;
constexpr long kPlausibleTo = 10'000'000'000;
/// 9999-12-31T23:59:59Z: ISO 8601 years of four digits end there.
constexpr long kLastSecond = 253'402'300'799;

struct Params {
  std::string n;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::n>("n", "Whole number >= 0, as a string.", {.max_length = 64})),
    };
    return kFields;
  }
};

struct Readings {
  std::optional<std::string> seconds, millis, micros, nanos;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        out<&Readings::seconds>("seconds", ""),
        out<&Readings::millis>("millis", ""),
        out<&Readings::micros>("micros", ""),
        out<&Readings::nanos>("nanos", ""),
    };
    return kFields;
  }
};

struct Reply {
  IntegerText input;
  Readings interpretations;
  std::optional<Readings> implausible;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::input>("input", "")),
        required(out<&Reply::interpretations>("interpretations",
                                              "Unit to ISO 8601 UTC, plausible readings only.")),
        out<&Reply::implausible>("implausible", "The readings, when none is plausible."),
        out<&Reply::note>("note", ""),
    };
    return kFields;
  }
};

Error refused(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

Result<Reply> run(const Params& params, CallContext&) {
  const auto clean = clean_number(params.n);
  const auto n = clean ? calc::Integer::from_digits(*clean) : std::nullopt;
  if (!n) {
    return refused("n is no whole number: \"" + shorten(params.n, 60) +
                   "\"; write the digits of the epoch value");
  }
  if (n->sign() < 0) return refused("n is negative: times before 1970 are not read");
  if (*n > calc::integer_power(10, 21)) return refused("n is above 10^21, beyond any date");
  Reply reply;
  reply.input.digits = n->text();
  struct Unit {
    long per_second;
    std::optional<std::string> Readings::* slot;
  };
  constexpr Unit kUnits[] = {{1, &Readings::seconds},
                             {1'000, &Readings::millis},
                             {1'000'000, &Readings::micros},
                             {1'000'000'000, &Readings::nanos}};
  Readings others;
  bool plausible = false;
  bool possible = false;
  for (const Unit& unit : kUnits) {
    const calc::Integer per_second(unit.per_second);
    if (calc::Integer(kLastSecond + 1) * per_second <= *n) continue;
    const bool likely = calc::Integer(kPlausibleFrom) * per_second <= *n &&
                        *n <= calc::Integer(kPlausibleTo) * per_second;
    (likely ? reply.interpretations : others).*(unit.slot) = calc::iso_time(*n, unit.per_second);
    plausible = plausible || likely;
    possible = true;
  }
  if (!possible) return refused("n is after the year 9999 in every unit");
  if (!plausible) {
    reply.implausible = std::move(others);
    reply.note = "in no unit does n fall between 1973-03-03 and 2286-11-20";
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_epoch_time;
const ToolSpec kTool_epoch_time = make_tool<Params, Reply, run>(
    {.name = "epoch_time",
     .title = "Epoch Time",
     .description = "Reads a Unix epoch number as seconds, milli-, micro- and nanoseconds and "
                    "gives the plausible ones as ISO 8601 UTC, nanoseconds kept.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
