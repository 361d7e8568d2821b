// The codecalc command: finds the command that its first word names and runs it.
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "tools/tool_table.h"

namespace codecalc::cli {
namespace {

constexpr std::array kCommands = {&kDoctor, &kTools, &kCall, &kSchemas};

std::string overview() {
  std::string text =
      "codecalc " CODECALC_VERSION
      ": exact calculator, code runner and logic checker for AI agents\n\n"
      "usage: codecalc              serve MCP on standard input and output\n"
      "       codecalc COMMAND ...  run a command; COMMAND --help says more\n\ncommands:\n";
  for (const Command* command : kCommands) {
    std::string name(command->name);
    name.resize(std::max<std::size_t>(name.size() + 2, 12), ' ');
    text += "  " + name + std::string(command->summary) + "\n";
  }
  return text +
         "\n  --help, -h     this text\n  --version, -V  the version\n\n"
         "environment:\n"
         "  CODECALC_TOOLS           groups and presets of tools to serve, comma-separated\n"
         "  CODECALC_RUNTIME_PATH    where language runtimes are looked for (else PATH)\n"
         "  CODECALC_EXEC_BIN        the sandbox launcher to use\n"
         "  CODECALC_REQUIRE_NATIVE  1: refuse to start without the full sandbox\n";
}

const Command* find_command(std::string_view word) {
  for (const Command* command : kCommands) {
    if (command->name == word) return command;
    if (std::ranges::find(command->aliases, word) != command->aliases.end()) return command;
  }
  return nullptr;
}

int unknown(std::string_view word) {
  std::vector<std::string_view> names;
  for (const Command* command : kCommands) names.push_back(command->name);
  std::string message = "unknown command \"" + shorten(word, 64) + "\"";
  if (const auto near = nearest(word, names); !near.empty()) {
    message += "; did you mean \"" + std::string(near) + "\"?";
  } else {
    message += "; see codecalc --help";
  }
  print_error(message);
  return kUsage;
}

int run(std::span<const std::string_view> arguments) {
  const Command* command = &kServe;
  if (!arguments.empty()) {
    const std::string_view word = arguments.front();
    const bool help = word == "--help" || word == "-h";
    if (help || word == "--version" || word == "-V") {
      if (arguments.size() > 1) {
        print_error(std::string(word) + " stands alone");
        return kUsage;
      }
      print(help ? overview() : "codecalc " CODECALC_VERSION "\n");
      return kDone;
    }
    command = find_command(word);
    if (command == nullptr) return unknown(word);
    arguments = arguments.subspan(1);
    for (const std::string_view argument : arguments) {
      if (argument == "--") break;
      if (argument != "--help" && argument != "-h") continue;
      print(command->help);
      return kDone;
    }
  }
  const Config config = Config::from_environment();
  for (const std::string& warning : config.warnings) print_error(warning);
  const auto groups = registry::parse_tool_selection(config.tools);
  if (!groups.ok()) {
    print_error(groups.error().message + ". " + groups.error().remedy);
    return kFailed;
  }
  const registry::Registry registry(tools::all_tools(), *groups);
  return command->run({arguments, config, registry, *groups});
}

}  // namespace
}  // namespace codecalc::cli

int main(int argc, char** argv) {
  // A pool of memory per thread would cost more than it saves: few threads allocate at once.
  ::mallopt(M_ARENA_MAX, 2);
  // What a large message took goes back to the system with it.
  ::mallopt(M_MMAP_THRESHOLD, 4 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 8 << 20);
  const std::vector<std::string_view> arguments(argv + std::min(argc, 1), argv + argc);
  try {
    const int status = codecalc::cli::run(arguments);
    // What was asked for and did not get out (a full disk, a closed descriptor) is a failure.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    codecalc::cli::print_error(std::string("standard output: ") + std::strerror(errno));
    return std::max(status, static_cast<int>(codecalc::cli::kFailed));
  } catch (const std::exception& e) {  // of a library below; a fault of ours, said plainly
    codecalc::cli::print_error(std::string("internal fault: ") + e.what());
    return codecalc::cli::kFailed;
  }
}
