// What every operation of the worker gives: a value, and how far it is to be trusted.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/result.h"
#include "cas/worker/attempt.h"
#include "cas/worker/exact.h"
#include "cas/worker/giac_engine.h"

namespace codecalc::cas {

struct Answer {
  Expr value;
  bool checked = false;
  std::string check;   ///< how it was checked, when it was
  std::string reason;  ///< why it was not, or why the value is unevaluated
  std::vector<std::string> assumptions;
};

/// One request's engine and its allowance of CPU time.
struct Context {
  const Giac& giac;
  int cpu_limit_ms = 4500;
  /// Steps run in this process, without limits: it is itself a first quick attempt.
  bool quick = false;

  /// Runs a step that may run away, for at most `ms` of CPU time and never more than what is left.
  std::optional<Expr> attempt(int ms, const std::function<std::optional<Expr>()>& step) const {
    if (quick) return step();
    return cas::attempt(std::min(ms, cpu_limit_ms - cpu_used_ms()), step);
  }
  bool spent() const { return !quick && cpu_used_ms() >= cpu_limit_ms; }
};

/// A request that cannot be served as it stands; becomes a coded failure.
class Refused : public std::runtime_error {
 public:
  Refused(Code code, const std::string& message) : std::runtime_error(message), code_(code) {}
  Code code() const { return code_; }

 private:
  Code code_;
};

inline Answer verified(Expr value, std::string how) {
  return {std::move(value), true, std::move(how), {}, {}};
}
inline Answer unverified(Expr value, std::string why) {
  return {std::move(value), false, {}, std::move(why), {}};
}

}  // namespace codecalc::cas
