// Newer members are left out for older revisions, and what they say goes where it can.
#include "protocol/tool_listing.h"

#include <array>
#include <string_view>

#include "base/json.h"
#include "protocol/jsonrpc.h"

namespace codecalc::protocol {
namespace {

struct Member {
  std::string_view name;
  Revision since;
};
constexpr std::array kToolMembers = {
    Member{"title", Revision::k2025_06_18}, Member{"outputSchema", Revision::k2025_06_18},
    Member{"_meta", Revision::k2025_06_18}, Member{"annotations", Revision::k2025_03_26},
    Member{"icons", Revision::k2025_11_25},
};

/// A link to a resource as text, for revisions without that kind of content.
std::string link_as_text(const Json& block) {
  return R"({"type":"text","text":)" +
         json_string(block.value("name", "resource") + ": " + block.value("uri", "")) + "}";
}

}  // namespace

std::string tool_list_for(const std::string& all, Revision revision) {
  if (revision >= Revision::k2025_11_25) return all;
  auto read = read_json(all);
  Json* tools = std::get_if<Json>(&read);
  if (tools == nullptr) return all;  // it was written by ourselves
  for (Json& tool : *tools) {
    // 2025-03-26 has the title among the annotations.
    if (revision == Revision::k2025_03_26 && tool.contains("title")) {
      tool["annotations"]["title"] = tool["title"];
    }
    for (const Member& member : kToolMembers) {
      if (revision < member.since) tool.erase(std::string(member.name));
    }
  }
  return write_json(*tools);
}

std::string tool_result_members(const registry::CallReply& reply, Revision revision) {
  std::string members = R"("content":[)";
  bool first = true;
  for (const auto& block : reply.blocks) {
    if (!first) members += ',';
    first = false;
    const bool is_link = block.get().value("type", "") == "resource_link";
    members += is_link && revision < Revision::k2025_06_18 ? link_as_text(block.get())
                                                           : write_json(block.get());
  }
  members += ']';
  if (revision >= Revision::k2025_06_18) {
    members += R"(,"structuredContent":)" + write_json(reply.structured.get());
  }
  return members + R"(,"isError":)" + (reply.is_error ? "true" : "false");
}

}  // namespace codecalc::protocol
