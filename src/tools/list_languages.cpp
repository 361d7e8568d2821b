// list_languages: every language, whether this machine has it, and how far we vouch for it.
#include <algorithm>

#include "registry/tool.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct LanguageRow {
  std::string name;
  std::vector<std::string> aliases;
  std::string extension;
  bool compiled = false;
  std::optional<std::string> compile;
  std::string run;
  std::string tier;
  bool available = false;
  std::string status;
  std::string status_basis;
  std::optional<std::string> detail;
  static std::span<const Field> fields() {
    static constexpr std::string_view kTiers[] = {"tested", "best_effort", "plan_only"};
    static constexpr std::string_view kStatuses[] = {"supported", "installed", "unhealthy",
                                                     "available"};
    static constexpr std::string_view kBases[] = {"resolved", "executed"};
    static constexpr Field rows[] = {
        required(out<&LanguageRow::name>("name", "What to pass as language.")),
        required(out<&LanguageRow::aliases>("aliases", "Other names that serve, in any case.")),
        required(out<&LanguageRow::extension>("extension", "File ending.")),
        required(out<&LanguageRow::compiled>("compiled", "Has a step before the run.")),
        out<&LanguageRow::compile>("compile", "That step's command."),
        required(out<&LanguageRow::run>("run", "The command.")),
        required(out<&LanguageRow::tier>("tier", "tested: continuous integration runs it.",
                                         {.one_of = kTiers})),
        required(out<&LanguageRow::available>("available", "Its programs were found.")),
        required(out<&LanguageRow::status>("status", "supported: not found here.",
                                           {.one_of = kStatuses})),
        required(out<&LanguageRow::status_basis>("status_basis", "How the status is known.",
                                                 {.one_of = kBases})),
        out<&LanguageRow::detail>("detail", "Which variant serves, or what is missing."),
    };
    return rows;
  }
};

struct Params {
  static std::span<const Field> fields() { return {}; }
};

struct Reply {
  std::vector<LanguageRow> result;
  static std::span<const Field> fields() {
    static constexpr Field rows[] = {
        required(out<&Reply::result>("result", "One row per language, by name."))};
    return rows;
  }
};

LanguageRow to_row(runtimes::LanguageInfo&& info) {
  LanguageRow row;
  row.name = info.name;
  row.aliases = std::move(info.aliases);
  row.extension = info.extension;
  row.compiled = info.compiled;
  if (info.compiled) row.compile = std::move(info.compile);
  row.run = std::move(info.run);
  row.tier = runtimes::tier_name(info.tier);
  row.available = info.status != runtimes::RuntimeStatus::kSupported;
  row.status = runtimes::status_name(info.status);
  row.status_basis = info.status_basis;
  if (!info.detail.empty()) row.detail = std::move(info.detail);
  return row;
}

Result<Reply> run(const Params&, CallContext& context) {
  Reply reply;
  for (runtimes::LanguageInfo& info : context.services.languages().list()) {
    reply.result.push_back(to_row(std::move(info)));
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_list_languages;
const ToolSpec kTool_list_languages = make_tool<Params, Reply, run>({
    .name = "list_languages",
    .title = "List Languages",
    .description = "The languages that programs can be written in, and which of them this machine "
                   "has.",
    .group = Group::kExecution,
    .annotations = kPure,
    .always_load = true,
    .list_reply = true,
});

}  // namespace codecalc::tools
