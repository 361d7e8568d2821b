// list_units: the names that convert_units knows.
#include <algorithm>

#include "calc/units/index.h"
#include "calc/units/unit.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Params {
  static std::span<const Field> fields() { return {}; }
};

struct Reply {
  std::int64_t count = 0;
  std::vector<std::string> units;
  std::vector<std::string> prefixes;
  std::string note =
      "Prefixes go before SI units (kPa, µs), k and above and Ki.. before bit, B, bps, Bps. Units "
      "combine with * / ^ and brackets: km/h, kg*m/s^2, W/m^2, L/100km; square_ and cubic_ work on "
      "words. Symbols are case-sensitive, words are not and may take a plural s.";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::count>("count", "")),
        required(out<&Reply::units>("units", "Symbols and words, sorted.")),
        required(out<&Reply::prefixes>("prefixes", "Symbol and word.")),
        required(out<&Reply::note>("note", "How names are built.")),
    };
    return kFields;
  }
};

// Names that prefixes, plurals or compound units make, listed since people look for them.
constexpr std::string_view kCommon =
    "kg km cm mm um µm nm mg ug ml mL ms us ns km/h m/s m2 km2 cm2 m3 cm3 ft2 ft3 kHz MHz GHz kW "
    "MW "
    "GW kWh MWh mW kJ MJ kPa MPa hPa mbar kB MB GB TB PB KiB MiB GiB TiB Mb Gb Mbps Gbps MB/s "
    "MiB/s "
    "mAh keV MeV GeV L/100km km/L bytes days feet grams hours liters meters miles seconds "
    "kilogram kilometer centimeter millimeter nanometer microgram milligram milliliter millisecond "
    "microsecond nanosecond kilojoule kilocalorie kcal kilopascal megapascal kilowatt megawatt "
    "kilobyte megabyte gigabyte terabyte kibibyte mebibyte gibibyte megabit gigabit";

Reply make_reply() {
  Reply reply;
  for (const auto name : calc::units::all_names()) reply.units.emplace_back(name);
  calc::units::for_each_word(kCommon,
                             [&](std::string_view name) { reply.units.emplace_back(name); });
  std::sort(reply.units.begin(), reply.units.end());
  reply.units.erase(std::unique(reply.units.begin(), reply.units.end()), reply.units.end());
  reply.count = static_cast<std::int64_t>(reply.units.size());
  for (const calc::units::Prefix& p : calc::units::prefixes()) {
    reply.prefixes.push_back(std::string(p.symbol) + " " + std::string(p.word));
  }
  return reply;
}

Result<Reply> run(const Params&, CallContext&) {
  static const Reply kReply = make_reply();
  return kReply;
}

}  // namespace

extern const ToolSpec kTool_list_units;
const ToolSpec kTool_list_units = make_tool<Params, Reply, run>(
    {.name = "list_units",
     .title = "List Units",
     .description = "Every unit name that convert_units knows, the prefixes, and how compound "
                    "units are written.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
