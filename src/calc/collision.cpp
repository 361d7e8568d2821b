// The birthday problem, by exact products for few values and by certified series for many.
//
// With x = i/N: -log(1 - x) = x + x^2/2 + x^3/3 + ..., so minus the logarithm of the chance of no
// collision is L = S1/N + S2/(2N^2) + ..., where Sk = 1^k + ... + (n-1)^k. The rest after K terms
// is below n x^(K+1) / ((K+1)(1-x)) for x = (n-1)/N. All bounds are rationals rounded outwards.
#include "calc/collision.h"

#include <algorithm>
#include <vector>

#include "calc/arithmetic.h"

namespace codecalc::calc {
namespace {

struct Bounds {
  Rational low;
  Rational high;
};

constexpr unsigned long kGuardBits = 160;
/// exp(-64) < 2e-28: seventeen digits of the probability are then 1.
constexpr long kCertainLog = 64;

Integer shifted_floor(const Integer& a, unsigned long bits) {
  Integer r;
  mpz_fdiv_q_2exp(r.get(), a.get(), bits);
  return r;
}
Integer shifted_ceiling(const Integer& a, unsigned long bits) {
  Integer r;
  mpz_cdiv_q_2exp(r.get(), a.get(), bits);
  return r;
}

/// A lower bound, short by one bit at most, of the bits by which a value lies below 1.
unsigned long smallness(const Rational& value) {
  const std::size_t above = value.numerator().bits();
  const std::size_t below = value.denominator().bits();
  return below > above ? static_cast<unsigned long>(below - above) : 0;
}

/// exp(x) for 0 <= x <= kCertainLog + 1, in fixed point with `bits` fraction bits.
Bounds exponential(const Bounds& x, unsigned long bits) {
  constexpr unsigned long kHalvings = 16;  // the argument is then below 2^-8
  const Rational scale(power_of_two(bits), power_of_two(kHalvings));
  const Integer one = power_of_two(bits);
  const Integer y_low = floor(x.low * scale);
  const Integer y_high = floor(x.high * scale) + Integer(1);
  Integer low = one;
  Integer high = one;
  Integer term_low = one;
  Integer term_high = one;
  for (long k = 1; term_high > Integer(1); ++k) {
    term_low = quotient(shifted_floor(term_low * y_low, bits), Integer(k));
    term_high = shifted_ceiling(term_high * y_high, bits);
    mpz_cdiv_q_ui(term_high.get(), term_high.get(), static_cast<unsigned long>(k));
    low = low + term_low;
    high = high + term_high;
  }
  high = high + Integer(2);  // the terms left out sum to less than twice the last
  for (unsigned long i = 0; i < kHalvings; ++i) {
    low = shifted_floor(low * low, bits);
    high = shifted_ceiling(high * high, bits);
  }
  return {Rational(low, one), Rational(high, one)};
}

/// 1 - exp(-x).
Bounds risen(const Bounds& x) {
  if (x.low > Rational(kCertainLog)) return {Rational(1) - power_of_ten(-27), Rational(1)};
  const Bounds e = exponential(x, kGuardBits + smallness(x.low));
  return {Rational(1) - Rational(1) / e.low, Rational(1) - Rational(1) / e.high};
}

/// Digits on which both bounds agree, 17 at most.
Decimal common_digits(const Bounds& b) {
  for (int digits = kShownDigits; digits > 1; --digits) {
    const Decimal low = round_significant(b.low, digits);
    const Decimal high = round_significant(b.high, digits);
    if (low.text == high.text) return {low.text, low.exact && b.low == b.high};
  }
  return round_significant(b.low, 1);
}

/// L as above, for n - 1 <= N / 4.
Bounds log_series(const Integer& n, unsigned long bits) {
  const Integer space = power_of_two(bits);
  const Rational x(n - Integer(1), space);
  const std::size_t gain = std::max<std::size_t>(smallness(x), 2) - 1;
  const std::size_t terms = kGuardBits / 2 / gain + 2;
  std::vector<Integer> sums;  // S0 .. Sk
  sums.push_back(n - Integer(1));
  Rational total;
  Integer power = n;
  Integer space_power(1);
  for (std::size_t k = 1; k <= terms; ++k) {
    // n^(k+1) - 1 = sum over j <= k of C(k+1, j) Sj (telescoping (i+1)^(k+1) - i^(k+1))
    power = power * n;
    Integer rest = power - Integer(1);
    Integer binomial(1);
    for (std::size_t j = 0; j < k; ++j) {
      rest = rest - binomial * sums[j];
      binomial = quotient(binomial * Integer(static_cast<long>(k + 1 - j)),
                          Integer(static_cast<long>(j + 1)));
    }
    sums.push_back(quotient(rest, Integer(static_cast<long>(k + 1))));
    space_power = space_power * space;
    total = total + Rational(sums[k], Integer(static_cast<long>(k)) * space_power);
  }
  const Rational tail = Rational(n) * raised(x, static_cast<long>(terms) + 1) * Rational(2);
  return {total, total + tail};
}

Bounds between(const Integer& n, unsigned long bits) {
  const Integer space = power_of_two(bits);
  const Integer last = n - Integer(1);
  const bool sparse = last * Integer(4) <= space;
  // Few values: the product itself, when its digits stay few.
  const auto count = last.to_long();
  if (count && (!sparse || *count <= 8) && *count <= 4096 &&
      static_cast<unsigned long>(*count) * bits <= 65'536) {
    Integer product(1);
    for (long i = 1; i <= *count; ++i) product = product * (space - Integer(i));
    const Rational p =
        Rational(1) - Rational(product, power_of_two(static_cast<unsigned long>(*count) * bits));
    return {p, p};
  }
  // Not sparse and many: L >= n^2 / (2N) >= n / 8 is far beyond kCertainLog.
  if (!sparse) return {Rational(1) - power_of_ten(-27), Rational(1)};
  return risen(log_series(n, bits));
}

}  // namespace

Collision collision_probability(const Integer& items, unsigned long bits) {
  Bounds p{Rational(0), Rational(0)};
  if (items > power_of_two(bits)) p = {Rational(1), Rational(1)};
  else if (items > Integer(1)) p = between(items, bits);
  Collision result;
  result.probability = common_digits(p);
  // Seventeen digits that are right decide six.
  constexpr int kSignificant = 6;
  result.percent = round_readable(p.low * Rational(100), result.percent_places, kSignificant);
  constexpr std::size_t kShortBits = 256;
  if (p.low == p.high && p.low.denominator().bits() <= kShortBits) result.exact = p.low;
  const Rational x(items * items, power_of_two(bits + 1));
  result.estimate = common_digits(x.sign() == 0 ? Bounds{Rational(0), Rational(0)} : risen({x, x}));
  return result;
}

}  // namespace codecalc::calc
