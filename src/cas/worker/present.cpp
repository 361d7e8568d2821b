// Answers in the shape and order that Python users know: one pass that flattens, folds numbers
// and sorts. Longer than 500 lines because the pass is one recursion over one private type.
#include "cas/worker/present.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include "cas/worker/numeric.h"
#include "expr/parser.h"

namespace codecalc::cas {

namespace {

/// base**exponent; the exponent is `rational` times `symbolic` (null for 1).
struct Factor {
  Expr base;
  Fraction rational;
  Expr symbolic;
};

struct Product {
  Fraction coefficient;
  std::vector<Factor> factors;
};

Fraction fraction(slong numerator, ulong denominator = 1) {
  Fraction out;
  fmpq_set_si(out.get(), numerator, denominator);
  return out;
}

bool is_negative(const Fraction& q) { return fmpq_sgn(q.get()) < 0; }

// --- order ---------------------------------------------------------------------------------

/// Numbers, then atoms, sums, then functions; exp and log before the others, sin before cos.
using Rank = std::tuple<int, int, std::string>;

Rank rank_of(const Expr& e) {
  static constexpr std::array<std::pair<std::string_view, int>, 14> kFunctions{{
      {"exp", 10},
      {"log", 11},
      {"sin", 20},
      {"cos", 21},
      {"tan", 22},
      {"cot", 23},
      {"sinh", 30},
      {"cosh", 31},
      {"tanh", 32},
      {"coth", 33},
      {"conjugate", 40},
      {"re", 41},
      {"im", 42},
      {"arg", 43},
  }};
  switch (e->kind) {
    case Kind::kNumber: return {1, 0, ""};
    case Kind::kSymbol: {
      if (const auto c = expr::constant_named(e->text)) {
        if (*c == expr::Constant::kE) return {2, 0, "Exp1"};
        if (*c == expr::Constant::kImaginary) return {2, 0, "ImaginaryUnit"};
        if (*c == expr::Constant::kPi) return {2, 0, "Pi"};
        return {2, 0, "Infinity"};
      }
      return {2, 0, is_named_constant(e->text) ? e->text : "Symbol"};
    }
    case Kind::kBinary:
      if (e->op == Op::kAdd || e->op == Op::kSubtract) return {3, 1, "Add"};
      if (e->op == Op::kPower) return {3, 2, "Pow"};
      return {3, 0, "Mul"};
    case Kind::kCall:
      for (const auto& [name, value] : kFunctions) {
        if (name == e->text) return {4, value, e->text};
      }
      return {4, 10'000, e->text};
    default: return {5, 0, ""};
  }
}

double approximate(const Fraction& q) {
  RealBall ball;
  arb_set_fmpq(ball.get(), q.get(), 53);
  return arf_get_d(arb_midref(ball.get()), ARF_RND_NEAR);
}

/// Sorts by rank, then text, then exponent.
struct FactorKey {
  Rank rank;
  std::string text;
  double exponent;
  auto tie() const { return std::tie(rank, text, exponent); }
};

FactorKey key_of(const Factor& f) {
  FactorKey key;
  key.rank = rank_of(f.base);
  // Functions of a plain variable go before those of a product or sum.
  if (f.base->kind == Kind::kCall) {
    for (const Expr& argument : f.base->children) {
      const Rank rank = rank_of(argument);
      key.text += std::to_string(std::get<0>(rank)) + std::to_string(std::get<1>(rank)) + ' ';
    }
  }
  key.text += expr::print(f.base);
  key.exponent = approximate(f.rational);
  if (f.symbolic) {
    key.text += "**" + expr::print(f.symbolic);
    if (std::get<0>(key.rank) == 1) key.rank = {3, 2, "Pow"};
  }
  return key;
}

// --- products ------------------------------------------------------------------------------

class Presenter {
 public:
  Expr show(const Expr& e);

 private:
  Product product_of(const Expr& e);
  void collect(const Expr& e, const Fraction& exponent, Product& out);
  void collect_power(const Expr& e, const Fraction& exponent, Product& out);
  void push(Product& out, Expr base, const Fraction& exponent, Expr symbolic);
  static void push_number(Product& out, const Fraction& value, const Fraction& exponent);
  static Expr tree(const Product& p);
  Expr sum(const Expr& e);
  void collect_terms(const Expr& e, bool negative, std::vector<Product>& out);
  static Expr join_terms(std::vector<Product> terms);
  Expr distributed(const Product& p);
  Expr power_of_log(const Expr& exponent);
};

/// An integer's square factor moves out of a square root: 8 gives 2 and 2.
void split_square(const fmpz* n, Integer& outside, Integer& inside) {
  fmpz_set_ui(outside.get(), 1);
  fmpz_set(inside.get(), n);
  Integer square;
  for (ulong p = 2; p < 2000; ++p) {
    fmpz_set_ui(square.get(), p * p);
    if (fmpz_cmp(square.get(), inside.get()) > 0) break;
    while (fmpz_divisible(inside.get(), square.get())) {
      fmpz_divexact(inside.get(), inside.get(), square.get());
      fmpz_mul_ui(outside.get(), outside.get(), p);
    }
  }
  if (fmpz_is_square(inside.get())) {
    fmpz_sqrt(square.get(), inside.get());
    fmpz_mul(outside.get(), outside.get(), square.get());
    fmpz_set_ui(inside.get(), 1);
  }
}

/// value**exponent for a positive rational value and a fractional exponent: whole powers go to
/// the coefficient, square roots are combined and freed of squares.
void Presenter::push_number(Product& out, const Fraction& value, const Fraction& exponent) {
  Integer whole;
  fmpz_fdiv_q(whole.get(), fmpq_numref(exponent.get()), fmpq_denref(exponent.get()));
  Fraction rest;
  fmpq_sub_fmpz(rest.get(), exponent.get(), whole.get());
  Fraction power_value;
  if (fmpz_fits_si(whole.get()) && std::abs(fmpz_get_si(whole.get())) < 1000) {
    fmpq_pow_si(power_value.get(), value.get(), fmpz_get_si(whole.get()));
    fmpq_mul(out.coefficient.get(), out.coefficient.get(), power_value.get());
  } else {
    rest = exponent;
  }
  if (fmpq_is_zero(rest.get())) return;
  if (!fmpz_equal_ui(fmpq_denref(rest.get()), 2) || fmpq_sgn(value.get()) < 0) {
    // 8**(1/3) is 2.
    Fraction root;
    const slong degree =
        fmpz_fits_si(fmpq_denref(rest.get())) ? fmpz_get_si(fmpq_denref(rest.get())) : 0;
    if (degree > 2 && degree < 1000 && fmpq_sgn(value.get()) > 0 &&
        fmpz_root(fmpq_numref(root.get()), fmpq_numref(value.get()), degree) != 0 &&
        fmpz_root(fmpq_denref(root.get()), fmpq_denref(value.get()), degree) != 0) {
      fmpq_pow_si(root.get(), root.get(), fmpz_get_si(fmpq_numref(rest.get())));
      fmpq_mul(out.coefficient.get(), out.coefficient.get(), root.get());
      return;
    }
    out.factors.push_back({rational(value.get()), rest, nullptr});
    return;
  }
  // sqrt(p/q) = sqrt(p*q)/q, multiplied into a square root that is there already.
  Integer radicand;
  fmpz_mul(radicand.get(), fmpq_numref(value.get()), fmpq_denref(value.get()));
  fmpq_div_fmpz(out.coefficient.get(), out.coefficient.get(), fmpq_denref(value.get()));
  for (auto it = out.factors.begin(); it != out.factors.end(); ++it) {
    if (it->symbolic || it->base->kind != Kind::kNumber ||
        !fmpz_equal_ui(fmpq_denref(it->rational.get()), 2)) {
      continue;
    }
    const auto other = rational_value(it->base);
    fmpz_mul(radicand.get(), radicand.get(), fmpq_numref(other->get()));
    out.factors.erase(it);
    break;
  }
  Integer outside;
  Integer inside;
  split_square(radicand.get(), outside, inside);
  fmpq_mul_fmpz(out.coefficient.get(), out.coefficient.get(), outside.get());
  if (fmpz_is_one(inside.get())) return;
  out.factors.push_back({integer(inside.get()), fraction(1, 2), nullptr});
}

void Presenter::push(Product& out, Expr base, const Fraction& exponent, Expr symbolic) {
  if (!symbolic) {
    if (const auto value = rational_value(base)) {
      if (exponent.integer() && fmpz_fits_si(fmpq_numref(exponent.get()))) {
        const slong n = fmpz_get_si(fmpq_numref(exponent.get()));
        if (!(n < 0 && fmpq_is_zero(value->get())) && std::abs(n) < 10'000) {
          Fraction p;
          fmpq_pow_si(p.get(), value->get(), n);
          fmpq_mul(out.coefficient.get(), out.coefficient.get(), p.get());
          return;
        }
      } else if (fmpq_sgn(value->get()) > 0) {
        push_number(out, *value, exponent);
        return;
      }
    }
  }
  for (auto it = out.factors.begin(); it != out.factors.end(); ++it) {
    if (it->base->kind == Kind::kNumber && !symbolic) continue;
    if (!expr::equal(it->base, base)) continue;
    if ((it->symbolic == nullptr) != (symbolic == nullptr)) continue;
    if (symbolic && !expr::equal(it->symbolic, symbolic)) continue;
    fmpq_add(it->rational.get(), it->rational.get(), exponent.get());
    if (fmpq_is_zero(it->rational.get())) out.factors.erase(it);
    return;
  }
  out.factors.push_back({std::move(base), exponent, std::move(symbolic)});
}

void Presenter::collect_power(const Expr& e, const Fraction& exponent, Product& out) {
  const Expr& base = e->children[0];
  if (const auto own = rational_value(e->children[1])) {
    Fraction total;
    fmpq_mul(total.get(), own->get(), exponent.get());
    // (a*b)**n opens for whole n only; (x**2)**(1/2) stays.
    if (exponent.integer() && own->integer()) return collect(base, total, out);
    if (exponent.integer()) return push(out, show(base), total, nullptr);
    return push(out, show(e), exponent, nullptr);
  }
  if (!exponent.integer()) return push(out, show(e), exponent, nullptr);
  const Product inner = product_of(show(e->children[1]));
  Fraction total;
  fmpq_mul(total.get(), inner.coefficient.get(), exponent.get());
  Product symbolic = inner;
  symbolic.coefficient = fraction(1);
  push(out, show(base), total, tree(symbolic));
}

void Presenter::collect(const Expr& e, const Fraction& exponent, Product& out) {
  if (e->kind == Kind::kNumber) return push(out, e, exponent, nullptr);
  if (e->kind == Kind::kUnary && e->op == Op::kNegate && exponent.integer()) {
    if (!fmpz_is_even(fmpq_numref(exponent.get()))) {
      fmpq_neg(out.coefficient.get(), out.coefficient.get());
    }
    return collect(e->children[0], exponent, out);
  }
  if (e->kind == Kind::kBinary && exponent.integer()) {
    Fraction inverse;
    fmpq_neg(inverse.get(), exponent.get());
    if (e->op == Op::kMultiply || e->op == Op::kDivide) {
      collect(e->children[0], exponent, out);
      return collect(e->children[1], e->op == Op::kDivide ? inverse : exponent, out);
    }
  }
  if (e->kind == Kind::kBinary && e->op == Op::kPower) return collect_power(e, exponent, out);
  if (e->is_call("sqrt") && exponent.integer() && e->children.size() == 1) {
    Fraction half;
    fmpq_mul(half.get(), exponent.get(), fraction(1, 2).get());
    return push(out, show(e->children[0]), half, nullptr);
  }
  const Expr shown = show(e);
  if (shown->kind == Kind::kBinary && shown->op != Op::kAdd && shown->op != Op::kSubtract &&
      !expr::equal(shown, e)) {
    return collect(shown, exponent, out);
  }
  push(out, shown, exponent, nullptr);
}

/// Whole powers of I: 1, I, -1 or -I.
void fold_imaginary(Product& out) {
  const auto it = std::ranges::find_if(out.factors, [](const Factor& f) {
    return f.base->is_symbol("I") && !f.symbolic && f.rational.integer();
  });
  if (it == out.factors.end()) return;
  const ulong turn = fmpz_fdiv_ui(fmpq_numref(it->rational.get()), 4);
  if (turn >= 2) fmpq_neg(out.coefficient.get(), out.coefficient.get());
  if (turn % 2 == 0) {
    out.factors.erase(it);
  } else {
    it->rational = fraction(1);
  }
}

Product Presenter::product_of(const Expr& e) {
  Product out;
  out.coefficient = fraction(1);
  collect(e, fraction(1), out);
  fold_imaginary(out);
  if (fmpq_is_zero(out.coefficient.get())) out.factors.clear();
  return out;
}

Expr power_tree(const Factor& f, const Fraction& exponent) {
  if (f.symbolic) {
    const Expr scaled = multiply(rational(exponent.get()), f.symbolic);
    return expr::binary(Op::kPower, f.base, scaled);
  }
  if (fmpz_is_one(fmpq_numref(exponent.get())) && fmpz_equal_ui(fmpq_denref(exponent.get()), 2)) {
    return call1("sqrt", f.base);
  }
  return power(f.base, rational(exponent.get()));
}

/// -a*b is written as (-a)*b, which needs no bracket.
Expr negate_first(const Expr& product) {
  if (product->kind == Kind::kBinary && product->op == Op::kMultiply) {
    return expr::binary(Op::kMultiply, negate_first(product->children[0]), product->children[1]);
  }
  return expr::unary(Op::kNegate, product);
}

Expr Presenter::tree(const Product& p) {
  std::vector<Factor> factors = p.factors;
  std::ranges::sort(
      factors, [](const Factor& a, const Factor& b) { return key_of(a).tie() < key_of(b).tie(); });
  Fraction absolute;
  fmpq_abs(absolute.get(), p.coefficient.get());
  Expr top;
  Expr bottom;
  const auto append = [](Expr& side, const Expr& factor) {
    side = side ? expr::binary(Op::kMultiply, side, factor) : factor;
  };
  if (!fmpz_is_one(fmpq_numref(absolute.get()))) append(top, integer(fmpq_numref(absolute.get())));
  if (!absolute.integer()) append(bottom, integer(fmpq_denref(absolute.get())));
  for (const Factor& f : factors) {
    if (is_negative(f.rational)) {
      Fraction positive;
      fmpq_neg(positive.get(), f.rational.get());
      append(bottom, power_tree(f, positive));
    } else {
      append(top, power_tree(f, f.rational));
    }
  }
  if (!top) top = expr::integer(1);
  if (is_negative(p.coefficient)) top = negate_first(top);
  return bottom ? expr::binary(Op::kDivide, top, bottom) : top;
}

// --- sums ----------------------------------------------------------------------------------

bool is_sum(const Expr& e) {
  return e->kind == Kind::kBinary && (e->op == Op::kAdd || e->op == Op::kSubtract);
}

void Presenter::collect_terms(const Expr& e, bool negative, std::vector<Product>& out) {
  if (is_sum(e)) {
    collect_terms(e->children[0], negative, out);
    return collect_terms(e->children[1], negative != (e->op == Op::kSubtract), out);
  }
  if (e->kind == Kind::kUnary && e->op == Op::kNegate) {
    return collect_terms(e->children[0], !negative, out);
  }
  Product p = product_of(e);
  if (negative) fmpq_neg(p.coefficient.get(), p.coefficient.get());
  if (fmpq_is_zero(p.coefficient.get())) return;
  if (p.factors.size() == 1 && !p.factors[0].symbolic && is_sum(p.factors[0].base) &&
      fmpq_is_one(p.factors[0].rational.get())) {
    std::vector<Product> inner;
    collect_terms(p.factors[0].base, false, inner);
    for (Product& term : inner) {
      fmpq_mul(term.coefficient.get(), term.coefficient.get(), p.coefficient.get());
      out.push_back(term);
    }
    return;
  }
  out.push_back(p);
}

/// What a term is but for its numbers: its place in the order of powers.
struct TermKey {
  std::vector<std::pair<FactorKey, double>> powers;
  double value = 0;  ///< of the numeric part
  bool imaginary = false;
};

TermKey term_key(const Product& p) {
  TermKey key;
  double value = approximate(p.coefficient);
  for (const Factor& f : p.factors) {
    const Expr tree = power_tree(f, f.rational);
    if (free_variables(tree).empty()) {
      if (tree->is_symbol("I")) {
        key.imaginary = true;
        continue;
      }
      if (const auto v = numeric_value(tree, {}, {.precision = 64})) {
        value *= arf_get_d(arb_midref(v->re()), ARF_RND_NEAR);
        continue;
      }
    }
    Factor base = f;
    fmpq_set_si(base.rational.get(), 1, 1);
    double exponent = approximate(f.rational);
    if (!f.symbolic && !f.rational.integer()) {
      fmpz_one(fmpq_numref(base.rational.get()));
      fmpz_set(fmpq_denref(base.rational.get()), fmpq_denref(f.rational.get()));
      exponent = fmpz_get_d(fmpq_numref(f.rational.get()));
    }
    key.powers.emplace_back(key_of(base), exponent);
  }
  key.value = value;
  return key;
}

bool key_less(const FactorKey& a, const FactorKey& b) { return a.tie() < b.tie(); }

/// By falling powers of the generators in their order, then by value.
bool term_before(const TermKey& a, const TermKey& b, const std::vector<FactorKey>& generators) {
  for (const FactorKey& g : generators) {
    const auto find = [&](const TermKey& t) {
      for (const auto& [key, exponent] : t.powers) {
        if (key.tie() == g.tie()) return exponent;
      }
      return 0.0;
    };
    const double x = find(a);
    const double y = find(b);
    if (x != y) return x > y;
  }
  if (a.imaginary != b.imaginary) return b.imaginary;
  return a.value < b.value;
}

Expr Presenter::join_terms(std::vector<Product> terms) {
  std::vector<std::pair<TermKey, Product>> keyed;
  std::vector<FactorKey> generators;
  for (Product& p : terms) {
    TermKey key = term_key(p);
    for (const auto& [g, exponent] : key.powers) {
      if (std::ranges::none_of(generators, [&](const auto& k) { return k.tie() == g.tie(); })) {
        generators.push_back(g);
      }
    }
    keyed.emplace_back(std::move(key), std::move(p));
  }
  std::ranges::sort(generators, key_less);
  std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) {
    return term_before(a.first, b.first, generators);
  });
  // "1 - y" and "2 - pi/4": a positive number goes before a single negative term.
  if (keyed.size() == 2) {
    const auto leads = [](const Product& number, const Product& other) {
      return number.factors.empty() && !is_negative(number.coefficient) &&
             is_negative(other.coefficient) && other.factors.size() == 1;
    };
    if (leads(keyed[1].second, keyed[0].second)) std::swap(keyed[0], keyed[1]);
  }
  Expr out;
  for (const auto& [key, p] : keyed) {
    Product absolute = p;
    fmpq_abs(absolute.coefficient.get(), p.coefficient.get());
    if (!out) {
      out = tree(p);
    } else {
      out =
          expr::binary(is_negative(p.coefficient) ? Op::kSubtract : Op::kAdd, out, tree(absolute));
    }
  }
  return out ? out : expr::integer(0);
}

bool same_factors(const Product& a, const Product& b) {
  if (a.factors.size() != b.factors.size()) return false;
  return std::ranges::all_of(a.factors, [&](const Factor& f) {
    return std::ranges::any_of(b.factors, [&](const Factor& g) {
      return expr::equal(f.base, g.base) && fmpq_equal(f.rational.get(), g.rational.get()) &&
             (f.symbolic == nullptr) == (g.symbolic == nullptr) &&
             (!f.symbolic || expr::equal(f.symbolic, g.symbolic));
    });
  });
}

/// Like terms become one.
std::vector<Product> merged(const std::vector<Product>& terms) {
  std::vector<Product> out;
  for (const Product& p : terms) {
    const auto it = std::ranges::find_if(out, [&](const Product& q) { return same_factors(p, q); });
    if (it == out.end()) {
      out.push_back(p);
    } else {
      fmpq_add(it->coefficient.get(), it->coefficient.get(), p.coefficient.get());
    }
  }
  std::erase_if(out, [](const Product& p) { return fmpq_is_zero(p.coefficient.get()) != 0; });
  return out;
}

Expr Presenter::sum(const Expr& e) {
  std::vector<Product> terms;
  collect_terms(e, false, terms);
  return join_terms(merged(terms));
}

Expr Presenter::distributed(const Product& p) {
  const bool opens = p.factors.size() == 1 && !p.factors[0].symbolic && is_sum(p.factors[0].base) &&
                     fmpq_is_one(p.factors[0].rational.get());
  if (!opens) return tree(p);
  std::vector<Product> terms;
  collect_terms(p.factors[0].base, false, terms);
  for (Product& t : terms) {
    fmpq_mul(t.coefficient.get(), t.coefficient.get(), p.coefficient.get());
  }
  return join_terms(merged(terms));
}

/// u**q for exp(q*log(u)) with a number q, which is what a power means; null for other exponents.
Expr Presenter::power_of_log(const Expr& exponent) {
  const Product p = product_of(exponent);
  if (p.factors.size() != 1 || p.factors[0].symbolic || !fmpq_is_one(p.factors[0].rational.get())) {
    return nullptr;
  }
  const Expr& log = p.factors[0].base;
  if (!(log->is_call("log") || log->is_call("ln")) || log->children.size() != 1) return nullptr;
  return show(power(log->children[0], rational(p.coefficient.get())));
}

Expr Presenter::show(const Expr& e) {
  // A literal with a point is a value that was asked for in digits.
  const Expr& bare = e->kind == Kind::kUnary ? e->children[0] : e;
  if (bare->kind == Kind::kNumber && bare->text.find('.') != std::string::npos) return e;
  if (const auto q = rational_value(e)) return rational(q->get());
  switch (e->kind) {
    case Kind::kUnary:
      if (e->op == Op::kNegate) return distributed(product_of(e));
      break;
    case Kind::kBinary:
      if (is_sum(e)) return sum(e);
      if (e->op == Op::kMultiply || e->op == Op::kDivide || e->op == Op::kPower) {
        return distributed(product_of(e));
      }
      break;
    case Kind::kCall:
      if (e->is_call("sqrt") && e->children.size() == 1) return distributed(product_of(e));
      if (e->is_call("exp") && e->children.size() == 1 && is_one(e->children[0])) {
        return expr::symbol("E");
      }
      if (e->is_call("exp") && e->children.size() == 1) {
        if (const Expr p = power_of_log(e->children[0])) return p;
      }
      if (e->is_call("CRootOf")) return e;
      for (const char* odd : {"fresnels", "fresnelc", "Si", "Shi", "erf", "erfi"}) {
        if (e->is_call(odd) && e->children.size() == 1 && is_zero(e->children[0])) {
          return expr::integer(0);
        }
      }
      break;
    default: break;
  }
  return map_children(e, [this](const Expr& child) { return show(child); });
}

}  // namespace

Expr present(const Expr& e) { return Presenter().show(e); }

std::string present_text(const Expr& e) { return expr::print(present(e)); }

namespace {

std::string number_type(const Expr& e) {
  const auto q = rational_value(e);
  if (!q) return "Float";
  if (!q->integer()) return "Rational";
  if (fmpq_is_zero(q->get())) return "Zero";
  if (fmpq_is_one(q->get())) return "One";
  return "Integer";
}

std::string symbol_type(const std::string& name) {
  const auto c = expr::constant_named(name);
  if (!c) return is_named_constant(name) ? name : "Symbol";
  switch (*c) {
    case expr::Constant::kPi: return "Pi";
    case expr::Constant::kE: return "Exp1";
    case expr::Constant::kImaginary: return "ImaginaryUnit";
    case expr::Constant::kInfinity: return "Infinity";
    case expr::Constant::kComplexInfinity: return "ComplexInfinity";
    case expr::Constant::kNan: return "NaN";
    default: return "Mul";
  }
}

std::string relation_type(Op op) {
  switch (op) {
    case Op::kLess: return "StrictLessThan";
    case Op::kLessEqual: return "LessThan";
    case Op::kGreater: return "StrictGreaterThan";
    case Op::kGreaterEqual: return "GreaterThan";
    case Op::kNotEqual: return "Unequality";
    default: return "Equality";
  }
}

}  // namespace

std::string type_name(const Expr& e) {
  if (rational_value(e)) return number_type(e);
  switch (e->kind) {
    case Kind::kBoolean: return e->text == "true" ? "BooleanTrue" : "BooleanFalse";
    case Kind::kSymbol: return symbol_type(e->text);
    case Kind::kUnary:
      if (e->op == Op::kNegate && e->children[0]->is_symbol("oo")) return "NegativeInfinity";
      return e->op == Op::kNot ? "Not" : "Mul";
    case Kind::kCompare: return e->relations.size() == 1 ? relation_type(e->relations[0]) : "And";
    case Kind::kList: return "list";
    case Kind::kTuple: return "tuple";
    case Kind::kCall: return e->text == "sqrt" ? "Pow" : e->text;
    case Kind::kBinary: break;
    default: return "Expr";
  }
  switch (e->op) {
    case Op::kAdd:
    case Op::kSubtract: return "Add";
    case Op::kPower: return "Pow";
    case Op::kAnd:
    case Op::kBitAnd: return "And";
    case Op::kOr:
    case Op::kBitOr: return "Or";
    case Op::kDivide: return is_one(e->children[0]) ? "Pow" : "Mul";
    default: return "Mul";
  }
}

}  // namespace codecalc::cas
