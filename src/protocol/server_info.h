// What the server says of itself, and the parts that it is made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "registry/registry.h"

namespace codecalc::protocol {

struct ServerInfo {
  std::string name;
  std::string title;
  std::string version;
  std::string description;
  std::string website_url;
  std::string icon_uri;  ///< a data: URI
  std::string icon_mime_type;
  std::string instructions;  ///< empty: none are sent
};

/// Resources by URI. Thread-safe.
class ResourceProvider {
 public:
  virtual ~ResourceProvider() = default;
  /// Arrays of the protocol's Resource and ResourceTemplate objects.
  virtual Json resources() const = 0;
  virtual Json templates() const = 0;
  /// The `contents` array; an empty optional when there is no such resource. May take long and may
  /// be stopped by `context`.
  virtual Result<std::optional<Json>> read(std::string_view uri,
                                           registry::CallContext& context) = 0;
};

/// Proposals for an argument. Thread-safe and quick.
class CompletionProvider {
 public:
  virtual ~CompletionProvider() = default;
  /// At most 100 values. `ref` is the protocol's reference object.
  virtual std::vector<std::string> complete(const Json& ref, std::string_view argument,
                                            std::string_view value) = 0;
};

/// All outlive the dispatcher; null stands for "has none".
struct ServerParts {
  const registry::Registry& registry;
  Services& services;
  ServerInfo info;
  ResourceProvider* resources = nullptr;
  CompletionProvider* completions = nullptr;
};

}  // namespace codecalc::protocol
