// The result contract: the one place where a result is stamped (docs/contract.md).
#pragma once

#include <string_view>

#include "base/json_fwd.h"
#include "base/result.h"

namespace codecalc::registry {

inline constexpr std::string_view kContractVersion = "1.6.0";

/// Puts `ok` first (true when the tool said nothing of it), adds `remedy` to a result that has a
/// `code` and none, and ends with `contract_version`. `result` is an object.
void stamp(Json& result);

/// The stamped result of a request that failed: ok false, code, error, remedy, and `parameter`
/// when the fault lies in one.
Json failure_result(const Error& error);

}  // namespace codecalc::registry
