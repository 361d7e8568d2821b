// The forms of an execution result (docs/contract.md) and the way from an outcome to them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "execution/receipt.h"
#include "registry/field.h"
#include "sandbox/outcome.h"

namespace codecalc::execution {

/// What became of one declared dependency.
struct DependencyRow {
  std::string spec;
  std::string language;
  bool ok = false;
  std::string installer;
  std::int64_t elapsed_ms = 0;
  static std::span<const registry::Field> fields();
};

/// A program that ran, its compiler included.
struct Envelope {
  static constexpr std::string_view kFamily = "execution_envelope";
  static constexpr std::array<std::string_view, 1> kAbsent = {"events"};
  bool ok = false;
  std::string language;
  std::string phase;
  std::string backend = "native";
  std::string platform = "linux";
  std::string verdict;
  std::optional<std::string> verdict_basis;
  Nullable<std::int64_t> exit_code;
  std::optional<std::int64_t> signal;
  std::optional<std::string> limit_hit;
  std::optional<std::string> killed_by;
  bool timed_out = false;
  std::string out_text;
  std::string err_text;
  Nullable<std::int64_t> stdout_bytes;
  Nullable<std::int64_t> stderr_bytes;
  bool output_truncated = false;
  std::optional<std::vector<std::string>> invalid_utf8;
  Nullable<std::string> output_error;
  std::int64_t duration_ms = 0;
  std::int64_t compile_ms = 0;
  std::int64_t total_ms = 0;
  std::int64_t cpu_ms = 0;
  std::optional<bool> compile_cached;
  Nullable<std::int64_t> peak_memory_kb;
  std::vector<std::string> unenforced;
  std::string workdir;
  std::optional<std::vector<DependencyRow>> dependencies;
  std::optional<bool> streamed;
  std::optional<std::string> streamed_partial;
  std::optional<std::string> code;
  std::optional<std::string> error;
  std::optional<std::string> remedy;
  Receipt provider;
  static std::span<const registry::Field> fields();
};

/// A run in few words (compact=true).
struct Compact {
  static constexpr std::string_view kFamily = "compact_result";
  static constexpr std::array<std::string_view, 1> kAbsent = {"backend"};
  bool ok = false;
  std::string verdict;
  std::string out_text;
  Nullable<std::int64_t> exit_code;
  std::optional<std::vector<std::string>> unenforced;
  std::optional<std::string> unenforced_detail;
  std::optional<std::string> output_error;
  std::optional<std::vector<DependencyRow>> dependencies;
  std::optional<std::string> code;
  std::optional<std::string> error;
  std::optional<std::string> remedy;
  BriefReceipt provider;
  static std::span<const registry::Field> fields();
};

/// A request that never reached a runtime: a code and no verdict.
struct Rejected {
  static constexpr std::string_view kFamily = "rejected";
  static constexpr std::array<std::string_view, 1> kAbsent = {"verdict"};
  bool ok = false;
  std::string code;
  std::string error;
  std::string remedy;
  std::optional<std::string> parameter;
  std::optional<std::string> language;
  std::optional<std::string> backend;
  std::optional<std::string> provider_error;
  std::optional<std::string> requested_provider;
  std::optional<std::vector<std::string>> available_providers;
  std::optional<std::vector<std::string>> requested_capabilities;
  std::optional<std::vector<DependencyRow>> dependencies;
  std::optional<bool> streamed;
  std::optional<std::string> streamed_partial;
  std::optional<Receipt> provider;
  static std::span<const registry::Field> fields();
};

/// Ends a stream that was cut.
inline constexpr std::string_view kTruncationMarker = "\n...[truncated]";

/// What the envelope needs beside the outcome.
struct EnvelopeContext {
  std::string_view language;
  std::chrono::seconds wall_limit{0};
  /// A compiler that reports on stdout: its words are shown as stderr, where readers look.
  bool compiler_prints_to_stdout = false;
  std::size_t run = 0;  ///< which of the outcome's runs
};

/// Everything but `provider`, `dependencies` and the stream members. Takes the output out of
/// `outcome`. An outcome without the run asked for is read as ended in its compile step.
Envelope make_envelope(sandbox::RunOutcome& outcome, const EnvelopeContext& context);

Compact compact(Envelope&& envelope);

Rejected rejected(const Error& error);

}  // namespace codecalc::execution
