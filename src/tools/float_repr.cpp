// float_repr: what IEEE 754 binary64 stores for a number.
#include <cmath>

#include "base/json.h"
#include "base/text.h"
#include "calc/arithmetic.h"
#include "calc/decimal.h"
#include "calc/float_bits.h"
#include "calc/rounding.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

/// The longest exact expansion of a binary64 value: 767 significant digits, 1074 decimals.
constexpr std::size_t kAllDigits = 1'100;

struct Params {
  JsonBox x;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::x>("x", "A number; as a string also inf, -inf, nan.",
                                   {.schema = R"({"type":["number","string"]})"})),
    };
    return kFields;
  }
};

struct Reply {
  std::string literal;
  std::string stored;
  std::string bits_hex;
  std::int64_t sign = 0;
  std::int64_t exponent = 0;
  std::string fraction_hex;
  std::string kind;
  bool exact = false;
  Nullable<std::string> error;
  Nullable<NumberText> relative_error;
  Nullable<NumberText> ulp;
  std::optional<std::string> ulp_exact;
  Nullable<NumberText> prev;
  Nullable<NumberText> next;
  Nullable<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::literal>("literal", "The number as given.")),
        required(out<&Reply::stored>("stored", "Every digit of the stored value.")),
        required(out<&Reply::bits_hex>("bits_hex", "The 64 bits.")),
        required(out<&Reply::sign>("sign", "The sign bit.")),
        required(out<&Reply::exponent>("exponent", "The biased field, 0 to 2047.")),
        required(out<&Reply::fraction_hex>("fraction_hex", "The 52 fraction bits.")),
        required(out<&Reply::kind>("kind", "normal, subnormal, zero, infinite or nan.")),
        required(out<&Reply::exact>("exact", "Whether stored equals the number given.")),
        required(out<&Reply::error>("error", "stored - given, an exact fraction.")),
        required(out<&Reply::relative_error>("relative_error", "|error / given|.")),
        required(out<&Reply::ulp>("ulp", "Distance to the next larger magnitude.")),
        out<&Reply::ulp_exact>("ulp_exact", "The same as a power of two."),
        required(out<&Reply::prev>("prev", "Next smaller binary64; null: infinite or none.")),
        required(out<&Reply::next>("next", "Next larger binary64; null: infinite or none.")),
        required(out<&Reply::note>("note", "")),
    };
    return kFields;
  }
};

/// The number as text: a JSON number's digits, or a string that is a number, inf or nan.
Result<std::string> given(const Json& x) {
  if (is_number(x)) return number_text(x);
  if (x.is_string()) {
    const auto& text = x.get_ref<const std::string&>();
    if (auto clean = clean_number(text)) return *std::move(clean);
    const std::string word = to_lower(trim(text));
    if (word == "nan") return std::string("nan");
    if (word == "inf" || word == "+inf" || word == "infinity") return std::string("inf");
    if (word == "-inf" || word == "-infinity") return std::string("-inf");
  }
  return Error{Code::kValidation,
               "argument \"x\" expected a number, got " + shorten(write_json(x), 60), "x", ""};
}

std::string hex(std::uint64_t bits, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "0x";
  for (int i = digits - 1; i >= 0; --i) text += kDigits[(bits >> (4 * i)) & 15];
  return text;
}

Nullable<NumberText> number_or_null(double value) {
  if (!std::isfinite(value)) return {};
  return NumberText{calc::shortest_text(value)};
}

void describe_finite(Reply& reply, const calc::FloatParts& parts, const calc::Rational& wanted,
                     const std::string& text) {
  const calc::Rational stored = calc::exact_value(parts.value);
  const calc::Rational error = stored - wanted;
  reply.literal = calc::in_python_style(text);
  reply.stored =
      calc::terminating_decimal(stored, kAllDigits).value_or(calc::shortest_text(parts.value));
  if (parts.negative && reply.stored == "0") reply.stored = "-0";
  reply.exact = error.sign() == 0;
  reply.error = error.text();
  if (wanted.sign() == 0) {
    reply.relative_error = NumberText{"0"};
  } else {
    reply.relative_error = NumberText{
        calc::round_significant(calc::absolute(error / wanted), calc::kShownDigits).text};
  }
  reply.ulp = NumberText{calc::shortest_text(std::ldexp(1.0, parts.ulp_exponent))};
  reply.ulp_exact = "2**" + std::to_string(parts.ulp_exponent);
  if (calc::absolute(stored) > calc::Rational(calc::power_of_two(53))) {
    reply.note = std::string("above 2^53: not every integer has a binary64 of its own");
  } else if (parts.kind == "subnormal") {
    reply.note = std::string("subnormal: fewer than 53 significant bits");
  } else if (parts.kind == "zero" && wanted.sign() != 0) {
    reply.note = std::string("underflow: smaller than half of the least binary64");
  }
}

Result<Reply> run(const Params& params, CallContext&) {
  TRY_ASSIGN(const std::string text, given(params.x.get()));
  const double value = calc::nearest_double(text);
  const calc::FloatParts parts = calc::float_parts(value);
  Reply reply;
  reply.bits_hex = hex(parts.bits, 16);
  reply.sign = parts.negative ? 1 : 0;
  reply.exponent = parts.exponent;
  reply.fraction_hex = hex(parts.fraction, 13);
  reply.kind = parts.kind;
  if (std::isfinite(value)) {
    TRY_ASSIGN(const calc::Rational wanted, calc::parse_decimal(text));
    describe_finite(reply, parts, wanted, text);
  } else {
    reply.literal = text;
    reply.stored = calc::shortest_text(value);
    reply.exact = text == reply.stored;
    if (!reply.exact) {
      reply.note = std::string("overflow: beyond the largest binary64, 1.7976931348623157e+308");
    } else if (std::isnan(value)) {
      reply.note = std::string("nan equals nothing, not even itself");
    } else {
      reply.note = std::string("an infinity: what an overflow or 1/0 gives");
    }
  }
  if (!std::isnan(value)) {
    reply.prev = number_or_null(std::nextafter(value, -HUGE_VAL));
    reply.next = number_or_null(std::nextafter(value, HUGE_VAL));
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_float_repr;
const ToolSpec kTool_float_repr = make_tool<Params, Reply, run>(
    {.name = "float_repr",
     .title = "Float Repr",
     .description = "What IEEE 754 binary64 really stores for X: the exact value, the bits, the "
                    "error against X, the ULP and both neighbours; -0.0, subnormals, inf, nan too.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
