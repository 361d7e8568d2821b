// ToolSpec: everything the server knows of one tool. One tool is one file in src/tools/ that ends
// in `const ToolSpec kTool_<name> = make_tool<Params, Reply, run>({...});`.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "registry/call_context.h"
#include "registry/field.h"

namespace codecalc::registry {

enum class Group { kCalculator, kVerification, kExecution, kSessions, kAnalysis, kAdmin };

/// Hints of the protocol's ToolAnnotations; all four are always sent.
struct Annotations {
  bool read_only = false;
  bool destructive = false;
  bool idempotent = false;
  bool open_world = false;
};

/// Reads nothing but its arguments, changes nothing: the annotations of every calculator tool.
inline constexpr Annotations kPure{.read_only = true, .idempotent = true};

/// Where a call runs. Quick calls (calculations, listings) have threads of their own, so that no
/// number of waiting programs delays them.
enum class Lane { kQuick, kBlocking };

/// Extra content blocks beside the JSON text (images, resource links), as protocol objects.
struct ContentBlocks {
  std::vector<JsonBox> blocks;
};

/// What a tool's function gave, before the contract stamps it.
struct RawReply {
  JsonBox structured;
  ContentBlocks content;
};

struct ToolTraits {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  Group group = Group::kCalculator;
  Annotations annotations = kPure;
  Lane lane = Lane::kQuick;
  std::chrono::seconds deadline{900};
  bool always_load = false;               ///< _meta anthropic/alwaysLoad
  bool requires_user_interaction = false;  ///< _meta anthropic/requiresUserInteraction
  int max_result_chars = 0;               ///< _meta anthropic/maxResultSizeChars; 0: absent
  std::string_view ui_resource{};         ///< _meta ui.resourceUri; empty: none
  /// The reply is `{"result": [rows]}`: one text block per row and no stamp (list_languages,
  /// list_execution_providers).
  bool list_reply = false;
};

struct ToolSpec {
  ToolTraits traits;
  std::span<const Field> params;
  std::span<const Field> reply;
  const void* param_defaults = nullptr;
  const void* reply_defaults = nullptr;
  /// Decodes `arguments` (an object), runs, encodes. Never throws.
  Result<RawReply> (*invoke)(const Json& arguments, CallContext& context) = nullptr;
};

namespace detail {

/// Fills `object` from `arguments` by the table; the error names the parameter, what was expected
/// and what came. An unknown argument is refused with the nearest real name.
Status read_arguments(const Json& arguments, void* object, std::span<const Field> fields);
JsonBox reply_json(const void* object, std::span<const Field> fields);
/// Runs `body` and turns any exception of a library below into an internal error.
Result<RawReply> guarded(Result<RawReply> (*body)(const void* params, CallContext&),
                         const void* params, CallContext& context);

template <class T>
inline const T kDefaults{};

template <class R>
ContentBlocks take_content(R& reply) {
  if constexpr (requires { reply.content_blocks; }) return std::move(reply.content_blocks);
  return {};
}

}  // namespace detail

/// Params and Reply are structs with `static std::span<const Field> fields()`. A Reply may have a
/// member `ContentBlocks content_blocks` (not in its table) for blocks beside the JSON text, and a
/// member `ok` in its table when success is not simply "no error".
template <class Params, class Reply, Result<Reply> (*Run)(const Params&, CallContext&)>
ToolSpec make_tool(const ToolTraits& traits) {
  ToolSpec spec;
  spec.traits = traits;
  spec.params = Params::fields();
  spec.reply = Reply::fields();
  spec.param_defaults = &detail::kDefaults<Params>;
  spec.reply_defaults = &detail::kDefaults<Reply>;
  spec.invoke = [](const Json& arguments, CallContext& context) -> Result<RawReply> {
    Params params;
    TRY(detail::read_arguments(arguments, &params, Params::fields()));
    return detail::guarded(
        [](const void* p, CallContext& c) -> Result<RawReply> {
          TRY_ASSIGN(Reply reply, Run(*static_cast<const Params*>(p), c));
          RawReply raw;
          raw.structured = detail::reply_json(&reply, Reply::fields());
          raw.content = detail::take_content(reply);
          return raw;
        },
        &params, context);
  };
  return spec;
}

}  // namespace codecalc::registry
