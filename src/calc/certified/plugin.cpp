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

/// Everything about one question that the guarded jobs share.
struct Question {
  const codecalc_certified_request* request = nullptr;
  Program program;
  Proof proof;
  Answer answer;
  slong from = 0;  ///< the precisions to try
  slong to = 0;
  bool settled = false;
};

Round round_of(codecalc_certified_question question) {
  switch (question) {
    case CODECALC_CERTIFIED_SIGN: return sign_round;
    case CODECALC_CERTIFIED_FLOOR: return floor_round;
    default: return digits_round;
  }
}

/// Rising precision until the question is settled.
void try_precisions(void* argument) {
  auto& q = *static_cast<Question*>(argument);
  const Round round = round_of(q.request->question);
  for (slong precision = q.from; precision <= q.to; precision *= 2) {
    Arb enclosure;
    Outcome outcome = enclose(enclosure, q.program, q.proof.known, precision);
    if (outcome.fault == Fault::kDomain) {
      q.answer = {CODECALC_CERTIFIED_DOMAIN, std::move(outcome.why)};
      q.settled = true;
      return;
    }
    if (outcome.fault == Fault::kPrecision) continue;
    if (auto answer = round(enclosure, q.request->digits, precision)) {
      q.answer = *std::move(answer);
      q.settled = true;
      return;
    }
  }
}

void try_proof(void* argument) {
  auto& q = *static_cast<Question*>(argument);
  std::vector<certified_step> steps;
  for (const Step& s : q.program) {
    steps.push_back({static_cast<int>(s.op), s.number.c_str(), s.left, s.right});
  }
  q.proof.known.resize(steps.size());
  const auto keep = [](void* proof, std::size_t step, const char* text) {
    static_cast<Proof*>(proof)->known[step] = text;
  };
  q.proof.is_zero = certified_prove(steps.data(), steps.size(), keep, &q.proof) == 1;
}

/// Whether the value is known to be a number that no interval can settle: the domain was checked
/// with what is known, and the enclosure contains it.
void confirm_rational(void* argument) {
  auto& q = *static_cast<Question*>(argument);
  const std::string& text = *q.proof.known.back();
  for (slong precision = kFirstPrecision; precision <= kMaxPrecision; precision *= 2) {
    // The result itself is left to the intervals, so that they check the algebra.
    Known steps = q.proof.known;
    steps.back().reset();
    Arb enclosure;
    Outcome outcome = enclose(enclosure, q.program, steps, precision);
    if (outcome.fault == Fault::kDomain) {
      q.answer = {CODECALC_CERTIFIED_DOMAIN, std::move(outcome.why)};
      q.settled = true;
      return;
    }
    if (outcome.fault == Fault::kPrecision) continue;
    fmpq_t value;
    fmpq_init(value);
    read_rational(value, text);
    if (arb_contains_fmpq(enclosure.get(), value) != 0) {
      fmpz_t n;
      fmpz_init(n);
      fmpz_fdiv_q(n, fmpq_numref(value), fmpq_denref(value));
      if (q.request->question == CODECALC_CERTIFIED_SIGN) {
        q.answer.text = std::to_string(fmpq_sgn(value));
      } else if (q.request->question == CODECALC_CERTIFIED_FLOOR) {
        q.answer.text = decimal_text(n);
      } else {
        q.answer.text =
            "q " + decimal_text(fmpq_numref(value)) + "/" + decimal_text(fmpq_denref(value));
      }
      fmpz_clear(n);
      q.settled = true;
    }
    fmpq_clear(value);
    return;
  }
}

/// A lone function of a rational, or a lone constant: irrational by the theorems of Lindemann and
/// Weierstrass (the client took out the rational cases), or open to Calcium as well (gamma, erf).
bool plainly_irrational(const Program& program) {
  return std::count_if(program.begin(), program.end(),
                       [](const Step& s) { return s.op != Op::kNumber; }) <= 1;
}

Allowance allowance_of(const codecalc_certified_request& request, double share) {
  Allowance allowance;
  allowance.deadline = std::chrono::steady_clock::now() +
                       std::chrono::microseconds(static_cast<long>(request.seconds * share * 1e6));
  allowance.bytes = request.bytes;
  allowance.cancelled = request.cancelled;
  allowance.context = request.context;
  return allowance;
}

Answer stopped_answer(const Stop& stop) { return {stop.status, stop.why}; }

/// What exact algebra adds; false when the question is answered (or stopped) already.
std::optional<Answer> use_algebra(Question& q) {
  if (q.program.size() > kMaxExactSteps || std::strlen(q.request->program) > kMaxExactBytes)
    return std::nullopt;
  Stop stop{};
  if (!run_guarded({try_proof, &q}, allowance_of(*q.request, kExactShare), stop)) {
    q.proof = {};
    if (stop.status == CODECALC_CERTIFIED_CANCELLED) return stopped_answer(stop);
    return std::nullopt;  // intervals may still do
  }
  if (!q.proof.known.empty() && q.proof.known.back()) {
    if (!run_guarded({confirm_rational, &q}, allowance_of(*q.request, 1), stop))
      return stopped_answer(stop);
    if (q.settled) return q.answer;
    q.proof = {};  // algebra and intervals disagree: trust the intervals alone
  }
  return std::nullopt;
}

Answer settle(Question& q) {
  Stop stop{};
  const bool digits = q.request->question == CODECALC_CERTIFIED_DIGITS;
  const auto needed = static_cast<slong>(q.request->digits * 3.3220) + 64;
  if (!digits) {
    // Most signs and floors are plain at the first precisions.
    q.from = kFirstPrecision;
    q.to = 2 * kFirstPrecision;
    if (!run_guarded({try_precisions, &q}, allowance_of(*q.request, 1), stop))
      return stopped_answer(stop);
    if (q.settled) return q.answer;
  }
  if (!digits || !plainly_irrational(q.program)) {
    if (auto answer = use_algebra(q)) return *std::move(answer);
  }
  q.from = digits ? needed : 4 * kFirstPrecision;
  q.to = digits ? std::max<slong>(4 * needed, kMaxPrecision) : kMaxPrecision;
  if (!run_guarded({try_precisions, &q}, allowance_of(*q.request, 1), stop))
    return stopped_answer(stop);
  if (q.settled) return q.answer;
  if (q.proof.is_zero) return undecided(q.to, "whether every part of it is real");
  return undecided(q.to, digits ? "the value"
                         : q.request->question == CODECALC_CERTIFIED_SIGN
                             ? "whether the two sides are equal"
                             : "which integer it is next to");
}

Answer answer_of(const codecalc_certified_request& request) {
  Question q;
  q.request = &request;
  auto program = request.program == nullptr ? std::nullopt : read_program(request.program);
  if (!program || request.digits < 1 || request.digits > 10'000) {
    return {CODECALC_CERTIFIED_MALFORMED, "malformed program"};
  }
  q.program = *std::move(program);
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
