// Engine: decides SMT-LIB scripts by the worker codecalc-smt, with a second solver's opinion.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "smt/script.h"

namespace codecalc::smt {

enum class Verdict : std::uint8_t { kUnknown, kSat, kUnsat };
/// "sat", "unsat" or "unknown".
const char* verdict_name(Verdict verdict);

/// Whether a model makes every assertion true when it is put into them.
enum class ModelCheck : std::uint8_t { kNone, kHolds, kFails, kOpen };

/// What one check-sat of a script came to.
struct Check {
  Position where;
  std::size_t assertions = 0;  ///< in force
  Verdict verdict = Verdict::kUnknown;
  std::string reason;  ///< why unknown
  std::vector<std::pair<std::string, std::string>> model;
  bool model_cut = false;
  std::vector<std::string> core;  ///< names of assertions that contradict each other
  std::vector<std::pair<std::string, std::string>> objectives;
  ModelCheck model_check = ModelCheck::kNone;
  std::size_t evaluated = 0;  ///< assertions found true under the model
  std::string failing;        ///< one that the model makes false
  std::optional<Verdict> second;
  std::string second_reason;  ///< why there is no second verdict
};

/// What another command of the script printed.
struct Response {
  std::size_t line = 0;
  std::string command;
  std::string text;
  bool failed = false;
};

struct Decision {
  std::string engine;         ///< "z3 5.4.1"
  std::string second_engine;  ///< "cvc5 1.4.2"; empty: there was none
  std::vector<Check> checks;  ///< one per check-sat, in order
  std::vector<Response> responses;
  std::vector<std::string> notes;
};

/// When a call must have ended, and what ends it before.
struct Call {
  std::chrono::steady_clock::time_point deadline;
  std::stop_token stop;
};

/// The time of one script in milliseconds, both solvers together.
inline constexpr std::uint32_t kTimeoutMs = 5'000;

/// Thread-safe; one per process.
class Engine {
 public:
  /// `binary`: the worker to use; empty: the installed one. `second`: ask the second solver.
  Engine(const std::string& binary, bool second);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Decides a script. A script that cannot be read starts no worker. What runs out of time, memory
  /// or stack is unknown with that reason. Failures: those of read_script(), a command that Z3
  /// refuses (kValidation, with its place), kDependencyMissing, kTimeout (cancelled),
  /// kWorkerFailure.
  std::variant<Decision, Failure> decide(const std::string& text, const Call& call);

  /// The worker that would be started; empty when there is none.
  std::string worker() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codecalc::smt
