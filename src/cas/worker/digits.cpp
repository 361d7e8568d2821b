// Certified numbers as decimal text.
#include "cas/worker/digits.h"

#include <cstdlib>

namespace codecalc::cas {

namespace {

struct Rounded {
  bool negative = false;
  std::string digits;  ///< exactly as many as asked for
  long exponent = 0;   ///< of the first digit
};

/// The midpoint times a power of ten, as a whole number with `digits` digits.
Rounded round_to(arb_srcptr value, long digits) {
  const slong precision = digits * 10 / 3 + 64;
  Rounded out;
  out.negative = arf_sgn(arb_midref(value)) < 0;
  RealBall x;
  RealBall scale;
  Integer whole;
  arb_set_arf(x.get(), arb_midref(value));
  arb_abs(x.get(), x.get());
  RealBall log;
  arb_set_ui(scale.get(), 10);
  arb_log(scale.get(), scale.get(), 64);
  arb_log(log.get(), x.get(), 64);
  arb_div(log.get(), log.get(), scale.get(), 64);
  out.exponent = static_cast<long>(arf_get_si(arb_midref(log.get()), ARF_RND_FLOOR));
  const auto scaled = [&] {
    arb_set_ui(scale.get(), 10);
    Integer power;
    fmpz_set_si(power.get(), digits - 1 - out.exponent);
    arb_pow_fmpz(scale.get(), scale.get(), power.get(), precision + 64);
    arb_mul(scale.get(), scale.get(), x.get(), precision + 64);
    arf_get_fmpz(whole.get(), arb_midref(scale.get()), ARF_RND_NEAR);
    char* text = fmpz_get_str(nullptr, 10, whole.get());
    out.digits = text;
    flint_free(text);
  };
  scaled();
  // The estimate of the exponent may be off by one close to a power of ten.
  const long excess = static_cast<long>(out.digits.size()) - digits;
  if (excess != 0) {
    out.exponent += excess;
    scaled();
  }
  return out;
}

void strip_zeros(std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos) return;
  while (text.size() > point + 2 && text.back() == '0') text.pop_back();
}

}  // namespace

std::string decimal_text(arb_srcptr value, long digits, bool strip) {
  if (arb_is_zero(value)) return "0";
  const Rounded r = round_to(value, digits);
  std::string text;
  std::string suffix;
  const long n = static_cast<long>(r.digits.size());
  if (r.exponent > -5 && r.exponent < digits) {
    if (r.exponent < 0) {
      text = "0." + std::string(static_cast<std::size_t>(-r.exponent - 1), '0') + r.digits;
    } else if (r.exponent + 1 >= n) {
      text = r.digits + ".0";
    } else {
      text = r.digits.substr(0, static_cast<std::size_t>(r.exponent) + 1) + "." +
             r.digits.substr(static_cast<std::size_t>(r.exponent) + 1);
    }
  } else {
    text = r.digits.substr(0, 1) + "." + (n > 1 ? r.digits.substr(1) : "0");
    suffix = (r.exponent < 0 ? "e-" : "e+") + std::string(std::labs(r.exponent) < 10 ? "0" : "") +
             std::to_string(std::labs(r.exponent));
  }
  if (strip) strip_zeros(text);
  return (r.negative ? "-" : "") + text + suffix;
}

std::string decimal_text(const Ball& value, long digits) {
  if (arb_is_zero(value.im())) return decimal_text(value.re(), digits);
  std::string imaginary = decimal_text(value.im(), digits, true) + "*I";
  if (arb_is_zero(value.re())) return imaginary;
  const std::string real = decimal_text(value.re(), digits, true);
  if (imaginary[0] == '-') return real + " - " + imaginary.substr(1);
  return real + " + " + imaginary;
}

Expr decimal_tree(const Ball& value, long digits) {
  const auto part = [digits](arb_srcptr x, bool strip) {
    std::string text = decimal_text(x, digits, strip);
    const bool negative = text[0] == '-';
    if (negative) text.erase(0, 1);
    const Expr literal = expr::number(text);
    return negative ? negate(literal) : literal;
  };
  if (arb_is_zero(value.im())) return part(value.re(), false);
  const Expr imaginary = expr::binary(Op::kMultiply, part(value.im(), true), expr::symbol("I"));
  if (arb_is_zero(value.re())) return imaginary;
  return expr::binary(Op::kAdd, part(value.re(), true), imaginary);
}

}  // namespace codecalc::cas
