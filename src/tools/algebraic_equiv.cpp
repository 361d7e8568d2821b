// algebraic_equiv: whether two expressions have the same value.
#include "registry/tool.h"
#include "tools/algebra.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Params {
  std::string a;
  std::string b;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::a>("a", "One expression.", {.max_length = 2'000})),
        required(field<&Params::b>("b", "The other one.", {.max_length = 2'000})),
    };
    return kFields;
  }
};

struct Reply {
  std::string a;
  std::string b;
  bool identical = false;
  std::string difference;
  Nullable<std::string> caveat;
  bool checked = false;
  std::optional<std::string> check;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> assumptions;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::a>("a", "As it was read.")),
        required(out<&Reply::b>("b", "As it was read.")),
        required(out<&Reply::identical>("identical", "Whether both have the same value.")),
        required(out<&Reply::difference>("difference", "a - b, simplified.")),
        required(out<&Reply::caveat>("caveat", "What the answer does not say.")),
        CODECALC_TRUST_ROWS(Reply),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext& context) {
  const AlgebraCall algebra(context);
  TRY_ASSIGN(cas::Equivalent e,
             context.services.cas().equivalent(params.a, params.b, algebra.get()));
  Reply reply;
  reply.a = std::move(e.a);
  reply.b = std::move(e.b);
  reply.identical = e.identical;
  reply.difference = std::move(e.difference);
  if (!reply.identical) {
    reply.caveat = std::string(
        e.trust.checked
            ? "The values differ in exact arithmetic over real or complex numbers. In a "
              "program, rounding and whole-number division may make even equal formulas "
              "differ."
            : "Not decided: no proof that they are equal, and none that they differ.");
  }
  take_trust(reply, std::move(e.trust));
  return reply;
}

}  // namespace

extern const ToolSpec kTool_algebraic_equiv;
const ToolSpec kTool_algebraic_equiv = make_tool<Params, Reply, run>({
    .name = "algebraic_equiv",
    .title = "Algebraic Equiv",
    .description = "Do two formulas have the same value in exact arithmetic? For refactored "
                   "expressions. Floats may still round differently, and integer division "
                   "truncates: equal here is not equal in a program.",
    .group = Group::kVerification,
    .deadline = kAlgebraDeadline,
});

}  // namespace codecalc::tools
