// The field tables of the execution results: the source of the published schemas.
#include <array>

#include "execution/envelope.h"

namespace codecalc::execution {

using registry::Field;
using registry::out;
using registry::required;

namespace {

constexpr std::array<std::string_view, 5> kVerdicts = {"OK", "TLE", "OLE", "MLE", "RTE"};
constexpr std::array<std::string_view, 2> kPhases = {"compile", "run"};
constexpr std::array<std::string_view, 1> kBackends = {"native"};
constexpr std::array<std::string_view, 1> kBases = {"inferred"};
constexpr std::array<std::string_view, 5> kLimits = {"wall", "cpu", "memory", "output", "disk"};
constexpr std::array<std::string_view, 2> kKillers = {"sandbox", "program"};
constexpr std::array<std::string_view, 8> kCodes = {
    "validation",        "runtime_unavailable", "timeout",        "resource_exhausted",
    "permission_denied", "dependency_missing",  "worker_failure", "internal"};
constexpr std::array<std::string_view, 4> kProviderErrors = {
    "unknown_provider", "capability_not_requested", "unsupported_capability", "unknown_run"};
constexpr std::array<std::string_view, 1> kEndStates = {"cleaned"};

}  // namespace

std::span<const Field> DependencyRow::fields() {
  using R = DependencyRow;
  static constexpr std::array kFields = {
      required(out<&R::spec>("spec", "")),
      required(out<&R::language>("language", "")),
      required(out<&R::ok>("ok", "")),
      required(out<&R::installer>("installer", "\"none\": nothing installs it")),
      required(out<&R::elapsed_ms>("elapsed_ms", "", {.min = 0})),
  };
  return kFields;
}

std::span<const Field> ArtifactRow::fields() {
  using R = ArtifactRow;
  static constexpr std::array kFields = {
      required(out<&R::path>("path", "")),
      required(out<&R::size>("size", "", {.min = 0})),
      required(out<&R::mime>("mime", "")),
      required(out<&R::resource>("resource", "The file's URI.")),
  };
  return kFields;
}

std::span<const Field> Envelope::fields() {
  using R = Envelope;
  static constexpr std::array kFields = {
      required(out<&R::ok>("ok", "It ran, exited 0 and kept every limit (a long output apart).")),
      required(out<&R::language>("language", "Canonical name.")),
      required(out<&R::phase>("phase", "Where it ended.", {.one_of = kPhases})),
      required(out<&R::backend>("backend", "", {.one_of = kBackends})),
      required(out<&R::platform>("platform", "")),
      required(out<&R::verdict>("verdict", "", {.one_of = kVerdicts})),
      out<&R::verdict_basis>("verdict_basis", "Present when the verdict was not counted.",
                             {.one_of = kBases}),
      required(out<&R::exit_code>("exit_code", "Minus the signal when one ended it.")),
      out<&R::signal>("signal", "Number of the signal that ended it.", {.min = 1}),
      out<&R::limit_hit>("limit_hit", "The limit that was reached.", {.one_of = kLimits}),
      out<&R::killed_by>("killed_by", "Who ended it.", {.one_of = kKillers}),
      required(out<&R::timed_out>("timed_out", "")),
      required(out<&R::out_text>("stdout", "")),
      required(out<&R::err_text>("stderr", "")),
      required(out<&R::stdout_bytes>("stdout_bytes", "Bytes written, kept or not.", {.min = 0})),
      required(out<&R::stderr_bytes>("stderr_bytes", "Bytes written, kept or not.", {.min = 0})),
      required(out<&R::output_truncated>("output_truncated", "")),
      out<&R::invalid_utf8>("invalid_utf8", "Streams in which bytes were replaced by U+FFFD."),
      required(out<&R::output_error>("output_error", "Why a stream could not be read.")),
      required(out<&R::duration_ms>("duration_ms", "Of the step that ended it.", {.min = 0})),
      required(out<&R::compile_ms>("compile_ms", "", {.min = 0})),
      required(out<&R::total_ms>("total_ms", "", {.min = 0})),
      required(out<&R::cpu_ms>("cpu_ms", "Of the whole process tree.", {.min = 0})),
      out<&R::compile_cached>("compile_cached", "True when no compiler had to run."),
      required(out<&R::peak_memory_kb>("peak_memory_kb", "Of the whole process tree.", {.min = 0})),
      required(out<&R::unenforced>("unenforced", "Guarantees that did not hold.")),
      required(out<&R::workdir>("workdir", "The work folder as the program sees it.")),
      out<&R::dependencies>("dependencies", "What became of declared dependencies."),
      out<&R::entry_file, R>("entry_file", "The file that was run."),
      out<&R::artifacts_created, R>("artifacts_created", "Files of the session made or changed."),
      out<&R::truncated_inline, R>("truncated_inline", "Not every file is among the blocks."),
      out<&R::out_spill, R>("stdout_spill", "URI of the file with the whole of stdout."),
      out<&R::err_spill, R>("stderr_spill", "URI of the file with the whole of stderr."),
      out<&R::out_spill_capped, R>("stdout_spill_capped", "That file was cut as well."),
      out<&R::err_spill_capped, R>("stderr_spill_capped", "That file was cut as well."),
      out<&R::disk_quota_exceeded, R>("disk_quota_exceeded", "The session must shrink first."),
      out<&R::disk_usage_bytes, R>("disk_usage_bytes", "", {.min = 0}),
      out<&R::disk_quota_bytes, R>("disk_quota_bytes", "", {.min = 0}),
      out<&R::run_id, R>("run_id", "Of a background run, as all that follow."),
      out<&R::provider_id, R>("provider_id", ""),
      out<&R::started_at, R>("started_at", "Seconds since 1970."),
      out<&R::deadline, R>("deadline", ""),
      out<&R::state, R>("state", "", {.one_of = kEndStates}),
      out<&R::cleaned, R>("cleaned", "Nothing of it runs any more."),
      out<&R::streamed>("streamed", ""),
      out<&R::streamed_partial>("streamed_partial", "What was streamed of stdout."),
      out<&R::code>("code", "Only \"timeout\": other failed programs have no code.",
                    {.one_of = kCodes}),
      out<&R::error>("error", ""),
      out<&R::remedy>("remedy", ""),
      required(out<&R::provider>("provider", "The capability receipt.")),
  };
  return kFields;
}

std::span<const Field> Compact::fields() {
  using R = Compact;
  static constexpr std::array kFields = {
      required(out<&R::ok>("ok", "")),
      required(out<&R::verdict>("verdict", "", {.one_of = kVerdicts})),
      required(out<&R::out_text>("stdout", "")),
      required(out<&R::exit_code>("exit_code", "")),
      out<&R::unenforced>("unenforced", "Tokens alone."),
      out<&R::unenforced_detail>("unenforced_detail", ""),
      out<&R::output_error>("output_error", ""),
      out<&R::dependencies>("dependencies", ""),
      out<&R::entry_file, R>("entry_file", "The file that was run."),
      out<&R::artifacts_created, R>("artifacts_created", "Files of the session made or changed."),
      out<&R::truncated_inline, R>("truncated_inline", "Not every file is among the blocks."),
      out<&R::out_spill, R>("stdout_spill", "URI of the file with the whole of stdout."),
      out<&R::err_spill, R>("stderr_spill", "URI of the file with the whole of stderr."),
      out<&R::out_spill_capped, R>("stdout_spill_capped", "That file was cut as well."),
      out<&R::err_spill_capped, R>("stderr_spill_capped", "That file was cut as well."),
      out<&R::disk_quota_exceeded, R>("disk_quota_exceeded", "The session must shrink first."),
      out<&R::disk_usage_bytes, R>("disk_usage_bytes", "", {.min = 0}),
      out<&R::disk_quota_bytes, R>("disk_quota_bytes", "", {.min = 0}),
      out<&R::code>("code", "", {.one_of = kCodes}),
      out<&R::error>("error", ""),
      out<&R::remedy>("remedy", ""),
      required(out<&R::provider>("provider", "The receipt in short.")),
  };
  return kFields;
}

std::span<const Field> SessionResult::fields() {
  using R = SessionResult;
  static constexpr std::array<std::string_view, 1> kWorker = {"session-worker"};
  static constexpr std::array kFields = {
      required(out<&R::ok>("ok", "")),
      required(out<&R::session>("session", "")),
      required(out<&R::confined>("confined", "The worker is in a sandbox.")),
      required(out<&R::backend>("backend", "", {.one_of = kWorker})),
      required(out<&R::language>("language", "")),
      required(out<&R::verdict>("verdict", "", {.one_of = kVerdicts})),
      required(out<&R::exit_code>("exit_code", "1 after an exception, else that of sys.exit.")),
      out<&R::limit_hit>("limit_hit", "The limit that was reached.", {.one_of = kLimits}),
      required(out<&R::timed_out>("timed_out", "")),
      required(out<&R::out_text>("stdout", "")),
      required(out<&R::err_text>("stderr", "")),
      required(out<&R::stdout_bytes>("stdout_bytes", "", {.min = 0})),
      required(out<&R::stderr_bytes>("stderr_bytes", "", {.min = 0})),
      required(out<&R::output_truncated>("output_truncated", "")),
      required(out<&R::duration_ms>("duration_ms", "Of this call.", {.min = 0})),
      required(out<&R::unenforced>("unenforced", "Guarantees that did not hold.")),
      required(out<&R::workdir>("workdir", "")),
      out<&R::entry_file, R>("entry_file", "The file that was run."),
      out<&R::artifacts_created, R>("artifacts_created", "Files of the session made or changed."),
      out<&R::truncated_inline, R>("truncated_inline", "Not every file is among the blocks."),
      out<&R::out_spill, R>("stdout_spill", "URI of the file with the whole of stdout."),
      out<&R::err_spill, R>("stderr_spill", "URI of the file with the whole of stderr."),
      out<&R::out_spill_capped, R>("stdout_spill_capped", "That file was cut as well."),
      out<&R::err_spill_capped, R>("stderr_spill_capped", "That file was cut as well."),
      out<&R::disk_quota_exceeded, R>("disk_quota_exceeded", "The session must shrink first."),
      out<&R::disk_usage_bytes, R>("disk_usage_bytes", "", {.min = 0}),
      out<&R::disk_quota_bytes, R>("disk_quota_bytes", "", {.min = 0}),
      out<&R::code>("code", "timeout or worker_failure: the worker is gone.", {.one_of = kCodes}),
      out<&R::error>("error", ""),
      out<&R::remedy>("remedy", ""),
      required(out<&R::provider>("provider", "The capability receipt.")),
  };
  return kFields;
}

std::span<const Field> Rejected::fields() {
  using R = Rejected;
  static constexpr std::array kFields = {
      required(out<&R::ok>("ok", "", {.schema = R"({"const":false})"})),
      required(out<&R::code>("code", "", {.one_of = kCodes})),
      required(out<&R::error>("error", "")),
      required(out<&R::remedy>("remedy", "")),
      out<&R::parameter>("parameter", "The argument at fault."),
      out<&R::language>("language", "Canonical name, where it is known."),
      out<&R::backend>("backend", "", {.one_of = kBackends}),
      out<&R::provider_error>("provider_error", "", {.one_of = kProviderErrors}),
      out<&R::requested_provider>("requested_provider", ""),
      out<&R::available_providers>("available_providers", ""),
      out<&R::requested_capabilities>("requested_capabilities", ""),
      out<&R::dependencies>("dependencies", ""),
      out<&R::run_id, R>("run_id", "Of a background run, as all that follow."),
      out<&R::provider_id, R>("provider_id", ""),
      out<&R::started_at, R>("started_at", "Seconds since 1970."),
      out<&R::deadline, R>("deadline", ""),
      out<&R::state, R>("state", "", {.one_of = kEndStates}),
      out<&R::cleaned, R>("cleaned", "Nothing of it runs any more."),
      out<&R::streamed>("streamed", ""),
      out<&R::streamed_partial>("streamed_partial", ""),
      out<&R::provider>("provider", "The capability receipt."),
  };
  return kFields;
}

}  // namespace codecalc::execution
