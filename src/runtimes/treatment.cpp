// See treatment.h.
#include "runtimes/treatment.h"

#include <algorithm>
#include <array>
#include <variant>

#include "base/json.h"
#include "base/text.h"
#include "runtimes/finder.h"
#include "runtimes/source_names.h"

namespace codecalc::runtimes {
namespace {

/// Without the byte-order mark, lines ended by a line feed alone: what every runtime reads.
std::string plain_lines(std::string_view source) {
  if (source.starts_with("\xEF\xBB\xBF")) source.remove_prefix(3);
  std::string text(source);
  std::size_t from = text.find("\r\n");
  if (from == std::string::npos) return text;
  std::size_t to = from;
  for (; from < text.size(); ++from) {
    if (text[from] == '\r' && from + 1 < text.size() && text[from + 1] == '\n') continue;
    text[to++] = text[from];
  }
  text.resize(to);
  return text;
}

std::string work_path(std::string_view name) {
  return std::string(kRunFolder) + "/" + std::string(name);
}

void set_ending(Treated& t, std::string_view ending) {
  t.file_name = t.file_name.substr(0, t.file_name.rfind('.') + 1) + std::string(ending);
}

/// Module names that a program may not take: the library's own are loaded already.
bool is_library_module(std::string_view name, const std::string& erlang_root) {
  constexpr std::array<std::string_view, 10> kPreloaded = {
      "erlang",          "init",          "zlib",      "atomics",   "counters",
      "persistent_term", "erts_internal", "prim_file", "prim_inet", "prim_zip"};
  if (std::find(kPreloaded.begin(), kPreloaded.end(), name) != kPreloaded.end()) return true;
  for (const std::string& library : list_folder(erlang_root + "/lib")) {
    if (exists(erlang_root + "/lib/" + library + "/ebin/" + std::string(name) + ".beam"))
      return true;
  }
  return false;
}

bool is_plain_atom(std::string_view name) {
  constexpr std::size_t kMaxAtom = 200;
  if (name.empty() || name.size() > kMaxAtom || name[0] < 'a' || name[0] > 'z') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

void treat_erlang(Treated& t, const Resolved& resolved, bool fixed_place) {
  // An escript's first line is no Erlang.
  if (!fixed_place && t.text.starts_with("#!")) t.text.insert(0, "%");
  const NamePlace place = erlang_module(t.text);
  std::string module(place.name);
  if (fixed_place) {
    t.facts["class"] = is_plain_atom(module) ? module : "main";
    return;
  }
  constexpr std::string_view kOwn = "main";
  if (place.length == 0) {
    t.text.insert(0, t.text.starts_with("%#!") ? "-module(main).\n" : "-module(main). ");
    module = kOwn;
  } else if (!is_plain_atom(module) ||
             is_library_module(module, resolved.names.find("home0")->second)) {
    t.text.replace(place.offset, place.length, kOwn);
    module = kOwn;
  }
  t.file_name = module + ".erl";
  t.facts["class"] = module;
}

void treat_go(Treated& t, bool fixed_place) {
  if (fixed_place) return;
  const NamePlace place = go_package(t.text);
  if (place.length == 0) t.text.insert(0, "package main; ");
  else if (place.name != "main") t.text.replace(place.offset, place.length, "main");
}

void treat_java(Treated& t) {
  const JavaNames names = java_names(t.text);
  t.file_name = names.file_class + ".java";
  t.facts["class"] = names.main_class;
}

/// Python goes back to the beginning of a file that declares its encoding, in one of the first two
/// lines, and stops at a zero byte in a way of its own.
void treat_python(Treated& t) {
  const std::size_t first = t.text.find('\n');
  const std::size_t second = first == std::string::npos ? first : t.text.find('\n', first + 1);
  t.read_twice = std::string_view(t.text).substr(0, second).find("coding") != std::string::npos ||
                 t.text.find('\0') != std::string::npos;
}

void treat_php(Treated& t, bool fixed_place) {
  if (fixed_place || t.text.find("<?") != std::string::npos) return;
  if (!trim(t.text).starts_with("<")) t.text.insert(0, "<?php ");
}

/// csc takes its references from a file; the runtime reads which framework to load from another.
void treat_dotnet(Treated& t, const Resolved& resolved) {
  const auto refs = resolved.names.find("refs");
  if (refs == resolved.names.end()) return;  // mono
  std::string list;
  for (const std::string& name : list_folder(refs->second)) {
    if (name.ends_with(".dll")) list += "-r:\"" + refs->second + "/" + name + "\"\n";
  }
  Json options;
  options["tfm"] = resolved.names.find("tfm")->second;
  options["framework"] = {{"name", "Microsoft.NETCore.App"},
                          {"version", resolved.names.find("framework")->second}};
  options["configProperties"] = {{"System.GC.Server", false},
                                 {"System.GC.Concurrent", false},
                                 {"System.Globalization.Invariant", true},
                                 {"System.Runtime.TieredCompilation", true}};
  Json runtime;
  runtime["runtimeOptions"] = std::move(options);
  t.files.push_back({work_path("references.rsp"), std::move(list)});
  t.files.push_back({work_path("runtime.json"), write_json(runtime)});
}

/// The native compiler wants a project.
void treat_gleam(Treated& t, const Resolved& resolved) {
  if (!resolved.variant->compile.empty()) return;
  t.files.push_back({work_path("project/gleam.toml"), "name = \"program\"\nversion = \"1.0.0\"\n"});
  t.files.push_back({work_path("project/src/program.gleam"), t.text});
}

/// Where standard input's first line is JSON, jq reads JSON, else lines of text. A program that
/// asks for its input itself starts with null.
void treat_jq(Treated& t, std::string_view input) {
  if (jq_reads_input(t.text) || input.empty()) t.facts["null"] = "1";
  constexpr std::size_t kLookAt = 1 << 16;
  const std::string_view all = trim(input.substr(0, kLookAt));
  const auto is_json = [](std::string_view text) {
    return std::holds_alternative<Json>(read_json(text));
  };
  if (!all.empty() && !is_json(trim(all.substr(0, all.find('\n')))) && !is_json(all)) {
    t.facts["raw"] = "1";
  }
}

}  // namespace

Treated treat(const Row& row, const Resolved& resolved, std::string_view source,
              const PlanOptions& options, bool fixed_place) {
  Treated t;
  t.text = fixed_place ? std::string(source) : plain_lines(source);
  t.file_name = "main." + std::string(row.extension);
  switch (row.treatment) {
    case Treatment::kNone: break;
    case Treatment::kNode:
      if (script_kind(t.text).module) set_ending(t, "mjs");
      break;
    case Treatment::kTypeScript:
      if (script_kind(t.text).needs_module) t.facts["esm"] = "1";
      break;
    case Treatment::kPython: treat_python(t); break;
    case Treatment::kPhp: treat_php(t, fixed_place); break;
    case Treatment::kGo: treat_go(t, fixed_place); break;
    case Treatment::kJava: treat_java(t); break;
    case Treatment::kKotlin: t.facts["class"] = kotlin_main_class(t.text); break;
    case Treatment::kErlang: treat_erlang(t, resolved, fixed_place); break;
    case Treatment::kDotnet: treat_dotnet(t, resolved); break;
    case Treatment::kGleam: treat_gleam(t, resolved); break;
    case Treatment::kHaskell:
      if (std::string name = haskell_main_module(t.text); !name.empty()) {
        t.facts["main_is"] = std::move(name);
      }
      break;
    case Treatment::kJq: treat_jq(t, options.input); break;
    case Treatment::kMojo:
      if (has_call(t.text, "input", "(")) t.facts["input"] = "1";
      break;
    case Treatment::kRuby:
      if (ruby_needs_gems(t.text)) t.facts["gems"] = "1";
      break;
    case Treatment::kSwift:
      if (has_line_start(t.text, "@main")) t.facts["at_main"] = "1";
      break;
  }
  return t;
}

}  // namespace codecalc::runtimes
