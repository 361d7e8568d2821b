// The bounded reader and the writer of exact numbers.
#include "base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text.h"

namespace codecalc {
namespace {

constexpr std::uint64_t kLiteralSubtype = 1;
constexpr std::size_t kMaxWriteDepth = 512;

bool is_literal(const Json& value) {
  return value.is_binary() && value.get_binary().has_subtype() &&
         value.get_binary().subtype() == kLiteralSubtype;
}

/// A number that a 0 stands for in the text: the how-manieth number it is, and its text.
struct StandIn {
  std::size_t index = 0;
  std::string text;
};

/// A JSON number that may lie beyond binary64: more than 300 digits before the point, or an
/// exponent. Exponents of more than six digits are left to be refused.
bool may_be_large(std::string_view number) {
  constexpr std::size_t kLong = 300;
  constexpr std::size_t kExponentDigits = 6;
  std::size_t i = number.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t from = i;
    while (i < number.size() && number[i] >= '0' && number[i] <= '9') ++i;
    return i - from;
  };
  const bool leading_zero = i < number.size() && number[i] == '0';
  const std::size_t whole = digits();
  if (whole == 0 || (leading_zero && whole > 1)) return false;
  if (i < number.size() && number[i] == '.') {
    ++i;
    if (digits() == 0) return false;
  }
  if (i == number.size()) return whole > kLong;
  if (number[i] != 'e' && number[i] != 'E') return false;
  ++i;
  if (i < number.size() && (number[i] == '+' || number[i] == '-')) ++i;
  const std::size_t exponent = digits();
  return exponent > 0 && exponent <= kExponentDigits && i == number.size();
}

/// The library refuses a number beyond the range of binary64, whose text is all that is wanted
/// here. Puts 0 and blanks in the place of every number that may be one, so that offsets stay, and
/// returns those numbers.
std::vector<StandIn> replace_large_numbers(std::string& text) {
  const auto digit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
  std::vector<StandIn> stand_ins;
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
      }
      ++i;
    } else if (digit(i) || text[i] == '-') {
      const std::size_t start = i++;
      while (i < text.size() &&
             (digit(i) || std::string_view("+-.eE").find(text[i]) != std::string_view::npos)) {
        ++i;
      }
      if (may_be_large(std::string_view(text).substr(start, i - start))) {
        stand_ins.push_back({numbers, text.substr(start, i - start)});
        text.replace(start, i - start, "0" + std::string(i - start - 1, ' '));
      }
      ++numbers;
    } else {
      ++i;
    }
  }
  return stand_ins;
}

/// Builds the DOM without recursion and stops at the first breach of a limit.
class Reader final : public nlohmann::json_sax<Json> {
 public:
  /// `stand_ins`: see replace_large_numbers().
  explicit Reader(const JsonLimits& limits, std::vector<StandIn> stand_ins = {})
      : limits_(limits), stand_ins_(std::move(stand_ins)) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool v) override { return put(v); }
  bool number_integer(number_integer_t v) override { return put_number(v); }
  bool number_unsigned(number_unsigned_t v) override { return put_number(v); }
  bool number_float(number_float_t, const string_t& raw) override {
    return put_number(number_literal(raw));
  }
  bool string(string_t& v) override { return put(std::move(v)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& v) override {
    if (!keys_seen_.back().insert(v).second) {
      return fail(JsonFault::Kind::kDuplicateKey,
                  "the key \"" + v.substr(0, 64) + "\" stands twice");
    }
    pending_keys_.push_back(std::move(v));
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& e) override {
    if (e.id == 406) {
      fail(JsonFault::Kind::kNumberRange, "a number is out of range");
    } else if (is_half_a_pair(e.what())) {
      fail(JsonFault::Kind::kSurrogate, "a string has one half of a surrogate pair");
    } else {
      fail(JsonFault::Kind::kSyntax, "not JSON");
    }
    fault_.offset = position;
    return false;
  }

  Json take() { return std::move(root_); }
  JsonFault take_fault() { return std::move(fault_); }

 private:
  /// JSON's grammar has escapes such as "\ud800" alone, which stand for no character. The library's
  /// message ends with what it read last.
  static bool is_half_a_pair(std::string_view message) {
    return message.substr(0, message.find("last read")).find("invalid string: surrogate") !=
           message.npos;
  }

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

  bool put_number(Json value) {
    const std::size_t index = numbers_++;
    if (next_ < stand_ins_.size() && stand_ins_[next_].index == index) {
      value = number_literal(std::move(stand_ins_[next_++].text));
    }
    return put(std::move(value));
  }

  bool count_value() {
    if (++values_ <= limits_.max_values) return true;
    return fail(JsonFault::Kind::kValueCount,
                "more than " + std::to_string(limits_.max_values) + " values");
  }

  bool put(Json value) {
    if (!count_value()) return false;
    place(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (!count_value()) return false;
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
  std::vector<StandIn> stand_ins_;
  std::size_t next_ = 0;     ///< of stand_ins_
  std::size_t numbers_ = 0;  ///< read so far
  std::size_t values_ = 0;
  Json root_;
  JsonFault fault_;
  std::vector<Json*> open_;
  std::vector<std::string> pending_keys_;
  std::vector<std::unordered_set<std::string>> keys_seen_;
};

constexpr std::string_view kHex = "0123456789abcdef";

/// True when the eight bytes at `bytes` stand for themselves in a JSON string: ASCII, no control
/// character, no quote, no backslash.
bool eight_plain_bytes(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  std::uint64_t eight = 0;
  std::memcpy(&eight, bytes, sizeof eight);
  // In each: the high bit of a byte is set when it is below 0x20, a quote, a backslash. A borrow
  // from a byte that is can set a wrong bit beside it, never clear one.
  const std::uint64_t control = eight - 0x20 * kOnes;
  const std::uint64_t quote = (eight ^ 0x22 * kOnes) - kOnes;
  const std::uint64_t backslash = (eight ^ 0x5C * kOnes) - kOnes;
  return ((eight | control | quote | backslash) & kHigh) == 0;
}

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  const auto byte = static_cast<std::uint8_t>(c);
  out += "\\u00";
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

/// A JSON string; programs print up to hundreds of kilobytes, so plain runs are copied as such.
void append_string(std::string& out, std::string_view text) {
  // Room for a long text at once; growing step by step would copy it several times.
  if (text.size() > 4096) out.reserve(out.size() + text.size() + text.size() / 8);
  out += '"';
  std::size_t start = 0;  // of what stands for itself and is not copied yet
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= 8 && eight_plain_bytes(text.data() + at)) {
      at += 8;
      continue;
    }
    const auto byte = static_cast<std::uint8_t>(text[at]);
    const bool escaped = byte < 0x20 || byte == '"' || byte == '\\';
    const std::size_t length = escaped ? 0 : utf8_character(text.substr(at));
    if (length != 0) {
      at += length;
      continue;
    }
    out += text.substr(start, at - start);
    if (escaped) append_escape(out, text[at]);
    else out += "\xEF\xBF\xBD";
    start = ++at;
  }
  out += text.substr(start);
  out += '"';
}

template <class Integer>
void append_integer(std::string& out, Integer value) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), end.ptr);
}

/// Writes a DOM; fractions by the library, literals as they are.
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
    switch (value.type()) {
      case Json::value_t::string: append_string(out_, value.get_ref<const std::string&>()); return;
      case Json::value_t::boolean: out_ += value.get<bool>() ? "true" : "false"; return;
      case Json::value_t::number_integer: append_integer(out_, value.get<std::int64_t>()); return;
      case Json::value_t::number_unsigned: append_integer(out_, value.get<std::uint64_t>()); return;
      default: break;
    }
    if (is_literal(value)) {
      const auto& bytes = value.get_binary();
      out_.append(bytes.begin(), bytes.end());
    } else {
      out_ += value.dump();
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
        append_string(out_, it.key());
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
  JsonFault fault = reader.take_fault();
  if (fault.kind != JsonFault::Kind::kNumberRange) return fault;
  std::string copy(text);
  auto stand_ins = replace_large_numbers(copy);
  if (stand_ins.empty()) return fault;
  Reader again(limits, std::move(stand_ins));
  if (Json::sax_parse(copy.begin(), copy.end(), &again)) return again.take();
  return again.take_fault();
}

std::string write_json(const Json& value) { return Writer(-1).write(value); }

std::string write_json_indented(const Json& value) { return Writer(2).write(value); }

}  // namespace codecalc
