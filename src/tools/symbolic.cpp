// symbolic: solve, solve_linear, simplify, limit.
#include "base/text.h"
#include "expr/ast.h"
#include "registry/tool.h"
#include "tools/algebra.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::string_view kOps[] = {"solve", "solve_linear", "simplify", "limit"};
constexpr std::size_t kMaxEquations = 16;

struct Params {
  std::string op;
  std::optional<std::string> expr;
  std::optional<std::string> var;
  std::optional<std::string> point;
  std::optional<std::string> system;
  std::optional<std::string> variables;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::op>("op", "What to do.", {.one_of = kOps})),
        field<&Params::expr>("expr", "solve: equation (= or == or Eq), or expression that is 0.",
                             {.max_length = 2'000}),
        field<&Params::var>("var", "solve, limit: the variable; default x.", {.max_length = 64}),
        field<&Params::point>("point", "limit: where to; default oo. 0+ and 0- give one side.",
                              {.max_length = 2'000}),
        field<&Params::system>("system", "solve_linear: equations, separated by ;",
                               {.max_length = 2'000}),
        field<&Params::variables>("variables", "solve_linear: unknowns, separated by commas.",
                                  {.max_length = 2'000}),
    };
    return kFields;
  }
};

struct SolveReply {
  std::string equation;
  std::string variable;
  std::vector<std::string> solutions;
  std::optional<std::vector<std::string>> numeric;
  std::optional<bool> all_values;
  bool checked = false;
  std::optional<std::string> check;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> assumptions;
  std::string op = "solve";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&SolveReply::equation>("equation", "As it was read.")),
        required(out<&SolveReply::variable>("variable", "What was solved for.")),
        required(out<&SolveReply::solutions>("solutions", "Exact; real ones first.")),
        out<&SolveReply::numeric>("numeric", "15 digits of each, where not all are rational."),
        out<&SolveReply::all_values>("all_values", "Every value is a solution."),
        CODECALC_TRUST_ROWS(SolveReply),
        required(out<&SolveReply::op>("op", "solve.")),
    };
    return kFields;
  }
};

struct SystemReply {
  std::vector<std::string> solutions;
  std::int64_t count = 0;
  std::optional<std::vector<std::string>> unsolved;
  std::optional<std::string> note;
  bool checked = false;
  std::optional<std::string> check;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> assumptions;
  std::string op = "solve_linear";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&SystemReply::solutions>("solutions", "Each as {x: 6, y: 4}.")),
        required(out<&SystemReply::count>("count", "How many.")),
        out<&SystemReply::unsolved>("unsolved", "Unknowns that stay free."),
        out<&SystemReply::note>("note", "What that means."),
        CODECALC_TRUST_ROWS(SystemReply),
        required(out<&SystemReply::op>("op", "solve_linear.")),
    };
    return kFields;
  }
};

struct SimplifyReply {
  std::string original;
  std::string simplified;
  std::optional<std::string> factored;
  std::optional<std::string> expanded;
  bool checked = false;
  std::optional<std::string> check;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> assumptions;
  std::string op = "simplify";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&SimplifyReply::original>("original", "As it was read.")),
        required(out<&SimplifyReply::simplified>("simplified", "The shortest form found.")),
        out<&SimplifyReply::factored>("factored", "As a product."),
        out<&SimplifyReply::expanded>("expanded", "Multiplied out."),
        CODECALC_TRUST_ROWS(SimplifyReply),
        required(out<&SimplifyReply::op>("op", "simplify.")),
    };
    return kFields;
  }
};

struct LimitReply {
  std::string expression;
  std::string variable;
  std::string point;
  std::string limit;
  bool checked = false;
  std::optional<std::string> check;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> assumptions;
  std::string op = "limit";
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&LimitReply::expression>("expression", "As it was read.")),
        required(out<&LimitReply::variable>("variable", "What goes to the point.")),
        required(out<&LimitReply::point>("point", "Where to.")),
        required(out<&LimitReply::limit>("limit", "nan: it does not exist, see reason.")),
        CODECALC_TRUST_ROWS(LimitReply),
        required(out<&LimitReply::op>("op", "limit.")),
    };
    return kFields;
  }
};

using Reply = OneOf<SolveReply, SystemReply, SimplifyReply, LimitReply>;

Error refused(std::string parameter, std::string message) {
  return Error{Code::kValidation, std::move(message), std::move(parameter), {}};
}

/// Each op takes its own parameters; another one is a mistake worth telling.
Status check_parameters(const Params& p) {
  const bool system = p.op == "solve_linear";
  if (system) {
    if (!p.system) return refused("system", "solve_linear needs system: equations separated by ;");
    if (!p.variables) return refused("variables", "solve_linear needs variables, e.g. \"x, y\"");
    if (p.expr) return refused("expr", "solve_linear takes system, not expr");
  } else {
    if (!p.expr) return refused("expr", p.op + " needs expr");
    if (p.system) return refused("system", p.op + " takes expr, not system");
    if (p.variables) return refused("variables", p.op + " takes var, not variables");
  }
  if (p.var && p.op != "solve" && p.op != "limit") return refused("var", p.op + " takes no var");
  if (p.point && p.op != "limit") return refused("point", p.op + " takes no point");
  return Unit{};
}

/// A plain name that is no constant.
Result<std::string> variable_name(std::string_view text, const std::string& parameter) {
  const std::string name(trim(text));
  bool good = !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) != 0);
  for (const char c : name) {
    good = good && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_');
  }
  if (!good || name.find("__") != std::string::npos) {
    return refused(parameter, "\"" + shorten(name, 40) + "\" is no variable name");
  }
  if (expr::constant_named(name)) {
    return refused(parameter, "\"" + name + "\" is a constant, not a variable");
  }
  return name;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  std::size_t from = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] != separator) continue;
    const auto part = trim(std::string_view(text).substr(from, at - from));
    if (!part.empty()) out.emplace_back(part);
    from = at + 1;
  }
  return out;
}

Result<Reply> run_solve(const Params& p, CallContext& context) {
  TRY_ASSIGN(const std::string x, variable_name(p.var.value_or("x"), "var"));
  const AlgebraCall algebra(context);
  TRY_ASSIGN(cas::Solved s, context.services.cas().solve(*p.expr, x, algebra.get()));
  SolveReply reply;
  reply.equation = std::move(s.equation);
  reply.variable = x;
  reply.solutions = std::move(s.solutions);
  reply.numeric = std::move(s.numeric);
  if (s.all_values) reply.all_values = true;
  take_trust(reply, std::move(s.trust));
  return Reply(std::move(reply));
}

Result<Reply> run_system(const Params& p, CallContext& context) {
  const auto equations = split(*p.system, ';');
  if (equations.empty()) return refused("system", "the system has no equation");
  std::vector<std::string> names;
  for (const std::string& part : split(*p.variables, ',')) {
    TRY_ASSIGN(std::string name, variable_name(part, "variables"));
    names.push_back(std::move(name));
  }
  if (names.empty()) return refused("variables", "no variable is named");
  if (equations.size() > kMaxEquations || names.size() > kMaxEquations) {
    return refused("system", "at most 16 equations and 16 variables");
  }
  const AlgebraCall algebra(context);
  TRY_ASSIGN(cas::SystemSolved s,
             context.services.cas().solve_system(equations, names, algebra.get()));
  SystemReply reply;
  reply.count = static_cast<std::int64_t>(s.solutions.size());
  reply.solutions = std::move(s.solutions);
  reply.unsolved = std::move(s.unsolved);
  reply.note = std::move(s.note);
  take_trust(reply, std::move(s.trust));
  return Reply(std::move(reply));
}

Result<Reply> run_simplify(const Params& p, CallContext& context) {
  const AlgebraCall algebra(context);
  TRY_ASSIGN(cas::Simplified s, context.services.cas().simplify(*p.expr, algebra.get()));
  SimplifyReply reply;
  reply.original = std::move(s.original);
  reply.simplified = std::move(s.simplified);
  reply.factored = std::move(s.factored);
  reply.expanded = std::move(s.expanded);
  take_trust(reply, std::move(s.trust));
  return Reply(std::move(reply));
}

Result<Reply> run_limit(const Params& p, CallContext& context) {
  TRY_ASSIGN(const std::string x, variable_name(p.var.value_or("x"), "var"));
  std::string point(trim(p.point.value_or("oo")));
  cas::Side side = cas::Side::kBoth;
  if (point.size() > 1 && (point.back() == '+' || point.back() == '-')) {
    side = point.back() == '+' ? cas::Side::kRight : cas::Side::kLeft;
    point.pop_back();
  }
  const AlgebraCall algebra(context);
  TRY_ASSIGN(cas::Limit l, context.services.cas().limit(*p.expr, x, point, side, algebra.get()));
  LimitReply reply;
  reply.expression = std::move(l.expression);
  reply.variable = x;
  reply.point = std::move(l.point);
  reply.limit = std::move(l.limit);
  take_trust(reply, std::move(l.trust));
  return Reply(std::move(reply));
}

Result<Reply> run(const Params& params, CallContext& context) {
  TRY(check_parameters(params));
  if (params.op == "solve") return run_solve(params, context);
  if (params.op == "solve_linear") return run_system(params, context);
  if (params.op == "simplify") return run_simplify(params, context);
  return run_limit(params, context);
}

}  // namespace

extern const ToolSpec kTool_symbolic;
const ToolSpec kTool_symbolic = make_tool<Params, Reply, run>({
    .name = "symbolic",
    .title = "Symbolic",
    .description = "op solve: all solutions of an equation, exact and checked. op solve_linear: a "
                   "system (non-linear ones too). op simplify: the shortest equal form, factored, "
                   "expanded. op limit: both sides are looked at; a limit that does not exist is "
                   "nan with the reason.",
    .group = Group::kCalculator,
    .deadline = kAlgebraDeadline,
});

}  // namespace codecalc::tools
