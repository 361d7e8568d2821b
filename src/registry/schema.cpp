// JSON Schemas derived from the field tables.
#include "registry/schema.h"

#include "base/json.h"
#include "registry/contract.h"

namespace codecalc::registry {

Json input_schema(const ToolSpec& tool) {
  Json schema = {{"type", "object"}, {"properties", Json::object()}};
  Json required = Json::array();
  for (const Field& f : tool.params) {
    Json property = Json::object();
    f.describe(property, tool.param_defaults, f.limits);
    if (f.required) {
      property.erase("default");
      required.push_back(f.name);
    }
    if (!f.description.empty()) property["description"] = f.description;
    schema["properties"][std::string(f.name)] = std::move(property);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

Json brief_output_schema(const ToolSpec& tool) {
  if (tool.traits.list_reply) {
    return {{"type", "object"},
            {"properties", {{"result", {{"type", "array"}}}}},
            {"required", {"result"}}};
  }
  return {{"type", "object"}, {"properties", {{"ok", {{"type", "boolean"}}}}}, {"required", {"ok"}}};
}

Json full_output_schema(const ToolSpec& tool) {
  Json success = Json::object();
  detail::describe_object(success, tool.reply_defaults, tool.reply);
  // Descriptions serve the reader of the published schema.
  for (const Field& f : tool.reply) {
    if (!f.description.empty()) {
      success["properties"][std::string(f.name)]["description"] = f.description;
    }
  }
  if (tool.traits.list_reply) {
    success["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    return success;
  }
  Json& properties = success["properties"];
  if (!properties.contains("ok")) properties["ok"] = {{"const", true}};
  properties["contract_version"] = {{"const", kContractVersion}};
  Json& required = success["required"];
  if (!required.is_array()) required = Json::array();
  for (const char* name : {"ok", "contract_version"}) {
    bool listed = false;
    for (const auto& r : required) listed = listed || r == name;
    if (!listed) required.push_back(name);
  }
  // Any member may carry a failure's words beside a verdict; a closed object catches a member
  // that no table names.
  for (const char* name : {"error", "remedy"}) {
    if (!properties.contains(name)) properties[name] = {{"type", "string"}};
  }
  Json codes = Json::array();
  for (int i = 0; i <= static_cast<int>(Code::kInternal); ++i) {
    codes.push_back(code_name(static_cast<Code>(i)));
  }
  if (!properties.contains("code")) properties["code"] = {{"enum", codes}};
  success["additionalProperties"] = false;
  Json failure = {
      {"type", "object"},
      {"properties",
       {{"ok", {{"const", false}}},
        {"code", {{"enum", codes}}},
        {"error", {{"type", "string"}}},
        {"remedy", {{"type", "string"}}},
        {"parameter", {{"type", "string"}}},
        {"contract_version", {{"const", kContractVersion}}}}},
      {"required", {"ok", "code", "error", "remedy", "contract_version"}}};
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", tool.traits.name},
          {"type", "object"},
          {"anyOf", {std::move(success), std::move(failure)}}};
}

}  // namespace codecalc::registry
