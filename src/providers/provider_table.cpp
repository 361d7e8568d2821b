// The table of providers: one row each.
#include "providers/provider_table.h"

#include <array>

namespace codecalc::providers {
namespace {

constexpr std::array kProviders = {
    Provider{.id = "local",
             .version = CODECALC_VERSION,
             .host_class = "local",
             .strict = false,
             .capabilities = {.execute = true,
                              .stream = true,
                              .health = true,
                              .runtime_discovery = true,
                              .workdir = true,
                              .network_control = true}},
};

}  // namespace

std::span<const Provider> all_providers() { return kProviders; }

const Provider* find_provider(std::string_view id) {
  for (const Provider& provider : kProviders) {
    if (provider.id == id) return &provider;
  }
  return nullptr;
}

}  // namespace codecalc::providers
