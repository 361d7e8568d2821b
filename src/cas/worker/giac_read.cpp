// Giac's values to expression trees.
#include <cstdlib>

#include "cas/worker/giac_bridge.h"
#include "cas/worker/giac_names.h"

namespace codecalc::cas {

using giac::gen;

namespace {

class Reader {
 public:
  explicit Reader(const Giac::State& state) : state_(state) {}

  std::optional<Expr> read(const gen& g) const {
    switch (g.type) {
      case giac::_INT_:
        if (g.subtype == giac::_INT_BOOLEAN) return expr::boolean(g.val != 0);
        return expr::integer(g.val);
      case giac::_ZINT: return big(g);
      case giac::_CPLX: return complex(g);
      case giac::_FRAC: {
        const auto top = read(g._FRACptr->num);
        const auto bottom = read(g._FRACptr->den);
        if (!top || !bottom) return std::nullopt;
        return divide(*top, *bottom);
      }
      case giac::_IDNT: return identifier(g);
      case giac::_VECT: return vector(g);
      case giac::_SYMB: return symbolic(g);
      default: return std::nullopt;
    }
  }

 private:
  static std::optional<Expr> big(const gen& g) {
    char* digits = mpz_get_str(nullptr, 10, *g._ZINTptr);
    const std::string text(digits);
    std::free(digits);
    if (text[0] == '-') return expr::unary(Op::kNegate, expr::number(text.substr(1)));
    return expr::number(text);
  }

  std::optional<Expr> complex(const gen& g) const {
    const auto re = read(*g._CPLXptr);
    const auto im = read(*(g._CPLXptr + 1));
    if (!re || !im) return std::nullopt;
    return add(*re, multiply(*im, expr::symbol("I")));
  }

  std::optional<Expr> identifier(const gen& g) const {
    if (g == state_.pi) return expr::symbol("pi");
    if (giac::is_undef(g)) return expr::symbol("nan");
    if (g == state_.unsigned_infinity) return expr::symbol("zoo");
    if (g == state_.euler_gamma) return expr::symbol("EulerGamma");
    const std::string name = g._IDNTptr->id_name;
    if (name.compare(0, kUserPrefix.size(), kUserPrefix) == 0) {
      return expr::symbol(name.substr(kUserPrefix.size()));
    }
    if (name.compare(0, 2, "c_") == 0) {
      return expr::symbol("C" + std::to_string(std::atoi(name.c_str() + 2) + 1));
    }
    // n_1, n_2: "any integer" in solutions of periodic equations.
    if (name.compare(0, 2, "n_") == 0) return expr::symbol("n" + name.substr(2));
    return std::nullopt;
  }

  std::optional<std::vector<Expr>> all(const gen& g) const {
    std::vector<Expr> out;
    if (g.type != giac::_VECT) {
      const auto one = read(g);
      if (!one) return std::nullopt;
      return std::vector<Expr>{*one};
    }
    for (const gen& element : *g._VECTptr) {
      const auto e = read(element);
      if (!e) return std::nullopt;
      out.push_back(*e);
    }
    return out;
  }

  std::optional<Expr> vector(const gen& g) const {
    auto elements = all(g);
    if (!elements) return std::nullopt;
    if (g.subtype == giac::_SEQ__VECT) return expr::tuple(*std::move(elements));
    return expr::list(*std::move(elements));
  }

  static std::optional<Op> relation(const giac::unary_function_ptr& f) {
    if (f == giac::at_equal) return Op::kEqual;
    if (f == giac::at_inferieur_strict) return Op::kLess;
    if (f == giac::at_inferieur_egal) return Op::kLessEqual;
    if (f == giac::at_superieur_strict) return Op::kGreater;
    if (f == giac::at_superieur_egal) return Op::kGreaterEqual;
    if (f == giac::at_different) return Op::kNotEqual;
    return std::nullopt;
  }

  /// Left-leaning tree of a sum or product. A negative term is subtracted.
  static Expr fold(Op op, const std::vector<Expr>& parts) {
    Expr out = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const Expr& p = parts[i];
      if (op == Op::kAdd && p->kind == Kind::kUnary && p->op == Op::kNegate) {
        out = subtract(out, p->children[0]);
      } else {
        out = expr::binary(op, out, p);
      }
    }
    return out;
  }

  std::optional<Expr> power_of(const std::vector<Expr>& a) const {
    if (a.size() != 2) return std::nullopt;
    if (const auto q = rational_value(a[1])) {
      if (fmpz_is_one(fmpq_numref(q->get())) && fmpz_equal_ui(fmpq_denref(q->get()), 2)) {
        return call1("sqrt", a[0]);
      }
    }
    return power(a[0], a[1]);
  }

  std::optional<Expr> piecewise(const std::vector<Expr>& a) const {
    std::vector<Expr> branches;
    std::size_t i = 0;
    for (; i + 1 < a.size(); i += 2) branches.push_back(expr::tuple({a[i + 1], a[i]}));
    if (i < a.size()) branches.push_back(expr::tuple({a[i], expr::boolean(true)}));
    return expr::call("Piecewise", branches);
  }

  std::optional<Expr> symbolic(const gen& g) const;
  std::optional<Expr> named(const std::string& name, const std::vector<Expr>& a) const;

  const Giac::State& state_;
};

std::optional<Expr> Reader::symbolic(const gen& g) const {
  if (g == state_.plus_infinity) return expr::symbol("oo");
  if (g == state_.minus_infinity) return negate(expr::symbol("oo"));
  const auto& f = g._SYMBptr->sommet;
  const auto arguments = all(g._SYMBptr->feuille);
  if (!arguments || arguments->empty()) return std::nullopt;
  const std::vector<Expr>& a = *arguments;
  if (f == giac::at_plus) return fold(Op::kAdd, a);
  if (f == giac::at_prod) return fold(Op::kMultiply, a);
  if (f == giac::at_neg) return negate(a[0]);
  if (f == giac::at_inv) return expr::binary(Op::kDivide, expr::integer(1), a[0]);
  if (f == giac::at_division && a.size() == 2) return divide(a[0], a[1]);
  if (f == giac::at_pow) return power_of(a);
  if (f == giac::at_sqrt) return call1("sqrt", a[0]);
  if (f == giac::at_exp) return is_one(a[0]) ? expr::symbol("E") : call1("exp", a[0]);
  if (f == giac::at_and || f == giac::at_ou) {
    return fold(f == giac::at_and ? Op::kBitAnd : Op::kBitOr, a);
  }
  if (f == giac::at_not) return expr::unary(Op::kNot, a[0]);
  if (const auto op = relation(f); op && a.size() == 2) {
    return expr::compare({a[0], a[1]}, {*op});
  }
  if (f == giac::at_piecewise || f == giac::at_when) return piecewise(a);
  if (f == giac::at_of && a.size() == 2 && a[0]->kind == Kind::kSymbol) {
    if (a[1]->kind == Kind::kTuple) return expr::call(a[0]->text, a[1]->children);
    return call1(a[0]->text, a[1]);
  }
  return named(f.ptr()->print(&const_cast<Giac::State&>(state_).context), a);
}

std::optional<Expr> Reader::named(const std::string& name, const std::vector<Expr>& a) const {
  if (name == "order_size") return call1("O", expr::integer(1));
  if (name == "Psi" && a.size() == 2) return expr::call("polygamma", {a[1], a[0]});
  if (name == "ugamma" || name == "igamma") {
    if (a.size() != 2) return std::nullopt;
    return expr::call(name == "ugamma" ? "uppergamma" : "lowergamma", a);
  }
  if (name == "!") return call1("factorial", a[0]);
  if (name == "integrate" || name == "sum" || name == "product" || name == "limit") {
    const std::string_view form = name == "integrate" ? "Integral"
                                  : name == "sum"     ? "Sum"
                                  : name == "product" ? "Product"
                                                      : "Limit";
    if (a.size() >= 4) return expr::call(form, {a[0], expr::tuple({a[1], a[2], a[3]})});
    return expr::call(form, a);
  }
  const auto ours = our_name(name);
  if (!ours) return std::nullopt;
  return expr::call(*ours, a);
}

}  // namespace

std::optional<Expr> from_giac(const gen& g, const Giac::State& state) {
  return Reader(state).read(g);
}

}  // namespace codecalc::cas
