// Runs test/data/tools/<tool>.json over the registry: each case gives arguments and the members
// that the reply has to have ("expect"), or the code and words of a refusal ("refused", "words").
// Every reply is checked against the tool's own full output schema.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/json.h"
#include "registry/registry.h"
#include "registry/schema.h"
#include "tools/services.h"
#include "tools/tool_table.h"

namespace codecalc::tools {
namespace {

using registry::Registry;
using registry::ToolSpec;

class NoProgress final : public registry::ProgressSink {
 public:
  bool wanted() const override { return false; }
  void report(double, double, std::string_view) override {}
};

const std::vector<registry::Group>& all_groups() {
  static const std::vector<registry::Group> kGroups = *registry::parse_tool_selection("full");
  return kGroups;
}

const Registry& the_registry() {
  static const Registry kRegistry(all_tools(), all_groups());
  return kRegistry;
}

Json call(const ToolSpec& tool, const Json& arguments) {
  static Services services;
  registry::CancelToken cancel;
  NoProgress progress;
  registry::CallContext context{services, cancel, progress,
                                std::chrono::steady_clock::now() + std::chrono::seconds(30)};
  return the_registry().call(tool, arguments, context).structured.get();
}

bool has_type(const Json& value, std::string_view type) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.is_boolean();
  if (type == "string") return value.is_string();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  if (!is_number(value)) return false;
  return type == "number" || number_text(value).find_first_of(".eE") == std::string::npos;
}

/// Why `value` does not fit `schema`; empty: it does. Knows the keywords that the field tables use.
std::string mismatch(const Json& value, const Json& schema) {
  if (const auto any = schema.find("anyOf"); any != schema.end()) {
    std::string reasons;
    for (const Json& branch : *any) {
      const std::string why = mismatch(value, branch);
      if (why.empty()) return "";
      reasons += why + "; ";
    }
    return reasons;
  }
  if (const auto fixed = schema.find("const"); fixed != schema.end() && *fixed != value) {
    return "is not " + write_json(*fixed);
  }
  if (const auto type = schema.find("type"); type != schema.end()) {
    bool fits = false;
    if (type->is_string()) fits = has_type(value, type->get<std::string>());
    else
      for (const Json& t : *type) fits = fits || has_type(value, t.get<std::string>());
    if (!fits) return write_json(value).substr(0, 80) + " is no " + write_json(*type);
  }
  if (const auto list = schema.find("enum"); list != schema.end()) {
    if (std::find(list->begin(), list->end(), value) == list->end()) return "not in the enum";
  }
  if (value.is_array() && schema.contains("items")) {
    for (const Json& element : value) {
      if (std::string why = mismatch(element, schema["items"]); !why.empty()) return why;
    }
  }
  if (!value.is_object()) return "";
  for (const Json& name : schema.value("required", Json::array())) {
    if (!value.contains(name.get<std::string>())) return "lacks " + name.get<std::string>();
  }
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, member] : value.items()) {
    if (const auto known = properties.find(name); known != properties.end()) {
      if (std::string why = mismatch(member, *known); !why.empty()) return name + ": " + why;
    } else if (const auto more = schema.find("additionalProperties"); more != schema.end()) {
      if (more->is_boolean() && !more->get<bool>()) return "has the unknown member " + name;
      if (more->is_object()) {
        if (std::string why = mismatch(member, *more); !why.empty()) return name + ": " + why;
      }
    }
  }
  return "";
}

/// Objects may have more members than expected; numbers have to have the same text.
std::string difference(const Json& got, const Json& wanted, const std::string& path) {
  if (wanted.is_object() && got.is_object()) {
    for (const auto& [name, value] : wanted.items()) {
      const auto it = got.find(name);
      if (it == got.end()) return path + name + " is absent";
      if (std::string d = difference(*it, value, path + name + "."); !d.empty()) return d;
    }
    return "";
  }
  if (wanted.is_array() && got.is_array() && wanted.size() == got.size()) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (std::string d = difference(got[i], wanted[i], path + std::to_string(i) + ".");
          !d.empty()) {
        return d;
      }
    }
    return "";
  }
  const bool same =
      is_number(got) && is_number(wanted) ? number_text(got) == number_text(wanted) : got == wanted;
  return same ? ""
              : path + " is " + write_json(got).substr(0, 300) + ", expected " + write_json(wanted);
}

std::string text_member(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

void check(const ToolSpec& tool, const Json& test) {
  const Json reply = call(tool, test["arguments"]);
  const std::string label = std::string(tool.traits.name) + " " + write_json(test["arguments"]);
  EXPECT_EQ(mismatch(reply, registry::full_output_schema(tool)), "")
      << label << '\n'
      << write_json(reply).substr(0, 2000);
  if (const auto refused = test.find("refused"); refused != test.end()) {
    EXPECT_EQ(reply.value("ok", true), false) << label;
    const std::string error = text_member(reply, "error");
    EXPECT_EQ(text_member(reply, "code"), refused->get<std::string>()) << label << ' ' << error;
    EXPECT_NE(error.find(test.value("words", "")), std::string::npos) << label << ": " << error;
    EXPECT_NE(text_member(reply, "remedy"), "") << label;
  } else {
    EXPECT_EQ(reply.value("ok", false), true) << label << ' ' << text_member(reply, "error");
    EXPECT_EQ(difference(reply, test["expect"], ""), "") << label;
  }
}

TEST(ToolTables, EveryCaseHolds) {
  std::size_t cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CODECALC_TEST_DATA "/tools")) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().stem().string();
    const ToolSpec* tool = the_registry().find(name);
    ASSERT_NE(tool, nullptr) << name;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const auto read = read_json(text.str());
    ASSERT_TRUE(std::holds_alternative<Json>(read)) << entry.path();
    for (const Json& test : std::get<Json>(read)) {
      check(*tool, test);
      ++cases;
    }
  }
  EXPECT_GE(cases, 200U);
}

TEST(ToolTables, EveryCalculatorToolHasATable) {
  for (const ToolSpec* tool : the_registry().tools()) {
    if (tool->traits.group != registry::Group::kCalculator) continue;
    // These have tables of their own form.
    const std::string name(tool->traits.name);
    if (name == "calc_exact" || name == "evaluate_expression" || name == "symbolic" ||
        name == "matrix") {
      continue;
    }
    EXPECT_TRUE(std::filesystem::exists(std::string(CODECALC_TEST_DATA "/tools/") + name + ".json"))
        << name;
  }
}

}  // namespace
}  // namespace codecalc::tools
