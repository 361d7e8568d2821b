// calc_stats: mean, median and spread of a sample.
#include "calc/arithmetic.h"
#include "calc/rounding.h"
#include "calc/statistics.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::size_t kMaxCount = 100'000;
constexpr std::size_t kMaxDigits = 400;

struct Params {
  std::vector<NumberText> nums;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::nums>("nums", "At least two finite numbers.",
                                      {.max_length = kMaxCount})),
    };
    return kFields;
  }
};

struct Exact {
  std::string mean;
  std::string median;
  std::string sum;
  std::string variance;
  std::string population_variance;
  std::string stdev;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Exact::mean>("mean", "")),
        required(out<&Exact::median>("median", "")),
        required(out<&Exact::sum>("sum", "")),
        required(out<&Exact::variance>("variance", "")),
        required(out<&Exact::population_variance>("population_variance", "")),
        required(out<&Exact::stdev>("stdev", "A fraction, or sqrt(fraction).")),
    };
    return kFields;
  }
};

struct Reply {
  std::int64_t n = 0;
  NumberText mean;
  NumberText median;
  NumberText stdev;
  NumberText population_stdev;
  NumberText min;
  NumberText max;
  Nullable<NumberText> cv;
  std::string cv_note;
  std::optional<Exact> exact;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::n>("n", "How many numbers.")),
        required(out<&Reply::mean>("mean", "")),
        required(out<&Reply::median>("median", "")),
        required(out<&Reply::stdev>("stdev", "Sample standard deviation (n - 1).")),
        required(out<&Reply::population_stdev>("population_stdev", "With n.")),
        required(out<&Reply::min>("min", "")),
        required(out<&Reply::max>("max", "")),
        required(out<&Reply::cv>("cv", "stdev / |mean|; null when the mean is 0.")),
        required(out<&Reply::cv_note>("cv_note", "What the cv means.")),
        out<&Reply::exact>("exact", "Exact fractions; absent when they are long."),
    };
    return kFields;
  }
};

std::string note_on(const calc::Rational& squared_cv) {
  const calc::Rational threshold(calc::Integer(1), calc::Integer(25));
  return squared_cv > threshold ? "CV above 0.2: noise may hide a real difference between runs"
                                : "CV of at most 0.2: the spread is small beside the mean";
}

Result<Reply> run(const Params& params, CallContext&) {
  if (params.nums.size() < 2) {
    return Error{Code::kValidation, "nums needs at least two numbers for a deviation", "", ""};
  }
  std::vector<calc::Rational> values;
  values.reserve(params.nums.size());
  for (const NumberText& n : params.nums) {
    TRY_ASSIGN(calc::Rational value, calc::parse_decimal(n.text));
    values.push_back(std::move(value));
  }
  const calc::Summary s = calc::summarize(std::move(values));
  const auto digits = calc::kShownDigits;
  Reply reply;
  reply.n = static_cast<std::int64_t>(params.nums.size());
  reply.mean.text = calc::shown(s.mean).text;
  reply.median.text = calc::shown(s.median).text;
  reply.stdev.text = calc::round_sqrt(s.sample_variance, digits).text;
  reply.population_stdev.text = calc::round_sqrt(s.population_variance, digits).text;
  reply.min.text = calc::shown(s.minimum).text;
  reply.max.text = calc::shown(s.maximum).text;
  if (s.mean.sign() == 0) {
    reply.cv_note = "the mean is 0: a coefficient of variation is undefined";
  } else {
    const calc::Rational squared = s.sample_variance / (s.mean * s.mean);
    reply.cv = NumberText{calc::round_sqrt(squared, digits).text};
    reply.cv_note = note_on(squared);
  }
  Exact exact{s.mean.text(),
              s.median.text(),
              s.sum.text(),
              s.sample_variance.text(),
              s.population_variance.text(),
              calc::sqrt_text(s.sample_variance)};
  if (exact.variance.size() <= kMaxDigits && exact.sum.size() <= kMaxDigits) {
    reply.exact = std::move(exact);
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_calc_stats;
const ToolSpec kTool_calc_stats = make_tool<Params, Reply, run>(
    {.name = "calc_stats",
     .title = "Statistics",
     .description = "Mean, median, sample and population standard deviation and coefficient of "
                    "variation of a list, computed exactly and rounded once. A CV above 0.2 means "
                    "that noise swamps small effects.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
