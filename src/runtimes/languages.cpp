// Languages: names, listing, and plans made of a row, what is installed, and a source text.
#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "base/text.h"
#include "runtimes/finder.h"
#include "runtimes/language.h"
#include "runtimes/resolve.h"
#include "runtimes/row.h"
#include "runtimes/tested.h"
#include "runtimes/treatment.h"
#include "runtimes/words.h"

namespace codecalc::runtimes {
namespace {

using NameMap = std::map<std::string, std::string, std::less<>>;

std::vector<std::string> split_words(std::string_view words) {
  return expand(words, [](std::string_view) { return std::nullopt; });
}

const Row* find_row(std::string_view name) {
  const std::string wanted = to_lower(trim(name));
  for (const Row& row : all_rows()) {
    if (row.name == wanted) return &row;
    for (const std::string& alias : split_words(row.aliases)) {
      if (alias == wanted) return &row;
    }
  }
  return nullptr;
}

Error unknown_language(std::string_view name) {
  std::vector<std::string> owned;
  for (const Row& row : all_rows()) {
    owned.emplace_back(row.name);
    for (std::string& alias : split_words(row.aliases)) owned.push_back(std::move(alias));
  }
  const std::vector<std::string_view> known(owned.begin(), owned.end());
  constexpr std::size_t kShown = 60;
  std::string message = "unknown language \"" + shorten(to_utf8(name).text, kShown) + "\"";
  const std::string_view near = nearest(name.substr(0, kShown), known);
  if (!near.empty()) message += "; did you mean \"" + std::string(near) + "\"?";
  return {.code = Code::kValidation,
          .message = std::move(message),
          .parameter = "language",
          .remedy = "Use a name of list_languages."};
}

/// The command as list_languages shows it: programs by name, no flags that depend on the machine.
std::string shown_command(std::string_view line, const Variant& variant, const Resolved* resolved) {
  const auto names = [&](std::string_view name) -> std::optional<std::string> {
    if (name.size() == 1 && name[0] >= '0' && name[0] <= '9') {
      const std::size_t index = static_cast<std::size_t>(name[0] - '0');
      if (resolved && index < resolved->programs.size()) {
        return std::string(base_name(resolved->programs[index]));
      }
      const std::string_view all = variant.needs[index].names;
      return std::string(all.substr(0, all.find(' ')));
    }
    return std::nullopt;
  };
  std::string text;
  for (const std::string& word : expand(line, names)) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> base_environment(const Resolved& resolved) {
  return {resolved.root.empty() ? "PATH=/usr/local/bin:/usr/bin:/bin" : "PATH=/usr/bin:/bin",
          std::string("HOME=") + sandbox::kWorkFolder, "LANG=C.UTF-8", "TZ=UTC", "TMPDIR=/tmp"};
}

sandbox::Command command(std::string_view line, std::string_view environment,
                         const Resolved& resolved, const Names& names) {
  sandbox::Command made{.argv = expand(line, names), .env = base_environment(resolved)};
  for (std::string& entry : expand(environment, names)) made.env.push_back(std::move(entry));
  return made;
}

/// Everything that a plan has in common, whatever it runs.
Plan frame(const Row& row, const Resolved& resolved) {
  Plan plan;
  plan.language = row.name;
  plan.root = resolved.root;
  plan.min_tasks = row.min_tasks;
  plan.compiler_may_print_to_stdout = row.compiler_may_print_to_stdout;
  for (const std::string& folder : resolved.folders) plan.read_only.push_back({folder, {}});
  const std::string_view seed = resolved.variant->seed_aid;
  if (const auto path = resolved.names.find(seed); !seed.empty() && path != resolved.names.end()) {
    plan.seeds.push_back({path->second, std::string(kSeedFolder)});
  }
  return plan;
}

Names lookup(const Resolved& resolved, NameMap own) {
  return [&resolved, own = std::move(own)](std::string_view name) -> std::optional<std::string> {
    if (const auto it = own.find(name); it != own.end()) return it->second;
    if (const auto it = resolved.names.find(name); it != resolved.names.end()) return it->second;
    return std::nullopt;
  };
}

}  // namespace

std::string_view tier_name(Tier tier) {
  switch (tier) {
    case Tier::kTested: return "tested";
    case Tier::kBestEffort: return "best_effort";
    case Tier::kPlanOnly: return "plan_only";
  }
  return "";
}

std::string_view status_name(RuntimeStatus status) {
  switch (status) {
    case RuntimeStatus::kSupported: return "supported";
    case RuntimeStatus::kInstalled: return "installed";
    case RuntimeStatus::kUnhealthy: return "unhealthy";
    case RuntimeStatus::kAvailable: return "available";
  }
  return "";
}

struct Languages::State {
  explicit State(std::string_view path) : finder(path) {}

  /// Remembers what was found; what was not found is looked for again at the next call, so that a
  /// runtime may be installed while the server runs.
  Result<std::shared_ptr<const Resolved>> resolved(const Row& row) {
    {
      const std::lock_guard lock(mutex);
      const auto known = cache.find(row.name);
      if (known != cache.end() && still_there(*known->second)) return known->second;
    }
    TRY_ASSIGN(Resolved made, resolve(row, finder));
    auto shared = std::make_shared<const Resolved>(std::move(made));
    const std::lock_guard lock(mutex);
    cache[row.name] = shared;
    return std::shared_ptr<const Resolved>(std::move(shared));
  }

  static bool still_there(const Resolved& known) {
    return std::all_of(known.checks.begin(), known.checks.end(), is_executable_file);
  }

  const Finder finder;
  std::mutex mutex;
  std::map<std::string_view, std::shared_ptr<const Resolved>> cache;
};

Languages::Languages(std::string search_path) : state_(std::make_unique<State>(search_path)) {}
Languages::~Languages() = default;

std::vector<LanguageInfo> Languages::list() const {
  std::vector<LanguageInfo> rows;
  for (const Row& row : all_rows()) {
    LanguageInfo info;
    info.name = row.name;
    info.aliases = split_words(row.aliases);
    info.extension = row.extension;
    info.package_manager = row.package_manager;
    info.packages = split_words(row.packages);
    info.tier = is_tested(row.name) ? Tier::kTested : Tier::kBestEffort;
    const auto found = state_->resolved(row);
    const Resolved* resolved = found.ok() ? found->get() : nullptr;
    const Variant& variant = resolved ? *resolved->variant : row.variants.front();
    info.compiled = !variant.compile.empty();
    const auto shown = [&](std::string_view brief, std::string_view line) {
      return shown_command(brief.empty() ? line : brief, variant, resolved);
    };
    info.run = shown(variant.shown_run, variant.run);
    info.compile = shown(variant.shown_compile, variant.compile);
    if (resolved) {
      info.status = RuntimeStatus::kInstalled;
      info.path = resolved->checks.front();
      if (row.variants.size() > 1) info.detail = variant.label;
    } else {
      info.detail = found.error().message;
    }
    rows.push_back(std::move(info));
  }
  return rows;
}

Result<std::string_view> Languages::canonical(std::string_view name) const {
  if (const Row* row = find_row(name)) return row->name;
  return unknown_language(name);
}

namespace {

Plan make_plan(const Row& row, const Resolved& resolved, std::string_view entry,
               std::string_view source, const PlanOptions& options) {
  const bool fixed_place = !entry.empty();
  Treated treated = treat(row, resolved, source, options, fixed_place);
  const std::string folder(kRunFolder);
  Plan plan = frame(row, resolved);
  plan.source_file = fixed_place ? std::string(entry) : folder + "/" + treated.file_name;
  plan.files = std::move(treated.files);
  if (resolved.variant->opens_source_last && !fixed_place && !treated.read_twice)
    plan.opened_last = plan.source_file;
  if (!fixed_place)
    plan.files.insert(plan.files.begin(), {plan.source_file, std::move(treated.text)});
  else if (plan.files.empty()) plan.files.push_back({folder + "/.keep", ""});

  NameMap own = std::move(treated.facts);
  own["file"] = plan.source_file;
  own["dir"] = folder;
  own["out"] = folder + "/out";
  own["work"] = sandbox::kWorkFolder;
  own["exe"] = std::string(sandbox::kWorkFolder) + "/" + folder + "/program";
  own["seed"] = kSeedFolder;
  if (options.session) own["session"] = "1";
  constexpr std::uint64_t kMegabyte = 1 << 20;
  own["memory_mb"] = std::to_string(std::max<std::uint64_t>(options.memory_bytes / kMegabyte, 16));
  const Names names = lookup(resolved, std::move(own));
  const Variant& variant = *resolved.variant;
  if (!variant.compile.empty()) {
    plan.compile = command(variant.compile, variant.compile_env, resolved, names);
  }
  plan.run = command(variant.run, variant.run_env, resolved, names);
  return plan;
}

}  // namespace

Result<Plan> Languages::plan(std::string_view language, std::string_view source,
                             const PlanOptions& options) const {
  const Row* row = find_row(language);
  if (!row) return unknown_language(language);
  TRY_ASSIGN(const auto resolved, state_->resolved(*row));
  return make_plan(*row, *resolved, {}, source, options);
}

Result<Plan> Languages::plan_entry(std::string_view language, std::string_view entry,
                                   std::string_view source, const PlanOptions& options) const {
  const Row* row = find_row(language);
  if (!row) return unknown_language(language);
  TRY_ASSIGN(const auto resolved, state_->resolved(*row));
  return make_plan(*row, *resolved, entry, source, options);
}

Result<Plan> Languages::version_plan(std::string_view language) const {
  const Row* row = find_row(language);
  if (!row) return unknown_language(language);
  TRY_ASSIGN(const auto resolved, state_->resolved(*row));
  Plan plan = frame(*row, *resolved);
  const Variant& variant = *resolved->variant;
  plan.run = command(variant.version, variant.run_env, *resolved, lookup(*resolved, {}));
  return plan;
}

}  // namespace codecalc::runtimes
