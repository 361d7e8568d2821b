// The bounded reader and the writer of exact numbers.
#include "base/json.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace codecalc {
namespace {

constexpr std::uint64_t kLiteralSubtype = 1;
constexpr std::size_t kMaxWriteDepth = 512;

bool is_literal(const Json& value) {
  return value.is_binary() && value.get_binary().has_subtype() &&
         value.get_binary().subtype() == kLiteralSubtype;
}

/// Builds the DOM without recursion and stops at the first breach of a limit.
class Reader final : public nlohmann::json_sax<Json> {
 public:
  explicit Reader(const JsonLimits& limits) : limits_(limits) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool v) override { return put(v); }
  bool number_integer(number_integer_t v) override { return put(v); }
  bool number_unsigned(number_unsigned_t v) override { return put(v); }
  bool number_float(number_float_t, const string_t& raw) override {
    return put(number_literal(raw));
  }
  bool string(string_t& v) override { return put(std::move(v)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& v) override {
    if (!keys_seen_.back().insert(v).second) {
      return fail(JsonFault::Kind::kDuplicateKey, "the key \"" + v.substr(0, 64) + "\" stands twice");
    }
    pending_keys_.push_back(std::move(v));
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& e) override {
    if (e.id == 406) {
      fail(JsonFault::Kind::kNumberRange, "a number is out of range");
    } else {
      fail(JsonFault::Kind::kSyntax, "not JSON");
    }
    fault_.offset = position;
    return false;
  }

  Json take() { return std::move(root_); }
  JsonFault take_fault() { return std::move(fault_); }

 private:
  bool fail(JsonFault::Kind kind, std::string message) {
    fault_.kind = kind;
    fault_.message = std::move(message);
    return false;
  }

  Json* place(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    auto& object = parent.get_ref<Json::object_t&>();
    object.emplace_back(std::move(pending_keys_.back()), std::move(value));
    pending_keys_.pop_back();
    return &object.back().second;
  }

  bool put(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (open_.size() >= limits_.max_depth) {
      return fail(JsonFault::Kind::kDepth,
                  "nested deeper than " + std::to_string(limits_.max_depth) + " levels");
    }
    open_.push_back(place(std::move(value)));
    keys_seen_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_seen_.pop_back();
    return true;
  }

  JsonLimits limits_;
  Json root_;
  JsonFault fault_;
  std::vector<Json*> open_;
  std::vector<std::string> pending_keys_;
  std::vector<std::unordered_set<std::string>> keys_seen_;
};

/// Writes a DOM; strings and plain numbers by the library, literals as they are.
class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}

  std::string write(const Json& value) {
    append(value, 0);
    return std::move(out_);
  }

 private:
  void line(std::size_t depth) {
    if (indent_ < 0) return;
    out_ += '\n';
    out_.append(depth * static_cast<std::size_t>(indent_), ' ');
  }

  void append_leaf(const Json& value) {
    if (is_literal(value)) {
      const auto& bytes = value.get_binary();
      out_.append(bytes.begin(), bytes.end());
    } else {
      out_ += value.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }

  void append(const Json& value, std::size_t depth) {
    if (!value.is_structured()) return append_leaf(value);
    if (depth >= kMaxWriteDepth) {
      out_ += "null";
      return;
    }
    const bool object = value.is_object();
    out_ += object ? '{' : '[';
    bool first = true;
    for (auto it = value.begin(); it != value.end(); ++it) {
      if (!first) out_ += ',';
      first = false;
      line(depth + 1);
      if (object) {
        append_leaf(Json(it.key()));
        out_ += indent_ < 0 ? ":" : ": ";
      }
      append(*it, depth + 1);
    }
    if (!first) line(depth);
    out_ += object ? '}' : ']';
  }

  int indent_;
  std::string out_;
};

}  // namespace

Json number_literal(std::string literal) {
  return Json::binary(std::vector<std::uint8_t>(literal.begin(), literal.end()), kLiteralSubtype);
}

bool is_number(const Json& value) { return value.is_number() || is_literal(value); }

std::string number_text(const Json& value) {
  if (is_literal(value)) {
    const auto& bytes = value.get_binary();
    return {bytes.begin(), bytes.end()};
  }
  return value.dump();
}

std::variant<Json, JsonFault> read_json(std::string_view text, const JsonLimits& limits) {
  Reader reader(limits);
  if (Json::sax_parse(text.begin(), text.end(), &reader)) return reader.take();
  return reader.take_fault();
}

std::string write_json(const Json& value) { return Writer(-1).write(value); }

std::string write_json_indented(const Json& value) { return Writer(2).write(value); }

}  // namespace codecalc
