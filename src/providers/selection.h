// Which provider serves a run.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "providers/provider_table.h"

namespace codecalc::providers {

/// A provider that was asked for and cannot be had. Nothing is run elsewhere instead.
struct UnknownProvider {
  std::string requested;
  std::vector<std::string> available;
};

/// `requested` is the call's argument (empty: none), `fallback` CODECALC_EXECUTION_PROVIDER.
std::variant<const Provider*, UnknownProvider> select_provider(std::string_view requested,
                                                               std::string_view fallback);

}  // namespace codecalc::providers
