// Groups, tools/list, and the one way to call a tool.
#include "registry/registry.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "base/text.h"
#include "registry/contract.h"
#include "registry/schema.h"

namespace codecalc::registry {
namespace {

constexpr std::array kGroups = {Group::kCalculator, Group::kVerification, Group::kExecution,
                                Group::kSessions,   Group::kAnalysis,     Group::kAdmin};
constexpr std::array kCore = {Group::kCalculator};
constexpr std::array kDev = {Group::kCalculator, Group::kExecution, Group::kVerification,
                             Group::kAnalysis};
constexpr std::array<Preset, 3> kPresets = {{{"core", kCore}, {"dev", kDev}, {"full", kGroups}}};

struct Retired {
  std::string_view name;
  std::string_view replacement;
};
constexpr std::array<Retired, 8> kRetired = {{
    {"bit_analysis", "bits with mode=\"analysis\""},
    {"bitop", "bits with mode=\"op\""},
    {"int_widths", "bits with mode=\"widths\""},
    {"base_repr", "bits with mode=\"repr\""},
    {"solve_expression", "symbolic with op=\"solve\""},
    {"solve_linear", "symbolic with op=\"solve_linear\""},
    {"simplify_expression", "symbolic with op=\"simplify\""},
    {"limit_expression", "symbolic with op=\"limit\""},
}};

void add_unique(std::vector<Group>& groups, Group group) {
  if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
}

bool add_named(std::vector<Group>& groups, std::string_view word) {
  for (const Group g : kGroups) {
    if (group_name(g) == word) return add_unique(groups, g), true;
  }
  for (const Preset& preset : kPresets) {
    if (preset.name != word) continue;
    for (const Group g : preset.groups) add_unique(groups, g);
    return true;
  }
  return false;
}

Json text_block(std::string text) { return {{"type", "text"}, {"text", std::move(text)}}; }

CallReply finish(Json structured, bool is_error) {
  CallReply reply;
  reply.blocks.emplace_back(text_block(write_json_indented(structured)));
  reply.structured = JsonBox(std::move(structured));
  reply.is_error = is_error;
  return reply;
}

CallReply list_reply(Json structured) {
  CallReply reply;
  for (const Json& row : structured["result"]) {
    reply.blocks.emplace_back(text_block(write_json_indented(row)));
  }
  reply.structured = JsonBox(std::move(structured));
  return reply;
}

}  // namespace

std::string_view group_name(Group group) {
  switch (group) {
    case Group::kCalculator: return "calculator";
    case Group::kVerification: return "verification";
    case Group::kExecution: return "execution";
    case Group::kSessions: return "sessions";
    case Group::kAnalysis: return "analysis";
    case Group::kAdmin: return "admin";
  }
  return "";
}

std::span<const Preset> presets() { return kPresets; }

Result<std::vector<Group>> parse_tool_selection(std::string_view text) {
  std::vector<Group> groups;
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const std::string_view word = trim(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    if (word.empty() || add_named(groups, word)) continue;
    std::string known;
    for (const Group g : kGroups) known += std::string(group_name(g)) + ", ";
    for (const Preset& p : kPresets) known += std::string(p.name) + ", ";
    known.resize(known.size() - 2);
    return Error{Code::kValidation,
                 "CODECALC_TOOLS names \"" + shorten(word, 64) + "\", which is no group or preset",
                 "CODECALC_TOOLS", "Known: " + known + "."};
  }
  if (groups.empty()) groups.assign(kGroups.begin(), kGroups.end());
  return groups;
}

Json describe_tool(const ToolSpec& tool) {
  const ToolTraits& t = tool.traits;
  Json entry = {{"name", t.name},
                {"title", t.title},
                {"description", t.description},
                {"inputSchema", input_schema(tool)},
                {"outputSchema", brief_output_schema(tool)},
                {"annotations",
                 {{"readOnlyHint", t.annotations.read_only},
                  {"destructiveHint", t.annotations.destructive},
                  {"idempotentHint", t.annotations.idempotent},
                  {"openWorldHint", t.annotations.open_world}}}};
  Json meta = Json::object();
  if (t.always_load) meta["anthropic/alwaysLoad"] = true;
  if (t.max_result_chars > 0) meta["anthropic/maxResultSizeChars"] = t.max_result_chars;
  if (t.requires_user_interaction) meta["anthropic/requiresUserInteraction"] = true;
  if (!t.ui_resource.empty()) {
    meta["ui"] = {{"resourceUri", t.ui_resource}};
    meta["ui/resourceUri"] = t.ui_resource;
  }
  if (!meta.empty()) entry["_meta"] = std::move(meta);
  return entry;
}

Registry::Registry(std::span<const ToolSpec* const> tools, std::span<const Group> active)
    : declared_(tools.begin(), tools.end()) {
  Json list = Json::array();
  for (const ToolSpec* tool : declared_) {
    if (std::find(active.begin(), active.end(), tool->traits.group) == active.end()) continue;
    active_.push_back(tool);
    list.push_back(describe_tool(*tool));
  }
  list_json_ = write_json(list);
}

const ToolSpec* Registry::find(std::string_view name) const {
  for (const ToolSpec* tool : active_) {
    if (tool->traits.name == name) return tool;
  }
  return nullptr;
}

std::string Registry::why_absent(std::string_view name) const {
  const std::string quoted = "\"" + shorten(name, 64) + "\"";
  for (const Retired& retired : kRetired) {
    if (retired.name == name) {
      return "tool " + quoted + " was retired; call " + std::string(retired.replacement);
    }
  }
  for (const ToolSpec* tool : declared_) {
    if (tool->traits.name == name) {
      return "tool " + quoted + " is in the group " + std::string(group_name(tool->traits.group)) +
             ", which CODECALC_TOOLS left out";
    }
  }
  std::vector<std::string_view> names;
  for (const ToolSpec* tool : active_) names.push_back(tool->traits.name);
  std::string message = "unknown tool " + quoted;
  if (const auto near = nearest(name, names); !near.empty()) {
    message += "; did you mean \"" + std::string(near) + "\"?";
  }
  return message;
}

CallReply Registry::call(const ToolSpec& tool, const Json& arguments, CallContext& context) const {
  auto raw = tool.invoke(arguments, context);
  if (!raw.ok()) {
    const Error& error = raw.error();
    // A parameter named by the decoder: the arguments could not be used at all.
    return finish(failure_result(error), !error.parameter.empty());
  }
  if (tool.traits.list_reply) return list_reply(std::move(raw->structured.get()));
  Json structured = std::move(raw->structured.get());
  stamp(structured);
  CallReply reply = finish(std::move(structured), false);
  if (raw->content.instead_of_text) reply.blocks.clear();
  for (auto& block : raw->content.blocks) reply.blocks.push_back(std::move(block));
  return reply;
}

}  // namespace codecalc::registry
