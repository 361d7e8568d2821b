// JSON Schemas (2020-12) derived from the field tables.
#pragma once

#include <span>

#include "base/json_fwd.h"
#include "registry/tool.h"

namespace codecalc::registry {

/// The inputSchema of tools/list: whole, with descriptions, defaults and bounds, closed.
Json input_schema(const ToolSpec& tool);

/// The outputSchema of tools/list: the root and the members that every result has. The full one
/// is published in docs/contract, as tools/list is paid for by every client.
Json brief_output_schema(const ToolSpec& tool);

/// The schema of docs/contract/result-v1.schema.json: the families of results that `tools` have,
/// exactly one of which describes a result.
Json result_schema(std::span<const ToolSpec* const> tools);

/// Every member that a successful or failed result of the tool may have, for docs and tests.
Json full_output_schema(const ToolSpec& tool);

}  // namespace codecalc::registry
