// See words.h.
#include "runtimes/words.h"

namespace codecalc::runtimes {
namespace {

bool is_name(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_')) return false;
  }
  return true;
}

std::string fill(std::string_view word, const Names& names) {
  std::string filled;
  while (!word.empty()) {
    const std::size_t open = word.find('{');
    filled += word.substr(0, open);
    if (open == std::string_view::npos) break;
    word.remove_prefix(open);
    const std::size_t close = word.find('}');
    const std::string_view name =
        close == std::string_view::npos ? std::string_view() : word.substr(1, close - 1);
    const auto value = is_name(name) ? names(name) : std::nullopt;
    // A brace that opens no hole belongs to the runtime's own language.
    const std::size_t taken = value ? close + 1 : 1;
    filled += value ? *value : "{";
    word.remove_prefix(taken);
  }
  return filled;
}

/// Takes "?name:" or "?!name:" off the word; true when what stands behind it is wanted.
bool condition(std::string_view& word, const Names& names) {
  if (!word.starts_with('?')) return true;
  const bool negated = word.starts_with("?!");
  const std::size_t start = negated ? 2 : 1;
  const std::size_t colon = word.find(':');
  const bool there = names(word.substr(start, colon - start)).has_value();
  word.remove_prefix(colon + 1);
  return there != negated;
}

}  // namespace

std::vector<std::string> expand(std::string_view line, const Names& names) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    // A word ends at a blank outside of quotes.
    std::string word;
    bool quoted = false;
    for (; at < line.size() && (quoted || line[at] != ' '); ++at) {
      if (line[at] == '\'') quoted = !quoted;
      else word += line[at];
    }
    std::string_view rest = word;
    if (condition(rest, names)) words.push_back(fill(rest, names));
  }
  return words;
}

}  // namespace codecalc::runtimes
