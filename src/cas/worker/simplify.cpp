// Simplification: many ways, the shortest result that is equal at sample points.
#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "cas/worker/check.h"
#include "cas/worker/identify.h"
#include "cas/worker/operations.h"
#include "cas/worker/present.h"

namespace codecalc::cas {

namespace {

/// What an expression must hold for a chain to be worth its time.
enum class For { kAll, kWaves, kLogs, kExponentials };

struct Chain {
  For needs;
  std::array<const char*, 2> commands;
};

// Quick ways first; a chain ends at the first null.
constexpr std::array kChains{
    Chain{For::kAll, {"simplify", nullptr}},
    Chain{For::kAll, {"normal", nullptr}},
    Chain{For::kAll, {"factor", nullptr}},
    Chain{For::kLogs, {"lncollect", nullptr}},
    Chain{For::kLogs, {"lnexpand", "simplify"}},
    Chain{For::kLogs, {"lnexpand", "lncollect"}},
    Chain{For::kLogs, {"simplify", "lncollect"}},
    Chain{For::kExponentials, {"tsimplify", nullptr}},
    Chain{For::kExponentials, {"exp2pow", "simplify"}},
    Chain{For::kExponentials, {"hyp2exp", "simplify"}},
    Chain{For::kExponentials, {"exp2trig", "simplify"}},
    Chain{For::kWaves, {"texpand", "simplify"}},
    Chain{For::kWaves, {"tlin", "simplify"}},
    Chain{For::kWaves, {"tcollect", nullptr}},
    Chain{For::kWaves, {"trigcos", "simplify"}},
    Chain{For::kWaves, {"trigsin", "simplify"}},
    Chain{For::kWaves, {"trigtan", "simplify"}},
    Chain{For::kWaves, {"sincos", "tlin"}},
    Chain{For::kWaves, {"texpand", "normal"}},
    Chain{For::kWaves, {"texpand", "trigsin"}},
    Chain{For::kWaves, {"texpand", "trigcos"}},
    Chain{For::kWaves, {"simplify", "tcollect"}},
    Chain{For::kWaves, {"trig2exp", "simplify"}},
};

constexpr int kShort = 12;
constexpr const char* kHow = "compared with the input at sample points";

/// The shortest of the chains' results in one attempt: a chain that runs away ends the attempt, so
/// quick and slow chains are asked apart.
std::vector<Expr> candidates(const Context& c, const Expr& e, std::span<const Chain> chains,
                             int ms) {
  std::vector<Expr> out;
  const auto all = c.attempt(ms, [&]() -> std::optional<Expr> {
    std::vector<Expr> found;
    for (const Chain& chain : chains) {
      std::optional<Expr> value = e;
      for (const char* command : chain.commands) {
        if (command == nullptr || !value) break;
        value = c.giac.run(command, {*value});
      }
      if (value) found.push_back(*value);
    }
    return expr::list(found);
  });
  if (all) out = (*all)->children;
  return out;
}

/// How many functions of each family an expression holds.
struct Content {
  int waves = 0;
  int logs = 0;
  int exponentials = 0;  ///< powers with variables in the exponent too
  int hyperbolic = 0;
};

void count(const Expr& e, Content& out) {
  static constexpr std::array<std::string_view, 12> kWaves{
      "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "acot", "arg", "atan2"};
  static constexpr std::array<std::string_view, 9> kHyperbolic{
      "sinh", "cosh", "tanh", "coth", "sech", "csch", "asinh", "acosh", "atanh"};
  if (e->kind == Kind::kCall) {
    if (std::ranges::find(kWaves, e->text) != kWaves.end()) ++out.waves;
    if (std::ranges::find(kHyperbolic, e->text) != kHyperbolic.end()) ++out.hyperbolic;
    if (e->text == "log" || e->text == "ln") ++out.logs;
    if (e->text == "exp") ++out.exponentials;
  }
  if (e->kind == Kind::kBinary && e->op == Op::kPower && !rational_value(e->children[1])) {
    ++out.exponentials;
  }
  for (const Expr& child : e->children) count(child, out);
}

Content content_of(const Expr& e) {
  Content out;
  count(e, out);
  return out;
}

struct Best {
  Expr value;
  int size;
  bool changed = false;
};

/// How a result is weighed: what people read as shorter.
int weight(const Expr& e) { return size_of(present(e)); }

void consider(Best& best, const Expr& original, const std::vector<Expr>& found, Domain domain) {
  for (const Expr& e : found) {
    if (is_unevaluated(e) || e->kind == Kind::kList || e->kind == Kind::kTuple) continue;
    const int size = weight(e);
    if (size >= best.size) continue;
    if (!compare(original, e, {.domain = domain}).holds()) continue;
    best = {e, size, true};
  }
}

}  // namespace

Answer simplify(const Context& c, const Expr& e) {
  if (rational_value(e) || e->kind == Kind::kSymbol) return verified(e, "nothing to simplify");
  if (e->kind == Kind::kList || e->kind == Kind::kCompare || e->kind == Kind::kTuple) {
    return unverified(e, "only a value is simplified");
  }
  Best best{e, weight(e)};
  std::vector<Expr> all;
  const auto ask = [&](For group, int ms) {
    std::vector<Chain> part;
    std::ranges::copy_if(kChains, std::back_inserter(part),
                         [&](const Chain& chain) { return chain.needs == group; });
    for (std::size_t i = 0; i < part.size() && !c.spent() && best.size > 3; i += 4) {
      const auto some = std::span(part).subspan(i, std::min<std::size_t>(4, part.size() - i));
      const auto found = candidates(c, best.value, some, ms);
      all.insert(all.end(), found.begin(), found.end());
      const int before = best.size;
      consider(best, e, found, Domain::kComplex);
      // What the first ways do not shorten of a short expression, the others do not either.
      if (best.size == before && before <= kShort) break;
    }
  };
  const Content content = content_of(e);
  ask(For::kAll, 1500);
  // One function alone has nothing to combine with.
  if (content.logs > 1) ask(For::kLogs, 1000);
  if (content.exponentials > 1 || content.hyperbolic > 0) ask(For::kExponentials, 1000);
  if (content.waves > 1 || content.exponentials > 1) ask(For::kWaves, 1000);
  Answer out = verified(best.value, kHow);
  if (best.size > 3 && free_variables(e).empty()) {
    const auto digits = constant_value(e, 75);
    if (digits && arb_is_zero(digits->im())) {
      const auto found = identify(digits->re(), {});
      const auto same = found ? constant_value(*found, 75) : std::nullopt;
      if (same && close(*same, *digits, 240)) consider(best, e, {*found}, Domain::kReal);
      out.value = best.value;
    }
  }
  // Shorter on the real line, or for positive values only: said so.
  for (const Domain domain : {Domain::kReal, Domain::kPositive}) {
    Best narrower = best;
    consider(narrower, e, all, domain);
    if (narrower.size >= best.size) continue;
    if (domain == Domain::kPositive && narrower.size * 2 > best.size) continue;
    out.value = narrower.value;
    out.assumptions.clear();
    for (const std::string& name : free_variables(e)) {
      out.assumptions.push_back(domain == Domain::kReal ? name + " is real" : name + " > 0");
    }
    best = narrower;
  }
  if (!best.changed) {
    out = compare(e, e, {}).holds() ? verified(e, "no shorter form was found")
                                    : unverified(e, "it has no numeric value to compare");
  }
  return out;
}

Answer rewrite(const Context& c, const char* command, const Expr& e) {
  const auto found = c.attempt(3000, [&] { return c.giac.run(command, {e}); });
  if (!found) return unverified(e, std::string("the engine could not do this"));
  const Comparison seen = compare(e, *found, {.domain = Domain::kComplex});
  if (seen.holds()) return verified(*found, kHow);
  if (seen.different > 0 && compare(e, *found, {.domain = Domain::kPositive}).holds()) {
    Answer out = verified(*found, kHow);
    for (const std::string& name : free_variables(e)) out.assumptions.push_back(name + " > 0");
    return out;
  }
  return unverified(e, "the rewritten form does not agree with the input");
}

Equivalence equivalent(const Context& c, const Expr& a, const Expr& b) {
  Equivalence out;
  out.difference = subtract(a, b);
  for (const Expr& e : {a, b}) {
    if (!is_infinite(e) && !e->is_symbol("nan")) continue;
    out.difference = expr::symbol("nan");
    out.reason = "infinities and undefined values are not compared";
    return out;
  }
  const Comparison complex = compare(a, b, {.domain = Domain::kComplex, .wanted = 12});
  const Comparison real = compare(a, b, {.domain = Domain::kReal, .wanted = 12});
  if (complex.different == 0 && real.different == 0 && complex.equal + real.equal >= 6) {
    out.decided = true;
    out.identical = true;
  } else if (real.different == 0 && real.equal >= 6) {
    out.decided = true;
    out.identical = true;
    for (const std::string& n : free_variables(out.difference)) {
      out.assumptions.push_back(n + " is real");
    }
  } else if (real.different > 0 || complex.different > 0) {
    out.decided = true;
    if (compare(a, b, {.domain = Domain::kPositive, .wanted = 12}).holds()) {
      out.reason = "they agree for positive values only";
    }
  }
  if (out.decided) out.check = "compared at real and complex sample points with proven bounds";
  if (out.identical) {
    out.difference = expr::integer(0);
    return out;
  }
  const auto shorter = c.attempt(1500, [&] { return c.giac.run("simplify", {out.difference}); });
  if (shorter && compare(out.difference, *shorter, {.domain = Domain::kReal}).holds() &&
      weight(*shorter) <= weight(out.difference)) {
    out.difference = *shorter;
  }
  if (!out.decided) out.reason = "too few points where both sides have a value";
  return out;
}

}  // namespace codecalc::cas
