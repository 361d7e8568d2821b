// A script as a list of commands that the solvers may be given, and what it holds at each check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "smt/reader.h"

namespace codecalc::smt {

/// What a command is to us.
enum class Action : std::uint8_t {
  kState,     ///< changes the solver's state
  kGoal,      ///< minimize, maximize, assert-soft: the second solver has none of them
  kLogic,     ///< set-logic
  kOption,    ///< set-option that is passed on
  kCheck,     ///< asks for a verdict
  kQuestion,  ///< get-..., eval, simplify, echo: its text becomes a response
  kNothing,   ///< set-info, and options that have no effect here
};

struct Command {
  Action action = Action::kNothing;
  std::string_view name;
  std::string_view text;  ///< the whole form
  std::size_t offset = 0;
};

/// A script that was read; it owns its text.
struct Script {
  std::string text;
  std::vector<Command> commands;   ///< up to (exit)
  std::vector<std::string> notes;  ///< what is passed over, and why
  std::size_t checks = 0;
  bool has_names = false;  ///< some term has :named, so unsat cores can be told

  Script() = default;
  Script(Script&&) = delete;  // commands point into text
};

/// Why a script cannot be used.
struct Failure {
  Error error;
  std::optional<Position> where;
};

/// The longest script in bytes.
inline constexpr std::size_t kMaxScript = 4'000'000;
/// Verdicts that one script may ask for.
inline constexpr std::size_t kMaxChecks = 1'000;
/// Scopes that may be open at once.
inline constexpr std::size_t kMaxScopes = 10'000;

/// Reads `text` into `script`. kValidation: broken text, a command that is not known, no check;
/// kPermissionDenied: an option or command that reaches a file; kResourceExhausted: a bound.
std::optional<Failure> read_script(std::string_view text, Script& script);

/// What is asserted and declared while a script is walked through.
class Scopes {
 public:
  /// Takes note of a command that the solver accepted.
  void apply(const Command& command);

  const std::vector<std::string_view>& assertions() const { return assertions_; }
  /// Names of constants and functions that the script declared, without bars.
  const std::vector<std::string_view>& declared() const { return declared_; }
  std::size_t depth() const { return frames_.size(); }

 private:
  struct Frame {
    std::size_t assertions = 0;
    std::size_t declared = 0;
  };
  std::vector<std::string_view> assertions_;
  std::vector<std::string_view> declared_;
  std::vector<Frame> frames_;
  bool global_ = false;  ///< :global-declarations
};

/// How many scopes a push or pop command names; nothing when that is no number up to kMaxScopes.
std::optional<std::size_t> scope_count(std::string_view command);

/// "line 3, column 7".
std::string describe(const Position& where);

}  // namespace codecalc::smt
