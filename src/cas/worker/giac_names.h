// Our function names and Giac's.
#pragma once

#include <optional>
#include <string_view>

namespace codecalc::cas {

/// Giac's name of a plain function of our language (sin, gamma, ...); nothing for others.
std::optional<std::string_view> giac_name(std::string_view ours);
/// Ours for Giac's.
std::optional<std::string_view> our_name(std::string_view giacs);

}  // namespace codecalc::cas
