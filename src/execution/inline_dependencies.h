// Dependencies that a Python source declares about itself (PEP 723).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace codecalc::execution {

/// The strings of `dependencies` in the source's `# /// script` block, at most 64, each shortened
/// to 256 bytes. A source without a block, or whose block is no TOML, declares none.
std::vector<std::string> inline_dependencies(std::string_view source);

}  // namespace codecalc::execution
