// Name, icon and instructions. Clients always load the instructions: short, most useful first.
#include "cli/server_info.h"

#include <array>
#include <string_view>

namespace codecalc::cli {
namespace {

/// A equals sign with a dot, on a dark square.
constexpr std::string_view kIcon =
    "data:image/svg+xml;base64,"
    "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+"
    "PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iNyIgZmlsbD0iIzE3MzA0MiIvPjxwYXRoIGQ9"
    "Ik04IDEyaDExTTggMjBoMTEiIHN0cm9rZT0iI2ZmZiIgc3Ryb2tlLXdpZHRoPSIzIi8+PGNpcmNsZSBj"
    "eD0iMjQiIGN5PSIyMCIgcj0iMiIgZmlsbD0iI2Y2Yjc0MCIvPjwvc3ZnPg==";

struct Hint {
  std::string_view tool;  ///< the hint is given when this tool is served
  std::string_view text;
};

constexpr std::array kHints = {
    Hint{"calc_exact",
         "- calc_exact: any arithmetic or comparison. Exact fractions, integers of any "
         "size; irrational results with certified digits. Use it instead of "
         "working numbers out yourself."},
    Hint{"execute_code",
         "- execute_code: run a program and read its output, verdict (OK, RTE, TLE, "
         "MLE, OLE), time and memory. Give stdin, timeout and no_net as needed. "
         "Each call starts in an empty folder that is removed afterwards."},
    Hint{"execute_code_stream", "- execute_code_stream: the same with progress while it runs."},
    Hint{"session_start",
         "- session_start: a folder that lasts between calls, for work in steps; then "
         "execute_code with session_id, session_write_file, session_run."},
    Hint{"run_submit", "- run_submit: a long program in the background; run_inspect asks for it."},
    Hint{"list_languages",
         "- list_languages: which languages this machine can run; ask before "
         "choosing a rare one."},
    Hint{"verify_translation", "- verify_translation: do two programs agree on the same inputs?"},
    Hint{"analyze_code", "- analyze_code: look at source code without running it."},
};

constexpr std::string_view kClosing =
    "Every result has ok. When ok is false, code and remedy say what to change; a misspelt or "
    "unusable argument is refused by name, never ignored. unenforced lists each guarantee that "
    "did not hold.";

}  // namespace

protocol::ServerInfo server_info(const registry::Registry& registry) {
  protocol::ServerInfo info;
  info.name = "codecalc";
  info.title = "codecalc";
  info.version = CODECALC_VERSION;
  info.description = "Exact calculator, code runner and logic checker.";
  info.website_url = "https://github.com/The-40-Thieves/codecalc";
  info.icon_uri = kIcon;
  info.icon_mime_type = "image/svg+xml";
  info.instructions = "Compute and run instead of guessing.\n";
  for (const Hint& hint : kHints) {
    if (registry.find(hint.tool) == nullptr) continue;
    info.instructions += hint.text;
    info.instructions += '\n';
  }
  info.instructions += kClosing;
  return info;
}

}  // namespace codecalc::cli
