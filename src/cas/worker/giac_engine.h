// Giac behind a door: expression trees in, expression trees out. Giac's own parser never sees a
// user's text, its types stay in giac_*.cpp.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// One initialised engine; Giac keeps global state, so a process makes one.
class Giac {
 public:
  Giac();
  ~Giac();
  Giac(const Giac&) = delete;
  Giac& operator=(const Giac&) = delete;

  /// Runs the Giac command `name` on `arguments`. Nothing when Giac fails, or when its answer
  /// holds something that our language has no word for (a float, a rootof, an interval).
  std::optional<Expr> run(const char* name, const std::vector<Expr>& arguments) const;
  /// The same with the arguments as they are: a derivative of an unknown function stays one.
  std::optional<Expr> run_quoted(const char* name, const std::vector<Expr>& arguments) const;

  /// `e` with Giac's automatic simplifications (numbers, special values) applied.
  std::optional<Expr> evaluate(const Expr& e) const;

  void assume_positive(const std::set<std::string>& variables) const;
  void assume_integer(std::string_view variable) const;
  void forget(const std::set<std::string>& variables) const;

  /// Variables may be complex (affects integrals and simplifications) while the guard lives.
  class ComplexVariables {
   public:
    explicit ComplexVariables(const Giac& giac);
    ~ComplexVariables();
    ComplexVariables(const ComplexVariables&) = delete;
    ComplexVariables& operator=(const ComplexVariables&) = delete;

   private:
    const Giac& giac_;
  };
  /// Results may be complex (factorisation, eigenvalues) while the guard lives.
  class ComplexMode {
   public:
    explicit ComplexMode(const Giac& giac);
    ~ComplexMode();
    ComplexMode(const ComplexMode&) = delete;
    ComplexMode& operator=(const ComplexMode&) = delete;

   private:
    const Giac& giac_;
  };

  struct State;

 private:
  std::optional<Expr> run(const char* name, const std::vector<Expr>& arguments, bool quoted) const;

  std::unique_ptr<State> state_;
};

}  // namespace codecalc::cas
