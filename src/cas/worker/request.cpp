// One request of the server: reads it, runs the operation, writes the result's members.
#include "cas/worker/request.h"

#include <algorithm>
#include <array>

#include "base/json.h"
#include "cas/worker/digits.h"
#include "cas/worker/matrix.h"
#include "cas/worker/operations.h"
#include "cas/worker/prepare.h"
#include "cas/worker/present.h"
#include "expr/parser.h"

namespace codecalc::cas {

namespace {

constexpr long kValueDigits = 12;

struct Request {
  const Json& json;
  const Context& context;
  const workers::Provisional& provisional;

  std::string text(const char* name) const {
    const auto it = json.find(name);
    return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
  }
};

void add_trust(Json& out, bool checked, const std::string& check, const std::string& reason,
               const std::vector<std::string>& assumptions) {
  out["checked"] = checked;
  if (checked && !check.empty()) out["check"] = check;
  if (!reason.empty()) out["reason"] = reason;
  if (!assumptions.empty()) out["assumptions"] = assumptions;
}

void add_trust(Json& out, const Answer& a) {
  add_trust(out, a.checked, a.check, a.reason, a.assumptions);
}

/// The tree of a text that the server has parsed already.
Expr parsed(const std::string& text) {
  auto e = read_expression(text);
  if (!e.ok()) throw Refused(e.error().code, e.error().message);
  return *std::move(e);
}

bool has_value(const Expr& e) {
  return e->kind != Kind::kList && e->kind != Kind::kTuple && e->kind != Kind::kCompare &&
         e->kind != Kind::kBoolean && free_variables(e).empty();
}

void add_value(Json& out, const Expr& e) {
  if (is_infinite(e) || e->is_symbol("nan")) {
    out["value"] = expr::print(e);
    return;
  }
  if (e->kind == Kind::kList) {
    out["value"] = answer_text(e);
    return;
  }
  if (!has_value(e)) return;
  if (const auto v = constant_value(e, 25)) out["value"] = decimal_text(*v, kValueDigits);
}

Json evaluate_reply(const Answer& a, const Expr& shown) {
  Json out = Json::object();
  out["expression"] = answer_text(shown);
  out["simplified"] = out["expression"];
  out["type"] = type_name(shown);
  add_value(out, shown);
  add_trust(out, a);
  return out;
}

Json run_evaluate(const Request& r) {
  const Prepared input = prepare(parsed(r.text("expression")));
  Answer a = evaluate(r.context, input.tree);
  Expr shown = present(a.value);
  if (input.decimals) shown = with_decimals(shown);
  Json out = evaluate_reply(a, shown);
  // The rest is a service beside the answer: if it runs away, the answer stands without it.
  r.provisional(write_json(out));
  const bool plain = shown->kind != Kind::kList && shown->kind != Kind::kTuple &&
                     shown->kind != Kind::kCompare && shown->kind != Kind::kBoolean &&
                     !is_unevaluated(shown) && !shown->is_call("Eq") && !has_call(shown, "O") &&
                     !shown->is_call("dict") && !is_infinite(shown) && !shown->is_symbol("nan");
  if (!plain) {
    if (shown->kind == Kind::kCompare || is_infinite(shown) || shown->is_symbol("nan")) {
      out["expanded"] = out["expression"];
    }
    return out;
  }
  if (!rational_value(shown) && shown->kind != Kind::kSymbol) {
    Context brief = r.context;
    brief.cpu_limit_ms = std::min(r.context.cpu_limit_ms, cpu_used_ms() + 1500);
    const Answer s = simplify(brief, a.value);
    if (s.checked && s.assumptions.empty()) out["simplified"] = present_text(s.value);
    const Answer e = rewrite(r.context, "expand", a.value);
    if (e.checked && e.assumptions.empty()) out["expanded"] = present_text(e.value);
  } else {
    out["expanded"] = out["expression"];
  }
  return out;
}

Json run_simplify(const Request& r) {
  const Prepared input = prepare(parsed(r.text("expr")));
  Answer evaluated = evaluate(r.context, input.tree);
  const Answer s = simplify(r.context, evaluated.value);
  Json out = Json::object();
  out["original"] = present_text(input.tree);
  out["simplified"] = present_text(s.value);
  const auto other = [&](const char* name, const char* command) {
    const Answer form = rewrite(r.context, command, evaluated.value);
    if (form.checked && form.assumptions.empty()) out[name] = present_text(form.value);
  };
  add_trust(out, s);
  r.provisional(write_json(out));
  other("factored", "factor");
  other("expanded", "expand");
  return out;
}

Side side_of(const std::string& text) {
  if (text == "right") return Side::kRight;
  if (text == "left") return Side::kLeft;
  return Side::kBoth;
}

Json run_limit(const Request& r) {
  const Prepared f = prepare(parsed(r.text("expr")));
  const Prepared point = prepare(parsed(r.text("point")));
  const std::string x = r.text("var");
  const Answer a =
      limit(r.context, evaluate(r.context, f.tree).value, x, point.tree, side_of(r.text("side")));
  Json out = Json::object();
  out["expression"] = present_text(f.tree);
  out["variable"] = x;
  out["point"] = present_text(point.tree);
  out["limit"] = answer_text(present(a.value));
  add_trust(out, a);
  return out;
}

Expr equation_difference(const Expr& e) {
  if (e->kind == Kind::kCompare && e->relations == std::vector<Op>{Op::kEqual}) {
    return subtract(e->children[0], e->children[1]);
  }
  if (e->is_call("Eq") && e->children.size() == 2) return subtract(e->children[0], e->children[1]);
  return e;
}

std::string equation_text(const Expr& e) {
  if (e->kind == Kind::kCompare || e->is_call("Eq")) {
    return "Eq(" + present_text(e->children[0]) + ", " + present_text(e->children[1]) + ")";
  }
  return "Eq(" + present_text(e) + ", 0)";
}

/// An equation without its variable is plainly true or false.
std::string settled_equation(const Expr& difference, bool everything) {
  if (everything) return "True";
  const auto value = rational_value(difference);
  return value && !fmpq_is_zero(value->get()) ? "False" : "";
}

Json run_solve(const Request& r) {
  const Prepared input = prepare(parsed(r.text("expr")));
  const std::string x = r.text("var");
  if (input.tree->kind == Kind::kCompare && input.tree->relations != std::vector<Op>{Op::kEqual}) {
    throw Refused(Code::kValidation,
                  "solve takes an equation; for an inequality ask evaluate_expression, e.g. "
                  "solve(x**2 < 4, x)");
  }
  Json out = Json::object();
  out["equation"] = equation_text(input.tree);
  out["variable"] = x;
  const Expr f = evaluate(r.context, equation_difference(input.tree)).value;
  const Solutions s = solve(r.context, f, x);
  if (const std::string settled = settled_equation(f, s.everything); !settled.empty()) {
    out["equation"] = settled;
  }
  std::vector<std::string> texts;
  std::vector<std::string> numeric;
  for (const Expr& e : s.values) {
    const Expr shown = present(e);
    texts.push_back(expr::print(shown));
    const auto v = has_value(shown) ? constant_value(shown, 25) : std::nullopt;
    numeric.push_back(v ? decimal_text(*v, 15) : "");
  }
  if (s.everything) out["all_values"] = true;
  out["solutions"] = texts;
  const bool useful =
      std::ranges::any_of(s.values, [](const Expr& e) { return !rational_value(e).has_value(); });
  if (useful && std::ranges::none_of(numeric, [](const auto& t) { return t.empty(); })) {
    out["numeric"] = numeric;
  }
  add_trust(out, s.checked, s.check, s.reason, s.assumptions);
  return out;
}

Json run_system(const Request& r) {
  std::vector<Expr> equations;
  for (const Json& text : r.json.at("equations")) {
    equations.push_back(equation_difference(prepare(parsed(text.get<std::string>())).tree));
  }
  const auto variables = r.json.at("variables").get<std::vector<std::string>>();
  const SystemSolutions s = solve_system(r.context, equations, variables);
  Json out = Json::object();
  std::vector<std::string> texts;
  std::vector<std::string> open = variables;
  for (const auto& row : s.values) {
    std::string text = "{";
    for (const auto& [name, value] : row) {
      if (text.size() > 1) text += ", ";
      text += name + ": " + present_text(value);
      std::erase(open, name);
    }
    texts.push_back(text + "}");
  }
  out["solutions"] = texts;
  out["count"] = texts.size();
  if (!texts.empty() && !open.empty()) {
    out["unsolved"] = open;
    out["note"] =
        "the system leaves these variables free; the solutions hold for any values of them";
  }
  add_trust(out, s.checked, s.check, s.reason, {});
  return out;
}

Json run_equivalent(const Request& r) {
  const Expr read_a = prepare(parsed(r.text("a"))).tree;
  const Expr read_b = prepare(parsed(r.text("b"))).tree;
  const Expr a = evaluate(r.context, read_a).value;
  const Expr b = evaluate(r.context, read_b).value;
  const Equivalence e = equivalent(r.context, a, b);
  Json out = Json::object();
  const auto shown = [](const Expr& read, const Expr& value) {
    return present_text(is_infinite(value) || value->is_symbol("nan") ? value : read);
  };
  out["a"] = shown(read_a, a);
  out["b"] = shown(read_b, b);
  out["identical"] = e.identical;
  out["difference"] = present_text(e.difference);
  add_trust(out, e.decided, e.check, e.reason, e.assumptions);
  return out;
}

Json run_matrix(const Request& r) {
  Matrix m;
  for (const Json& row : r.json.at("rows")) {
    auto& out = m.emplace_back();
    for (const Json& entry : row) out.push_back(prepare(parsed(entry.get<std::string>())).tree);
  }
  const MatrixAnswer a = matrix_operation(r.context, r.text("matrix_op"), m);
  Json out = Json::object();
  if (a.value) out["value"] = present_text(a.value);
  if (!a.matrix.empty()) {
    Json rows = Json::array();
    for (const auto& row : a.matrix) {
      Json line = Json::array();
      for (const Expr& e : row) line.push_back(present_text(e));
      rows.push_back(line);
    }
    out["matrix"] = rows;
  }
  if (!a.eigenvalues.empty()) {
    Json values = Json::object();
    Json numeric = Json::object();
    for (const auto& [e, multiplicity] : a.eigenvalues) {
      const std::string text = present_text(e);
      values[text] = multiplicity;
      const auto v = has_value(e) ? constant_value(e, 25) : std::nullopt;
      if (v && !rational_value(e)) numeric[text] = decimal_text(*v, 15);
    }
    out["eigenvalues"] = values;
    if (!numeric.empty()) out["numeric"] = numeric;
  }
  add_trust(out, a.checked, a.check, a.reason, {});
  return out;
}

struct Row {
  std::string_view op;
  Json (*run)(const Request&);
};
constexpr std::array kRows{
    Row{"evaluate", run_evaluate}, Row{"simplify", run_simplify}, Row{"limit", run_limit},
    Row{"solve", run_solve},       Row{"system", run_system},     Row{"equivalent", run_equivalent},
    Row{"matrix", run_matrix},
};

/// The operations as the unevaluated forms that Python users know.
Expr as_left_open(const Expr& e) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kForms{{
      {"integrate", "Integral"},
      {"limit", "Limit"},
      {"diff", "Derivative"},
      {"summation", "Sum"},
      {"product", "Product"},
  }};
  const Expr inner = map_children(e, as_left_open);
  for (const auto& [name, form] : kForms) {
    if (inner->is_call(name)) return expr::call(std::string(form), inner->children);
  }
  return inner;
}

/// What stands when the calculation runs out of its time: the question as it was, marked as open.
std::optional<Json> left_open(const Request& r) {
  const std::string reason = "left as it is: the calculation did not end within its limits";
  const auto shown = [&](const char* member) {
    return answer_text(present(as_left_open(prepare(parsed(r.text(member))).tree)));
  };
  const std::string op = r.text("op");
  Json out = Json::object();
  if (op == "evaluate") {
    const Expr e = as_left_open(prepare(parsed(r.text("expression"))).tree);
    out = evaluate_reply(unverified(e, reason), present(e));
    out.erase("value");
    return out;
  }
  if (op == "simplify") {
    out["original"] = shown("expr");
    out["simplified"] = out["original"];
  } else if (op == "limit") {
    out["expression"] = shown("expr");
    out["variable"] = r.text("var");
    out["point"] = shown("point");
    out["limit"] = "Limit(" + shown("expr") + ", " + r.text("var") + ", " + shown("point") + ")";
  } else if (op == "solve") {
    out["equation"] = equation_text(prepare(parsed(r.text("expr"))).tree);
    out["variable"] = r.text("var");
    out["solutions"] = Json::array();
  } else if (op == "system") {
    out["solutions"] = Json::array();
    out["count"] = 0;
  } else {
    return std::nullopt;
  }
  add_trust(out, false, "", reason, {});
  return out;
}

std::string failure(Code code, const std::string& message) {
  Json out = Json::object();
  out["failure"] = static_cast<int>(code);
  out["error"] = message;
  return write_json(out);
}

}  // namespace

std::string answer_request(const Giac& giac, std::string_view body,
                           const workers::Provisional& provisional) {
  const auto read = read_json(body);
  const auto* json = std::get_if<Json>(&read);
  if (json == nullptr || !json->is_object()) {
    return failure(Code::kInternal, "the request to the worker is no JSON object");
  }
  const auto run = [&](bool quick, const workers::Provisional& early) {
    Context context{giac};
    context.quick = quick;
    const Request request{*json, context, early};
    const std::string op = request.text("op");
    try {
      for (const Row& row : kRows) {
        if (row.op == op) return write_json(row.run(request));
      }
    } catch (const Refused& refused) {
      return failure(refused.code(), refused.what());
    }
    return failure(Code::kInternal, "the worker does not know this operation");
  };
  // Most requests are done in a few milliseconds: the whole of one is tried without any process of
  // its own for its steps. One that takes longer starts again, with a limit around every step.
  constexpr int kQuickMs = 250;
  const auto quick = attempt_text(kQuickMs, [&]() -> std::optional<std::string> {
    return run(true, [](const std::string&) {});
  });
  if (quick) return *quick;
  try {
    Context context{giac};
    if (const auto open = left_open({*json, context, provisional})) provisional(write_json(*open));
  } catch (const Refused& refused) {
    return failure(refused.code(), refused.what());
  }
  return run(false, provisional);
}

}  // namespace codecalc::cas
