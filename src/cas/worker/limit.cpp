// Limits: Giac's, one side at a time; each value is approached with high precision.
#include <functional>
#include <vector>

#include "cas/worker/approach.h"
#include "cas/worker/check.h"
#include "cas/worker/operations.h"
#include "cas/worker/present.h"

namespace codecalc::cas {

namespace {

constexpr const char* kHow = "approached numerically with high precision";

Expr unevaluated(const Expr& f, const std::string& x, const Expr& point, Side side) {
  std::vector<Expr> arguments{f, expr::symbol(x), point};
  if (side != Side::kBoth) arguments.push_back(expr::direction(side == Side::kRight ? "+" : "-"));
  return expr::call("Limit", arguments);
}

/// Steps (floor, sign, ...) that are constant just before the point, replaced by that constant.
Expr without_steps(const Expr& f, const std::string& x, const Expr& point, int direction) {
  for (const char* name : {"floor", "ceiling", "sign", "Heaviside"}) {
    if (!f->is_call(name) || !depends_on(f, x)) continue;
    const auto n = constant_integer(f, x, point, direction);
    if (n) return *n < 0 ? negate(expr::integer(-*n)) : expr::integer(*n);
  }
  return map_children(f,
                      [&](const Expr& child) { return without_steps(child, x, point, direction); });
}

/// gamma(u) for large u as exp of Stirling's series; enough terms for limits of leading orders.
Expr stirling(const Expr& u) {
  const Expr half = expr::number("1/2");
  const Expr log_u = call1("log", u);
  Expr series = subtract(multiply(subtract(u, half), log_u), u);
  series = add(series, divide(call1("log", multiply(expr::integer(2), expr::symbol("pi"))),
                              expr::integer(2)));
  series = add(series, divide(expr::integer(1), multiply(expr::integer(12), u)));
  return call1("exp",
               subtract(series, divide(expr::integer(1),
                                       multiply(expr::integer(360), power(u, expr::integer(3))))));
}

Expr with_stirling(const Expr& f, const std::string& x) {
  const auto go = [&](const Expr& e) { return with_stirling(e, x); };
  const Expr one = expr::integer(1);
  if (f->kind == Kind::kCall && depends_on(f, x)) {
    if (f->text == "factorial") return stirling(add(go(f->children[0]), one));
    if (f->text == "gamma") return stirling(go(f->children[0]));
    if (f->text == "binomial" && f->children.size() == 2) {
      const Expr n = go(f->children[0]);
      const Expr k = go(f->children[1]);
      return divide(stirling(add(n, one)),
                    multiply(stirling(add(k, one)), stirling(add(subtract(n, k), one))));
    }
  }
  return map_children(f, go);
}

/// log f as a sum, for a product of powers, gamma functions and factorials; null for other trees.
Expr log_form(const Expr& f, const std::string& x) {
  if (f->kind == Kind::kBinary) {
    const auto both = [&](Op op) -> Expr {
      const Expr a = log_form(f->children[0], x);
      const Expr b = log_form(f->children[1], x);
      return expr::binary(op, a, b);
    };
    if (f->op == Op::kMultiply) return both(Op::kAdd);
    if (f->op == Op::kDivide) return both(Op::kSubtract);
    if (f->op == Op::kPower) {
      return multiply(f->children[1], log_form(f->children[0], x));
    }
  }
  const Expr large = f->kind == Kind::kCall ? with_stirling(f, x) : f;
  if (large->is_call("exp")) return large->children[0];
  if (f->is_call("sqrt")) return divide(log_form(f->children[0], x), expr::integer(2));
  return call1("log", large);
}

struct OneSided {
  std::optional<Expr> value;  ///< nothing: unknown
  bool checked = false;
  bool oscillates = false;
};

bool says_nothing(const Expr& e) {
  return is_unevaluated(e) || has_call(e, "bounded_function") || e->is_symbol("nan") ||
         e->kind == Kind::kList || e->kind == Kind::kTuple;
}

using Way = std::function<std::optional<Expr>()>;

std::vector<Way> ways(const Context& c, const Expr& f, const std::string& x, const Expr& point,
                      int direction) {
  const Giac& giac = c.giac;
  const auto ask = [&giac, x, point, direction](const Expr& g) {
    std::vector<Expr> arguments{g, expr::symbol(x), point};
    if (!is_infinite(point)) arguments.push_back(expr::integer(direction));
    return giac.run("limit", arguments);
  };
  std::vector<Way> out{[=] { return ask(f); }};
  const Expr plain = without_steps(f, x, point, direction);
  if (!expr::equal(plain, f)) out.insert(out.begin(), [=] { return ask(plain); });
  if (is_infinite(point)) {
    const Expr large = with_stirling(f, x);
    if (!expr::equal(large, f)) {
      out.emplace_back([=] { return ask(large); });
      out.emplace_back([=, &giac]() -> std::optional<Expr> {
        const auto log = ask(log_form(f, x));
        return log ? giac.run("exp", {*log}) : std::nullopt;
      });
    }
  }
  for (const char* before : {"simplify", "tlin"}) {
    out.emplace_back([=, &giac]() -> std::optional<Expr> {
      const auto g = giac.run(before, {f});
      return g ? ask(*g) : std::nullopt;
    });
  }
  return out;
}

OneSided one_sided(const Context& c, const Expr& f, const std::string& x, const Expr& point,
                   int direction) {
  OneSided out;
  int ms = 2500;
  for (const Way& way : ways(c, f, x, point, direction)) {
    const auto candidate = c.attempt(ms, way);
    ms = 1200;
    if (!candidate || says_nothing(*candidate)) continue;
    const Verdict v = goes_to(f, x, point, direction, *candidate);
    if (v == Verdict::kDisagrees) continue;
    if (!out.value || v == Verdict::kAgrees) out.value = candidate;
    out.checked = v == Verdict::kAgrees;
    if (out.checked) return out;
  }
  if (keeps_changing(f, x, point, direction)) {
    out.value.reset();
    out.oscillates = true;
  }
  return out;
}

Answer from_side(const Expr& f, const std::string& x, const Expr& point, Side side,
                 const OneSided& s) {
  if (s.oscillates) {
    Answer out = verified(expr::symbol("nan"), "values sampled close to the point keep changing");
    out.reason = "the limit does not exist: the function oscillates";
    return out;
  }
  if (!s.value) {
    return unverified(unevaluated(f, x, point, side), "no limit was found that passes the check");
  }
  if (s.checked) return verified(*s.value, kHow);
  return unverified(*s.value, "the numeric approach is too slow to decide");
}

bool same_value(const Expr& a, const Expr& b) {
  if (expr::equal(present(a), present(b))) return true;
  return compare(a, b, {.domain = Domain::kPositive}).holds();
}

/// f has no real values on that side: the other side's limit is the one that is meant.
bool not_real(const Expr& f, const std::string& x, const Expr& point, int direction) {
  for (const long d : {20L, 40L}) {
    Ball h(direction);
    acb_mul_2exp_si(h.get(), h.get(), -d);
    const auto centre = numeric_value(point, {}, {.precision = 256});
    if (!centre) return false;
    acb_add(h.get(), h.get(), centre->get(), 256);
    Point at;
    at.emplace(x, h);
    const auto v = numeric_value(f, at, {.precision = 256});
    if (v && v->finite() && arb_contains_zero(v->im())) return false;
  }
  return true;
}

Answer two_sided(const Context& c, const Expr& f, const std::string& x, const Expr& point) {
  const OneSided right = one_sided(c, f, x, point, 1);
  const OneSided left = one_sided(c, f, x, point, -1);
  if (right.value && left.value) {
    if (same_value(*right.value, *left.value)) {
      return from_side(f, x, point, Side::kBoth, right.checked ? right : left);
    }
    const bool constant = free_variables(f).size() <= 1;
    if (constant && not_real(f, x, point, -1) && right.checked) {
      Answer out = verified(*right.value, kHow);
      out.assumptions.push_back(x + " > " + present_text(point));
      return out;
    }
    Answer out = verified(expr::symbol("nan"), kHow);
    out.checked = right.checked && left.checked;
    out.reason = "the limit does not exist: from the right it is " + present_text(*right.value) +
                 ", from the left " + present_text(*left.value);
    return out;
  }
  if (right.oscillates || left.oscillates) {
    return from_side(f, x, point, Side::kBoth, right.oscillates ? right : left);
  }
  // Where one side has no values, the other one is the limit.
  if (right.value && right.checked) {
    Answer out = verified(*right.value, kHow);
    out.assumptions.push_back(x + " > " + present_text(point));
    return out;
  }
  return from_side(f, x, point, Side::kBoth, right.value ? right : left);
}

/// An infinity whose sign hangs on parameters: what it is for positive ones.
Answer for_positive_parameters(const Context& c, const Expr& f, const std::string& x,
                               const Expr& point, const Answer& general) {
  std::set<std::string> names = free_variables(f);
  names.erase(x);
  if (names.empty() || !general.value->is_symbol("zoo")) return general;
  const auto value = c.attempt(1500, [&] {
    c.giac.assume_positive(names);
    auto out = c.giac.run("limit", {f, expr::symbol(x), point});
    c.giac.forget(names);
    return out;
  });
  if (!value || !is_infinite(*value) || (*value)->is_symbol("zoo")) return general;
  if (goes_to(f, x, point, 1, *value) != Verdict::kAgrees) return general;
  Answer out = verified(*value, kHow);
  for (const std::string& n : names) out.assumptions.push_back(n + " > 0");
  return out;
}

}  // namespace

Answer limit(const Context& c, const Expr& f, const std::string& x, const Expr& point, Side side) {
  if (!depends_on(f, x)) return verified(f, "constant");
  if (is_infinite(point)) {
    const Answer general = from_side(f, x, point, Side::kBoth, one_sided(c, f, x, point, 1));
    return for_positive_parameters(c, f, x, point, general);
  }
  if (side == Side::kBoth) return two_sided(c, f, x, point);
  return from_side(f, x, point, side, one_sided(c, f, x, point, side == Side::kRight ? 1 : -1));
}

}  // namespace codecalc::cas
