// The execution providers that this build knows, as data.
#pragma once

#include <span>
#include <string_view>

namespace codecalc::providers {

/// What a provider can do; the names are those of list_execution_providers.
struct ProviderCapabilities {
  bool execute = false;
  bool managed_runs = false;
  bool inspect = false;
  bool stream = false;
  bool cancel = false;
  bool cleanup = false;
  bool files = false;
  bool artifacts = false;
  bool sessions = false;
  bool health = false;
  bool runtime_discovery = false;
  bool workdir = false;
  bool network_control = false;
};

struct Provider {
  std::string_view id;
  std::string_view version;
  std::string_view host_class;
  bool strict = false;
  ProviderCapabilities capabilities;
};

/// Of the interface between the tools and a provider.
inline constexpr std::string_view kInterfaceVersion = "1.0.0";

/// All providers, sorted by id.
std::span<const Provider> all_providers();

/// Null when there is none of that id.
const Provider* find_provider(std::string_view id);

}  // namespace codecalc::providers
