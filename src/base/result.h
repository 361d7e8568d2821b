// Result<T>: a value or a named failure. No exception crosses a module's edge.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace codecalc {

/// The eight codes of the result contract (docs/contract.md). A closed set: adding one is a
/// major change of the contract.
enum class Code {
  kValidation,
  kRuntimeUnavailable,
  kTimeout,
  kResourceExhausted,
  kPermissionDenied,
  kDependencyMissing,
  kWorkerFailure,
  kInternal,
};

/// The code as it stands on the wire, e.g. "resource_exhausted".
std::string_view code_name(Code code);

/// One fixed line per code that says what the caller can do next.
std::string_view code_remedy(Code code);

/// A failure: what went wrong, in which parameter (empty when none), and what to do instead of the
/// code's fixed line (empty: the fixed line stands).
struct [[nodiscard]] Error {
  Code code = Code::kInternal;
  std::string message;
  std::string parameter;
  std::string remedy;
};

/// Holds a T or an Error. `*r` and `r->` require `r.ok()`; `r.error()` requires `!r.ok()`.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& operator*() & { return *std::get_if<0>(&state_); }
  const T& operator*() const& { return *std::get_if<0>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }

  Error& error() & { return *std::get_if<1>(&state_); }
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value.
struct Unit {};
using Status = Result<Unit>;

}  // namespace codecalc

// Declarations and types cannot stand in parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define CODECALC_CONCAT_INNER(a, b) a##b
#define CODECALC_CONCAT(a, b) CODECALC_CONCAT_INNER(a, b)

/// `TRY_ASSIGN(auto x, f());` assigns the value of f() or returns its error from this function.
#define TRY_ASSIGN(declaration, expression) \
  TRY_ASSIGN_INNER(CODECALC_CONCAT(try_result_, __LINE__), declaration, expression)
#define TRY_ASSIGN_INNER(name, declaration, expression) \
  auto name = (expression);                             \
  if (!name.ok()) return std::move(name).error();       \
  declaration = *std::move(name)

/// `TRY(f());` returns the error of f() from this function, if it has one.
#define TRY(expression)                                         \
  do {                                                          \
    auto try_status = (expression);                             \
    if (!try_status.ok()) return std::move(try_status).error(); \
  } while (false)
// NOLINTEND(bugprone-macro-parentheses)
