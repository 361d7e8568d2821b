// JSON-RPC 2.0 as the protocol uses it: what a text means, and the texts of answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"

namespace codecalc::protocol {

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kUnsupportedVersion = -32022;
/// "Resource not found" before 2026-07-28.
inline constexpr int kHandshakeResourceNotFound = -32002;

struct RpcError {
  int code = kInternalError;
  std::string message;
  std::optional<Json> data;
};

/// One message. An id is kept as its JSON text, so that it goes back with its type and every digit;
/// "null" when none could be read.
struct Message {
  enum class Kind { kRequest, kNotification, kResponse, kInvalid };
  Kind kind = Kind::kInvalid;
  std::string id = "null";
  std::string method;
  Json params = Json::object();
  RpcError error;  ///< of kInvalid; also of a request whose params are no object
  bool params_valid = true;
};

/// The most messages that one batch may have.
inline constexpr std::size_t kMaxBatch = 1000;

/// What one incoming text holds.
struct Incoming {
  bool is_batch = false;
  std::vector<Message> messages;
};

/// Reads a text of at most a line. Never fails: what cannot be used is a message of kind kInvalid.
Incoming read_incoming(std::string_view text);

/// The JSON text of an id that is a string or an integer of any size; nothing for other values.
std::optional<std::string> id_text(const Json& id);

/// `{"jsonrpc":"2.0","id":…,"result":…}`; `result` is JSON text.
std::string result_text(std::string_view id, std::string_view result);
std::string error_text(std::string_view id, const RpcError& error);
/// `params` is JSON text.
std::string notification_text(std::string_view method, std::string_view params);

/// A JSON string with its quotes.
std::string json_string(std::string_view text);

}  // namespace codecalc::protocol
