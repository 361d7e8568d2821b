// Selecting a provider by id.
#include "providers/selection.h"

#include "base/text.h"

namespace codecalc::providers {

std::variant<const Provider*, UnknownProvider> select_provider(std::string_view requested,
                                                               std::string_view fallback) {
  const std::string_view id = trim(requested).empty() ? fallback : trim(requested);
  if (const Provider* provider = find_provider(id)) return provider;
  UnknownProvider unknown;
  unknown.requested = shorten(id, 128);
  for (const Provider& provider : all_providers()) unknown.available.emplace_back(provider.id);
  return unknown;
}

}  // namespace codecalc::providers
