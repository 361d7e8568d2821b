// From a value to the texts of a result.
#include "calc/answer.h"

#include <cmath>
#include <utility>

#include "calc/decimal.h"
#include "calc/evaluator.h"
#include "calc/functions.h"

namespace codecalc::calc {
namespace {

constexpr double kLog10Of2 = 0.3010299956639812;
constexpr unsigned kMaxDigits = 10'000;
constexpr unsigned kApproxDigits = 13;

Error invalid(std::string message) { return Error{Code::kValidation, std::move(message), "", ""}; }

/// Type "int" is told where the outermost operation rounds to an integer.
bool rounds_to_integer(const expr::Node& node) {
  if (node.kind == expr::Kind::kBinary) return node.op == expr::Op::kFloorDivide;
  if (node.kind != expr::Kind::kCall) return false;
  const Function* f = find_function(node.text);
  return f != nullptr &&
         (f->rounds_to_integer ||
          (node.text == "round" && node.children.size() == 1 && node.keywords.empty()));
}

Result<Answer> exact_answer(const Rational& r, bool rounded) {
  const double digits =
      (static_cast<double>(mpz_sizeinbase(mpq_numref(r.get()), 2)) +
       static_cast<double>(r.is_integer() ? 0 : mpz_sizeinbase(mpq_denref(r.get()), 2))) *
      kLog10Of2;
  if (digits > static_cast<double>(kMaxAnswerBytes)) {
    return Error{Code::kResourceExhausted,
                 "the result has about " + std::to_string(static_cast<long long>(digits)) +
                     " digits; at most " + std::to_string(kMaxAnswerBytes) + " are given",
                 "", "Ask for a part of it: a remainder, a logarithm, N(x, 20)."};
  }
  Answer a;
  a.type = rounded ? Answer::Type::kInt : Answer::Type::kRational;
  a.value = r.text();
  a.approx = approximation(r);
  return a;
}

/// `text`, a value rounded to `digits`, rounded to kApproxDigits. A tail that is just half a unit
/// may have become so by the first rounding: then the value itself is asked again.
Result<std::string> shortened(const Real& r, const std::string& text, unsigned digits,
                              Context& context) {
  if (digits <= kApproxDigits) return text;
  const bool negative = text[0] == '-';
  TRY_ASSIGN(const Rational rounded, from_literal(text.substr(negative ? 1 : 0), context.meter));
  const std::string down = significant_decimal(rounded, kApproxDigits);
  TRY_ASSIGN(const Rational back, from_literal(down, context.meter));
  TRY_ASSIGN(const Rational rest, subtract(rounded, back, context.meter));
  TRY_ASSIGN(const Rational twice, multiply(absolute(rest), Rational(2), context.meter));
  // Half a unit, doubled, has one digit; few other remainders have, and asking again harms none.
  TRY_ASSIGN(const Rational one_digit, from_literal(significant_decimal(twice, 1), context.meter));
  const bool tie = rest.sign() != 0 && one_digit == twice;
  if (!tie) return (negative ? "-" : "") + down;
  TRY_ASSIGN(const Certified::Digits few,
             context.certified.digits(r, kApproxDigits, &context.meter));
  return few.text;
}

Result<Answer> real_answer(const Real& r, unsigned digits, bool rounded, Context& context) {
  TRY_ASSIGN(const Certified::Digits found, context.certified.digits(r, digits, &context.meter));
  if (found.rational) return exact_answer(*found.rational, rounded);
  TRY_ASSIGN(std::string approx, shortened(r, found.text, digits, context));
  Answer a;
  a.type = Answer::Type::kReal;
  a.exact = false;
  a.value = found.text;
  a.approx = std::move(approx);
  a.approximated = irrational_names(r);
  return a;
}

struct Wanted {
  expr::Expr e;
  unsigned digits = kRealDigits;
  bool given = false;
};

/// Takes an outermost N(x) or N(x, n) apart.
Result<Wanted> wanted_digits(const expr::Expr& e, Context& context) {
  Wanted wanted{e};
  if (!e->is_call("N")) return wanted;
  expr::Expr count = expr::keyword(*e, "n");
  if (count == nullptr && e->children.size() == 2) count = e->children[1];
  if (e->children.empty() || e->children.size() > 2)
    return invalid("N takes a value and a number of digits");
  wanted.e = e->children[0];
  wanted.given = true;
  if (count == nullptr) return wanted;
  TRY_ASSIGN(const Value v, evaluate(count, context));
  TRY_ASSIGN(const Integer n, need_integer(v, "the number of digits", context));
  const auto digits = n.to_long();
  if (!digits || *digits < 1 || *digits > static_cast<long>(kMaxDigits)) {
    return invalid("the number of digits is an integer from 1 to 10000");
  }
  wanted.digits = static_cast<unsigned>(*digits);
  return wanted;
}

}  // namespace

std::string_view type_name(Answer::Type type) {
  switch (type) {
    case Answer::Type::kBool: return "bool";
    case Answer::Type::kInt: return "int";
    case Answer::Type::kRational: return "rational";
    case Answer::Type::kReal: return "real";
  }
  return "";
}

Result<Answer> answer(const expr::Expr& e, Context& context) {
  TRY_ASSIGN(const Wanted wanted, wanted_digits(e, context));
  TRY_ASSIGN(const Value v, evaluate(wanted.e, context));
  const bool rounded = rounds_to_integer(*wanted.e);
  if (v.boolean() != nullptr) {
    Answer a;
    a.type = Answer::Type::kBool;
    a.truth = *v.boolean();
    a.value = a.truth ? "true" : "false";
    a.approx = a.value;
    return a;
  }
  if (v.list() != nullptr) return invalid("the result is a list: ask for one number");
  if (v.real() != nullptr) return real_answer(*v.real(), wanted.digits, rounded, context);
  const Rational& r = *v.rational();
  // N(x, digits) of an exact value is a rounded decimal only when the value has more digits.
  if (wanted.given) {
    const std::string text = significant_decimal(r, wanted.digits);
    if (!terminating_decimal(r, wanted.digits)) {
      Answer a;
      a.type = Answer::Type::kReal;
      a.exact = false;
      a.value = text;
      a.approx = approximation(r);
      a.approximated = {"N"};
      return a;
    }
  }
  return exact_answer(r, rounded);
}

}  // namespace codecalc::calc
