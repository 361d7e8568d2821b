// Telling requests, notifications and responses apart, and refusing the rest by name.
#include "protocol/jsonrpc.h"

#include <algorithm>
#include <utility>

namespace codecalc::protocol {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  const auto next = text.find_first_not_of(kBlanks, at);
  return next == std::string_view::npos ? text.size() : next;
}

/// The offset after the string that starts at `at`.
std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

/// The offset of the ',' or bracket that ends the value at `at`.
std::size_t skip_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) return at;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at;
  }
  return at;
}

/// The id of an object that is JSON but was refused as a whole (too deep, a key twice, half of a
/// surrogate pair, which well-behaved clients in JavaScript can send): its sender
/// still waits for an answer. "null" when there is not exactly one usable id.
std::string salvage_id(std::string_view text) {
  std::size_t at = skip_blanks(text, 0);
  if (at >= text.size() || text[at] != '{') return "null";
  std::string id = "null";
  bool seen = false;
  while (at < text.size() && text[at] != '}') {
    const std::size_t key_begin = skip_blanks(text, at + 1);
    if (key_begin >= text.size() || text[key_begin] != '"') break;
    const std::size_t key_end = skip_string(text, key_begin);
    const std::size_t colon = skip_blanks(text, key_end);
    if (colon >= text.size() || text[colon] != ':') break;
    at = skip_value(text, colon + 1);
    if (text.substr(key_begin, key_end - key_begin) != "\"id\"") continue;
    if (std::exchange(seen, true)) return "null";
    auto value = read_json(text.substr(colon + 1, at - colon - 1));
    if (const Json* json = std::get_if<Json>(&value)) id = id_text(*json).value_or("null");
  }
  return id;
}

Message invalid(int code, std::string text, std::string id = "null") {
  Message message;
  message.id = std::move(id);
  message.error = {code, std::move(text), {}};
  return message;
}

Message refuse_fault(const JsonFault& fault, std::string_view text) {
  if (fault.kind == JsonFault::Kind::kSyntax) {
    return invalid(kParseError, "not valid JSON in UTF-8, at byte " + std::to_string(fault.offset));
  }
  return invalid(kInvalidRequest, "the message is refused: " + fault.message, salvage_id(text));
}

Message read_message(Json value) {
  if (!value.is_object()) return invalid(kInvalidRequest, "a message must be an object");
  Message message;
  const auto id = value.find("id");
  const bool has_id = id != value.end();
  if (has_id) {
    auto text = id_text(*id);
    if (!text) return invalid(kInvalidRequest, "\"id\" must be a string or an integer");
    message.id = *std::move(text);
  }
  const auto method = value.find("method");
  if (method == value.end()) {
    if (has_id && (value.contains("result") || value.contains("error"))) {
      message.kind = Message::Kind::kResponse;
      return message;
    }
    return invalid(kInvalidRequest, "\"method\" is missing", message.id);
  }
  if (!method->is_string()) {
    return invalid(kInvalidRequest, "\"method\" must be a string", message.id);
  }
  message.method = method->get_ref<const std::string&>();
  message.kind = has_id ? Message::Kind::kRequest : Message::Kind::kNotification;
  const auto version = value.find("jsonrpc");
  if (has_id && (version == value.end() || *version != "2.0")) {
    return invalid(kInvalidRequest, "\"jsonrpc\" must be \"2.0\"", message.id);
  }
  if (const auto params = value.find("params"); params != value.end()) {
    message.params_valid = params->is_object();
    if (message.params_valid) message.params = std::move(*params);
  }
  return message;
}

}  // namespace

std::optional<std::string> id_text(const Json& id) {
  if (id.is_string()) return write_json(id);
  if (!is_number(id)) return std::nullopt;
  std::string text = number_text(id);
  // An integer beyond 64 bits is kept as its literal; anything with a fraction or exponent is none.
  if (text.find_first_not_of("-0123456789") != std::string::npos) return std::nullopt;
  return text;
}

Incoming read_incoming(std::string_view text) {
  Incoming incoming;
  auto read = read_json(text);
  if (const auto* fault = std::get_if<JsonFault>(&read)) {
    incoming.messages.push_back(refuse_fault(*fault, text));
    return incoming;
  }
  Json& value = std::get<Json>(read);
  incoming.is_batch = value.is_array();
  if (!incoming.is_batch) {
    incoming.messages.push_back(read_message(std::move(value)));
    return incoming;
  }
  if (value.size() > kMaxBatch) {
    incoming.is_batch = false;
    incoming.messages.push_back(
        invalid(kInvalidRequest, "a batch has at most " + std::to_string(kMaxBatch) + " messages"));
    return incoming;
  }
  for (Json& element : value) incoming.messages.push_back(read_message(std::move(element)));
  return incoming;
}

std::string json_string(std::string_view text) { return write_json(Json(text)); }

std::string result_text(std::string_view id, std::string_view result) {
  std::string text;
  text.reserve(id.size() + result.size() + 48);
  text += R"({"jsonrpc":"2.0","id":)";
  text += id;
  text += R"(,"result":)";
  text += result;
  text += '}';
  return text;
}

std::string error_text(std::string_view id, const RpcError& error) {
  std::string text = R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"error":{"code":)" +
                     std::to_string(error.code) + R"(,"message":)" + json_string(error.message);
  if (error.data) text += R"(,"data":)" + write_json(*error.data);
  return text + "}}";
}

std::string notification_text(std::string_view method, std::string_view params) {
  return R"({"jsonrpc":"2.0","method":)" + json_string(method) + R"(,"params":)" +
         std::string(params) + "}";
}

}  // namespace codecalc::protocol
