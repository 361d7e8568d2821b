// Names and facts that a source text itself decides: main class, module, kind of module.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace codecalc::runtimes {

struct JavaNames {
  std::string file_class = "Main";  ///< what the file must be called
  std::string main_class = "Main";  ///< with its package
};
JavaNames java_names(std::string_view source);

/// The class that holds main() of a file called main.kt, with its package.
std::string kotlin_main_class(std::string_view source);

/// Where a name stands in the source; `length` 0: there is none.
struct NamePlace {
  std::string_view name;
  std::size_t offset = 0;
  std::size_t length = 0;  ///< with the quotes that it may have
};
NamePlace erlang_module(std::string_view source);
NamePlace go_package(std::string_view source);

/// The module name of a Haskell source that is not Main, else empty.
std::string haskell_main_module(std::string_view source);

struct ScriptKind {
  bool module = false;        ///< has import or export declarations, or what only a module may have
  bool needs_module = false;  ///< await outside of functions, or import.meta
};
/// Of JavaScript or TypeScript. Says no when in doubt.
ScriptKind script_kind(std::string_view source);

/// True when a jq program reads its input itself.
bool jq_reads_input(std::string_view source);

/// True when a Ruby program may need the gem system: it requires what is in no standard folder.
bool ruby_needs_gems(std::string_view source);

/// True when `source` has the word with no word character before it and `after` behind it.
bool has_call(std::string_view source, std::string_view word, std::string_view after);

/// True when a line begins with the word (blanks before it do not count).
bool has_line_start(std::string_view source, std::string_view word);

}  // namespace codecalc::runtimes
