// Numeric: interval evaluation of a program with Arb.
#pragma once

#include <arb.h>
#include <flint/fmpq.h>

#include <optional>
#include <string>
#include <vector>

#include "calc/certified/guard.h"
#include "calc/certified/program.h"

namespace codecalc::calc::certified {

/// Owns an arb_t; leaves it alone on a stopped thread.
class Arb {
 public:
  Arb() { arb_init(x_); }
  Arb(const Arb&) = delete;
  Arb& operator=(const Arb&) = delete;
  ~Arb() {
    if (!stopped()) arb_clear(x_);
  }
  arb_ptr get() { return x_; }
  arb_srcptr get() const { return x_; }

 private:
  arb_t x_;
};

/// What is known exactly of each step: its value when that is rational, as hexadecimal text.
using Known = std::vector<std::optional<std::string>>;

enum class Fault {
  kNone,
  kDomain,     ///< the value is not real; `why` says what is wrong
  kPrecision,  ///< not settled at this precision: try more
};

struct Outcome {
  Fault fault = Fault::kNone;
  std::string why;
};

/// Reads "-1/a". The text is well formed.
void read_rational(fmpq_t to, const std::string& hexadecimal);

/// An enclosure of the program's value at `precision` bits. Steps in `known` (empty, or one entry
/// per step) take their exact value, after their operands were checked.
Outcome enclose(Arb& result, const Program& program, const Known& known, slong precision);

}  // namespace codecalc::calc::certified
