// Command: one word of the command line. A new one is a file and a row of the table in main.cpp.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "registry/registry.h"

namespace codecalc::cli {

enum ExitStatus : int { kDone = 0, kFailed = 1, kUsage = 2 };

/// What every command is given.
struct Invocation {
  std::span<const std::string_view> arguments;  ///< without the command's own name
  const Config& config;
  const registry::Registry& registry;
  std::span<const registry::Group> groups;  ///< the active ones
};

struct Command {
  std::string_view name;
  std::span<const std::string_view> aliases;
  std::string_view summary;
  std::string_view help;
  int (*run)(const Invocation& invocation);
};

// <name>_command.cpp
extern const Command kServe;
extern const Command kDoctor;
extern const Command kTools;
extern const Command kCall;
extern const Command kSchemas;

/// The arguments of a command, split. Plain ones are `words`.
struct Arguments {
  std::vector<std::string_view> words;
  std::vector<std::string_view> flags;
  bool has(std::string_view flag) const;
};

/// Splits and checks; writes what is wrong to stderr and gives nothing for an unknown flag or more
/// than `max_words` words. "--" ends the flags.
std::optional<Arguments> split_arguments(std::string_view command,
                                         std::span<const std::string_view> arguments,
                                         std::initializer_list<std::string_view> flags,
                                         std::size_t max_words);

void print(std::string_view text);        ///< to stdout
void print_error(std::string_view text);  ///< one line to stderr, after "codecalc: "

}  // namespace codecalc::cli
