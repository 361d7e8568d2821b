// What this server says of itself to clients.
#pragma once

#include "protocol/server_info.h"
#include "registry/registry.h"

namespace codecalc::cli {

/// The instructions name only tools that `registry` serves; at most 1.5 KB.
protocol::ServerInfo server_info(const registry::Registry& registry);

}  // namespace codecalc::cli
