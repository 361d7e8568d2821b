// Simplification: many ways, the shortest result that is equal at sample points.
#include <array>
#include <span>
#include <vector>

#include "cas/worker/check.h"
#include "cas/worker/operations.h"
#include "cas/worker/present.h"

namespace codecalc::cas {

namespace {

using Chain = std::array<const char*, 3>;

// Quick ways first; a chain ends at the first null.
constexpr std::array kChains{
    Chain{"simplify", nullptr, nullptr},     Chain{"normal", nullptr, nullptr},
    Chain{"factor", nullptr, nullptr},       Chain{"tsimplify", nullptr, nullptr},
    Chain{"lncollect", nullptr, nullptr},    Chain{"texpand", "simplify", nullptr},
    Chain{"tlin", "simplify", nullptr},      Chain{"tcollect", nullptr, nullptr},
    Chain{"trigcos", "simplify", nullptr},   Chain{"trigsin", "simplify", nullptr},
    Chain{"trigtan", "simplify", nullptr},   Chain{"texpand", "normal", nullptr},
    Chain{"exp2pow", "simplify", nullptr},   Chain{"lnexpand", "simplify", nullptr},
    Chain{"lnexpand", "lncollect", nullptr}, Chain{"sincos", "tlin", nullptr},
    Chain{"simplify", "factor", nullptr},    Chain{"simplify", "lncollect", nullptr},
    Chain{"simplify", "tcollect", nullptr},  Chain{"hyp2exp", "simplify", nullptr},
    Chain{"trig2exp", "simplify", nullptr},  Chain{"exp2trig", "simplify", nullptr},
    Chain{"texpand", "trigsin", nullptr},    Chain{"texpand", "trigcos", nullptr},
};

constexpr const char* kHow = "compared with the input at sample points";

/// The shortest of the chains' results in one attempt: a chain that runs away ends the attempt, so
/// quick and slow chains are asked apart.
std::vector<Expr> candidates(const Context& c, const Expr& e, std::span<const Chain> chains,
                             int ms) {
  std::vector<Expr> out;
  const auto all = attempt(c.allow(ms), [&]() -> std::optional<Expr> {
    std::vector<Expr> found;
    for (const Chain& chain : chains) {
      std::optional<Expr> value = e;
      for (const char* command : chain) {
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
  const std::span<const Chain> chains(kChains);
  const auto ask = [&](std::span<const Chain> part, int ms) {
    const auto found = candidates(c, e, part, ms);
    all.insert(all.end(), found.begin(), found.end());
    consider(best, e, found, Domain::kComplex);
  };
  ask(chains.subspan(0, 5), 1500);
  if (best.size > 3) {
    for (std::size_t i = 5; i < chains.size() && !c.spent(); i += 5) {
      ask(chains.subspan(i, std::min<std::size_t>(5, chains.size() - i)), 1000);
      if (best.size <= 3) break;
    }
  }
  Answer out = verified(best.value, kHow);
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
  const auto found = attempt(c.allow(3000), [&] { return c.giac.run(command, {e}); });
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
  const auto shorter =
      attempt(c.allow(1500), [&] { return c.giac.run("simplify", {out.difference}); });
  if (shorter && compare(out.difference, *shorter, {.domain = Domain::kReal}).holds() &&
      weight(*shorter) <= weight(out.difference)) {
    out.difference = *shorter;
  }
  if (!out.decided) out.reason = "too few points where both sides have a value";
  return out;
}

}  // namespace codecalc::cas
