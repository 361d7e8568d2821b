// physical_constants: CODATA 2022 values with unit and uncertainty.
#include "calc/physical_constants.h"

#include <algorithm>

#include "base/text.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Params {
  std::optional<std::string> name;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        field<&Params::name>("name", "Name or symbol (c, h, N_A, electron_mass); none lists all.",
                             {.max_length = 200}),
    };
    return kFields;
  }
};

struct Row {
  std::string name;
  std::string value;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Row::name>("name", "")),
        required(out<&Row::value>("value", "symbol = value unit")),
    };
    return kFields;
  }
};

struct ListReply {
  std::vector<Row> constants;
  std::int64_t count = 0;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&ListReply::constants>("constants", "In order of name.")),
        required(out<&ListReply::count>("count", "")),
    };
    return kFields;
  }
};

struct ConstantReply {
  std::string name;
  std::string description;
  std::string title;
  NumberText value;
  std::string unit;
  NumberText uncertainty;
  bool exact = false;
  std::string symbol;
  std::string source;
  std::optional<std::string> formula;
  std::optional<std::string> resolved_from;
  std::optional<std::vector<std::string>> also_matches;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&ConstantReply::name>("name", "")),
        required(out<&ConstantReply::description>("description", "symbol = value unit")),
        required(out<&ConstantReply::title>("title", "")),
        required(out<&ConstantReply::value>("value", "In the unit given.")),
        required(out<&ConstantReply::unit>("unit", "Empty for a plain number.")),
        required(out<&ConstantReply::uncertainty>("uncertainty", "Standard; 0 when exact.")),
        required(out<&ConstantReply::exact>("exact", "Fixed by definition.")),
        required(out<&ConstantReply::symbol>("symbol", "")),
        required(out<&ConstantReply::source>("source", "")),
        out<&ConstantReply::formula>("formula", "Of a derived one; value is then rounded."),
        out<&ConstantReply::resolved_from>("resolved_from", "The name given, if another."),
        out<&ConstantReply::also_matches>("also_matches", "Others that the name given fits."),
    };
    return kFields;
  }
};

struct UnknownReply {
  bool ok = false;
  std::string error;
  std::vector<std::string> suggestions;
  std::string code = "validation";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&UnknownReply::ok>("ok", "")),
        required(out<&UnknownReply::error>("error", "")),
        required(out<&UnknownReply::suggestions>("suggestions", "Names near to it.")),
        required(out<&UnknownReply::code>("code", "")),
    };
    return kFields;
  }
};

using Reply = OneOf<ListReply, ConstantReply, UnknownReply>;

/// A unit as people print it: "m³/(kg·s²)", "/mol".
std::string printed(std::string_view unit) {
  constexpr std::pair<char, std::string_view> kPowers[] = {{'2', "²"}, {'3', "³"}, {'4', "⁴"}};
  std::string text;
  if (unit.starts_with("1/")) unit.remove_prefix(1);
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == '*') {
      text += "·";
    } else if (unit[i] == '^' && i + 1 < unit.size()) {
      ++i;
      for (const auto& [digit, sign] : kPowers) {
        if (unit[i] == digit) text += sign;
      }
    } else {
      text += unit[i];
    }
  }
  return text;
}

std::string summary(const calc::Constant& c) {
  constexpr std::string_view kUnits[] = {"au", "u", "eV", "ly", "pc", "atm"};
  const bool is_unit =
      std::find(std::begin(kUnits), std::end(kUnits), c.symbol) != std::end(kUnits);
  std::string text = (is_unit ? "1 " : "") + std::string(c.symbol) + " = " + std::string(c.value);
  if (!c.unit.empty()) text += " " + printed(c.unit);
  return text;
}

ListReply list_all() {
  ListReply list;
  for (const calc::Constant& c : calc::constants()) {
    list.constants.push_back({std::string(c.name), summary(c)});
  }
  list.count = static_cast<std::int64_t>(list.constants.size());
  return list;
}

UnknownReply unknown(const std::string& name) {
  UnknownReply reply;
  reply.error = "unknown constant \"" + shorten(name, 60) + "\"; call without name for all";
  for (const auto near : calc::near_constants(name)) reply.suggestions.emplace_back(near);
  return reply;
}

ConstantReply describe(const calc::ConstantMatch& match, const std::string& name) {
  const calc::Constant& c = *match.constant;
  ConstantReply reply;
  reply.name = c.name;
  reply.description = summary(c);
  reply.title = c.title;
  reply.value.text = c.value;
  reply.unit = c.unit;
  reply.uncertainty.text = c.uncertainty;
  reply.exact = c.exact;
  reply.symbol = c.symbol;
  reply.source = c.source;
  if (!c.formula.empty()) reply.formula = c.formula;
  if (!match.by_name) reply.resolved_from = name;
  if (!match.others.empty()) {
    reply.also_matches.emplace(match.others.begin(), match.others.end());
  }
  return reply;
}

Result<Reply> run(const Params& params, CallContext&) {
  Reply reply(ListReply{});
  if (!params.name || trim(*params.name).empty()) {
    reply.form = list_all();
    return reply;
  }
  const calc::ConstantMatch match = calc::find_constant(*params.name);
  if (match.constant == nullptr) reply.form = unknown(*params.name);
  else reply.form = describe(match, *params.name);
  return reply;
}

}  // namespace

extern const ToolSpec kTool_physical_constants;
const ToolSpec kTool_physical_constants = make_tool<Params, Reply, run>(
    {.name = "physical_constants",
     .title = "Physical Constants",
     .description = "Fundamental constants (CODATA 2022, SI, IAU): value, unit, standard "
                    "uncertainty, and whether it is exact by definition.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
