// The protocol's revisions, oldest first, so that "since" is a comparison.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace codecalc::protocol {

/// The first four begin with a handshake; the last one is stateless.
enum class Revision { k2024_11_05, k2025_03_26, k2025_06_18, k2025_11_25, k2026_07_28 };

inline constexpr Revision kNewestHandshake = Revision::k2025_11_25;
inline constexpr std::size_t kRevisionCount = 5;

constexpr bool is_stateless(Revision r) { return r == Revision::k2026_07_28; }

constexpr std::string_view revision_name(Revision r) {
  constexpr std::array<std::string_view, kRevisionCount> kNames = {
      "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};
  return kNames[static_cast<std::size_t>(r)];
}

constexpr std::optional<Revision> find_revision(std::string_view name) {
  for (std::size_t i = 0; i < kRevisionCount; ++i) {
    if (revision_name(static_cast<Revision>(i)) == name) return static_cast<Revision>(i);
  }
  return std::nullopt;
}

}  // namespace codecalc::protocol
