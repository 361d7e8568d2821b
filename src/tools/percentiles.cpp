// percentiles: p50, p90, p95 and p99 by two definitions.
#include <algorithm>

#include "calc/rounding.h"
#include "calc/statistics.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kMaxCount = 100'000;
constexpr std::size_t kEnoughForP99 = 100;
constexpr int kPlaces = 6;
constexpr int kSignificant = 6;

struct Params {
  std::vector<NumberText> nums;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(
            field<&Params::nums>("nums", "At least one finite number.", {.max_length = kMaxCount})),
    };
    return kFields;
  }
};

struct Rounding {
  std::int64_t interpolated = kPlaces;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Rounding::interpolated>("interpolated", "Decimals kept.")),
    };
    return kFields;
  }
};

struct Percentile {
  NumberText nearest_rank;
  NumberText interpolated;
  std::string interpolated_exact;
  Rounding rounding;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Percentile::nearest_rank>("nearest_rank", "A value of the list.")),
        required(out<&Percentile::interpolated>("interpolated", "Rounded.")),
        required(out<&Percentile::interpolated_exact>("interpolated_exact", "Exact fraction.")),
        required(out<&Percentile::rounding>("rounding", "")),
    };
    return kFields;
  }
};

struct Percentiles {
  Percentile p50, p90, p95, p99;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Percentiles::p50>("p50", "")),
        required(out<&Percentiles::p90>("p90", "")),
        required(out<&Percentiles::p95>("p95", "")),
        required(out<&Percentiles::p99>("p99", "")),
    };
    return kFields;
  }
};

struct Reply {
  std::int64_t n = 0;
  Percentiles percentiles;
  std::string definitions =
      "nearest_rank: the value at position ceil(p*n/100) of the sorted list; interpolated: linear "
      "between the values around position 1 + p*(n-1)/100 (Hyndman-Fan type 7)";
  Nullable<std::string> warning;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::n>("n", "How many numbers.")),
        required(out<&Reply::percentiles>("percentiles", "")),
        required(out<&Reply::definitions>("definitions", "How each one is computed.")),
        required(out<&Reply::warning>("warning", "Set when n < 100.")),
    };
    return kFields;
  }
};

Percentile at(const std::vector<calc::Rational>& sorted, int percent) {
  const calc::Rational value = calc::interpolated(sorted, percent);
  int places = kPlaces;
  Percentile p;
  p.nearest_rank.text = calc::shown(calc::nearest_rank(sorted, percent)).text;
  p.interpolated.text = calc::round_readable(value, places, kSignificant).text;
  p.interpolated_exact = value.text();
  p.rounding.interpolated = places;
  return p;
}

Result<Reply> run(const Params& params, CallContext&) {
  if (params.nums.empty()) {
    return Error{Code::kValidation, "nums is empty: give at least one number", "", ""};
  }
  std::vector<calc::Rational> sorted;
  sorted.reserve(params.nums.size());
  for (const NumberText& n : params.nums) {
    TRY_ASSIGN(calc::Rational value, calc::parse_decimal(n.text));
    sorted.push_back(std::move(value));
  }
  std::sort(sorted.begin(), sorted.end());
  Reply reply;
  reply.n = static_cast<std::int64_t>(sorted.size());
  reply.percentiles = {at(sorted, 50), at(sorted, 90), at(sorted, 95), at(sorted, 99)};
  if (sorted.size() < kEnoughForP99) {
    reply.warning =
        std::string("fewer than 100 values: the nearest-rank p99 is simply the largest one");
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_percentiles;
const ToolSpec kTool_percentiles = make_tool<Params, Reply, run>(
    {.name = "percentiles",
     .title = "Percentiles",
     .description = "p50, p90, p95 and p99 of a list, by nearest rank and by linear interpolation; "
                    "warns when fewer than 100 values make p99 meaningless.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
