// The battery: hostile programs as a table, each with a control outside the sandbox.
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/outcome.h"
#include "sandbox/spec.h"

namespace codecalc::sandbox::testing {

struct AbuseCase {
  std::string_view family;
  std::string_view name;
  std::vector<std::string> argv;  ///< of the hostile program, with the stage's holes
  /// What it must print inside, and outside; see matches().
  std::string_view inside;
  std::string_view outside;
  std::vector<std::string> control{};  ///< the program outside, when it differs
  bool control_needs_root = false;
  std::string_view needs{};  ///< a layer that the case shows alone; without it the case is skipped
  bool network = false;      ///< run with the network on; all others run without
  void (*tune)(RunSpec& spec) = nullptr;
  /// What the outcome must be beside the output; none: verdict OK.
  void (*check)(const StepOutcome& outcome) = nullptr;
};

/// Whether an output is what a row wants: a regular expression for all of it, or "N bytes" for its
/// size alone.
bool matches(const std::string& text, std::string_view pattern);

/// How a failure names its row.
inline void PrintTo(const AbuseCase& row, std::ostream* out) {
  *out << row.family << " " << row.name;
}

/// Rows of one part of the table each; together the twelve families.
std::span<const AbuseCase> reach_cases();    ///< secrets, files, processes
std::span<const AbuseCase> kernel_cases();   ///< privileges, kernel surface, network
std::span<const AbuseCase> use_cases();      ///< process tree, memory, disk
std::span<const AbuseCase> account_cases();  ///< output, accounting, clean-up

std::vector<AbuseCase> all_cases();

}  // namespace codecalc::sandbox::testing
