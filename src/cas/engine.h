// Engine: what the server knows of algebra. Sends each question to the worker codecalc-cas.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace codecalc::cas {

/// How far an answer is to be trusted.
struct Trust {
  bool checked = false;
  std::optional<std::string> check;   ///< how, when it was checked
  std::optional<std::string> reason;  ///< why not, or what the value leaves open
  std::optional<std::vector<std::string>> assumptions;
};

struct Evaluated {
  std::string expression;
  std::string simplified;
  std::string type;
  std::optional<std::string> value;  ///< 12 significant digits
  std::optional<std::string> expanded;
  Trust trust;
};

struct Simplified {
  std::string original;
  std::string simplified;
  std::optional<std::string> factored;
  std::optional<std::string> expanded;
  Trust trust;
};

struct Limit {
  std::string expression;
  std::string point;
  std::string limit;
  Trust trust;
};

/// From which side a limit is taken.
enum class Side { kBoth, kLeft, kRight };

struct Solved {
  std::string equation;
  std::vector<std::string> solutions;
  std::optional<std::vector<std::string>> numeric;  ///< 15 digits each, where not all are rational
  bool all_values = false;                          ///< every value is a solution
  Trust trust;
};

struct SystemSolved {
  std::vector<std::string> solutions;  ///< "{x: 6, y: 4}"
  std::optional<std::vector<std::string>> unsolved;
  std::optional<std::string> note;
  Trust trust;
};

struct Equivalent {
  std::string a;
  std::string b;
  bool identical = false;
  std::string difference;
  Trust trust;
};

struct MatrixResult {
  std::optional<std::string> value;
  std::optional<std::vector<std::vector<std::string>>> matrix;
  std::vector<std::pair<std::string, std::int64_t>> eigenvalues;
  std::vector<std::pair<std::string, std::string>> numeric;
  Trust trust;
};

/// When a call must have ended, and what ends it before.
struct Call {
  std::chrono::steady_clock::time_point deadline;
  std::stop_token stop;
};

/// Thread-safe; one per process. Texts are checked by the parser before the worker is started, so
/// a mistyped expression costs nothing. Errors of every question: kValidation and
/// kPermissionDenied (with the column), kDependencyMissing (no worker installed), kTimeout,
/// kResourceExhausted, kWorkerFailure.
class Engine {
 public:
  /// `binary`: the worker to use; empty: the installed one.
  explicit Engine(const std::string& binary = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Starts the worker without waiting for it.
  void prewarm();
  /// The worker that would be started; empty when there is none.
  std::string worker() const;

  Result<Evaluated> evaluate(const std::string& expression, const Call& call);
  Result<Simplified> simplify(const std::string& expression, const Call& call);
  Result<Limit> limit(const std::string& expression, const std::string& variable,
                      const std::string& point, Side side, const Call& call);
  Result<Solved> solve(const std::string& equation, const std::string& variable, const Call& call);
  Result<SystemSolved> solve_system(const std::vector<std::string>& equations,
                                    const std::vector<std::string>& variables, const Call& call);
  Result<Equivalent> equivalent(const std::string& a, const std::string& b, const Call& call);
  Result<MatrixResult> matrix(const std::string& operation,
                              const std::vector<std::vector<std::string>>& rows, const Call& call);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace codecalc::cas
