// codecalc schemas: the published schemas, made from the field tables.
#include <filesystem>
#include <fstream>
#include <string>

#include "base/json.h"
#include "cli/command.h"
#include "registry/schema.h"

namespace codecalc::cli {
namespace {

bool write_schema(const std::filesystem::path& path, const Json& schema) {
  std::ofstream file(path, std::ios::binary);
  file << write_json_indented(schema) << '\n';
  file.close();
  if (file.good()) return true;
  print_error("cannot write " + path.string());
  return false;
}

int write_schemas(const Invocation& invocation) {
  const auto arguments = split_arguments("schemas", invocation.arguments, {}, 1);
  if (!arguments) return kUsage;
  if (arguments->words.empty()) {
    print_error("name a folder; see codecalc schemas --help");
    return kUsage;
  }
  const std::filesystem::path folder(arguments->words[0]);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    print_error("cannot make the folder " + folder.string() + ": " + error.message());
    return kFailed;
  }
  // All tools, whichever are active: the contract is one.
  const auto tools = invocation.registry.declared();
  bool written = write_schema(folder / "result-v1.schema.json", registry::result_schema(tools));
  for (const registry::ToolSpec* tool : tools) {
    const std::string name = std::string(tool->traits.name) + ".schema.json";
    written = write_schema(folder / name, registry::full_output_schema(*tool)) && written;
  }
  return written ? kDone : kFailed;
}

}  // namespace

const Command kSchemas = {
    "schemas",
    {},
    "write the JSON Schemas of all results",
    "usage: codecalc schemas FOLDER\n\n"
    "Writes result-v1.schema.json and one TOOL.schema.json per tool (JSON Schema 2020-12), as\n"
    "published in docs/contract.\n",
    write_schemas};

}  // namespace codecalc::cli
