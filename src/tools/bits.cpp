// bits: facts of integers and operations on words, in four modes.
#include "calc/bits.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "calc/arithmetic.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;
using calc::Integer;

constexpr std::array<std::string_view, 4> kModes = {"analysis", "op", "widths", "repr"};
constexpr unsigned long kOpWidths[] = {8, 16, 32, 64};
constexpr long kMaxReprWidth = 65'536;
constexpr std::size_t kDoubleBits = 53;

struct Params {
  std::string mode;
  std::optional<IntegerText> n;
  std::optional<IntegerText> align;
  std::optional<IntegerText> a;
  std::optional<std::string> op;
  std::optional<IntegerText> b;
  std::optional<std::int64_t> width;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::mode>("mode", "", {.one_of = kModes})),
        field<&Params::n>("n", "analysis (>= 0), widths, repr."),
        field<&Params::align>("align", "analysis: round n up to a multiple of this."),
        field<&Params::a>("a", "op: first operand."),
        field<&Params::op>("op", "and or xor nand nor xnor not shl shr sar rol ror."),
        field<&Params::b>("b", "op: second operand or shift count."),
        field<&Params::width>("width", "op: 8, 16, 32 or 64 (default); repr: any."),
    };
    return kFields;
  }
};

struct AnalysisReply {
  IntegerText value;
  std::int64_t popcount = 0;
  std::int64_t bit_length = 0;
  Nullable<std::int64_t> trailing_zeros;
  bool is_power_of_two = false;
  Nullable<IntegerText> next_power_of_two;
  std::optional<IntegerText> aligned_to;
  std::optional<IntegerText> padding_needed;
  std::optional<IntegerText> aligned_value;
  std::string mode = "analysis";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&AnalysisReply::value>("value", "")),
        required(out<&AnalysisReply::popcount>("popcount", "Bits that are set.")),
        required(out<&AnalysisReply::bit_length>("bit_length", "")),
        required(out<&AnalysisReply::trailing_zeros>("trailing_zeros", "null for 0.")),
        required(out<&AnalysisReply::is_power_of_two>("is_power_of_two", "")),
        required(out<&AnalysisReply::next_power_of_two>("next_power_of_two",
                                                        "The least one >= n; null for 0.")),
        out<&AnalysisReply::aligned_to>("aligned_to", ""),
        out<&AnalysisReply::padding_needed>("padding_needed", ""),
        out<&AnalysisReply::aligned_value>("aligned_value", ""),
        required(out<&AnalysisReply::mode>("mode", "")),
    };
    return kFields;
  }
};

struct OpReply {
  std::string op;
  std::int64_t width = 0;
  IntegerText unsigned_value;
  IntegerText signed_value;
  std::string hex;
  std::string oct;
  std::string bin;
  std::optional<JsonBox> overflow;
  std::optional<IntegerText> unbounded;
  std::string mode = "op";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&OpReply::op>("op", "")),
        required(out<&OpReply::width>("width", "")),
        required(out<&OpReply::unsigned_value>("unsigned", "")),
        required(out<&OpReply::signed_value>("signed", "Two's complement.")),
        required(out<&OpReply::hex>("hex", "")),
        required(out<&OpReply::oct>("oct", "")),
        required(out<&OpReply::bin>("bin", "")),
        out<&OpReply::overflow>("overflow", "shl lost bits: true, or the reason.",
                                {.schema = R"({"type":["boolean","string"]})"}),
        out<&OpReply::unbounded>("unbounded", "What shl gives without a width."),
        required(out<&OpReply::mode>("mode", "")),
    };
    return kFields;
  }
};

struct WidthsReply {
  IntegerText value;
  std::vector<std::string> fits;
  std::vector<std::string> wraps;
  Nullable<std::string> note;
  std::string mode = "widths";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&WidthsReply::value>("value", "")),
        required(out<&WidthsReply::fits>("fits", "Types that hold the value.")),
        required(out<&WidthsReply::wraps>("wraps", "Types that do not, and what they keep.")),
        required(out<&WidthsReply::note>("note", "")),
        required(out<&WidthsReply::mode>("mode", "")),
    };
    return kFields;
  }
};

struct ReprReply {
  IntegerText value;
  std::string hex;
  std::string oct;
  std::string bin;
  std::optional<std::int64_t> width;
  std::optional<IntegerText> signed_value, unsigned_value;
  std::optional<IntegerText> signed_i8, unsigned_u8, signed_i16, unsigned_u16;
  std::optional<IntegerText> signed_i32, unsigned_u32, signed_i64, unsigned_u64;
  std::optional<std::string> two_complement_bin;
  std::optional<IntegerText> wrapped_signed;
  std::optional<std::string> signed_overflow;
  std::optional<std::string> overflow;
  std::string mode = "repr";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&ReprReply::value>("value", "")),
        required(out<&ReprReply::hex>("hex", "")),
        required(out<&ReprReply::oct>("oct", "")),
        required(out<&ReprReply::bin>("bin", "")),
        out<&ReprReply::width>("width", ""),
        out<&ReprReply::signed_value>("signed", "The word as two's complement."),
        out<&ReprReply::unsigned_value>("unsigned", "The word without sign."),
        out<&ReprReply::signed_i8>("signed_i8", "signed, for width 8."),
        out<&ReprReply::unsigned_u8>("unsigned_u8", ""),
        out<&ReprReply::signed_i16>("signed_i16", ""),
        out<&ReprReply::unsigned_u16>("unsigned_u16", ""),
        out<&ReprReply::signed_i32>("signed_i32", ""),
        out<&ReprReply::unsigned_u32>("unsigned_u32", ""),
        out<&ReprReply::signed_i64>("signed_i64", ""),
        out<&ReprReply::unsigned_u64>("unsigned_u64", ""),
        out<&ReprReply::two_complement_bin>("two_complement_bin", ""),
        out<&ReprReply::wrapped_signed>("wrapped_signed", "When only the unsigned type fits."),
        out<&ReprReply::signed_overflow>("signed_overflow", ""),
        out<&ReprReply::overflow>("overflow", "When neither type fits."),
        required(out<&ReprReply::mode>("mode", "")),
    };
    return kFields;
  }
};

/// A refusal that says in which mode it arose.
struct RefusedReply {
  bool ok = false;
  std::string error;
  std::string mode;
  std::string code;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&RefusedReply::ok>("ok", "")),
        required(out<&RefusedReply::error>("error", "")),
        required(out<&RefusedReply::mode>("mode", "")),
        required(out<&RefusedReply::code>("code", "")),
    };
    return kFields;
  }
};

using Reply = OneOf<AnalysisReply, OpReply, WidthsReply, ReprReply, RefusedReply>;

Error refused(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

IntegerText text_of(const Integer& n) { return {n.text()}; }

/// The range of a signed (or unsigned) word.
Integer least(unsigned long width) { return -calc::power_of_two(width - 1); }
Integer greatest(unsigned long width, bool with_sign) {
  return calc::power_of_two(with_sign ? width - 1 : width) - Integer(1);
}

/// The parameter, which the mode needs.
Result<Integer> needed(const std::optional<IntegerText>& value, const Params& params,
                       std::string_view name) {
  const auto n = value ? Integer::from_digits(value->digits) : std::nullopt;
  if (!n) return refused("mode " + params.mode + " needs " + std::string(name));
  return *n;
}

/// Refuses what belongs to another mode: a misplaced argument would change nothing.
Status only(const Params& params, std::initializer_list<std::string_view> allowed) {
  const std::pair<std::string_view, bool> given[] = {
      {"n", params.n.has_value()}, {"align", params.align.has_value()},
      {"a", params.a.has_value()}, {"op", params.op.has_value()},
      {"b", params.b.has_value()}, {"width", params.width.has_value()},
  };
  for (const auto& [name, present] : given) {
    if (present && std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
      return refused("mode " + params.mode + " does not take " + std::string(name));
    }
  }
  return Unit{};
}

Result<Reply> analysis(const Params& params) {
  TRY(only(params, {"n", "align"}));
  TRY_ASSIGN(const Integer n, needed(params.n, params, "n"));
  if (n.sign() < 0) return refused("n is negative: bits are counted for n >= 0; see mode repr");
  const calc::BitFacts facts = calc::bit_facts(n);
  AnalysisReply reply;
  reply.value = text_of(n);
  reply.popcount = static_cast<std::int64_t>(facts.popcount);
  reply.bit_length = static_cast<std::int64_t>(facts.bit_length);
  if (facts.trailing_zeros) reply.trailing_zeros = static_cast<std::int64_t>(*facts.trailing_zeros);
  reply.is_power_of_two = facts.is_power_of_two;
  if (facts.next_power_of_two) reply.next_power_of_two = text_of(*facts.next_power_of_two);
  if (params.align) {
    TRY_ASSIGN(const Integer align, needed(params.align, params, "align"));
    if (align.sign() <= 0) return refused("align has to be at least 1");
    const Integer padding = calc::remainder(-n, align);
    reply.aligned_to = text_of(align);
    reply.padding_needed = text_of(padding);
    reply.aligned_value = text_of(n + padding);
  }
  return Reply(std::move(reply));
}

Result<Reply> operation(const Params& params) {
  TRY(only(params, {"a", "op", "b", "width"}));
  TRY_ASSIGN(const Integer a, needed(params.a, params, "a"));
  if (!params.op) return refused("mode op needs op, e.g. \"and\"");
  const std::string op = to_lower(trim(*params.op));
  const auto width = static_cast<unsigned long>(params.width.value_or(64));
  if (std::find(std::begin(kOpWidths), std::end(kOpWidths), width) == std::end(kOpWidths)) {
    return refused("width " + std::to_string(width) + ": mode op knows 8, 16, 32 and 64");
  }
  Integer b;
  const bool known = std::find(std::begin(calc::kBitOperators), std::end(calc::kBitOperators),
                               op) != std::end(calc::kBitOperators);
  if (params.b || (known && op != "not")) {
    TRY_ASSIGN(b, needed(params.b, params, "b for op " + op));
  }
  TRY_ASSIGN(const calc::WordResult result, calc::apply_bits(op, a, b, width));
  OpReply reply;
  reply.op = op;
  reply.width = static_cast<std::int64_t>(width);
  reply.unsigned_value = text_of(result.word);
  reply.signed_value = text_of(calc::wrap_signed(result.word, width));
  reply.hex = "0x" + calc::padded(result.word, 16, width);
  reply.oct = "0o" + calc::padded(result.word, 8, width);
  reply.bin = calc::padded(result.word, 2, width);
  if (result.unbounded) {
    reply.overflow = JsonBox(Json(true));
    reply.unbounded = text_of(*result.unbounded);
  } else if (result.overflow) {
    reply.overflow = JsonBox(Json("shifted by the width or more: every set bit is lost"));
  }
  return Reply(std::move(reply));
}

Result<Reply> widths(const Params& params) {
  TRY(only(params, {"n"}));
  TRY_ASSIGN(const Integer n, needed(params.n, params, "n"));
  WidthsReply reply;
  reply.value = text_of(n);
  for (const unsigned long w : kOpWidths) {
    const std::string i = "i" + std::to_string(w);
    const std::string u = "u" + std::to_string(w);
    const bool fits_signed = n >= least(w) && n <= greatest(w, true);
    const bool fits_unsigned = n.sign() >= 0 && n <= greatest(w, false);
    if (fits_signed) reply.fits.push_back(i);
    if (fits_unsigned) reply.fits.push_back(u);
    const std::string as_signed = calc::wrap_signed(n, w).text();
    if (!fits_signed && fits_unsigned) {
      reply.wraps.push_back(i + ": keeps " + as_signed);
    } else if (!fits_signed) {
      const std::string limit =
          n.sign() < 0 ? "below " + least(w).text() : "above " + greatest(w, false).text();
      reply.wraps.push_back(i + "/" + u + ": " + limit + ", keep " + as_signed + "/" +
                            calc::wrap_unsigned(n, w).text());
    }
  }
  if (calc::absolute(n) > calc::power_of_two(kDoubleBits)) {
    reply.note =
        std::string("beyond 2^53: binary64 (JavaScript numbers, many JSON readers) may change it");
  }
  return Reply(std::move(reply));
}

void put_width(ReprReply& reply, const Integer& n, unsigned long width) {
  const std::string bits = std::to_string(width);
  if (n < least(width) || n > greatest(width, false)) {
    reply.overflow = "fits neither i" + bits + " (" + least(width).text() + " to " +
                     greatest(width, true).text() + ") nor u" + bits + " (to " +
                     greatest(width, false).text() + ")";
    return;
  }
  const IntegerText as_signed = text_of(calc::wrap_signed(n, width));
  const IntegerText as_unsigned = text_of(calc::wrap_unsigned(n, width));
  reply.signed_value = as_signed;
  reply.unsigned_value = as_unsigned;
  switch (width) {
    case 8: reply.signed_i8 = as_signed, reply.unsigned_u8 = as_unsigned; break;
    case 16: reply.signed_i16 = as_signed, reply.unsigned_u16 = as_unsigned; break;
    case 32: reply.signed_i32 = as_signed, reply.unsigned_u32 = as_unsigned; break;
    case 64: reply.signed_i64 = as_signed, reply.unsigned_u64 = as_unsigned; break;
    default: break;
  }
  reply.two_complement_bin = calc::padded(calc::wrap_unsigned(n, width), 2, width);
  if (n > greatest(width, true)) {
    reply.wrapped_signed = as_signed;
    reply.signed_overflow = "above " + greatest(width, true).text() + ": only u" + bits + " fits";
  }
}

Result<Reply> repr(const Params& params) {
  TRY(only(params, {"n", "width"}));
  TRY_ASSIGN(const Integer n, needed(params.n, params, "n"));
  ReprReply reply;
  reply.value = text_of(n);
  reply.hex = n.text(16);
  reply.oct = n.text(8);
  reply.bin = n.text(2);
  if (params.width) {
    if (*params.width < 1 || *params.width > kMaxReprWidth) {
      return refused("width has to be from 1 to " + std::to_string(kMaxReprWidth));
    }
    reply.width = *params.width;
    put_width(reply, n, static_cast<unsigned long>(*params.width));
  }
  return Reply(std::move(reply));
}

Result<Reply> in_mode(const Params& params) {
  if (params.mode == "analysis") return analysis(params);
  if (params.mode == "op") return operation(params);
  if (params.mode == "widths") return widths(params);
  return repr(params);
}

Result<Reply> run(const Params& params, CallContext&) {
  Result<Reply> reply = in_mode(params);
  if (reply.ok()) return reply;
  RefusedReply refusal;
  refusal.error = reply.error().message;
  refusal.mode = params.mode;
  refusal.code = code_name(reply.error().code);
  return Reply(std::move(refusal));
}

}  // namespace

extern const ToolSpec kTool_bits;
const ToolSpec kTool_bits = make_tool<Params, Reply, run>(
    {.name = "bits",
     .title = "Bits",
     .description = "Integer bit work at any size. mode analysis: popcount, bit length, alignment "
                    "of n; op: and/or/xor/shift/rotate of a and b in a word of 8 to 64 bits; "
                    "widths: which i8..u64 hold n; repr: n in hex, oct, bin, two's complement.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
