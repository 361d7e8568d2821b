// Command lines of the language table: words, holes and conditions (row.h says what they mean).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc::runtimes {

/// The value of a hole; nothing when there is no such name.
using Names = std::function<std::optional<std::string>(std::string_view name)>;

/// The words of a line whose conditions hold, with their holes filled. A hole without a value stays
/// as it stands.
std::vector<std::string> expand(std::string_view line, const Names& names);

}  // namespace codecalc::runtimes
