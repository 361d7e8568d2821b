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
  return {
      {"type", "object"}, {"properties", {{"ok", {{"type", "boolean"}}}}}, {"required", {"ok"}}};
}

namespace {

constexpr std::string_view kDialect = "https://json-schema.org/draft/2020-12/schema";

Json code_enum() {
  Json codes = Json::array();
  for (int i = 0; i <= static_cast<int>(Code::kInternal); ++i) {
    codes.push_back(code_name(static_cast<Code>(i)));
  }
  return codes;
}

void require(Json& schema, std::string_view name) {
  Json& required = schema["required"];
  if (!required.is_array()) required = Json::array();
  for (const auto& listed : required) {
    if (listed == name) return;
  }
  required.push_back(name);
}

/// The members of one form as its table has them, with their descriptions.
Json form_schema(const ReplyShape& shape) {
  Json schema = Json::object();
  detail::describe_object(schema, shape.defaults, shape.fields);
  // Descriptions serve the reader of the published schema.
  for (const Field& f : shape.fields) {
    if (!f.description.empty()) {
      schema["properties"][std::string(f.name)]["description"] = f.description;
    }
  }
  return schema;
}

/// Adds what the stamp gives to every result.
void add_stamp(Json& form) {
  Json& properties = form["properties"];
  if (!properties.contains("ok")) properties["ok"] = {{"const", true}};
  properties["contract_version"] = {{"const", kContractVersion}};
  require(form, "ok");
  require(form, "contract_version");
  // Any member may carry a failure's words beside a verdict.
  for (const char* name : {"error", "remedy"}) {
    if (!properties.contains(name)) properties[name] = {{"type", "string"}};
  }
  if (!properties.contains("code")) properties["code"] = {{"enum", code_enum()}};
}

Json failure_schema() {
  return {{"type", "object"},
          {"properties",
           {{"ok", {{"const", false}}},
            {"code", {{"enum", code_enum()}}},
            {"error", {{"type", "string"}}},
            {"remedy", {{"type", "string"}}},
            {"parameter", {{"type", "string"}}},
            {"contract_version", {{"const", kContractVersion}}}}},
          {"required", {"ok", "code", "error", "remedy", "contract_version"}}};
}

}  // namespace

Json full_output_schema(const ToolSpec& tool) {
  Json forms = Json::array();
  for (const ReplyShape& shape : tool.shapes) {
    Json form = form_schema(shape);
    if (!tool.traits.list_reply) add_stamp(form);
    // Closed, so that the tests catch a member that no table names.
    form["additionalProperties"] = false;
    forms.push_back(std::move(form));
  }
  forms.push_back(failure_schema());
  return {{"$schema", kDialect},
          {"title", tool.traits.name},
          {"type", "object"},
          {"anyOf", std::move(forms)}};
}

Json result_schema(std::span<const ToolSpec* const> tools) {
  Json families = Json::array();
  Json defs = Json::object();
  for (const ToolSpec* tool : tools) {
    for (const ReplyShape& shape : tool->shapes) {
      const std::string family(shape.family);
      if (family.empty() || defs.contains(family)) continue;
      Json form = form_schema(shape);
      Json absent = Json::array();
      for (const auto name : shape.absent) absent.push_back({{"required", {name}}});
      if (!absent.empty()) form["not"] = {{"anyOf", std::move(absent)}};
      defs[family] = std::move(form);
      families.push_back({{"$ref", "#/$defs/" + family}});
    }
  }
  // Open: a minor version may add members.
  return {{"$schema", kDialect},
          {"title", "Results of the tools that run code"},
          {"type", "object"},
          {"required", {"ok", "contract_version"}},
          {"properties",
           {{"contract_version", {{"type", "string"}, {"pattern", "^\\d+\\.\\d+\\.\\d+$"}}},
            {"ok", {{"type", "boolean"}}}}},
          {"oneOf", std::move(families)},
          {"$defs", std::move(defs)}};
}

}  // namespace codecalc::registry
