// The calls that are operations rather than functions, as a table of names.
#include "cas/worker/calls.h"

#include <algorithm>
#include <array>

#include "cas/worker/check.h"
#include "cas/worker/digits.h"
#include "cas/worker/number_theory.h"
#include "cas/worker/numeric.h"
#include "cas/worker/numeric_functions.h"

namespace codecalc::cas {

namespace {

struct Call {
  const Context& context;
  const Expr& node;
  const CallEvaluator& visit;

  std::size_t size() const { return node->children.size(); }
  Expr raw(std::size_t i) const { return node->children[i]; }
  Expr at(std::size_t i) const { return visit(node->children[i]); }
};

[[noreturn]] void refuse(const Call& call, const std::string& usage) {
  std::string where;
  if (call.node->column > 0) where = "column " + std::to_string(call.node->column) + ": ";
  throw Refused(Code::kValidation, where + call.node->text + " is written " + usage);
}

std::string variable_name(const Call& call, const Expr& e, const char* usage) {
  if (e->kind != Kind::kSymbol || expr::constant_named(e->text)) refuse(call, usage);
  return e->text;
}

/// The only variable of `e`; refused when there are several.
std::string only_variable(const Call& call, const Expr& e, const char* usage) {
  const auto names = free_variables(e);
  if (names.size() == 1) return *names.begin();
  if (names.contains("x")) return "x";
  if (names.empty()) return "x";
  refuse(call, usage);
}

void take(Answer& total, const Answer& step, bool first) {
  total.value = step.value;
  total.checked = first ? step.checked : total.checked && step.checked;
  if (total.check.empty()) total.check = step.check;
  if (!step.checked && total.reason.empty()) total.reason = step.reason;
  for (const std::string& s : step.assumptions) {
    if (std::ranges::find(total.assumptions, s) == total.assumptions.end()) {
      total.assumptions.push_back(s);
    }
  }
}

Answer call_integrate(const Call& call) {
  constexpr const char* kUsage = "integrate(f, x) or integrate(f, (x, a, b))";
  if (call.size() < 1) refuse(call, kUsage);
  Answer total;
  total.value = call.at(0);
  if (call.size() == 1) {
    return integrate(call.context, total.value, only_variable(call, total.value, kUsage));
  }
  for (std::size_t i = 1; i < call.size(); ++i) {
    const Expr bounds = call.raw(i);
    if (bounds->kind == Kind::kSymbol) {
      const std::string x = variable_name(call, bounds, kUsage);
      take(total, integrate(call.context, total.value, x), i == 1);
      continue;
    }
    if (bounds->kind != Kind::kTuple || bounds->children.empty()) refuse(call, kUsage);
    const std::string x = variable_name(call, bounds->children[0], kUsage);
    if (bounds->children.size() == 1) {
      take(total, integrate(call.context, total.value, x), i == 1);
    } else if (bounds->children.size() == 3) {
      take(total,
           integrate(call.context, total.value, x, call.visit(bounds->children[1]),
                     call.visit(bounds->children[2])),
           i == 1);
    } else {
      refuse(call, kUsage);
    }
  }
  return total;
}

Answer call_diff(const Call& call) {
  constexpr const char* kUsage = "diff(f, x) or diff(f, x, n)";
  if (call.size() < 1) refuse(call, kUsage);
  Answer total;
  total.value = call.at(0);
  if (call.size() == 1) {
    return differentiate(call.context, total.value, only_variable(call, total.value, kUsage), 1);
  }
  for (std::size_t i = 1; i < call.size(); ++i) {
    Expr by = call.raw(i);
    long order = 1;
    if (by->kind == Kind::kTuple && by->children.size() == 2) {
      const auto n = integer_value(by->children[1]);
      if (!n) refuse(call, kUsage);
      order = *n;
      by = by->children[0];
    } else if (i + 1 < call.size()) {
      if (const auto n = integer_value(call.raw(i + 1))) {
        order = *n;
        ++i;
      }
    }
    take(total, differentiate(call.context, total.value, variable_name(call, by, kUsage), order),
         i <= 2);
  }
  return total;
}

Answer call_limit(const Call& call) {
  constexpr const char* kUsage = "limit(f, x, point) or limit(f, x, point, '+')";
  if (call.size() < 3 || call.size() > 4) refuse(call, kUsage);
  Side side = Side::kBoth;
  Expr direction = expr::keyword(*call.node, "dir");
  if (!direction && call.size() == 4) direction = call.raw(3);
  if (direction && direction->text == "+") side = Side::kRight;
  if (direction && direction->text == "-") side = Side::kLeft;
  return limit(call.context, call.at(0), variable_name(call, call.raw(1), kUsage), call.at(2),
               side);
}

using Accumulate = Answer (*)(const Context&, const Expr&, const std::string&, const Expr&,
                              const Expr&);

Answer accumulate(const Call& call, Accumulate operation) {
  constexpr const char* kUsage = "Sum(f, (k, a, b))";
  if (call.size() < 2) refuse(call, kUsage);
  Answer total;
  total.value = call.at(0);
  for (std::size_t i = 1; i < call.size(); ++i) {
    const Expr bounds = call.raw(i);
    if (bounds->kind != Kind::kTuple || bounds->children.size() != 3) refuse(call, kUsage);
    take(total,
         operation(call.context, total.value, variable_name(call, bounds->children[0], kUsage),
                   call.visit(bounds->children[1]), call.visit(bounds->children[2])),
         i == 1);
  }
  return total;
}

Answer call_sum(const Call& call) { return accumulate(call, &sum); }
Answer call_product(const Call& call) { return accumulate(call, &product); }

Answer call_series(const Call& call) {
  constexpr const char* kUsage = "series(f, x, point, order)";
  if (call.size() < 1 || call.size() > 4) refuse(call, kUsage);
  const Expr f = call.at(0);
  const std::string x =
      call.size() > 1 ? variable_name(call, call.raw(1), kUsage) : only_variable(call, f, kUsage);
  Expr point = expr::keyword(*call.node, "x0");
  if (!point) point = call.size() > 2 ? call.at(2) : expr::integer(0);
  Expr order = expr::keyword(*call.node, "n");
  if (!order) order = call.size() > 3 ? call.at(3) : expr::integer(6);
  const auto n = integer_value(order);
  if (!n || *n < 1 || *n > 60) refuse(call, "series(f, x, point, order) with an order of 1 to 60");
  return series(call.context, f, x, point, *n);
}

bool is_inequality(const Expr& e) {
  return e->kind == Kind::kCompare && e->relations.size() == 1 && e->relations[0] != Op::kEqual &&
         e->relations[0] != Op::kNotEqual;
}

/// f - g for f = g, Eq(f, g) and f == g; the expression itself otherwise.
Expr as_zero(const Expr& e) {
  if (e->kind == Kind::kCompare && e->relations == std::vector<Op>{Op::kEqual}) {
    return subtract(e->children[0], e->children[1]);
  }
  if (e->is_call("Eq") && e->children.size() == 2) return subtract(e->children[0], e->children[1]);
  return e;
}

Answer call_solve(const Call& call) {
  constexpr const char* kUsage = "solve(equation, x) or solve([equations], [variables])";
  if (call.size() < 1 || call.size() > 2) refuse(call, kUsage);
  const Expr equation = call.at(0);
  if (equation->kind == Kind::kList || (call.size() == 2 && call.raw(1)->kind == Kind::kList)) {
    std::vector<Expr> equations;
    std::vector<std::string> names;
    for (const Expr& e :
         equation->kind == Kind::kList ? equation->children : std::vector<Expr>{equation}) {
      equations.push_back(as_zero(e));
    }
    if (call.size() == 2) {
      const Expr list = call.raw(1);
      for (const Expr& v : list->kind == Kind::kSymbol ? std::vector<Expr>{list} : list->children) {
        names.push_back(variable_name(call, v, kUsage));
      }
    } else {
      for (const std::string& v : free_variables(equation)) names.push_back(v);
    }
    const SystemSolutions s = solve_system(call.context, equations, names);
    std::vector<Expr> rows;
    for (const auto& solution : s.values) {
      std::vector<Expr> pairs;
      for (const auto& [name, value] : solution) {
        pairs.push_back(expr::tuple({expr::symbol(name), value}));
      }
      rows.push_back(expr::call("dict", pairs));
    }
    return {expr::list(rows), s.checked, s.check, s.reason, {}};
  }
  const std::string x = call.size() == 2 ? variable_name(call, call.raw(1), kUsage)
                                         : only_variable(call, equation, kUsage);
  if (is_inequality(equation)) return solve_inequality(call.context, equation, x);
  const Solutions s = solve(call.context, as_zero(equation), x);
  if (s.everything) {
    return {expr::boolean(true), s.checked, s.check, s.reason, s.assumptions};
  }
  return {expr::list(s.values), s.checked, s.check, s.reason, s.assumptions};
}

Answer call_dsolve(const Call& call) {
  constexpr const char* kUsage = "dsolve(equation, f(x))";
  if (call.size() < 1 || call.size() > 2) refuse(call, kUsage);
  return solve_ode(call.context, as_zero(call.raw(0)), call.size() == 2 ? call.raw(1) : Expr());
}

Answer call_simplify(const Call& call) {
  if (call.size() != 1) refuse(call, call.node->text + "(expression)");
  return simplify(call.context, call.at(0));
}

/// Digits on request: N(expression, digits).
Answer call_numeric(const Call& call) {
  constexpr const char* kUsage = "N(expression, digits) with 1 to 1000 digits";
  if (call.size() < 1 || call.size() > 2) refuse(call, kUsage);
  long digits = 15;
  Expr wanted = expr::keyword(*call.node, "n");
  if (!wanted && call.size() == 2) wanted = call.at(1);
  if (wanted) {
    const auto n = integer_value(wanted);
    if (!n || *n < 1 || *n > 1000) refuse(call, kUsage);
    digits = *n;
  }
  const Expr value = call.at(0);
  const auto ball = constant_value(value, static_cast<int>(digits) + 2);
  if (!ball) return unverified(value, "it has no numeric value");
  return verified(decimal_tree(*ball, digits), "every digit is proven by interval arithmetic");
}

/// collect(expression, x): a polynomial in x with collected coefficients.
Answer call_collect(const Call& call) {
  if (call.size() != 2) refuse(call, "collect(expression, x)");
  const Expr f = call.at(0);
  const Expr x = call.raw(1);
  const auto collected =
      call.context.attempt(2000, [&] { return call.context.giac.run("collect", {f, x}); });
  if (!collected || !compare(f, *collected, {.domain = Domain::kComplex}).holds()) {
    return unverified(f, "it could not be collected");
  }
  return verified(*collected, "compared at sample points");
}

struct Rewrite {
  std::string_view name;
  const char* command;
};
constexpr std::array kRewrites{
    Rewrite{"expand", "expand"},       Rewrite{"factor", "factor"},
    Rewrite{"apart", "partfrac"},      Rewrite{"together", "normal"},
    Rewrite{"cancel", "normal"},       Rewrite{"ratsimp", "normal"},
    Rewrite{"radsimp", "normal"},      Rewrite{"expand_trig", "texpand"},
    Rewrite{"expand_log", "lnexpand"}, Rewrite{"logcombine", "lncollect"},
    Rewrite{"expand_func", "texpand"},
};

Answer call_rewrite(const Call& call) {
  for (const Rewrite& row : kRewrites) {
    if (row.name != call.node->text) continue;
    if (call.size() < 1) refuse(call, call.node->text + "(expression)");
    return rewrite(call.context, row.command, call.at(0));
  }
  return unverified(call.node, "unknown form");
}

struct Row {
  std::string_view name;
  Answer (*run)(const Call&);
};

constexpr std::array kOperations{
    Row{"integrate", call_integrate},
    Row{"Integral", call_integrate},
    Row{"diff", call_diff},
    Row{"Derivative", call_diff},
    Row{"limit", call_limit},
    Row{"Limit", call_limit},
    Row{"Sum", call_sum},
    Row{"summation", call_sum},
    Row{"Product", call_product},
    Row{"product", call_product},
    Row{"series", call_series},
    Row{"solve", call_solve},
    Row{"solveset", call_solve},
    Row{"roots", call_solve},
    Row{"dsolve", call_dsolve},
    Row{"simplify", call_simplify},
    Row{"trigsimp", call_simplify},
    Row{"powsimp", call_simplify},
    Row{"gammasimp", call_simplify},
    Row{"sqrtdenest", call_simplify},
    Row{"N", call_numeric},
    Row{"evalf", call_numeric},
    Row{"collect", call_collect},
};

}  // namespace

std::vector<std::string_view> known_functions() {
  std::vector<std::string_view> out{"Eq",      "Piecewise", "CRootOf", "Rational",
                                    "Integer", "Float",     "O"};
  for (const Row& row : kOperations) out.push_back(row.name);
  for (const Rewrite& row : kRewrites) out.push_back(row.name);
  add_number_theory_names(out);
  add_numeric_function_names(out);
  return out;
}

bool evaluate_is_operation(std::string_view name) {
  return std::ranges::any_of(kOperations, [&](const Row& r) { return r.name == name; }) ||
         std::ranges::any_of(kRewrites, [&](const Rewrite& r) { return r.name == name; }) ||
         is_number_theory(name);
}

std::optional<Answer> evaluate_call(const Context& c, const Expr& e, const CallEvaluator& visit) {
  const Call call{c, e, visit};
  for (const Row& row : kOperations) {
    if (row.name == e->text) return row.run(call);
  }
  if (std::ranges::any_of(kRewrites, [&](const Rewrite& r) { return r.name == e->text; })) {
    return call_rewrite(call);
  }
  if (is_number_theory(e->text)) {
    std::vector<Expr> arguments;
    for (const Expr& child : e->children) arguments.push_back(visit(child));
    return number_theory(e->text, arguments);
  }
  return std::nullopt;
}

}  // namespace codecalc::cas
