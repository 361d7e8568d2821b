// Files of sessions as MCP resources: codecalc://session/{session_id}/files/{+path}.
#pragma once

#include "protocol/server_info.h"
#include "tools/services.h"

namespace codecalc::cli {

class SessionResources final : public protocol::ResourceProvider {
 public:
  explicit SessionResources(Services& services) : services_(services) {}

  Json resources() const override { return Json::array(); }
  Json templates() const override;
  /// Nothing for a URI of another form, an unknown session, and a path that leads nowhere or out.
  /// Error kResourceExhausted: the file has more than 4 MiB.
  Result<std::optional<Json>> read(std::string_view uri, registry::CallContext& context) override;

 private:
  Services& services_;
};

}  // namespace codecalc::cli
