// Whole-number functions on FLINT.
#include "cas/worker/number_theory.h"

#include <bernoulli.h>
#include <flint/arith.h>
#include <flint/fmpz_factor.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <array>
#include <string>

namespace codecalc::cas {

namespace {

constexpr slong kMaxIndex = 100'000;
constexpr flint_bitcnt_t kMaxFactorBits = 260;

using Arguments = std::vector<Integer>;

[[noreturn]] void refuse(const std::string& why) { throw Refused(Code::kValidation, why); }

/// A factor of a composite n above the small primes: elliptic curves with rising bounds. FLINT's
/// own way to all factors keeps files, which a calculation may not. Goes on until it finds one; the
/// calculation's time limit ends it.
Integer split(const Integer& n) {
  Integer out;
  Integer root;
  for (ulong e = 2; e <= fmpz_bits(n.get()); ++e) {
    if (fmpz_root(root.get(), n.get(), static_cast<slong>(e)) != 0) return root;
  }
  flint_rand_t state;
  flint_randinit(state);
  ulong bound = 200;
  while (fmpz_factor_ecm(out.get(), 10, bound, bound * 50, state, n.get()) <= 0 ||
         fmpz_is_one(out.get()) || fmpz_equal(out.get(), n.get())) {
    bound += bound / 2;
  }
  flint_randclear(state);
  return out;
}

void add_factors(const Integer& n, std::vector<std::pair<Integer, ulong>>& out) {
  if (fmpz_is_one(n.get())) return;
  if (fmpz_is_prime(n.get()) == 1) {
    const auto same = [&](const auto& known) { return fmpz_equal(known.first.get(), n.get()); };
    if (const auto it = std::ranges::find_if(out, same); it != out.end()) {
      ++it->second;
    } else {
      out.emplace_back(n, 1);
    }
    return;
  }
  if (fmpz_abs_fits_ui(n.get()) != 0) {
    n_factor_t small;
    n_factor_init(&small);
    n_factor(&small, fmpz_get_ui(n.get()), 1);
    for (int i = 0; i < small.num; ++i) {
      Integer p;
      fmpz_set_ui(p.get(), small.p[i]);
      for (int e = 0; e < small.exp[i]; ++e) add_factors(p, out);
    }
    return;
  }
  const Integer part = split(n);
  Integer rest;
  fmpz_divexact(rest.get(), n.get(), part.get());
  add_factors(part, out);
  add_factors(rest, out);
}

/// Prime factors of |n| with exponents, ascending.
std::vector<std::pair<Integer, ulong>> factor(const Integer& n) {
  if (fmpz_is_zero(n.get())) refuse("zero has no factorisation");
  if (fmpz_bits(n.get()) > kMaxFactorBits) {
    throw Refused(Code::kResourceExhausted, "a number of more than 78 digits is not factored");
  }
  constexpr slong kSmallPrimes = 3000;  // FLINT has a table of 3512
  fmpz_factor_t f;
  fmpz_factor_init(f);
  Integer rest;
  fmpz_abs(rest.get(), n.get());
  fmpz_factor_trial(f, rest.get(), kSmallPrimes);
  std::vector<std::pair<Integer, ulong>> out;
  for (slong i = 0; i < f->num; ++i) {
    Integer p;
    fmpz_set(p.get(), f->p + i);
    if (fmpz_is_prime(p.get()) != 1) continue;  // what trial division left over
    out.emplace_back(p, f->exp[i]);
    fmpz_pow_ui(p.get(), p.get(), f->exp[i]);
    fmpz_divexact(rest.get(), rest.get(), p.get());
  }
  add_factors(rest, out);
  std::ranges::sort(
      out, [](const auto& p, const auto& q) { return fmpz_cmp(p.first.get(), q.first.get()) < 0; });
  fmpz_factor_clear(f);
  return out;
}

Expr as_tree(const Integer& n) {
  Fraction q;
  fmpq_set_fmpz(q.get(), n.get());
  return rational(q.get());
}

slong index_of(const Integer& n) {
  if (fmpz_sgn(n.get()) < 0 || fmpz_cmp_si(n.get(), kMaxIndex) > 0) {
    refuse("the index must be 0 to 100000");
  }
  return fmpz_get_si(n.get());
}

Expr factorint(const Arguments& a) {
  std::vector<Expr> pairs;
  if (fmpz_sgn(a[0].get()) < 0) {
    pairs.push_back(expr::tuple({negate(expr::integer(1)), expr::integer(1)}));
  }
  for (const auto& [p, e] : factor(a[0])) {
    pairs.push_back(expr::tuple({as_tree(p), expr::integer(static_cast<long long>(e))}));
  }
  return expr::call("dict", pairs);
}

Expr primefactors(const Arguments& a) {
  std::vector<Expr> out;
  for (const auto& [p, e] : factor(a[0])) out.push_back(as_tree(p));
  return expr::list(out);
}

Expr divisors(const Arguments& a) {
  std::vector<Integer> all(1);
  fmpz_one(all[0].get());
  for (const auto& [p, e] : factor(a[0])) {
    const std::size_t before = all.size();
    if (before * (e + 1) > 10'000) refuse("more than 10000 divisors");
    Integer power;
    fmpz_one(power.get());
    for (ulong i = 0; i < e; ++i) {
      fmpz_mul(power.get(), power.get(), p.get());
      for (std::size_t j = 0; j < before; ++j) {
        Integer d;
        fmpz_mul(d.get(), all[j].get(), power.get());
        all.push_back(d);
      }
    }
  }
  std::ranges::sort(
      all, [](const Integer& x, const Integer& y) { return fmpz_cmp(x.get(), y.get()) < 0; });
  std::vector<Expr> out;
  for (const Integer& d : all) out.push_back(as_tree(d));
  return expr::list(out);
}

template <void (*F)(fmpz*, const fmpz*, const fmpz*)>
Expr fold(const Arguments& a) {
  Integer out = a[0];
  fmpz_abs(out.get(), out.get());
  for (std::size_t i = 1; i < a.size(); ++i) F(out.get(), out.get(), a[i].get());
  return as_tree(out);
}

Expr totient(const Arguments& a) {
  if (fmpz_sgn(a[0].get()) <= 0) refuse("totient needs a positive number");
  Integer out = a[0];
  for (const auto& [p, e] : factor(a[0])) {
    Integer less;
    fmpz_sub_ui(less.get(), p.get(), 1);
    fmpz_divexact(out.get(), out.get(), p.get());
    fmpz_mul(out.get(), out.get(), less.get());
  }
  return as_tree(out);
}

void bounded_prime_search(const Integer& n) {
  if (fmpz_bits(n.get()) > 2048) {
    throw Refused(Code::kResourceExhausted, "a prime search beyond 616 digits is not done");
  }
}

Expr nextprime(const Arguments& a) {
  bounded_prime_search(a[0]);
  Integer out = a[0];
  if (fmpz_cmp_si(out.get(), 2) < 0) return expr::integer(2);
  fmpz_nextprime(out.get(), out.get(), 1);
  return as_tree(out);
}

Expr prevprime(const Arguments& a) {
  bounded_prime_search(a[0]);
  Integer out = a[0];
  if (fmpz_cmp_si(out.get(), 3) < 0) refuse("no prime is below that number");
  do {
    fmpz_sub_ui(out.get(), out.get(), 1);
  } while (!fmpz_is_prime(out.get()));
  return as_tree(out);
}

Expr isprime(const Arguments& a) {
  bounded_prime_search(a[0]);
  return expr::boolean(fmpz_cmp_si(a[0].get(), 2) >= 0 && fmpz_is_prime(a[0].get()) == 1);
}

Expr fibonacci(const Arguments& a) {
  Integer out;
  fmpz_fib_ui(out.get(), static_cast<ulong>(index_of(a[0])));
  return as_tree(out);
}

Expr harmonic(const Arguments& a) {
  Fraction out;
  fmpq_harmonic_ui(out.get(), static_cast<ulong>(index_of(a[0])));
  return rational(out.get());
}

Expr bernoulli(const Arguments& a) {
  Fraction out;
  if (fmpz_is_one(a[0].get())) return expr::number("1/2");
  if (fmpz_cmp_si(a[0].get(), 5000) > 0) refuse("the index must be 0 to 5000");
  bernoulli_fmpq_ui(out.get(), static_cast<ulong>(index_of(a[0])));
  return rational(out.get());
}

Expr catalan(const Arguments& a) {
  const auto n = static_cast<ulong>(index_of(a[0]));
  Integer out;
  fmpz_bin_uiui(out.get(), 2 * n, n);
  fmpz_divexact_ui(out.get(), out.get(), n + 1);
  return as_tree(out);
}

Expr factorial2(const Arguments& a) {
  Integer out;
  fmpz_one(out.get());
  for (slong i = std::min<slong>(index_of(a[0]), 20'000); i > 1; i -= 2) {
    fmpz_mul_ui(out.get(), out.get(), static_cast<ulong>(i));
  }
  return as_tree(out);
}

struct Row {
  std::string_view name;
  std::size_t least;
  std::size_t most;
  Expr (*run)(const Arguments&);
};

constexpr std::array kFunctions{
    Row{"factorint", 1, 1, factorint},  Row{"primefactors", 1, 1, primefactors},
    Row{"divisors", 1, 1, divisors},    Row{"gcd", 1, 50, fold<fmpz_gcd>},
    Row{"igcd", 1, 50, fold<fmpz_gcd>}, Row{"lcm", 1, 50, fold<fmpz_lcm>},
    Row{"ilcm", 1, 50, fold<fmpz_lcm>}, Row{"totient", 1, 1, totient},
    Row{"nextprime", 1, 1, nextprime},  Row{"prevprime", 1, 1, prevprime},
    Row{"isprime", 1, 1, isprime},      Row{"fibonacci", 1, 1, fibonacci},
    Row{"harmonic", 1, 1, harmonic},    Row{"bernoulli", 1, 1, bernoulli},
    Row{"catalan", 1, 1, catalan},      Row{"factorial2", 1, 1, factorial2},
};

}  // namespace

bool is_number_theory(std::string_view name) {
  return std::ranges::any_of(kFunctions, [&](const Row& r) { return r.name == name; });
}

void add_number_theory_names(std::vector<std::string_view>& out) {
  for (const Row& row : kFunctions) out.push_back(row.name);
}

std::optional<Answer> number_theory(std::string_view name, const std::vector<Expr>& arguments) {
  for (const Row& row : kFunctions) {
    if (row.name != name) continue;
    if (arguments.size() < row.least || arguments.size() > row.most) {
      refuse(std::string(name) + " takes another number of arguments");
    }
    Arguments whole;
    for (const Expr& e : arguments) {
      const auto q = rational_value(e);
      if (!q || !q->integer()) return std::nullopt;
      Integer n;
      fmpz_set(n.get(), fmpq_numref(q->get()));
      whole.push_back(n);
    }
    return verified(row.run(whole), "exact whole-number arithmetic");
  }
  return std::nullopt;
}

}  // namespace codecalc::cas
