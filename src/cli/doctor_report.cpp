// Each check fills its own member of the report; a check that fails adds its cure to `remedies`.
#include "cli/doctor_report.h"

#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/fd.h"
#include "base/text.h"
#include "providers/policy.h"
#include "providers/provider_table.h"
#include "registry/contract.h"

namespace codecalc::cli {
namespace {

void add_remedy(Json& report, const std::string& text) { report["remedies"].push_back(text); }

Json strings(const std::vector<std::string>& list) { return Json(list); }

/// True when programs can be run.
bool check_backend(Json& report, Services& services) {
  Json& backend = report["backend"];  // nothing is added to the report while this is in use
  backend = {{"kind", "native"}, {"binary", nullptr}, {"detail", nullptr}};
  const auto launcher = sandbox::find_launcher(services.config().exec_binary);
  if (launcher.ok()) backend["binary"] = *launcher;
  auto executor = services.executor();
  if (!executor.ok()) {
    backend["detail"] = executor.error().message;
    add_remedy(report,
               "Build or install codecalc-exec beside codecalc, or name it in CODECALC_EXEC_BIN.");
    return false;
  }
  const auto host = (*executor)->host_report();
  if (!host.ok()) {
    backend["detail"] = host.error().message;
    add_remedy(report, "The sandbox launcher did not start; run it by hand to see why.");
    return false;
  }
  backend["detail"] = "sandbox level " + host->level;
  backend["level"] = host->level;
  backend["layers"] = strings(host->layers);
  backend["unenforced"] = strings(host->unenforced);
  backend["reasons"] = strings(host->reasons);
  backend["ready_processes"] = services.config().ready_processes;
  for (const std::string& reason : host->reasons) add_remedy(report, reason);
  return host->usable();
}

void add_provider(Json& report, bool ready) {
  const Json& backend = report["backend"];
  Json provider = {{"interface_version", "1.0.0"},
                   {"provider_id", "local"},
                   {"provider_version", CODECALC_VERSION},
                   {"host_class", "local"},
                   {"strict", false},
                   {"capabilities", Json::object()},
                   {"ready", ready},
                   {"technology", "Linux namespaces, seccomp and rlimits"},
                   {"detail", backend["detail"]}};
  report["execution_providers"].push_back(std::move(provider));
}

/// True when calls that name no provider have one, and the policy can be read.
bool check_provider(Json& report, const Config& config) {
  const auto policy = providers::parse_policy(config.capability_policy);
  if (!policy.ok()) add_remedy(report, policy.error().message + ". " + policy.error().remedy);
  if (providers::find_provider(config.execution_provider) != nullptr) return policy.ok();
  add_remedy(report, "CODECALC_EXECUTION_PROVIDER names \"" +
                         shorten(config.execution_provider, 64) +
                         "\", which is no provider; unset it, or name local.");
  return false;
}

/// True when there is one at least.
bool list_runtimes(Json& report, Services& services) {
  bool found = false;
  Json rows = Json::array();
  Json summary = {{"supported", 0}, {"installed", 0}, {"unhealthy", 0}, {"available", 0}};
  Json tiers = {{"tested", 0}, {"best_effort", 0}, {"plan_only", 0}};
  for (const runtimes::LanguageInfo& info : services.languages().list()) {
    const std::string status(runtimes::status_name(info.status));
    const std::string tier(runtimes::tier_name(info.tier));
    Json row = {{"name", info.name},  {"command", info.run},
                {"status", status},   {"path", info.path.empty() ? Json() : Json(info.path)},
                {"version", nullptr}, {"tier", tier}};
    if (!info.detail.empty()) row["detail"] = info.detail;
    found = found || !info.path.empty();
    rows.push_back(std::move(row));
    summary[status] = summary.value(status, 0) + 1;
    tiers[tier] = tiers.value(tier, 0) + 1;
  }
  report["runtimes"] = std::move(rows);
  report["runtime_summary"] = std::move(summary);
  report["tier_summary"] = std::move(tiers);
  if (!found) {
    add_remedy(report,
               "Install a runtime, or name the folders that hold them in CODECALC_RUNTIME_PATH.");
  }
  return found;
}

/// The workers that carry heavy libraries: a build may lack one, and its tools say so then.
void list_workers(Json& report, Services& services) {
  struct Worker {
    const char* name;
    const char* program;
    std::string path;
    const char* remedy;
  };
  for (const Worker& worker :
       {Worker{"symbolic", "codecalc-cas", services.cas().worker(),
               "Install libgiac-dev, libflint-arb-dev and libflint-dev, then build again."},
        Worker{"solver", "codecalc-smt", services.smt().worker(),
               "Run scripts/fetch-solvers.sh, then configure and build again."}}) {
    const bool installed = !worker.path.empty();
    Json row = {{"name", worker.name},
                {"installed", installed},
                {"missing", Json::array()},
                {"remedy", nullptr},
                {"path", nullptr}};
    if (installed) {
      row["path"] = worker.path;
    } else {
      row["missing"].push_back(worker.program);
      row["remedy"] = worker.remedy;
    }
    report["extras"].push_back(std::move(row));
  }
}

/// Makes a file where runs put their folders, and removes it.
void check_workspace(Json& report) {
  const char* folder = std::getenv("TMPDIR");
  const std::string path = folder != nullptr && *folder == '/' ? folder : "/tmp";
  std::string name = path + "/codecalc-doctor-XXXXXX";
  Json error;
  if (const UniqueFd file(::mkstemp(name.data())); file) {
    ::unlink(name.c_str());
  } else {
    error = std::strerror(errno);
    add_remedy(report, "Make " + path + " writable, or set TMPDIR to a folder that is.");
  }
  report["workspace"] = {{"path", path}, {"writable", error.is_null()}, {"error", error}};
}

void list_tool_groups(Json& report, const Invocation& invocation) {
  Json groups = Json::object();
  Json active = Json::array();
  for (const registry::Group group : invocation.groups) {
    active.push_back(registry::group_name(group));
  }
  for (const registry::ToolSpec* tool : invocation.registry.declared()) {
    groups[std::string(registry::group_name(tool->traits.group))].push_back(tool->traits.name);
  }
  Json presets = Json::object();
  for (const registry::Preset& preset : registry::presets()) {
    Json names = Json::array();
    for (const registry::Group group : preset.groups) names.push_back(registry::group_name(group));
    presets[std::string(preset.name)] = std::move(names);
  }
  const std::string& configured = invocation.config.tools;
  report["tool_groups"] = {{"env_var", "CODECALC_TOOLS"},
                           {"configured", configured.empty() ? Json() : Json(configured)},
                           {"active_groups", std::move(active)},
                           {"declared_count", invocation.registry.declared().size()},
                           {"registered_count", invocation.registry.tools().size()},
                           {"groups", std::move(groups)},
                           {"presets", std::move(presets)}};
}

/// The kernel's Landlock version; null when it has none.
Json landlock_abi() {
#ifdef SYS_landlock_create_ruleset
  constexpr unsigned kVersionFlag = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersionFlag);
  if (abi > 0) return abi;
#endif
  return nullptr;
}

/// Members of the published report whose parts this build does not have.
void add_absent_parts(Json& report) {
  utsname host{};
  ::uname(&host);
  report["python"] = {{"version", "none"}, {"platform", host.sysname}};
  report["strict_runtime"] = {
      {"available", false},
      {"docker_present", false},
      {"cgroup_v2", ::access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0},
      {"runtime", "runsc"},
      {"runtime_registered", false},
      {"architecture", host.machine},
      {"docker_version", nullptr},
      {"image", nullptr},
      {"image_present", nullptr},
      {"canary", nullptr},
      {"detail", "this build has no strict provider"}};
  report["install_sandbox"] = {{"landlock_abi", landlock_abi()},
                               {"confined", false},
                               {"detail", "this build installs no packages"}};
  report["grammar_cache"] = {{"extra_installed", false},
                             {"cached", false},
                             {"path", nullptr},
                             {"grammars", 0},
                             {"detail", "this build has no grammars"}};
  report["skill_file"] = nullptr;
}

std::string joined(const Json& list) {
  std::string text;
  for (const Json& entry : list) text += (text.empty() ? "" : ", ") + entry.get<std::string>();
  return text.empty() ? "none" : text;
}

}  // namespace

Json doctor_report(const Invocation& invocation, Services& services) {
  Json report = {{"contract_version", registry::kContractVersion},
                 {"codecalc_version", CODECALC_VERSION},
                 {"healthy", false},
                 {"status_basis", "resolved"}};
  for (const char* list : {"execution_providers", "extras", "runtimes", "remedies"}) {
    report[list] = Json::array();
  }
  const bool stands = check_backend(report, services);
  add_provider(report, stands);
  const bool is_chosen = check_provider(report, invocation.config);
  const bool has_runtime = list_runtimes(report, services);
  report["healthy"] = stands && is_chosen && has_runtime;
  check_workspace(report);
  list_tool_groups(report, invocation);
  list_workers(report, services);
  add_absent_parts(report);
  return report;
}

std::string doctor_text(const Json& report) {
  const Json& backend = report["backend"];
  std::string text = "codecalc " + report["codecalc_version"].get<std::string>() + ", contract " +
                     report["contract_version"].get<std::string>() + "\n";
  text += "launcher   " + (backend["binary"].is_null() ? std::string("not found")
                                                       : backend["binary"].get<std::string>());
  text +=
      "\nsandbox    " + (backend["detail"].is_null() ? "" : backend["detail"].get<std::string>());
  if (backend.contains("layers")) {
    text += "\n  layers       " + joined(backend["layers"]);
    text += "\n  not enforced " + joined(backend["unenforced"]);
    const int ready = backend["ready_processes"].get<int>();
    text +=
        "\n  started ahead " + (ready == 0 ? std::string("nothing (CODECALC_READY_PROCESSES=0)")
                                           : "at most " + std::to_string(ready) + " interpreters");
  }
  text += "\nworkers   ";
  for (const Json& row : report["extras"]) {
    text += " " + row["name"].get<std::string>() +
            (row["installed"] == true ? " (ready)" : " (not installed)");
  }
  const Json& workspace = report["workspace"];
  text += "\nworkspace  " + workspace["path"].get<std::string>() +
          (workspace["writable"] == true ? " (writable)" : " (not writable)");
  const Json& groups = report["tool_groups"];
  text += "\ntools      " + std::to_string(groups["registered_count"].get<int>()) + " of " +
          std::to_string(groups["declared_count"].get<int>()) + " (" +
          joined(groups["active_groups"]) + ")";
  const Json& rows = report["runtimes"];
  const auto found = std::ranges::count_if(rows, [](const Json& row) {
    return row["status"] == "installed" || row["status"] == "available";
  });
  text += "\nruntimes   " + std::to_string(found) + " of " + std::to_string(rows.size()) + " found";
  for (const Json& row : rows) {
    std::string line = "\n  " + row["name"].get<std::string>();
    line.resize(std::max<std::size_t>(line.size() + 1, 15), ' ');
    // "supported" is the report's word for a language that this machine lacks.
    line += row["status"] == "supported" ? "missing" : row["status"].get<std::string>();
    line.resize(std::max<std::size_t>(line.size() + 1, 26), ' ');
    text +=
        line + (row["path"].is_null() ? row.value("detail", "") : row["path"].get<std::string>());
  }
  for (const Json& remedy : report["remedies"]) text += "\nto do: " + remedy.get<std::string>();
  return text + (report["healthy"] == true ? "\nhealthy: programs can be run\n"
                                           : "\nNOT healthy: programs cannot be run\n");
}

}  // namespace codecalc::cli
