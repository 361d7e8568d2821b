// Splitting of arguments, shared by the commands.
#include "cli/command.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"

namespace codecalc::cli {

bool Arguments::has(std::string_view flag) const {
  return std::ranges::find(flags, flag) != flags.end();
}

std::optional<Arguments> split_arguments(std::string_view command,
                                         std::span<const std::string_view> arguments,
                                         std::initializer_list<std::string_view> flags,
                                         std::size_t max_words) {
  Arguments split;
  bool flags_ended = false;
  for (const std::string_view argument : arguments) {
    const bool is_flag = !flags_ended && argument.size() > 1 && argument.front() == '-';
    if (is_flag && argument == "--") {
      flags_ended = true;
    } else if (is_flag && std::ranges::find(flags, argument) == flags.end()) {
      print_error("unknown flag \"" + shorten(argument, 64) + "\"; see codecalc " +
                  std::string(command) + " --help");
      return std::nullopt;
    } else {
      (is_flag ? split.flags : split.words).push_back(argument);
    }
  }
  if (split.words.size() > max_words) {
    print_error("too many arguments; see codecalc " + std::string(command) + " --help");
    return std::nullopt;
  }
  return split;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_error(std::string_view text) {
  const std::string line = "codecalc: " + std::string(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace codecalc::cli
