// JSON in and out: bounded reading, exact numbers, one writer.
//
// A number that is not a 64-bit integer is kept as its literal text, so that integers of any size
// and decimal fractions keep every digit from the client to the tool and back. Such a number is a
// `binary` value of the DOM (JSON itself has none); the functions below are the only ones that
// know.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/json_fwd.h"
#include "base/result.h"

namespace codecalc {

/// A JSON number with exactly this text, e.g. "0.10" or "123456789012345678901234567890".
/// `literal` must be a JSON number; it is written as it is.
Json number_literal(std::string literal);

/// True for integers, floats and literals.
bool is_number(const Json& value);

/// The text of a number as it was read, or as the shortest that reads back; needs is_number().
std::string number_text(const Json& value);

struct JsonLimits {
  std::size_t max_depth = 128;         ///< nesting of arrays and objects
  std::size_t max_values = 2'000'000;  ///< all values together: one costs 16 to 100 bytes of memory
};

/// Why a text was refused. `offset` is in bytes from the start.
struct JsonFault {
  enum class Kind { kSyntax, kSurrogate, kDepth, kDuplicateKey, kNumberRange, kValueCount };
  Kind kind = Kind::kSyntax;
  std::size_t offset = 0;
  std::string message;
};

/// Reads one JSON text. Refused: bad UTF-8, lone surrogates, duplicate keys, nesting beyond the
/// limit (without recursion), more values than the limit, trailing text.
std::variant<Json, JsonFault> read_json(std::string_view text, const JsonLimits& limits = {});

/// Compact JSON; invalid UTF-8 in strings becomes U+FFFD. Values nested deeper than 512 levels are
/// written as null: nothing that is read or built here comes near.
std::string write_json(const Json& value);

/// The same, indented by two spaces; for people and for text content.
std::string write_json_indented(const Json& value);

}  // namespace codecalc
