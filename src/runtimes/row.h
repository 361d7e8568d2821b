// The form of the language table: what a row may say. The rows are in table.cpp.
//
// A command is one line of words. A word may hold holes and may be conditional:
//   {0} {1}        the program of the variant's first, second need
//   {home0}        the folder that this program belongs to
//   {file} {exe} {out} {work}   source file, built program, output folder, work folder
//   {class}        the main class or module, read from the source
//   {memory_mb}    the run's memory cap
//   {session}      set when the work folder holds files of the user's own
//   {NAME}         the path of the aid NAME, or a fact that a locator found out
//   ?NAME:word     only when there is such an aid or fact;  ?!NAME:word  only when there is not
//   'a word'       quotes keep blanks together
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace codecalc::runtimes {

/// How the folder that a program belongs to, and what has to be started, is found.
enum class Home {
  kFile,    ///< the program stands alone
  kFolder,  ///< its folder holds what it needs
  kParent,  ///< ... or the folder above (bin/..)
  kPython,  ///< kParent; a virtual environment's own link is kept
  kErlang,  ///< ROOT of erl; the program becomes erts-*/bin/erlexec
  kElixir,  ///< the folder that holds lib/elixir/ebin
  kR,       ///< R_HOME; the program becomes bin/exec/R
  kGhc,     ///< the library folder; the program becomes the one behind the script
  kDotnet,  ///< the SDK with the newest compiler: facts csc, refs, tfm, framework
  kKotlin,  ///< the folder that holds lib/kotlin-compiler.jar
  kGoRoot,  ///< GOROOT
  kRust,    ///< kParent; fact rustlib: where the shared standard library lies
};

/// A program that a variant needs.
struct Need {
  std::string_view names;  ///< one or several, separated by blanks; the first found is used
  Home home = Home::kFile;
  /// Where the real program lies, below a node_modules or site-packages folder, when the one on the
  /// path is a script of npm or pip.
  std::string_view native{};
};

/// Something that quickens a start; a variant works without it unless it says otherwise.
struct Aid {
  std::string_view name;
  std::string_view program{};  ///< found on the search path, or
  std::string_view item{};     ///< found below a "prepared" folder beside one of the path's folders
  /// The file below a need's home whose content must equal the stamp beside the item.
  std::string_view stamp{};
  int stamp_need = 0;
  bool required = false;  ///< without it the variant does not serve
};

/// One way to run a language.
struct Variant {
  std::string_view label;
  std::span<const Need> needs;
  std::string_view compile{};  ///< empty: none
  std::string_view compile_env{};
  std::string_view run;
  std::string_view run_env{};
  std::span<const Aid> aids{};
  std::string_view read_only{};      ///< folders and files beside the programs' own
  std::string_view seed_aid{};       ///< the aid that is a cache: given as a writable copy
  std::string_view version;          ///< the command that prints the version
  std::string_view shown_compile{};  ///< for list_languages, where the real command is long
  std::string_view shown_run{};
  /// The run command opens {file} as the last act of its start-up and reads it once, from its
  /// beginning to its end: it can be started ahead of the run and wait there.
  bool opens_source_last = false;
};

/// What is done to a source text before it is written, and what is read from it.
enum class Treatment {
  kNone,
  kNode,        ///< ES modules get the ending mjs
  kTypeScript,  ///< fact esm when only a module can hold it
  kPython,      ///< a declared encoding: the interpreter goes back to the beginning of the file
  kPhp,         ///< the opening tag is added when missing
  kGo,          ///< package main
  kJava,        ///< file and class names
  kKotlin,      ///< class name
  kErlang,      ///< module name
  kDotnet,      ///< the compiler's list of references
  kGleam,       ///< the project of the native compiler
  kHaskell,     ///< fact main_is: the name of a main module that is not Main
  kJq,          ///< facts null and raw: how standard input is read
  kMojo,        ///< fact input: the program calls input()
  kRuby,        ///< fact gems: a library is asked for that only the gem system finds
  kSwift,       ///< fact at_main: the entry is a type, not the file's own statements
};

struct Row {
  std::string_view name;
  std::string_view aliases;  ///< separated by blanks, in lower case
  std::string_view extension;
  std::span<const Variant> variants;  ///< the best first; the first that is found is used
  Treatment treatment = Treatment::kNone;
  std::uint32_t min_tasks = 4;
  bool compiler_may_print_to_stdout = false;
  std::string_view package_manager;
  std::string_view packages;
};

/// All rows, sorted by name.
std::span<const Row> all_rows();

/// The seed folder's place inside the sandbox.
inline constexpr std::string_view kSeedFolder = "/tmp/.codecalc-cache";

}  // namespace codecalc::runtimes
