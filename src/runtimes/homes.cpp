// See homes.h.
#include "runtimes/homes.h"

#include <array>

namespace codecalc::runtimes {
namespace {

/// The first of the folders that holds `mark`.
template <std::size_t N>
std::optional<std::string> folder_with(const std::array<std::string, N>& folders,
                                       std::string_view mark) {
  for (const std::string& folder : folders) {
    if (exists(folder + std::string(mark))) return real_path(folder);
  }
  return std::nullopt;
}

Located python(const Found& found) {
  Located located{.program = found.path, .home = parent(parent(found.real)), .facts = {}};
  // A virtual environment is known by the link's own place; its folder must be seen, too.
  const std::string environment = parent(found.folder);
  const std::string link = found.folder + "/" + std::string("python3");
  if (exists(environment + "/pyvenv.cfg") && real_path(link) == found.real) {
    located.program = link;
    located.facts["extra_folder"] = environment;
  }
  return located;
}

std::optional<Located> erlang(const Found& found) {
  const std::string outer = parent(parent(found.real));
  const auto root = folder_with<2>({outer, outer + "/lib/erlang"}, "/releases");
  if (!root) return std::nullopt;
  for (const std::string& name : newest_first(list_folder(*root))) {
    const std::string folder = *root + "/" + name + "/bin";
    if (!name.starts_with("erts-") || !is_executable_file(folder + "/erlexec")) continue;
    return Located{.program = folder + "/erlexec", .home = *root, .facts = {{"bindir", folder}}};
  }
  return std::nullopt;
}

std::optional<Located> r_home(const Found& found) {
  const std::string outer = parent(parent(found.real));
  const auto home = folder_with<3>({outer + "/lib/R", outer + "/lib64/R", outer}, "/bin/exec/R");
  if (!home) return std::nullopt;
  Located located{.program = *home + "/bin/exec/R", .home = *home, .facts = {}};
  // Debian keeps these three outside R_HOME.
  for (const char* part : {"share", "include", "doc"}) {
    const std::string own = *home + "/" + part;
    const std::string shared = parent(parent(*home)) + "/share/R/" + part;
    located.facts[part] = exists(own) ? own : shared;
  }
  return located;
}

/// The value of a line NAME="value" of a shell script.
std::string assigned(std::string_view script, std::string_view name) {
  const std::string key = "\n" + std::string(name) + "=\"";
  const std::size_t at = script.find(key);
  if (at == std::string_view::npos) return {};
  const std::size_t start = at + key.size();
  const std::size_t end = script.find('"', start);
  if (end == std::string_view::npos) return {};
  return std::string(script.substr(start, end - start));
}

Located ghc(const Found& found) {
  const std::string script = read_head(found.real, 4096);
  for (const char* name : {"topdir", "libdir"}) {
    const std::string top = assigned(script, name);
    if (!top.starts_with('/')) continue;
    for (const std::string& folder : {top + "/bin", parent(top) + "/bin"}) {
      if (is_executable_file(folder + "/ghc") && real_path(folder + "/ghc") != found.real) {
        return {.program = folder + "/ghc", .home = top, .facts = {}};
      }
    }
  }
  return {
      .program = found.path, .home = {}, .facts = {{"extra_folder", parent(parent(found.real))}}};
}

std::optional<Located> dotnet(const Found& found) {
  const std::string home = parent(found.real);
  Located located{.program = found.path, .home = home, .facts = {}};
  for (const std::string& sdk : newest_first(list_folder(home + "/sdk"))) {
    const std::string compiler = home + "/sdk/" + sdk + "/Roslyn/bincore/csc.dll";
    if (exists(compiler)) {
      located.facts["csc"] = compiler;
      break;
    }
  }
  const std::string packs = home + "/packs/Microsoft.NETCore.App.Ref";
  for (const std::string& pack : newest_first(list_folder(packs))) {
    for (const std::string& target : newest_first(list_folder(packs + "/" + pack + "/ref"))) {
      const std::string refs = packs + "/" + pack + "/ref/" + target;
      if (!exists(refs + "/System.Runtime.dll") || located.facts.contains("refs")) continue;
      located.facts["refs"] = refs;
      located.facts["tfm"] = target;
    }
  }
  const auto frameworks = newest_first(list_folder(home + "/shared/Microsoft.NETCore.App"));
  if (!frameworks.empty()) located.facts["framework"] = frameworks.front();
  if (!located.facts.contains("csc") || !located.facts.contains("refs") || frameworks.empty()) {
    return std::nullopt;
  }
  return located;
}

std::optional<Located> go_root(const Found& found) {
  const std::string outer = parent(parent(found.real));
  const std::string linked = real_path(outer + "/pkg/tool");
  if (linked.empty()) return std::nullopt;
  Located located{.program = found.path, .home = outer, .facts = {}};
  for (const std::string& target : list_folder(linked)) {
    if (is_executable_file(linked + "/" + target + "/compile")) {
      located.facts["gotool"] = linked + "/" + target;
    }
  }
  return located;
}

Located rust(const Found& found) {
  Located located{.program = found.path, .home = parent(parent(found.real)), .facts = {}};
  const std::string targets = located.home + "/lib/rustlib";
  for (const std::string& target : list_folder(targets)) {
    const std::string folder = targets + "/" + target + "/lib";
    for (const std::string& name : list_folder(folder)) {
      if (name.starts_with("libstd-") && name.ends_with(".so")) located.facts["rustlib"] = folder;
    }
  }
  return located;
}

}  // namespace

std::optional<Located> locate(const Found& found, Home kind) {
  const std::string folder = parent(found.real);
  const std::string outer = parent(folder);
  switch (kind) {
    case Home::kFile: return Located{.program = found.path, .home = {}, .facts = {}};
    case Home::kFolder: return Located{.program = found.path, .home = folder, .facts = {}};
    case Home::kParent: return Located{.program = found.path, .home = outer, .facts = {}};
    case Home::kPython: return python(found);
    case Home::kErlang: return erlang(found);
    case Home::kElixir:
      if (const auto home = folder_with<2>({outer, outer + "/lib/elixir"}, "/lib/elixir/ebin")) {
        return Located{.program = found.path, .home = *home, .facts = {}};
      }
      return std::nullopt;
    case Home::kR: return r_home(found);
    case Home::kGhc: return ghc(found);
    case Home::kDotnet: return dotnet(found);
    case Home::kKotlin:
      if (const auto home = folder_with<2>({outer, parent(outer)}, "/lib/kotlin-compiler.jar")) {
        return Located{.program = found.path, .home = *home, .facts = {}};
      }
      return std::nullopt;
    case Home::kGoRoot: return go_root(found);
    case Home::kRust: return rust(found);
  }
  return std::nullopt;
}

}  // namespace codecalc::runtimes
