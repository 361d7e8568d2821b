// ToolSpec: everything the server knows of one tool. One tool is one file in src/tools/ that ends
// in `const ToolSpec kTool_<name> = make_tool<Params, Reply, run>({...});`.
#pragma once

#include <array>
#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
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
  /// The blocks stand alone: an image read. The structured result is there all the same.
  bool instead_of_text = false;
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
  bool always_load = false;                ///< _meta anthropic/alwaysLoad
  bool requires_user_interaction = false;  ///< _meta anthropic/requiresUserInteraction
  int max_result_chars = 0;                ///< _meta anthropic/maxResultSizeChars; 0: absent
  std::string_view ui_resource{};          ///< _meta ui.resourceUri; empty: none
  /// The reply is `{"result": [rows]}`: one text block per row and no stamp (list_languages,
  /// list_execution_providers).
  bool list_reply = false;
};

/// One form that a tool's result may have: the members that a reply struct's table names.
struct ReplyShape {
  /// The family in docs/contract/result-v1.schema.json; empty: a form of one tool alone.
  std::string_view family;
  std::span<const Field> fields;
  const void* defaults = nullptr;
  /// Members that no result of this family has: they tell the families apart.
  std::span<const std::string_view> absent{};
};

/// A reply that takes one of several forms. A form that is a family has the members
/// `static constexpr std::string_view kFamily` and `static constexpr std::array kAbsent`.
template <class... Forms>
struct OneOf {
  std::variant<Forms...> form;
  template <class T>
    requires(std::is_same_v<std::remove_cvref_t<T>, Forms> || ...)
  OneOf(T&& value) : form(std::forward<T>(value)) {}  // NOLINT: implicit by design
};

struct ToolSpec {
  ToolTraits traits;
  std::span<const Field> params;
  const void* param_defaults = nullptr;
  std::span<const ReplyShape> shapes;  ///< at least one
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

template <class R>
ReplyShape shape_of() {
  ReplyShape shape;
  shape.fields = R::fields();
  shape.defaults = &kDefaults<R>;
  if constexpr (requires { R::kFamily; }) {
    shape.family = R::kFamily;
    shape.absent = R::kAbsent;
  }
  return shape;
}

template <class R>
struct Reply {
  static std::span<const ReplyShape> shapes() {
    static const std::array kShapes = {shape_of<R>()};
    return kShapes;
  }
  static RawReply raw(R& reply) {
    RawReply raw;
    raw.structured = reply_json(&reply, R::fields());
    raw.content = take_content(reply);
    return raw;
  }
};

template <class... Forms>
struct Reply<OneOf<Forms...>> {
  static std::span<const ReplyShape> shapes() {
    static const std::array kShapes = {shape_of<Forms>()...};
    return kShapes;
  }
  static RawReply raw(OneOf<Forms...>& reply) {
    return std::visit([]<class F>(F& form) { return Reply<F>::raw(form); }, reply.form);
  }
};

}  // namespace detail

/// Params and Reply are structs with `static std::span<const Field> fields()`; Reply may also be
/// OneOf such structs. A reply struct may have a
/// member `ContentBlocks content_blocks` (not in its table) for blocks beside the JSON text, and a
/// member `ok` in its table when success is not simply "no error".
template <class Params, class Reply, Result<Reply> (*Run)(const Params&, CallContext&)>
ToolSpec make_tool(const ToolTraits& traits) {
  ToolSpec spec;
  spec.traits = traits;
  spec.params = Params::fields();
  spec.param_defaults = &detail::kDefaults<Params>;
  spec.shapes = detail::Reply<Reply>::shapes();
  spec.invoke = [](const Json& arguments, CallContext& context) -> Result<RawReply> {
    Params params;
    TRY(detail::read_arguments(arguments, &params, Params::fields()));
    return detail::guarded(
        [](const void* p, CallContext& c) -> Result<RawReply> {
          TRY_ASSIGN(Reply reply, Run(*static_cast<const Params*>(p), c));
          return detail::Reply<Reply>::raw(reply);
        },
        &params, context);
  };
  return spec;
}

}  // namespace codecalc::registry
