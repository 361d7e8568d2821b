// Evaluates everything that an expression asks for, from the inside out.
#include "cas/worker/calls.h"
#include "cas/worker/check.h"
#include "cas/worker/operations.h"

namespace codecalc::cas {

namespace {

/// Collects what the operations inside an expression say of themselves.
class Walk {
 public:
  explicit Walk(const Context& c) : context_(c) {}

  Expr visit(const Expr& e) {
    if (e->kind == Kind::kCall) {
      const CallEvaluator visitor = [this](const Expr& inner) { return visit(inner); };
      if (auto answer = evaluate_call(context_, e, visitor)) {
        take(*answer);
        return answer->value;
      }
    }
    return map_children(e, [this](const Expr& child) { return visit(child); });
  }

  Answer total;
  int operations = 0;
  bool all_checked = true;

 private:
  void take(const Answer& a) {
    ++operations;
    all_checked = all_checked && a.checked;
    if (!a.checked && total.reason.empty()) total.reason = a.reason;
    if (a.checked && total.check.empty()) total.check = a.check;
    for (const std::string& s : a.assumptions) {
      if (std::find(total.assumptions.begin(), total.assumptions.end(), s) ==
          total.assumptions.end()) {
        total.assumptions.push_back(s);
      }
    }
  }

  const Context& context_;
};

bool is_plain(const Expr& e) {
  return e->kind != Kind::kList && e->kind != Kind::kTuple && e->kind != Kind::kBoolean &&
         e->kind != Kind::kCompare;
}

/// Automatic simplification of what is left (numbers, special values), kept when it is equal for
/// complex values too: sqrt(x**2) stays, as it is Abs(x) on the real line alone.
void tidy(const Context& c, Walk& walk, Expr& value) {
  const auto tidied = c.attempt(3000, [&] { return c.giac.evaluate(value); });
  if (!tidied || is_unevaluated(value)) return;
  const Comparison seen = compare(value, *tidied, {.domain = Domain::kComplex});
  const bool kept = seen.different > 0;
  if (seen.holds() || (walk.operations == 0 && !kept)) value = *tidied;
  if (walk.operations > 0) return;
  walk.all_checked = seen.holds() || kept;
  walk.total.check =
      kept ? "no shorter form was found" : "compared with the input at sample points";
  walk.total.reason = "too few points where both sides have a value";
}

}  // namespace

Answer evaluate(const Context& c, const Expr& e) {
  Walk walk(c);
  Expr value = walk.visit(e);
  const bool whole = e->kind == Kind::kCall && walk.operations == 1 &&
                     expr::equal(value, e) == false && evaluate_is_operation(e->text);
  if (!whole && is_plain(value)) tidy(c, walk, value);
  Answer out = walk.total;
  out.value = value;
  out.checked = walk.all_checked && (walk.operations > 0 || !walk.total.check.empty());
  if (out.checked) {
    out.reason.clear();
  } else {
    out.check.clear();
    if (out.reason.empty()) out.reason = "nothing to compare it with";
  }
  return out;
}

}  // namespace codecalc::cas
