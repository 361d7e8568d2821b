// Field tables: one row per member of a params or reply struct gives decoding with checks,
// encoding, and JSON Schema. A tool file needs only this header, not the JSON library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_fwd.h"

namespace codecalc::registry {

/// A number as the client wrote it: a JSON number's own digits, or a string that reads as a number.
/// Nothing passes through binary64.
struct NumberText {
  std::string text;
  friend bool operator==(const NumberText&, const NumberText&) = default;
};

/// An integer of any size, as decimal digits with an optional leading minus.
struct IntegerText {
  std::string digits;
  friend bool operator==(const IntegerText&, const IntegerText&) = default;
};

/// A reply member that is written as null when it holds nothing (std::optional is left out then).
template <class T>
struct Nullable {
  std::optional<T> value;
  Nullable() = default;
  Nullable(T v) : value(std::move(v)) {}                 // NOLINT: implicit by design
  Nullable(std::optional<T> v) : value(std::move(v)) {}  // NOLINT: implicit by design
};

/// A JSON value of any shape, for members that no plain type describes (matrix entries, nested
/// rows). Held by pointer so that the full JSON header is needed only where one is built or read.
class JsonBox {
 public:
  JsonBox();  ///< null
  explicit JsonBox(Json value);
  JsonBox(const JsonBox&);
  JsonBox(JsonBox&&) noexcept;
  JsonBox& operator=(const JsonBox&);
  JsonBox& operator=(JsonBox&&) noexcept;
  ~JsonBox();
  const Json& get() const { return *value_; }
  Json& get() { return *value_; }

 private:
  std::unique_ptr<Json> value_;
};

/// What a value must satisfy. Numbers outside [min, max] are refused; numbers beyond `clamp_max`
/// become clamp_max, as the original does for time-outs and output caps.
struct Limits {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  double clamp_max = std::numeric_limits<double>::infinity();
  std::size_t max_length = std::numeric_limits<std::size_t>::max();  ///< bytes, or array elements
  std::span<const std::string_view> one_of{};  ///< allowed strings; empty: any
  std::string_view schema{};  ///< replaces the derived schema (JSON text without description)
};

struct Field;

/// Why a value was refused: the text after the parameter's name, e.g. "expected an integer, got
/// the string \"ten\"".
using Refusal = std::optional<std::string>;

struct Field {
  std::string_view name;
  std::string_view description;
  bool required = false;
  bool nullable = false;
  Limits limits{};
  Refusal (*read)(const Json& from, void* object, const Limits& limits) = nullptr;
  void (*write)(Json& object_json, std::string_view name, const void* object) = nullptr;
  /// Adds type, bounds and (unless the field is required) the default of `defaults` to `schema`.
  void (*describe)(Json& schema, const void* defaults, const Limits& limits) = nullptr;
};

// How each supported member type is read, written and described. Add an overload to add a type.
Refusal read_value(const Json&, std::string&, const Limits&);
Refusal read_value(const Json&, std::int64_t&, const Limits&);
Refusal read_value(const Json&, double&, const Limits&);
Refusal read_value(const Json&, bool&, const Limits&);
Refusal read_value(const Json&, NumberText&, const Limits&);
Refusal read_value(const Json&, IntegerText&, const Limits&);
Refusal read_value(const Json&, std::vector<std::string>&, const Limits&);
Refusal read_value(const Json&, std::vector<NumberText>&, const Limits&);
Refusal read_value(const Json&, JsonBox&, const Limits&);

void write_value(Json&, const std::string&);
void write_value(Json&, std::int64_t);
void write_value(Json&, double);
void write_value(Json&, bool);
/// As a JSON number; as a string where binary64 would overflow, since many JSON readers then refuse
/// the whole message.
void write_value(Json&, const NumberText&);
void write_value(Json&, const IntegerText&);
void write_value(Json&, const std::vector<std::string>&);
void write_value(Json&, const std::vector<std::int64_t>&);
void write_value(Json&, const std::vector<NumberText>&);
void write_value(Json&, const std::vector<IntegerText>&);
void write_value(Json&, const JsonBox&);

void describe_value(Json&, const std::string&, const Limits&);
void describe_value(Json&, std::int64_t, const Limits&);
void describe_value(Json&, double, const Limits&);
void describe_value(Json&, bool, const Limits&);
void describe_value(Json&, const NumberText&, const Limits&);
void describe_value(Json&, const IntegerText&, const Limits&);
void describe_value(Json&, const std::vector<std::string>&, const Limits&);
void describe_value(Json&, const std::vector<std::int64_t>&, const Limits&);
void describe_value(Json&, const std::vector<NumberText>&, const Limits&);
void describe_value(Json&, const std::vector<IntegerText>&, const Limits&);
void describe_value(Json&, const JsonBox&, const Limits&);

namespace detail {

/// Rows: a vector of structs with a field table of their own.
template <class T>
concept Row = requires { T::fields(); };
void write_object(Json& out, const void* object, std::span<const Field> fields);
void describe_object(Json& schema, const void* defaults, std::span<const Field> fields);
void append_object(Json& array, const void* object, std::span<const Field> fields);
void make_array(Json& out);
void describe_rows(Json& schema, const void* defaults, std::span<const Field> fields);

}  // namespace detail

// Declared before their uses below, which would not find them for rows of other namespaces.
template <detail::Row T>
void write_value(Json& out, const T& row) {
  detail::write_object(out, &row, T::fields());
}
template <detail::Row T>
void write_value(Json& out, const std::vector<T>& rows) {
  detail::make_array(out);
  for (const T& row : rows) detail::append_object(out, &row, T::fields());
}
template <detail::Row T>
void describe_value(Json& schema, const T& defaults, const Limits&) {
  detail::describe_object(schema, &defaults, T::fields());
}
template <detail::Row T>
void describe_value(Json& schema, const std::vector<T>&, const Limits&) {
  const T defaults{};
  detail::describe_rows(schema, &defaults, T::fields());
}

namespace detail {

/// Sets `object[name]`; null stands for "write null".
void put(Json& object, std::string_view name, void (*write)(Json&, const void*), const void* value);
/// Adds "null" to the schema's type and makes it the default.
void describe_nullable(Json& schema);

template <class T>
void write_member(Json& object, std::string_view name, const T& value) {
  put(
      object, name, [](Json& j, const void* v) { write_value(j, *static_cast<const T*>(v)); },
      &value);
}
template <class T>
void write_member(Json& object, std::string_view name, const Nullable<T>& value);
template <class T>
void write_member(Json& object, std::string_view name, const std::optional<T>& value) {
  if (value) write_member(object, name, *value);
}
template <class T>
void write_member(Json& object, std::string_view name, const Nullable<T>& value) {
  if (value.value) return write_member(object, name, *value.value);
  put(object, name, nullptr, nullptr);
}

template <class T>
Refusal read_member(const Json& from, T& to, const Limits& limits) {
  return read_value(from, to, limits);
}
template <class T>
Refusal read_member(const Json& from, std::optional<T>& to, const Limits& limits) {
  return read_value(from, to.emplace(), limits);
}

template <class T>
void describe_member(Json& schema, const T& value, const Limits& limits) {
  describe_value(schema, value, limits);
}
template <class T>
void describe_member(Json& schema, const std::optional<T>&, const Limits& limits) {
  describe_value(schema, T{}, limits);
  describe_nullable(schema);
}
template <class T>
void describe_member(Json& schema, const Nullable<T>&, const Limits& limits) {
  describe_value(schema, T{}, limits);
  describe_nullable(schema);
}

/// A member of a reply: an empty std::optional is left out, so null is no value of it.
template <class T>
void describe_reply_member(Json& schema, const T& value, const Limits& limits) {
  describe_member(schema, value, limits);
}
/// Numbers beyond binary64 are written as text, see write_value().
void describe_reply_member(Json& schema, const NumberText& value, const Limits& limits);
void describe_reply_member(Json& schema, const IntegerText& value, const Limits& limits);
template <class T>
void describe_reply_member(Json& schema, const std::optional<T>&, const Limits& limits) {
  describe_reply_member(schema, T{}, limits);
}
template <class T>
void describe_reply_member(Json& schema, const Nullable<T>&, const Limits& limits) {
  describe_reply_member(schema, T{}, limits);
  describe_nullable(schema);
}

template <class M>
struct MemberOf;
template <class C, class T>
struct MemberOf<T C::*> {
  using Owner = C;
  using Type = T;
};
template <class T>
inline constexpr bool kIsNullable = false;
template <class T>
inline constexpr bool kIsNullable<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsNullable<Nullable<T>> = true;

}  // namespace detail

// `static` in a header on purpose: for a member of a type in an unnamed namespace, g++ 12 gives
// these templates and their lambdas weak symbols of the same name in every file, and the linker
// would keep one: `Reply::note` of another tool, at another offset.

/// A row of a params table: an optional parameter whose default is the struct's own.
template <auto Member>
static constexpr Field field(std::string_view name, std::string_view description,
                             Limits limits = {}) {
  using Owner = typename detail::MemberOf<decltype(Member)>::Owner;
  using Type = typename detail::MemberOf<decltype(Member)>::Type;
  Field f;
  f.name = name;
  f.description = description;
  f.nullable = detail::kIsNullable<Type>;
  f.limits = limits;
  f.read = [](const Json& from, void* object, const Limits& l) -> Refusal {
    return detail::read_member(from, static_cast<Owner*>(object)->*Member, l);
  };
  f.write = [](Json& json, std::string_view n, const void* object) {
    detail::write_member(json, n, static_cast<const Owner*>(object)->*Member);
  };
  f.describe = [](Json& schema, const void* defaults, const Limits& l) {
    detail::describe_member(schema, static_cast<const Owner*>(defaults)->*Member, l);
  };
  return f;
}

/// A row of a reply table: written only, so its type needs no reader. `Row` is named where the
/// member belongs to a base of the row.
template <auto Member, class Row = typename detail::MemberOf<decltype(Member)>::Owner>
static constexpr Field out(std::string_view name, std::string_view description,
                           Limits limits = {}) {
  using Type = typename detail::MemberOf<decltype(Member)>::Type;
  Field f;
  f.name = name;
  f.description = description;
  f.nullable = detail::kIsNullable<Type>;
  f.limits = limits;
  f.write = [](Json& json, std::string_view n, const void* object) {
    detail::write_member(json, n, static_cast<const Row*>(object)->*Member);
  };
  f.describe = [](Json& schema, const void* defaults, const Limits& l) {
    detail::describe_reply_member(schema, static_cast<const Row*>(defaults)->*Member, l);
  };
  return f;
}

/// Marks a parameter that must be given, or a reply member that is always there.
constexpr Field required(Field f) {
  f.required = true;
  return f;
}

}  // namespace codecalc::registry
