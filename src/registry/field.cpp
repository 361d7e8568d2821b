// Reading, writing and describing the member types of field tables.
#include "registry/field.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/json.h"
#include "base/text.h"

namespace codecalc::registry {

JsonBox::JsonBox() : value_(std::make_unique<Json>()) {}
JsonBox::JsonBox(Json value) : value_(std::make_unique<Json>(std::move(value))) {}
JsonBox::JsonBox(const JsonBox& other) : value_(std::make_unique<Json>(*other.value_)) {}
JsonBox::JsonBox(JsonBox&& other) noexcept = default;
JsonBox& JsonBox::operator=(const JsonBox& other) {
  if (this != &other) value_ = std::make_unique<Json>(*other.value_);
  return *this;
}
JsonBox& JsonBox::operator=(JsonBox&& other) noexcept = default;
JsonBox::~JsonBox() = default;

namespace {

/// A value as an error message shows it: its kind and, when short, its text.
std::string shown(const Json& value) {
  std::string kind;
  if (value.is_null()) return "null";
  if (value.is_boolean()) kind = "the boolean ";
  else if (value.is_string()) kind = "the string ";
  else if (is_number(value)) kind = "the number ";
  else return value.is_array() ? "an array" : "an object";
  return kind + shorten(write_json(value), 60);
}

std::string expected(std::string_view what, const Json& came) {
  return "expected " + std::string(what) + ", got " + shown(came);
}

std::string plain_number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) {
    return std::to_string(static_cast<long long>(value));
  }
  std::string text(32, '\0');
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  text.resize(static_cast<std::size_t>(end.ptr - text.data()));
  return text;
}

std::string range_text(const Limits& limits) {
  if (std::isinf(limits.max)) return "at least " + plain_number(limits.min);
  if (std::isinf(limits.min)) return "at most " + plain_number(limits.max);
  return "from " + plain_number(limits.min) + " to " + plain_number(limits.max);
}

Refusal check_range(double value, const Limits& limits, const Json& came) {
  if (value >= limits.min && value <= limits.max) return std::nullopt;
  return expected("a number " + range_text(limits), came);
}

/// The number's text in a JSON number or in a string such as "5", " 2.5 " or "1_000".
std::optional<std::string> numeric_text(const Json& from) {
  if (is_number(from)) return number_text(from);
  if (from.is_boolean()) return from.get<bool>() ? "1" : "0";
  if (!from.is_string()) return std::nullopt;
  return clean_number(from.get_ref<const std::string&>());
}

/// Integer digits of a decimal text whose fraction is zero ("5.0", "1e3"); nothing otherwise.
std::optional<std::string> integral_digits(const std::string& text) {
  return decimal_as_integer(text, 20'000);
}

Json exact_number(const std::string& text) {
  if (std::isinf(std::strtod(text.c_str(), nullptr))) return text;
  return number_literal(text);
}

void describe_range(Json& schema, const Limits& limits) {
  auto bound = [](double v) -> Json {
    if (v == std::floor(v)) return static_cast<std::int64_t>(v);
    return number_literal(plain_number(v));
  };
  if (!std::isinf(limits.min)) schema["minimum"] = bound(limits.min);
  if (!std::isinf(limits.max)) schema["maximum"] = bound(limits.max);
}

bool replaced(Json& schema, const Limits& limits) {
  if (limits.schema.empty()) return false;
  schema = Json::parse(limits.schema);
  return true;
}

template <class T>
Refusal read_array(const Json& from, std::vector<T>& to, const Limits& limits,
                   std::string_view what) {
  if (!from.is_array()) return expected(what, from);
  if (from.size() > limits.max_length) {
    return "has " + std::to_string(from.size()) + " elements; at most " +
           std::to_string(limits.max_length) + " are allowed";
  }
  to.clear();
  to.reserve(from.size());
  Limits element = limits;
  element.max_length = Limits{}.max_length;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (auto refusal = read_value(from[i], to.emplace_back(), element)) {
      return "element " + std::to_string(i) + ": " + *refusal;
    }
  }
  return std::nullopt;
}

}  // namespace

Refusal read_value(const Json& from, std::string& to, const Limits& limits) {
  if (!from.is_string()) return expected("a string", from);
  const auto& text = from.get_ref<const std::string&>();
  if (text.size() > limits.max_length) {
    return "has " + std::to_string(text.size()) + " bytes; at most " +
           std::to_string(limits.max_length) + " are allowed";
  }
  if (!limits.one_of.empty()) {
    std::string names;
    for (const auto allowed : limits.one_of) {
      if (allowed == text) {
        to = text;
        return std::nullopt;
      }
      names += (names.empty() ? "" : ", ") + std::string(allowed);
    }
    return expected("one of " + names, from);
  }
  to = text;
  return std::nullopt;
}

Refusal read_value(const Json& from, std::int64_t& to, const Limits& limits) {
  const auto text = numeric_text(from);
  const auto digits = text ? integral_digits(*text) : std::nullopt;
  if (!digits) return expected("an integer", from);
  const auto [end, error] = std::from_chars(digits->data(), digits->data() + digits->size(), to);
  if (error != std::errc()) {
    // Beyond 64 bits: a clamp still gives an answer, a plain range does not.
    if (!std::isinf(limits.clamp_max) && digits->front() != '-') {
      to = static_cast<std::int64_t>(limits.clamp_max);
      return std::nullopt;
    }
    return expected("an integer of at most 64 bits", from);
  }
  if (auto refusal = check_range(static_cast<double>(to), limits, from)) return refusal;
  if (static_cast<double>(to) > limits.clamp_max) to = static_cast<std::int64_t>(limits.clamp_max);
  return std::nullopt;
}

Refusal read_value(const Json& from, double& to, const Limits& limits) {
  const auto text = numeric_text(from);
  if (!text) return expected("a number", from);
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), to);
  if (error != std::errc() || !std::isfinite(to)) return expected("a finite number", from);
  if (auto refusal = check_range(to, limits, from)) return refusal;
  if (to > limits.clamp_max) to = limits.clamp_max;
  return std::nullopt;
}

Refusal read_value(const Json& from, bool& to, const Limits&) {
  if (from.is_boolean()) {
    to = from.get<bool>();
    return std::nullopt;
  }
  if (from.is_string()) {
    const std::string text = to_lower(from.get_ref<const std::string&>());
    if (text == "true" || text == "1") return to = true, std::nullopt;
    if (text == "false" || text == "0") return to = false, std::nullopt;
  }
  if (is_number(from)) {
    const std::string text = number_text(from);
    if (text == "1") return to = true, std::nullopt;
    if (text == "0") return to = false, std::nullopt;
  }
  return expected("true or false", from);
}

Refusal read_value(const Json& from, NumberText& to, const Limits& limits) {
  auto text = numeric_text(from);
  if (!text) return expected("a number", from);
  if (text->size() > limits.max_length) {
    return "has " + std::to_string(text->size()) + " digits; at most " +
           std::to_string(limits.max_length) + " are allowed";
  }
  to.text = std::move(*text);
  return std::nullopt;
}

Refusal read_value(const Json& from, IntegerText& to, const Limits& limits) {
  const auto text = numeric_text(from);
  auto digits = text ? integral_digits(*text) : std::nullopt;
  if (!digits) return expected("an integer", from);
  double rough = 0;
  const auto parsed = std::from_chars(digits->data(), digits->data() + digits->size(), rough);
  if (parsed.ec == std::errc::result_out_of_range) {
    rough = digits->front() == '-' ? -HUGE_VAL : HUGE_VAL;
  }
  if (auto refusal = check_range(rough, limits, from)) return refusal;
  to.digits = std::move(*digits);
  return std::nullopt;
}

Refusal read_value(const Json& from, std::vector<std::string>& to, const Limits& limits) {
  return read_array(from, to, limits, "an array of strings");
}
Refusal read_value(const Json& from, std::vector<NumberText>& to, const Limits& limits) {
  return read_array(from, to, limits, "an array of numbers");
}
Refusal read_value(const Json& from, JsonBox& to, const Limits&) {
  to = JsonBox(from);
  return std::nullopt;
}

void write_value(Json& j, const std::string& v) { j = v; }
void write_value(Json& j, std::int64_t v) { j = v; }
void write_value(Json& j, double v) {
  if (std::isfinite(v)) j = v;
  else j = nullptr;  // JSON has no such number
}
void write_value(Json& j, bool v) { j = v; }
void write_value(Json& j, const NumberText& v) { j = exact_number(v.text); }
void write_value(Json& j, const IntegerText& v) { j = exact_number(v.digits); }
void write_value(Json& j, const std::vector<std::string>& v) { j = v; }
void write_value(Json& j, const std::vector<std::int64_t>& v) { j = v; }
void write_value(Json& j, const std::vector<NumberText>& v) {
  j = Json::array();
  for (const auto& e : v) j.push_back(exact_number(e.text));
}
void write_value(Json& j, const std::vector<IntegerText>& v) {
  j = Json::array();
  for (const auto& e : v) j.push_back(exact_number(e.digits));
}
void write_value(Json& j, const JsonBox& v) { j = v.get(); }

void describe_value(Json& s, const std::string& v, const Limits& l) {
  if (replaced(s, l)) return;
  s["type"] = "string";
  if (l.max_length != Limits{}.max_length) s["maxLength"] = l.max_length;
  if (!l.one_of.empty()) {
    s["enum"] = Json::array();
    for (const auto allowed : l.one_of) s["enum"].push_back(allowed);
  }
  s["default"] = v;
}
void describe_value(Json& s, std::int64_t v, const Limits& l) {
  if (replaced(s, l)) return;
  s["type"] = "integer";
  describe_range(s, l);
  s["default"] = v;
}
void describe_value(Json& s, double v, const Limits& l) {
  if (replaced(s, l)) return;
  s["type"] = "number";
  describe_range(s, l);
  s["default"] = v;
}
void describe_value(Json& s, bool v, const Limits& l) {
  if (replaced(s, l)) return;
  s["type"] = "boolean";
  s["default"] = v;
}
void describe_value(Json& s, const NumberText&, const Limits& l) {
  if (replaced(s, l)) return;
  s["type"] = "number";
  describe_range(s, l);
}
void describe_value(Json& s, const IntegerText&, const Limits& l) {
  if (replaced(s, l)) return;
  s["type"] = "integer";
  describe_range(s, l);
}

namespace {
void describe_array(Json& s, const Limits& l, Json items) {
  if (replaced(s, l)) return;
  s["type"] = "array";
  s["items"] = std::move(items);
  if (l.max_length != Limits{}.max_length) s["maxItems"] = l.max_length;
}
}  // namespace

void describe_value(Json& s, const std::vector<std::string>&, const Limits& l) {
  describe_array(s, l, {{"type", "string"}});
}
void describe_value(Json& s, const std::vector<std::int64_t>&, const Limits& l) {
  describe_array(s, l, {{"type", "integer"}});
}
void describe_value(Json& s, const std::vector<NumberText>&, const Limits& l) {
  describe_array(s, l, {{"type", "number"}});
}
void describe_value(Json& s, const std::vector<IntegerText>&, const Limits& l) {
  describe_array(s, l, {{"type", "integer"}});
}
void describe_value(Json& s, const JsonBox&, const Limits& l) { replaced(s, l); }

namespace detail {

void put(Json& object, std::string_view name, void (*write)(Json&, const void*),
         const void* value) {
  Json& slot = object[std::string(name)];
  if (write != nullptr) write(slot, value);
}

void describe_nullable(Json& schema) {
  schema.erase("default");
  if (const auto type = schema.find("type"); type != schema.end()) {
    if (type->is_array()) type->push_back("null");
    else *type = Json::array({*type, "null"});
  }
  if (const auto values = schema.find("enum"); values != schema.end()) values->push_back(nullptr);
}

void describe_reply_member(Json& schema, const NumberText& value, const Limits& limits) {
  describe_value(schema, value, limits);
  schema["type"] = {"number", "string"};
}
void describe_reply_member(Json& schema, const IntegerText& value, const Limits& limits) {
  describe_value(schema, value, limits);
  schema["type"] = {"integer", "string"};
}

void write_object(Json& out, const void* object, std::span<const Field> fields) {
  out = Json::object();
  for (const Field& f : fields) f.write(out, f.name, object);
}

void make_array(Json& out) { out = Json::array(); }

void append_object(Json& array, const void* object, std::span<const Field> fields) {
  write_object(array.emplace_back(), object, fields);
}

void describe_object(Json& schema, const void* defaults, std::span<const Field> fields) {
  schema["type"] = "object";
  Json properties = Json::object();
  Json required = Json::array();
  for (const Field& f : fields) {
    Json property = Json::object();
    f.describe(property, defaults, f.limits);
    property.erase("default");
    if (f.required) required.push_back(f.name);
    properties[std::string(f.name)] = std::move(property);
  }
  schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
}

void describe_rows(Json& schema, const void* defaults, std::span<const Field> fields) {
  schema["type"] = "array";
  describe_object(schema["items"], defaults, fields);
}

}  // namespace detail
}  // namespace codecalc::registry
