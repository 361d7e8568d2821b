// collision_probability: the birthday problem for hashes.
#include "calc/arithmetic.h"
#include "calc/collision.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Params {
  IntegerText items;
  std::int64_t bits = 0;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::items>("items", "How many values are hashed.", {.min = 0})),
        required(field<&Params::bits>("bits", "Length of the hash in bits.",
                                      {.min = 1, .max = double{calc::kMaxHashBits}})),
    };
    return kFields;
  }
};

struct Rounding {
  std::int64_t percent = 0;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Rounding::percent>("percent", "Decimals kept.")),
    };
    return kFields;
  }
};

struct Reply {
  IntegerText items;
  std::int64_t bits = 0;
  NumberText probability;
  NumberText percent;
  NumberText estimate;
  std::optional<std::string> exact;
  Rounding rounding;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::items>("items", "")),
        required(out<&Reply::bits>("bits", "")),
        required(out<&Reply::probability>(
            "probability", "That two values collide: not an estimate, every digit certified.")),
        required(out<&Reply::percent>("percent", "probability * 100, rounded.")),
        required(out<&Reply::estimate>("estimate", "The usual 1 - exp(-n^2/2^(bits+1)).")),
        out<&Reply::exact>("exact", "The probability as a fraction, when it is short."),
        required(out<&Reply::rounding>("rounding", "")),
        out<&Reply::note>("note", ""),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext&) {
  const auto items = calc::Integer::from_digits(params.items.digits);
  if (!items) return Error{Code::kValidation, "items is no whole number", "", ""};
  const auto bits = static_cast<unsigned long>(params.bits);
  const calc::Collision c = calc::collision_probability(*items, bits);
  Reply reply;
  reply.items.digits = items->text();
  reply.bits = params.bits;
  reply.probability.text = c.probability.text;
  reply.percent.text = c.percent.text;
  reply.rounding.percent = c.percent_places;
  reply.estimate.text = c.estimate.text;
  if (c.exact) reply.exact = c.exact->text();
  if (*items > calc::power_of_two(bits)) {
    reply.note = std::string("more items than hash values: a collision is certain");
  } else if (c.probability.text == "1" && !c.exact) {
    reply.note = std::string("rounded: the chance of no collision is below 1e-17");
  }
  return reply;
}

}  // namespace

extern const ToolSpec kTool_collision_probability;
const ToolSpec kTool_collision_probability = make_tool<Params, Reply, run>(
    {.name = "collision_probability",
     .title = "Collision Probability",
     .description = "Chance that ITEMS random hashes of BITS bits contain a duplicate (birthday "
                    "problem), with certified digits at any size: 1e5 items in 32 bits give 0.69.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
