// cvc5, loaded at run time through its C API: the second opinion.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "workers/worker.h"

namespace codecalc::smt {

/// The library with the functions that are used here. Stays loaded.
class Cvc5 {
 public:
  /// Loads `library`, a file name that the loader finds by the program's run path, or a path.
  /// kDependencyMissing: it is not there, or lacks a function.
  static Result<std::unique_ptr<Cvc5>> load(const std::string& library);
  ~Cvc5();
  Cvc5(const Cvc5&) = delete;
  Cvc5& operator=(const Cvc5&) = delete;

  /// "1.4.2".
  const std::string& version() const;

  /// Decides every check of the script. The answer is the JSON object that engine.cpp reads:
  /// `checks` (texts), and `reason` when it did not come to the end.
  std::string run(std::string_view text, const workers::Provisional& provisional) const;

 private:
  struct State;
  explicit Cvc5(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace codecalc::smt
