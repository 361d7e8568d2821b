// What each function of the exact calculator does.
#include "calc/functions.h"

#include <string>
#include <utility>

namespace codecalc::calc {
namespace {

using Arguments = Function::Arguments;

Error invalid(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

std::string named(const Function& f) { return std::string(f.name); }

/// An argument list, or the elements of the one list that was given.
Arguments spread(Arguments arguments) {
  if (arguments.size() == 1 && arguments[0].list() != nullptr) return *arguments[0].list();
  return arguments;
}

// --- functions of one real number --------------------------------------------------------------

std::string_view outside(Domain domain, const Rational& x) {
  switch (domain) {
    case Domain::kAll: return "";
    case Domain::kPositive: return x.sign() > 0 ? "" : "a value above 0";
    case Domain::kAboveMinusOne: return x > Rational(-1) ? "" : "a value above -1";
    case Domain::kUnit: return absolute(x) <= Rational(1) ? "" : "a value from -1 to 1";
    case Domain::kOpenUnit: return absolute(x) < Rational(1) ? "" : "a value between -1 and 1";
    case Domain::kAtLeastOne: return x >= Rational(1) ? "" : "a value of at least 1";
    case Domain::kNoPole:
      return x.is_integer() && x.sign() <= 0 ? "a value other than 0, -1, -2, ..." : "";
  }
  return "";
}

Result<Value> real_function(const Function& f, Arguments arguments, Context& context) {
  const Value& x = arguments[0];
  if (x.rational() != nullptr) {
    if (const auto needed = outside(f.domain, *x.rational()); !needed.empty()) {
      return invalid(named(f) + " needs " + std::string(needed));
    }
    if (*x.rational() == Rational(f.exact_at)) return Value(f.exact_value);
  } else if (x.real() == nullptr) {
    return invalid(named(f) + " needs a number, got " + std::string(kind_of(x)));
  }
  TRY(context.meter.charge(64));
  return Value(real_node(f.op, {as_real(x)}, f.name));
}

Result<Value> gamma_of(const Function& f, Arguments arguments, Context& context) {
  if (const Rational* x = arguments[0].rational();
      x != nullptr && x->is_integer() && x->sign() > 0) {
    Integer n = x->numerator();
    mpz_sub_ui(n.get(), n.get(), 1);
    TRY_ASSIGN(Integer result, factorial(n, context.meter));
    return Value(std::move(result));
  }
  return real_function(f, arguments, context);
}

Result<Value> log_to_base(const Value& x, const Value& base, std::string_view shown,
                          Context& context) {
  for (const Value* v : {&x, &base}) {
    if (v->rational() != nullptr && v->rational()->sign() <= 0) {
      return invalid(std::string(shown) + " needs a value and a base above 0");
    }
  }
  if (base.rational() != nullptr && *base.rational() == Rational(1)) {
    return invalid("a logarithm to base 1 does not exist");
  }
  if (x.rational() != nullptr && base.rational() != nullptr) {
    TRY(context.meter.charge(static_cast<double>(x.rational()->bits()), 16));
    if (auto exact = exact_log(*x.rational(), *base.rational())) return Value(*std::move(exact));
  }
  return Value(real_node(
      "div", {real_node("log", {as_real(x)}, shown), real_node("log", {as_real(base)}, shown)}));
}

Result<Value> log_of(const Function& f, Arguments arguments, Context& context) {
  if (arguments.size() == 1) return real_function(f, arguments, context);
  for (const Value& v : arguments) {
    if (v.rational() == nullptr && v.real() == nullptr) return invalid("log needs numbers");
  }
  return log_to_base(arguments[0], arguments[1], f.name, context);
}

Result<Value> log_fixed(const Function& f, Arguments arguments, Context& context) {
  if (arguments[0].rational() == nullptr && arguments[0].real() == nullptr) {
    return invalid(named(f) + " needs a number");
  }
  return log_to_base(arguments[0], Value(f.name == "log2" ? 2L : 10L), f.name, context);
}

// --- roots and distances -----------------------------------------------------------------------

Result<Value> sqrt_of(const Function& f, Arguments arguments, Context& context) {
  const Rational* x = arguments[0].rational();
  if (x != nullptr && x->sign() < 0) return invalid("sqrt of a negative number is not real");
  return root(arguments[0], Integer(2), f.name, context);
}

Result<Value> cbrt_of(const Function& f, Arguments arguments, Context& context) {
  return root(arguments[0], Integer(3), f.name, context);
}

Result<Value> root_of(const Function& f, Arguments arguments, Context& context) {
  TRY_ASSIGN(const Integer n, need_integer(arguments[1], "the degree of a root", context));
  return root(arguments[0], n, f.name, context);
}

Result<Value> isqrt_of(const Function&, Arguments arguments, Context& context) {
  TRY_ASSIGN(const Integer n, need_integer(arguments[0], "the argument of isqrt", context));
  if (n.sign() < 0) return invalid("isqrt needs an integer of at least 0");
  TRY(context.meter.charge(static_cast<double>(n.bits()), 8));
  Integer result;
  mpz_sqrt(result.get(), n.get());
  return Value(std::move(result));
}

Result<Value> hypot_of(const Function& f, Arguments arguments, Context& context) {
  Value sum(0L);
  for (const Value& v : spread(arguments)) {
    TRY_ASSIGN(const Value square, multiply(v, v, context));
    TRY_ASSIGN(sum, add(sum, square, context));
  }
  return root(sum, Integer(2), f.name, context);
}

Result<Value> atan2_of(const Function& f, Arguments arguments, Context& context) {
  const Rational* y = arguments[0].rational();
  const Rational* x = arguments[1].rational();
  if (y != nullptr && x != nullptr && y->sign() == 0) {
    if (x->sign() == 0) return invalid("atan2(0, 0) has no value");
    if (x->sign() > 0) return Value(0L);
  }
  TRY_ASSIGN(const Value checked,
             subtract(arguments[0], arguments[1], context));  // both are numbers
  (void)checked;
  return Value(real_node("atan2", {as_real(arguments[0]), as_real(arguments[1])}, f.name));
}

// --- rounding and parts ------------------------------------------------------------------------

Result<Value> abs_of(const Function&, Arguments arguments, Context& context) {
  TRY_ASSIGN(const int s, sign(arguments[0], context));
  if (s < 0) return negate(arguments[0], context);
  return arguments[0];
}

Result<Value> sign_of(const Function&, Arguments arguments, Context& context) {
  TRY_ASSIGN(const int s, sign(arguments[0], context));
  return Value(static_cast<long>(s));
}

Result<Value> floor_of(const Function&, Arguments arguments, Context& context) {
  TRY_ASSIGN(Integer result, floor(arguments[0], context));
  return Value(std::move(result));
}

Result<Value> ceiling_of(const Function&, Arguments arguments, Context& context) {
  TRY_ASSIGN(const Value opposite, negate(arguments[0], context));
  TRY_ASSIGN(Integer result, floor(opposite, context));
  mpz_neg(result.get(), result.get());
  return Value(std::move(result));
}

Result<Value> trunc_of(const Function& f, Arguments arguments, Context& context) {
  TRY_ASSIGN(const int s, sign(arguments[0], context));
  return s < 0 ? ceiling_of(f, arguments, context) : floor_of(f, arguments, context);
}

Result<Value> round_of(const Function& f, Arguments arguments, Context& context) {
  long places = 0;
  if (arguments.size() == 2) {
    TRY_ASSIGN(const Integer n, need_integer(arguments[1], "the number of decimals", context));
    const auto given = n.to_long();
    if (!given || *given > 100'000 || *given < -100'000) {
      return invalid("the number of decimals is an integer from -100000 to 100000");
    }
    places = *given;
  }
  if (arguments[0].rational() != nullptr) {
    TRY_ASSIGN(Rational result, round_half_even(*arguments[0].rational(), places, context.meter));
    return Value(std::move(result));
  }
  if (arguments[0].real() == nullptr) {
    return invalid(named(f) + " needs a number, got " + std::string(kind_of(arguments[0])));
  }
  // A tie would be rational: ask whether it is one before rounding by floor(x*10**n + 1/2).
  TRY_ASSIGN(const auto digits, context.certified.digits(*arguments[0].real(), 12, &context.meter));
  if (digits.rational) {
    TRY_ASSIGN(Rational result, round_half_even(*digits.rational, places, context.meter));
    return Value(std::move(result));
  }
  TRY_ASSIGN(const Rational scale, power(Rational(10), Integer(places), context.meter));
  TRY_ASSIGN(const Value scaled, multiply(arguments[0], Value(scale), context));
  TRY_ASSIGN(const Value shifted, add(scaled, Value(Rational(Integer(1), Integer(2))), context));
  TRY_ASSIGN(Integer whole, floor(shifted, context));
  return divide(Value(std::move(whole)), Value(scale), context);
}

Result<Value> numerator_of(const Function& f, Arguments arguments, Context& context) {
  TRY_ASSIGN(const Rational r, need_rational(arguments[0], "the argument of " + named(f), context));
  return Value(f.name == "numerator" ? r.numerator() : r.denominator());
}

Result<Value> rational_of(const Function& f, Arguments arguments, Context& context) {
  TRY_ASSIGN(Rational num, need_rational(arguments[0], "the argument of " + named(f), context));
  if (arguments.size() == 1) return Value(std::move(num));
  TRY_ASSIGN(const Rational den, need_rational(arguments[1], "the denominator", context));
  return divide(Value(std::move(num)), Value(den), context);
}

Result<Value> degrees_of(const Function& f, Arguments arguments, Context& context) {
  const Value pi(real_node("pi", {}, "pi"));
  const bool to_degrees = f.name == "degrees";
  TRY_ASSIGN(const Value scaled, multiply(arguments[0], to_degrees ? Value(180L) : pi, context));
  const Rational* x = scaled.rational();
  if (x != nullptr && x->sign() == 0) return Value(0L);
  return divide(scaled, to_degrees ? pi : Value(180L), context);
}

// --- integers ----------------------------------------------------------------------------------

Result<Value> factorial_of(const Function&, Arguments arguments, Context& context) {
  const Rational* x = arguments[0].rational();
  if (x != nullptr && !x->is_integer()) {
    return invalid("factorial needs an integer of at least 0; gamma(x + 1) extends it");
  }
  TRY_ASSIGN(const Integer n, need_integer(arguments[0], "the argument of factorial", context));
  TRY_ASSIGN(Integer result, factorial(n, context.meter));
  return Value(std::move(result));
}

Result<Value> choose_of(const Function& f, Arguments arguments, Context& context) {
  const bool ordered = f.name == "perm";
  TRY_ASSIGN(const Integer n,
             need_integer(arguments[0], "the first argument of " + named(f), context));
  if (arguments.size() == 1) {
    TRY_ASSIGN(Integer all, factorial(n, context.meter));
    return Value(std::move(all));
  }
  TRY_ASSIGN(const Integer k,
             need_integer(arguments[1], "the second argument of " + named(f), context));
  TRY_ASSIGN(Integer result,
             ordered ? permutations(n, k, context.meter) : binomial(n, k, context.meter));
  return Value(std::move(result));
}

Result<Value> divisor_of(const Function& f, Arguments arguments, Context& context) {
  Integer result(f.name == "gcd" ? 0 : 1);
  for (const Value& v : spread(arguments)) {
    TRY_ASSIGN(const Integer n, need_integer(v, "every argument of " + named(f), context));
    TRY(context.meter.charge(static_cast<double>(result.bits() + n.bits()), 16));
    if (f.name == "gcd") mpz_gcd(result.get(), result.get(), n.get());
    else mpz_lcm(result.get(), result.get(), n.get());
  }
  return Value(std::move(result));
}

Result<Value> bits_of(const Function& f, Arguments arguments, Context& context) {
  TRY_ASSIGN(Integer n, need_integer(arguments[0], "the argument of " + named(f), context));
  if (f.name == "bit_length") return Value(static_cast<long>(n.bits()));
  mpz_abs(n.get(), n.get());
  return Value(static_cast<long>(mpz_popcount(n.get())));
}

Result<Value> pow_of(const Function&, Arguments arguments, Context& context) {
  if (arguments.size() == 2) return power(arguments[0], arguments[1], context);
  TRY_ASSIGN(const Integer base, need_integer(arguments[0], "the base of pow(a, b, m)", context));
  TRY_ASSIGN(const Integer exponent,
             need_integer(arguments[1], "the exponent of pow(a, b, m)", context));
  TRY_ASSIGN(const Integer modulus,
             need_integer(arguments[2], "the modulus of pow(a, b, m)", context));
  TRY_ASSIGN(Integer result, power_modulo(base, exponent, modulus, context.meter));
  return Value(std::move(result));
}

Result<Value> mod_of(const Function&, Arguments arguments, Context& context) {
  return modulo(arguments[0], arguments[1], context);
}

// --- several numbers ---------------------------------------------------------------------------

Result<Value> extreme_of(const Function& f, Arguments arguments, Context& context) {
  const Arguments values = spread(arguments);
  if (values.empty()) return invalid(named(f) + " of nothing has no value");
  const int wanted = f.name == "max" || f.name == "Max" ? 1 : -1;
  Value best = values[0];
  TRY(sign(best, context));  // refuses what is no number, when it stands alone
  for (const Value& v : values.subspan(1)) {
    TRY_ASSIGN(const int order, compare(v, best, context));
    if (order == wanted) best = v;
  }
  return best;
}

Result<Value> sum_of(const Function& f, Arguments arguments, Context& context) {
  const Arguments values = spread(arguments);
  const bool product = f.name == "prod";
  Value total(product ? 1L : 0L);
  for (const Value& v : values) {
    TRY_ASSIGN(total, product ? multiply(total, v, context) : add(total, v, context));
  }
  if (f.name != "mean") return total;
  if (values.empty()) return invalid("the mean of nothing has no value");
  return divide(total, Value(static_cast<long>(values.size())), context);
}

constexpr Function kFunctions[] = {
    {"abs", 1, 1, abs_of},
    {"Abs", 1, 1, abs_of},
    {"sign", 1, 1, sign_of},
    {"floor", 1, 1, floor_of, {}, Domain::kAll, 0, 0, true},
    {"ceil", 1, 1, ceiling_of, {}, Domain::kAll, 0, 0, true},
    {"ceiling", 1, 1, ceiling_of, {}, Domain::kAll, 0, 0, true},
    {"trunc", 1, 1, trunc_of, {}, Domain::kAll, 0, 0, true},
    {"int", 1, 1, trunc_of, {}, Domain::kAll, 0, 0, true},
    {"round", 1, 2, round_of},
    {"sqrt", 1, 1, sqrt_of},
    {"cbrt", 1, 1, cbrt_of},
    {"root", 2, 2, root_of},
    {"isqrt", 1, 1, isqrt_of, {}, Domain::kAll, 0, 0, true},
    {"hypot", 1, -1, hypot_of},
    {"exp", 1, 1, real_function, "exp", Domain::kAll, 0, 1},
    {"log", 1, 2, log_of, "log", Domain::kPositive, 1, 0},
    {"ln", 1, 1, real_function, "log", Domain::kPositive, 1, 0},
    {"log2", 1, 1, log_fixed},
    {"log10", 1, 1, log_fixed},
    {"log1p", 1, 1, real_function, "log1p", Domain::kAboveMinusOne, 0, 0},
    {"sin", 1, 1, real_function, "sin"},
    {"cos", 1, 1, real_function, "cos", Domain::kAll, 0, 1},
    {"tan", 1, 1, real_function, "tan"},
    {"asin", 1, 1, real_function, "asin", Domain::kUnit},
    {"acos", 1, 1, real_function, "acos", Domain::kUnit, 1, 0},
    {"atan", 1, 1, real_function, "atan"},
    {"atan2", 2, 2, atan2_of},
    {"sinh", 1, 1, real_function, "sinh"},
    {"cosh", 1, 1, real_function, "cosh", Domain::kAll, 0, 1},
    {"tanh", 1, 1, real_function, "tanh"},
    {"asinh", 1, 1, real_function, "asinh"},
    {"acosh", 1, 1, real_function, "acosh", Domain::kAtLeastOne, 1, 0},
    {"atanh", 1, 1, real_function, "atanh", Domain::kOpenUnit},
    {"erf", 1, 1, real_function, "erf"},
    {"gamma", 1, 1, gamma_of, "gamma", Domain::kNoPole, 1, 1},
    {"degrees", 1, 1, degrees_of},
    {"radians", 1, 1, degrees_of},
    {"factorial", 1, 1, factorial_of},
    {"comb", 2, 2, choose_of},
    {"binomial", 2, 2, choose_of},
    {"perm", 1, 2, choose_of},
    {"gcd", 1, -1, divisor_of},
    {"lcm", 1, -1, divisor_of},
    {"bit_length", 1, 1, bits_of},
    {"bit_count", 1, 1, bits_of},
    {"popcount", 1, 1, bits_of},
    {"pow", 2, 3, pow_of},
    {"Mod", 2, 2, mod_of},
    {"max", 1, -1, extreme_of},
    {"Max", 1, -1, extreme_of},
    {"min", 1, -1, extreme_of},
    {"Min", 1, -1, extreme_of},
    {"sum", 1, -1, sum_of},
    {"prod", 1, -1, sum_of},
    {"mean", 1, -1, sum_of},
    {"numerator", 1, 1, numerator_of},
    {"denominator", 1, 1, numerator_of},
    {"Rational", 1, 2, rational_of},
    {"Fraction", 1, 2, rational_of},
};

}  // namespace

std::span<const Function> functions() { return kFunctions; }

const Function* find_function(std::string_view name) {
  for (const Function& f : kFunctions) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

}  // namespace codecalc::calc
