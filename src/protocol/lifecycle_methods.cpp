// initialize, ping and server/discover: who serves, and how.
#include <utility>

#include "protocol/methods.h"
#include "protocol/request_meta.h"

namespace codecalc::protocol {
namespace {

/// Only what has its methods is declared; the lists never change while the process runs.
Json capabilities(Revision revision) {
  Json declared = {{"tools", {{"listChanged", false}}},
                   {"resources", {{"listChanged", false}, {"subscribe", false}}},
                   {"prompts", {{"listChanged", false}}}};
  if (revision >= Revision::k2025_03_26) declared["completions"] = Json::object();
  return declared;
}

Json implementation(const ServerInfo& info, Revision revision) {
  Json json = {{"name", info.name}, {"version", info.version}};
  if (revision >= Revision::k2025_06_18 && !info.title.empty()) json["title"] = info.title;
  if (revision < Revision::k2025_11_25) return json;
  if (!info.description.empty()) json["description"] = info.description;
  if (!info.website_url.empty()) json["websiteUrl"] = info.website_url;
  if (!info.icon_uri.empty()) {
    Json icon = {{"src", info.icon_uri}, {"mimeType", info.icon_mime_type}};
    icon["sizes"] = Json::array({"any"});
    json["icons"] = Json::array({std::move(icon)});
  }
  return json;
}

std::string members_of(const Json& object) {
  const std::string text = write_json(object);
  return text.substr(1, text.size() - 2);
}

}  // namespace

void handle_initialize(Exchange& exchange) {
  auto version = string_param(exchange.params, "protocolVersion");
  if (auto* error = std::get_if<RpcError>(&version)) return exchange.fail(std::move(*error));
  for (const char* name : {"capabilities", "clientInfo"}) {
    const auto value = exchange.params.find(name);
    if (value != exchange.params.end() && !value->is_object()) {
      return exchange.fail({kInvalidParams, "\"" + std::string(name) + "\" must be an object", {}});
    }
  }
  Revision revision = find_revision(std::get<std::string>(version)).value_or(kNewestHandshake);
  if (is_stateless(revision)) revision = kNewestHandshake;
  exchange.session->negotiate(revision);
  const ServerInfo& info = exchange.parts().info;
  Json result = {{"protocolVersion", revision_name(revision)},
                 {"capabilities", capabilities(revision)},
                 {"serverInfo", implementation(info, revision)}};
  if (!info.instructions.empty()) result["instructions"] = info.instructions;
  exchange.result(members_of(result));
}

void handle_ping(Exchange& exchange) { exchange.result(""); }

void handle_discover(Exchange& exchange) {
  const ServerInfo& info = exchange.parts().info;
  const Revision revision = exchange.revision;
  Json result = {{"supportedVersions", Json::array({revision_name(revision)})},
                 {"capabilities", capabilities(revision)}};
  if (!info.instructions.empty()) result["instructions"] = info.instructions;
  // The one result with the whole of serverInfo; all others carry the short form.
  result["resultType"] = "complete";
  result["ttlMs"] = 60'000;
  result["cacheScope"] = "public";
  result["_meta"] = {{kMetaServerInfo, implementation(info, revision)}};
  exchange.responder->respond(result_text(exchange.id, write_json(result)), 0);
}

}  // namespace codecalc::protocol
