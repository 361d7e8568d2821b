// Checks in the order that the protocol names: complete, then known, and the method after that.
#include "protocol/request_meta.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "protocol/revision.h"

namespace codecalc::protocol {
namespace {

const Json* find_meta(const Json& params) {
  const auto meta = params.find("_meta");
  return meta == params.end() || !meta->is_object() ? nullptr : &*meta;
}

RpcError bad(std::string message) { return {kInvalidParams, std::move(message), {}}; }

std::string missing_keys(const Json* meta) {
  std::string missing;
  for (const char* key : {kMetaVersion, kMetaCapabilities}) {
    if (meta != nullptr && meta->contains(key)) continue;
    missing += (missing.empty() ? "" : ", ") + std::string(key);
  }
  return missing;
}

bool is_log_level(const Json& value) {
  constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                       "error", "critical", "alert",  "emergency"};
  return value.is_string() &&
         std::ranges::find(kLevels, value.get_ref<const std::string&>()) != kLevels.end();
}

}  // namespace

bool has_stateless_meta(const Json& params) {
  const Json* meta = find_meta(params);
  return meta != nullptr && (meta->contains(kMetaVersion) || meta->contains(kMetaCapabilities));
}

std::optional<RpcError> check_meta_shape(const Json& params) {
  const auto meta = params.find("_meta");
  if (meta == params.end()) return std::nullopt;
  if (!meta->is_object()) return bad("\"_meta\" must be an object");
  const auto token = meta->find("progressToken");
  if (token != meta->end() && !id_text(*token)) {
    return bad("\"progressToken\" must be a string or an integer");
  }
  return std::nullopt;
}

std::optional<RpcError> check_stateless_meta(const Json& params) {
  const Json* meta = find_meta(params);
  if (const std::string missing = missing_keys(meta); !missing.empty()) {
    return bad("\"_meta\" lacks " + missing);
  }
  const Json& version = *meta->find(kMetaVersion);
  if (!version.is_string()) return bad(std::string(kMetaVersion) + " must be a string");
  if (!meta->find(kMetaCapabilities)->is_object()) {
    return bad(std::string(kMetaCapabilities) + " must be an object");
  }
  const auto client = meta->find(kMetaClientInfo);
  if (client != meta->end() && !client->is_object()) {
    return bad(std::string(kMetaClientInfo) + " must be an object");
  }
  const auto level = meta->find(kMetaLogLevel);
  if (level != meta->end() && !is_log_level(*level)) {
    return bad(std::string(kMetaLogLevel) + " must be one of the eight log levels");
  }
  const std::string& name = version.get_ref<const std::string&>();
  const auto revision = find_revision(name);
  if (revision && is_stateless(*revision)) return std::nullopt;
  RpcError error{kUnsupportedVersion,
                 "protocol version \"" + shorten(name, 64) + "\" is not served this way",
                 Json::object()};
  (*error.data)["supported"] = Json::array({revision_name(Revision::k2026_07_28)});
  (*error.data)["requested"] = name;
  return error;
}

std::string progress_token(const Json& params) {
  const Json* meta = find_meta(params);
  if (meta == nullptr) return "";
  const auto token = meta->find("progressToken");
  return token == meta->end() ? "" : id_text(*token).value_or("");
}

}  // namespace codecalc::protocol
