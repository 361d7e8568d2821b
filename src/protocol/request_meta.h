// The `_meta` of a request: which era it belongs to, and what it asks for.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "protocol/jsonrpc.h"

namespace codecalc::protocol {

inline constexpr const char* kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr const char* kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr const char* kMetaClientInfo = "io.modelcontextprotocol/clientInfo";
inline constexpr const char* kMetaLogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr const char* kMetaServerInfo = "io.modelcontextprotocol/serverInfo";
inline constexpr const char* kMetaSubscription = "io.modelcontextprotocol/subscriptionId";

/// True when the request says which stateless revision it wants, or means to.
bool has_stateless_meta(const Json& params);

/// What is wrong with the `_meta` of a stateless request: incomplete or of wrong types (-32602),
/// a revision that is not served that way (-32022).
std::optional<RpcError> check_stateless_meta(const Json& params);

/// The shape of `_meta` that every revision wants: an object, a progress token that is a string or
/// an integer.
std::optional<RpcError> check_meta_shape(const Json& params);

/// The progress token as JSON text; empty when there is none. Needs check_meta_shape().
std::string progress_token(const Json& params);

}  // namespace codecalc::protocol
