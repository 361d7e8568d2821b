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
#include "registry/tool.h"
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

/// A file that a run made or changed in its session.
struct ArtifactRow {
  std::string path;
  std::int64_t size = 0;
  std::string mime;
  std::string resource;
  static std::span<const registry::Field> fields();
};

/// What a run in a session has beside its result.
struct SessionParts {
  std::optional<std::string> entry_file;
  std::optional<std::vector<ArtifactRow>> artifacts_created;
  std::optional<bool> truncated_inline;
  std::optional<std::string> out_spill;
  std::optional<std::string> err_spill;
  std::optional<bool> out_spill_capped;
  std::optional<bool> err_spill_capped;
  std::optional<bool> disk_quota_exceeded;
  std::optional<std::int64_t> disk_usage_bytes;
  std::optional<std::int64_t> disk_quota_bytes;
};

/// What a finished background run has beside its result.
struct RunParts {
  std::optional<std::string> run_id;
  std::optional<std::string> provider_id;
  std::optional<double> started_at;  ///< seconds since 1970
  std::optional<double> deadline;
  std::optional<std::string> state;
  std::optional<bool> cleaned;
};

/// A program that ran, its compiler included.
struct Envelope : SessionParts, RunParts {
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
  registry::ContentBlocks content_blocks;  ///< files of the session, where a tool shows them
  static std::span<const registry::Field> fields();
};

/// A run in few words (compact=true).
struct Compact : SessionParts {
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

/// A call to the worker of a stateful session.
struct SessionResult : SessionParts {
  static constexpr std::string_view kFamily = "session_result";
  static constexpr std::array<std::string_view, 2> kAbsent = {"events", "phase"};
  bool ok = false;
  bool session = true;
  bool confined = true;
  std::string backend = "session-worker";
  std::string language;
  std::string verdict;
  Nullable<std::int64_t> exit_code;
  std::optional<std::string> limit_hit;
  bool timed_out = false;
  std::string out_text;
  std::string err_text;
  Nullable<std::int64_t> stdout_bytes;
  Nullable<std::int64_t> stderr_bytes;
  bool output_truncated = false;
  std::int64_t duration_ms = 0;
  std::vector<std::string> unenforced;
  std::string workdir;
  std::optional<std::string> code;
  std::optional<std::string> error;
  std::optional<std::string> remedy;
  Receipt provider;
  static std::span<const registry::Field> fields();
};

/// The same run as its session tells it. `worker_lives`: further calls will be served.
SessionResult session_result(Envelope&& envelope, bool worker_lives);

/// A request that never reached a runtime: a code and no verdict.
struct Rejected : RunParts {
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
