// Reading the comment block of PEP 723, whose content is TOML.
#include "execution/inline_dependencies.h"

// Header only: loading the shared library would cost every start.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "base/text.h"

namespace codecalc::execution {
namespace {

constexpr std::size_t kMaxBlockBytes = 64 * 1024;
constexpr std::size_t kMaxDependencies = 64;
constexpr std::size_t kMaxSpecBytes = 256;
constexpr std::string_view kOpening = "# /// script";
constexpr std::string_view kClosing = "# ///";

/// Takes the first line off `text`, without its line end.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The TOML between the opening line and the last closing line of the run of comment lines that
/// follows it, as the PEP's own expression matches it; empty when there is no such block.
std::string block_content(std::string_view source) {
  while (!source.empty()) {
    if (take_line(source) != kOpening) continue;
    std::string content;
    std::size_t closed_at = 0;
    std::string_view rest = source;
    while (!rest.empty() && content.size() < kMaxBlockBytes) {
      const std::string_view line = take_line(rest);
      if (line != "#" && !line.starts_with("# ")) break;
      if (line == kClosing) closed_at = content.size();
      content += line.substr(line.size() == 1 ? 1 : 2);
      content += '\n';
    }
    content.resize(closed_at);
    if (!content.empty()) return content;
  }
  return {};
}

}  // namespace

std::vector<std::string> inline_dependencies(std::string_view source) {
  std::vector<std::string> found;
  // Most sources have no block: one search settles it.
  if (source.find(kOpening) == std::string_view::npos) return found;
  const std::string content = block_content(source);
  if (content.empty()) return found;
  const toml::parse_result parsed = toml::parse(content);
  if (!parsed) return found;
  const toml::array* list = parsed.table()["dependencies"].as_array();
  if (list == nullptr) return found;
  for (const toml::node& node : *list) {
    if (found.size() == kMaxDependencies) break;
    if (const auto* text = node.as_string()) found.push_back(shorten(text->get(), kMaxSpecBytes));
  }
  return found;
}

}  // namespace codecalc::execution
