// human_duration: seconds in words, and as shares of a day and of 30 days.
#include "calc/arithmetic.h"
#include "calc/rounding.h"
#include "calc/times.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr int kPlaces = 6;
constexpr int kSignificant = 6;

struct Params {
  NumberText seconds;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::seconds>("seconds", "Not negative; fractions allowed.",
                                         {.schema = R"({"type":"number","minimum":0})"})),
    };
    return kFields;
  }
};

struct Rounding {
  std::int64_t per_day = kPlaces;
  std::int64_t per_30d = kPlaces;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Rounding::per_day>("per_day", "Decimals kept.")),
        required(out<&Rounding::per_30d>("per_30d", "Decimals kept.")),
    };
    return kFields;
  }
};

struct Reply {
  NumberText seconds;
  std::string human;
  NumberText per_day;
  NumberText per_30d;
  std::string per_day_exact;
  std::string per_30d_exact;
  Rounding rounding;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::seconds>("seconds", "")),
        required(out<&Reply::human>("human", "Days, hours, minutes, seconds, ms, us or ns.")),
        required(out<&Reply::per_day>("per_day", "seconds / 86400, rounded.")),
        required(out<&Reply::per_30d>("per_30d", "seconds / 2592000, rounded.")),
        required(out<&Reply::per_day_exact>("per_day_exact", "Exact fraction.")),
        required(out<&Reply::per_30d_exact>("per_30d_exact", "Exact fraction.")),
        required(out<&Reply::rounding>("rounding", "")),
    };
    return kFields;
  }
};

/// Six decimals, but never a zero for what is not zero.
std::string rounded(const calc::Rational& value, std::int64_t& places) {
  std::string text = calc::round_places(value, kPlaces).text;
  if (text != "0" || value.sign() == 0) return text;
  int used = kPlaces;
  text = calc::round_readable(value, used, kSignificant).text;
  places = used;
  return text;
}

Result<Reply> run(const Params& params, CallContext&) {
  TRY_ASSIGN(const calc::Rational seconds, calc::parse_decimal(params.seconds.text));
  if (seconds.sign() < 0) {
    return Error{Code::kValidation, "seconds is negative; give the magnitude", "", ""};
  }
  const calc::Rational days = seconds / calc::Rational(86'400);
  const calc::Rational months = days / calc::Rational(30);
  Reply reply;
  reply.seconds.text = calc::shown(seconds).text;
  reply.human = calc::duration_text(seconds);
  reply.per_day.text = rounded(days, reply.rounding.per_day);
  reply.per_30d.text = rounded(months, reply.rounding.per_30d);
  reply.per_day_exact = days.text();
  reply.per_30d_exact = months.text();
  return reply;
}

}  // namespace

extern const ToolSpec kTool_human_duration;
const ToolSpec kTool_human_duration = make_tool<Params, Reply, run>(
    {.name = "human_duration",
     .title = "Human Duration",
     .description = "Seconds as days, hours, minutes, seconds and ms/us/ns, and as fractions of a "
                    "day and of 30 days (what a daily or monthly job of that length occupies).",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
