// percentage: a part of a total, exactly.
#include "calc/arithmetic.h"
#include "calc/rounding.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kMaxText = 2'000;
constexpr int kPlaces = 6;
constexpr int kSignificant = 6;

struct Params {
  std::string part;
  std::string total;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::part>("part", "Decimal or fraction: 3, 0.1, 1e3, 1/25.",
                                      {.max_length = kMaxText})),
        required(field<&Params::total>("total", "Likewise; not 0.", {.max_length = kMaxText})),
    };
    return kFields;
  }
};

struct Rounding {
  std::int64_t percent = kPlaces;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Rounding::percent>("percent", "Decimals kept.")),
    };
    return kFields;
  }
};

struct Reply {
  std::string part;
  std::string total;
  std::string share;
  NumberText percent;
  std::string percent_exact;
  Rounding rounding;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::part>("part", "As an exact fraction.")),
        required(out<&Reply::total>("total", "As an exact fraction.")),
        required(out<&Reply::share>("share", "part/total in lowest terms, always with a bar.")),
        required(out<&Reply::percent>("percent", "Rounded.")),
        required(out<&Reply::percent_exact>("percent_exact", "Exact percentage.")),
        required(out<&Reply::rounding>("rounding", "")),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext&) {
  TRY_ASSIGN(const calc::Rational part, calc::parse_rational(params.part, "part"));
  TRY_ASSIGN(const calc::Rational total, calc::parse_rational(params.total, "total"));
  if (total.sign() == 0) {
    return Error{Code::kValidation, "total is zero: a share of nothing is undefined", "", ""};
  }
  const calc::Rational share = part / total;
  const calc::Rational percent = share * calc::Rational(100);
  int places = kPlaces;
  Reply reply;
  reply.part = part.text();
  reply.total = total.text();
  reply.share = share.numerator().text() + "/" + share.denominator().text();
  reply.percent.text = calc::round_readable(percent, places, kSignificant).text;
  reply.percent_exact = percent.text();
  reply.rounding.percent = places;
  return reply;
}

}  // namespace

extern const ToolSpec kTool_percentage;
const ToolSpec kTool_percentage = make_tool<Params, Reply, run>(
    {.name = "percentage",
     .title = "Percentage",
     .description = "What percentage PART is of TOTAL: the exact share and the percent value. "
                    "For growth from an old to a new value use percent_change.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
