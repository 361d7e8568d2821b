// The tools that one process serves: which are active, their listing, calling one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fwd.h"
#include "base/result.h"
#include "registry/tool.h"

namespace codecalc::registry {

std::string_view group_name(Group group);

/// The groups that CODECALC_TOOLS asks for: group and preset names, comma-separated; empty means
/// all. Error kValidation names the unknown word and every known one.
Result<std::vector<Group>> parse_tool_selection(std::string_view text);

/// The presets: core, dev, full.
struct Preset {
  std::string_view name;
  std::span<const Group> groups;
};
std::span<const Preset> presets();

/// What a finished call gives to the protocol layer.
struct CallReply {
  JsonBox structured;           ///< the stamped result; text content says the same
  std::vector<JsonBox> blocks;  ///< all content blocks, text first
  bool is_error = false;        ///< arguments that could not be used
};

class Registry {
 public:
  /// `tools` must outlive the registry (it is the static table in src/tools/).
  Registry(std::span<const ToolSpec* const> tools, std::span<const Group> active);

  std::span<const ToolSpec* const> tools() const { return active_; }
  /// All tools of the table, active or not.
  std::span<const ToolSpec* const> declared() const { return declared_; }

  /// Null when there is no such active tool.
  const ToolSpec* find(std::string_view name) const;

  /// Why `name` cannot be called: unknown (with the nearest name), retired (with the replacement),
  /// or in a group that CODECALC_TOOLS left out.
  std::string why_absent(std::string_view name) const;

  /// The array of tools/list, as JSON text made once.
  const std::string& list_json() const { return list_json_; }

  /// Decodes, runs, stamps. `arguments` must be an object. Never throws.
  CallReply call(const ToolSpec& tool, const Json& arguments, CallContext& context) const;

 private:
  std::vector<const ToolSpec*> declared_;
  std::vector<const ToolSpec*> active_;
  std::string list_json_;
};

/// One tool as tools/list shows it.
Json describe_tool(const ToolSpec& tool);

}  // namespace codecalc::registry
