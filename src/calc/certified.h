// Certified: asks the plugin for digits, signs and floors of real numbers.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "base/result.h"
#include "calc/certified/abi.h"
#include "calc/real.h"

namespace codecalc::calc {

/// Loads codecalc-certified.so at the first question and keeps it. Thread-safe; one per process.
/// Errors of every question: kDependencyMissing (no plugin), kValidation (not a real number),
/// kResourceExhausted (bounds, or undecided at the highest precision), kTimeout (cancelled). A
/// question takes two seconds at most, and what is left of `meter` when there is one; the meter
/// also tells of cancellation.
class Certified {
 public:
  Certified() = default;
  Certified(const Certified&) = delete;
  Certified& operator=(const Certified&) = delete;

  /// Exact when the value is rational; else `digits` significant digits, rounded to nearest, every
  /// one of them right.
  struct Digits {
    std::optional<Rational> rational;
    std::string text;
  };
  Result<Digits> digits(const Real& r, unsigned digits, Meter* meter = nullptr);

  /// -1, 0 or 1.
  Result<int> sign(const Real& r, Meter* meter = nullptr);
  Result<Integer> floor(const Real& r, Meter* meter = nullptr);

  /// Where the plugin is looked for, relative to the program; for messages and doctor.
  static std::string plugin_path();
  /// Whether it can be loaded; the error says why not.
  Status available();

 private:
  struct Plugin {
    decltype(&codecalc_certified_ask) ask = nullptr;
    decltype(&codecalc_certified_free) free = nullptr;
  };
  Result<std::string> ask(const Real& r, codecalc_certified_question question, unsigned digits,
                          Meter* meter);
  Result<Plugin> plugin();

  std::mutex mutex_;
  std::optional<Plugin> plugin_;
};

}  // namespace codecalc::calc
