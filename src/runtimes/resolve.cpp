// See resolve.h.
#include "runtimes/resolve.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "runtimes/homes.h"

namespace codecalc::runtimes {
namespace {

// Program trees that every sandbox shows already.
constexpr std::string_view kBaseTrees[] = {"/usr/", "/lib/", "/lib64/", "/bin/", "/sbin/"};
// Stores whose programs load libraries from all over the store.
constexpr std::string_view kStores[] = {"/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew"};
constexpr std::string_view kRootMark = "/.codecalc-root";

template <class F>
void each_word(std::string_view words, F&& use) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end > 0) use(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

/// The folder above `path` that is a root folder of its own, or nothing.
std::string own_root(const std::string& path) {
  for (std::string at = parent(path); at.size() > 1; at = parent(at)) {
    if (exists(at + std::string(kRootMark))) return at;
  }
  return {};
}

void show(Resolved& resolved, const std::string& path) {
  if (path.empty() || path == "/usr") return;
  for (const std::string_view tree : kBaseTrees) {
    if (path.starts_with(tree)) return;
  }
  std::string shown = path;
  for (const std::string_view store : kStores) {
    if (path.starts_with(store)) shown = store;
  }
  if (std::find(resolved.folders.begin(), resolved.folders.end(), shown) ==
      resolved.folders.end()) {
    resolved.folders.push_back(std::move(shown));
  }
}

std::optional<Located> find_need(const Need& need, const Finder& finder) {
  std::optional<Located> located;
  each_word(need.names, [&](std::string_view name) {
    if (located) return;
    if (const auto found = finder.find(name, need.native)) located = locate(*found, need.home);
  });
  return located;
}

/// Adds what a need found to `resolved`.
void take_need(Resolved& resolved, const Located& located) {
  const std::string index = std::to_string(resolved.programs.size());
  const std::string root = own_root(located.program);
  const auto inside = [&](const std::string& path) {
    return root.empty() || path.empty() ? path : path.substr(root.size());
  };
  resolved.checks.push_back(located.program);
  resolved.programs.push_back(inside(located.program));
  resolved.names[index] = inside(located.program);
  if (!located.home.empty()) resolved.names["home" + index] = inside(located.home);
  for (const auto& [name, value] : located.facts) {
    if (name == "extra_folder") show(resolved, value);
    else resolved.names[name] = value;
  }
  if (!root.empty()) {
    resolved.root = root;
    resolved.names["own_root"] = "/";
    return;
  }
  show(resolved, located.home.empty() ? located.program : located.home);
}

/// False when the aid is required and not there.
bool take_aid(Resolved& resolved, const Aid& aid, const Finder& finder) {
  if (!aid.program.empty()) {
    // Only a program of the base tree: the compiler starts it by its name.
    const auto found = finder.find(aid.program);
    if (found && found->real.starts_with("/usr/"))
      resolved.names[std::string(aid.name)] = found->real;
    return true;
  }
  const auto path = finder.prepared(aid.item);
  if (!path) return !aid.required;
  if (!aid.stamp.empty()) {
    constexpr std::size_t kStampBytes = 16384;
    const std::string home = resolved.names["home" + std::to_string(aid.stamp_need)];
    const std::string now = read_head(home + "/" + std::string(aid.stamp), kStampBytes);
    if (now.empty() || now != read_head(*path + "/stamp", kStampBytes)) return !aid.required;
  }
  resolved.names[std::string(aid.name)] = *path;
  return true;
}

std::optional<Resolved> try_variant(const Variant& variant, const Finder& finder,
                                    std::string& missing) {
  Resolved resolved;
  resolved.variant = &variant;
  for (const Need& need : variant.needs) {
    const auto located = find_need(need, finder);
    if (!located) {
      missing = need.names.substr(0, need.names.find(' '));
      return std::nullopt;
    }
    take_need(resolved, *located);
  }
  for (const Aid& aid : variant.aids) {
    if (take_aid(resolved, aid, finder)) continue;
    missing = aid.item;
    return std::nullopt;
  }
  for (const Aid& aid : variant.aids) {
    const auto path = resolved.names.find(aid.name);
    if (path == resolved.names.end() || aid.name == variant.seed_aid) continue;
    show(resolved, path->second);
  }
  each_word(variant.read_only, [&](std::string_view path) {
    if (exists(std::string(path))) show(resolved, std::string(path));
  });
  return resolved;
}

}  // namespace

Result<Resolved> resolve(const Row& row, const Finder& finder) {
  std::string first_missing;
  for (const Variant& variant : row.variants) {
    std::string missing;
    if (auto resolved = try_variant(variant, finder, missing)) return *std::move(resolved);
    if (first_missing.empty()) first_missing = missing;
  }
  std::string where;
  for (const std::string& folder : finder.folders()) where += (where.empty() ? "" : ":") + folder;
  return Error{.code = Code::kRuntimeUnavailable,
               .message = std::string(row.name) + ": no program \"" + first_missing + "\" in " +
                          shorten(where, 400),
               .parameter = "language",
               .remedy = "Install " + std::string(row.name) + " (" +
                         std::string(row.package_manager) + ": " + std::string(row.packages) +
                         "), or put its folder into CODECALC_RUNTIME_PATH."};
}

}  // namespace codecalc::runtimes
