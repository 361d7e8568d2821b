// The plugin's entry: questions answered by intervals, and by exact algebra where intervals cannot.
#include <flint/fmpz.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include "calc/certified/abi.h"
#include "calc/certified/exact.h"
#include "calc/certified/guard.h"
#include "calc/certified/numeric.h"
#include "calc/certified/program.h"

namespace codecalc::calc::certified {
namespace {

using Clock = std::chrono::steady_clock;

constexpr slong kFirstPrecision = 128;
constexpr slong kMaxPrecision = 32'768;  ///< for signs and floors: about 9,800 digits
constexpr slong kMaxExponentBits = 30;   ///< values up to 2**(2**30)
constexpr double kExactShare = 0.2;      ///< of the time, for exact algebra
constexpr std::size_t kMaxExactSteps = 400;
constexpr std::size_t kMaxExactBytes = 20'000;

struct Answer {
  codecalc_certified_status status = CODECALC_CERTIFIED_OK;
  std::string text;
};

Answer undecided(slong precision, std::string_view what) {
  const auto digits = static_cast<long>(static_cast<double>(precision) * 0.30103);
  return {CODECALC_CERTIFIED_UNDECIDED,
          "undecided: " + std::string(what) + " is open at " + std::to_string(digits) + " digits"};
}

/// One round at one precision: an answer, or nothing when more precision is needed.
using Round = std::optional<Answer> (*)(Arb& enclosure, unsigned digits, slong precision);

std::string decimal_text(const fmpz_t n) {
  char* text = fmpz_get_str(nullptr, 10, n);
  std::string copy(text);
  flint_free(text);
  return copy;
}

std::optional<Answer> sign_round(Arb& x, unsigned, slong) {
  if (arb_is_zero(x.get())) return Answer{CODECALC_CERTIFIED_OK, "0"};
  if (arb_is_positive(x.get())) return Answer{CODECALC_CERTIFIED_OK, "1"};
  if (arb_is_negative(x.get())) return Answer{CODECALC_CERTIFIED_OK, "-1"};
  return std::nullopt;
}

/// True when the value is too large or small to be written.
bool beyond_writing(Arb& x) {
  return fmpz_bits(ARF_EXPREF(arb_midref(x.get()))) > static_cast<flint_bitcnt_t>(kMaxExponentBits);
}

Answer too_large() {
  return {CODECALC_CERTIFIED_LIMIT,
          "the value has more than 10**8 digits before or after its point"};
}

std::optional<Answer> floor_round(Arb& x, unsigned, slong precision) {
  if (arf_cmpabs_2exp_si(arb_midref(x.get()), 4'000'000) > 0) {
    return Answer{CODECALC_CERTIFIED_LIMIT, "the integer part has more than 1204119 digits"};
  }
  Arb whole;
  fmpz_t n;
  fmpz_init(n);
  // The integer part needs its own bits beside the wanted accuracy.
  arb_floor(whole.get(), x.get(), precision + 64);
  std::optional<Answer> answer;
  if (arb_get_unique_fmpz(n, whole.get()) != 0)
    answer = Answer{CODECALC_CERTIFIED_OK, decimal_text(n)};
  fmpz_clear(n);
  return answer;
}

/// round(|x| * 10**shift) when the enclosure leaves one choice.
bool scaled_digits(fmpz_t to, Arb& x, slong shift, slong precision) {
  Arb scaled;
  Arb ten;
  fmpz_t exponent;
  fmpz_init(exponent);
  fmpz_set_si(exponent, shift < 0 ? -shift : shift);
  arb_set_ui(ten.get(), 10);
  arb_pow_fmpz(ten.get(), ten.get(), exponent, precision);
  fmpz_clear(exponent);
  arb_abs(scaled.get(), x.get());
  if (shift < 0) arb_div(scaled.get(), scaled.get(), ten.get(), precision);
  else arb_mul(scaled.get(), scaled.get(), ten.get(), precision);
  arb_mul_2exp_si(scaled.get(), scaled.get(), 1);
  arb_add_ui(scaled.get(), scaled.get(), 1, precision);
  arb_mul_2exp_si(scaled.get(), scaled.get(), -1);
  arb_floor(scaled.get(), scaled.get(), precision);
  return arb_get_unique_fmpz(to, scaled.get()) != 0;
}

std::optional<Answer> digits_round(Arb& x, unsigned digits, slong precision) {
  if (arb_contains_zero(x.get())) return std::nullopt;
  if (beyond_writing(x)) return too_large();
  const bool negative = arb_is_negative(x.get()) != 0;
  // log10 |x| is near (exponent of 2) * log10 2: off by less than one, corrected below.
  const double log2 = static_cast<double>(fmpz_get_si(ARF_EXPREF(arb_midref(x.get())))) - 0.5;
  slong shift =
      static_cast<slong>(digits) - 1 - static_cast<slong>(std::floor(log2 * 0.30102999566398120));
  const slong working = precision + 64;
  fmpz_t n;
  fmpz_init(n);
  std::optional<Answer> answer;
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (!scaled_digits(n, x, shift, working)) break;
    const std::string text = decimal_text(n);
    if (text.size() == digits || (text.size() == digits + 1 && attempt == 3)) {
      answer = Answer{CODECALC_CERTIFIED_OK, std::string("d ") + (negative ? "-" : "") + text +
                                                 " " + std::to_string(-shift)};
      break;
    }
    shift += text.size() < digits ? 1 : -1;
  }
  fmpz_clear(n);
  return answer;
}

/// What exact algebra proved.
struct Proof {
  Known known;
  bool is_zero = false;
};

/// Everything about one question that its job works on.
struct Question {
  const codecalc_certified_request* request = nullptr;
  Program program;
  Clock::time_point deadline;
  bool algebra = true;      ///< may still be tried
  bool in_algebra = false;  ///< where a stopped job was
  Proof proof;
  Answer answer;
  bool settled = false;
  slong precision = 0;  ///< the highest that was tried

  void settle(Answer with) {
    answer = std::move(with);
    settled = true;
  }
};

Round round_of(codecalc_certified_question question) {
  switch (question) {
    case CODECALC_CERTIFIED_SIGN: return sign_round;
    case CODECALC_CERTIFIED_FLOOR: return floor_round;
    default: return digits_round;
  }
}

/// Rising precision until the question is settled.
void try_precisions(Question& q, slong from, slong to) {
  const Round round = round_of(q.request->question);
  for (slong precision = from; precision <= to && !q.settled; precision *= 2) {
    q.precision = precision;
    Arb enclosure;
    Outcome outcome = enclose(enclosure, q.program, q.proof.known, precision);
    if (outcome.fault == Fault::kDomain) {
      q.settle({CODECALC_CERTIFIED_DOMAIN, std::move(outcome.why)});
    } else if (outcome.fault == Fault::kNone) {
      if (auto answer = round(enclosure, q.request->digits, precision))
        q.settle(*std::move(answer));
    }
  }
}

void prove(Question& q) {
  std::vector<certified_step> steps;
  for (const Step& s : q.program) {
    steps.push_back({static_cast<int>(s.op), s.number.c_str(), s.left, s.right});
  }
  q.proof.known.resize(steps.size());
  const auto keep = [](void* proof, std::size_t step, const char* text) {
    static_cast<Proof*>(proof)->known[step] = text;
  };
  const int found = certified_prove(steps.data(), steps.size(), keep, &q.proof);
  q.proof.is_zero = found == 1;
  if (found == CERTIFIED_POLE) {
    q.settle({CODECALC_CERTIFIED_DOMAIN, "tan has no value at an odd multiple of pi/2"});
  }
}

std::string rational_answer(codecalc_certified_question question, const fmpq_t value) {
  if (question == CODECALC_CERTIFIED_SIGN) return std::to_string(fmpq_sgn(value));
  if (question == CODECALC_CERTIFIED_DIGITS) {
    return "q " + decimal_text(fmpq_numref(value)) + "/" + decimal_text(fmpq_denref(value));
  }
  fmpz_t n;
  fmpz_init(n);
  fmpz_fdiv_q(n, fmpq_numref(value), fmpq_denref(value));
  std::string text = decimal_text(n);
  fmpz_clear(n);
  return text;
}

/// Answers with the rational that algebra found, once intervals have shown that every part of the
/// formula is real and that the result is near it. Without that the proof is dropped.
void confirm_rational(Question& q) {
  Known steps = q.proof.known;
  const std::string text = *steps.back();
  steps.back().reset();  // the result itself is left to the intervals
  for (slong precision = kFirstPrecision; precision <= kMaxPrecision; precision *= 2) {
    Arb enclosure;
    Outcome outcome = enclose(enclosure, q.program, steps, precision);
    if (outcome.fault == Fault::kPrecision) continue;
    if (outcome.fault == Fault::kDomain)
      return q.settle({CODECALC_CERTIFIED_DOMAIN, std::move(outcome.why)});
    fmpq_t value;
    fmpq_init(value);
    read_rational(value, text);
    const bool near = arb_contains_fmpq(enclosure.get(), value) != 0;
    if (near) q.settle({CODECALC_CERTIFIED_OK, rational_answer(q.request->question, value)});
    fmpq_clear(value);
    if (!near) q.proof = {};
    return;
  }
}

/// A lone function of a rational, or a lone constant: irrational by the theorems of Lindemann and
/// Weierstrass (the client took out the rational cases), or open to Calcium as well (gamma, erf).
bool plainly_irrational(const Program& program) {
  return std::count_if(program.begin(), program.end(),
                       [](const Step& s) { return s.op != Op::kNumber; }) <= 1;
}

void use_algebra(Question& q) {
  if (q.program.size() > kMaxExactSteps || std::strlen(q.request->program) > kMaxExactBytes) return;
  const auto share =
      std::chrono::microseconds(static_cast<long>(q.request->seconds * kExactShare * 1e6));
  set_deadline(std::min(q.deadline, Clock::now() + share));
  q.in_algebra = true;
  prove(q);
  q.in_algebra = false;
  set_deadline(q.deadline);
  if (!q.settled && q.proof.known.back()) confirm_rational(q);
}

void work(void* argument) {
  auto& q = *static_cast<Question*>(argument);
  const bool digits = q.request->question == CODECALC_CERTIFIED_DIGITS;
  // Most signs and floors are plain at the first precisions.
  if (!digits) try_precisions(q, kFirstPrecision, 2 * kFirstPrecision);
  if (!q.settled && q.algebra && !(digits && plainly_irrational(q.program))) use_algebra(q);
  if (q.settled) return;
  const auto needed = static_cast<slong>(q.request->digits * 3.3220) + 64;
  if (digits) try_precisions(q, needed, std::max<slong>(4 * needed, kMaxPrecision));
  else try_precisions(q, 4 * kFirstPrecision, kMaxPrecision);
}

Answer settle(Question& q) {
  Allowance allowance;
  allowance.deadline = q.deadline;
  allowance.bytes = q.request->bytes;
  allowance.cancelled = q.request->cancelled;
  allowance.context = q.request->context;
  Stop stop{};
  bool ended = run_guarded({work, &q}, allowance, stop);
  if (!ended && q.in_algebra && stop.status == CODECALC_CERTIFIED_LIMIT) {
    // Algebra took more than its share; intervals may still do.
    q.algebra = q.in_algebra = false;
    q.proof = {};
    ended = run_guarded({work, &q}, allowance, stop);
  }
  if (!ended) return {stop.status, stop.why};
  if (q.settled) return q.answer;
  if (q.proof.is_zero) return undecided(q.precision, "whether every part of it is real");
  switch (q.request->question) {
    case CODECALC_CERTIFIED_SIGN: return undecided(q.precision, "whether the two sides are equal");
    case CODECALC_CERTIFIED_FLOOR: return undecided(q.precision, "which integer it is next to");
    default: return undecided(q.precision, "the value");
  }
}

Answer answer_of(const codecalc_certified_request& request) {
  Question q;
  q.request = &request;
  auto program = request.program == nullptr ? std::nullopt : read_program(request.program);
  if (!program || request.digits < 1 || request.digits > 10'000) {
    return {CODECALC_CERTIFIED_MALFORMED, "malformed program"};
  }
  q.program = *std::move(program);
  q.deadline = Clock::now() + std::chrono::microseconds(static_cast<long>(request.seconds * 1e6));
  return settle(q);
}

char* copy_of(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace
}  // namespace codecalc::calc::certified

extern "C" {

#define CODECALC_EXPORT __attribute__((visibility("default")))

CODECALC_EXPORT int codecalc_certified_version(void) { return CODECALC_CERTIFIED_VERSION; }

CODECALC_EXPORT struct codecalc_certified_reply codecalc_certified_ask(
    const struct codecalc_certified_request* request) {
  using namespace codecalc::calc::certified;
  try {
    install_guard();
    const Answer answer = answer_of(*request);
    return {answer.status, copy_of(answer.text)};
  } catch (const std::bad_alloc&) {
    return {CODECALC_CERTIFIED_LIMIT, copy_of("not enough memory")};
  } catch (...) {
    return {CODECALC_CERTIFIED_MALFORMED, copy_of("unexpected fault")};
  }
}

CODECALC_EXPORT void codecalc_certified_free(char* text) { std::free(text); }

}  // extern "C"
