// From an outcome to the result that a client reads.
#include "execution/envelope.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "sandbox/spec.h"

namespace codecalc::execution {
namespace {

using sandbox::LimitHit;
using sandbox::Phase;
using sandbox::StepOutcome;
using sandbox::Verdict;

std::int64_t milliseconds(std::chrono::microseconds time) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return std::max<std::int64_t>(0, ms);
}

/// One stream as text: cut at a character's edge, bytes that are no UTF-8 replaced.
struct StreamText {
  std::string text;
  bool replaced = false;
};
StreamText stream_text(const sandbox::Captured& captured) {
  std::string_view bytes = captured.data;
  if (captured.truncated) bytes = bytes.substr(0, utf8_whole(bytes));
  Utf8Text text = to_utf8(bytes);
  if (captured.truncated) text.text += kTruncationMarker;
  return {std::move(text.text), text.replaced};
}

std::string seconds_text(std::chrono::seconds time) { return std::to_string(time.count()) + " s"; }

std::string time_limit_text(const StepOutcome& step, const EnvelopeContext& context) {
  if (step.limit == LimitHit::kCpu) return "stopped: its limit of CPU time was used up";
  return "stopped: its wall-clock limit of " + seconds_text(context.wall_limit) + " was reached";
}

void join_errors(Nullable<std::string>& all, const char* name, const std::string& error) {
  if (error.empty()) return;
  std::string text = std::string(name) + ": " + to_utf8(error).text;
  all = all.value ? *all.value + "; " + text : text;
}

void add_streams(Envelope& e, StepOutcome& step) {
  StreamText out = stream_text(step.out);
  StreamText err = stream_text(step.err);
  std::vector<std::string> replaced;
  if (out.replaced) replaced.emplace_back("stdout");
  if (err.replaced) replaced.emplace_back("stderr");
  if (!replaced.empty()) e.invalid_utf8 = std::move(replaced);
  e.out_text = std::move(out.text);
  e.err_text = std::move(err.text);
  e.stdout_bytes = static_cast<std::int64_t>(step.out.bytes);
  e.stderr_bytes = static_cast<std::int64_t>(step.err.bytes);
  e.output_truncated = step.out.truncated || step.err.truncated;
  join_errors(e.output_error, "stdout", step.out.error);
  join_errors(e.output_error, "stderr", step.err.error);
}

/// A compiler's report belongs to stderr, whichever stream it chose.
void move_stdout_to_stderr(Envelope& e) {
  if (e.out_text.empty()) return;
  if (!e.err_text.empty() && e.err_text.back() != '\n') e.err_text += '\n';
  e.err_text += std::exchange(e.out_text, std::string());
  e.stderr_bytes = *e.stderr_bytes.value + *e.stdout_bytes.value;
  e.stdout_bytes = 0;
}

void add_ending(Envelope& e, const StepOutcome& step, const EnvelopeContext& context) {
  e.verdict = sandbox::verdict_name(step.verdict);
  e.exit_code = step.exit_code;
  e.ok = step.verdict == Verdict::kOk ||
         (step.verdict == Verdict::kOutputLimit && step.exit_code == 0 && !step.killed_by_sandbox);
  if (step.inferred) e.verdict_basis = "inferred";
  if (step.signal != 0) e.signal = step.signal;
  if (step.limit != LimitHit::kNone) e.limit_hit = std::string(sandbox::limit_name(step.limit));
  if (step.killed_by_sandbox) e.killed_by = "sandbox";
  else if (step.signal != 0) e.killed_by = "program";
  if (step.verdict != Verdict::kTimeLimit) return;
  e.timed_out = true;
  const std::string reason = time_limit_text(step, context);
  if (step.err.bytes == 0) e.err_text = "[" + reason + "]";
  e.code = std::string(code_name(Code::kTimeout));
  e.error = reason;
  e.remedy = std::string(code_remedy(Code::kTimeout));
}

}  // namespace

Envelope make_envelope(sandbox::RunOutcome& outcome, const EnvelopeContext& context) {
  const bool compiling = outcome.phase == Phase::kCompile || context.run >= outcome.runs.size();
  StepOutcome& step = compiling ? outcome.compile : outcome.runs[context.run];
  Envelope e;
  e.language = context.language;
  e.phase = compiling ? "compile" : "run";
  add_streams(e, step);
  if (compiling && context.compiler_prints_to_stdout) move_stdout_to_stderr(e);
  add_ending(e, step, context);
  e.duration_ms = milliseconds(step.wall);
  e.compile_ms = milliseconds(outcome.compile.wall);
  e.total_ms = milliseconds(outcome.total);
  e.cpu_ms = milliseconds(step.cpu);
  if (step.peak_memory_kb >= 0) e.peak_memory_kb = step.peak_memory_kb;
  if (outcome.compile_cached) e.compile_cached = true;
  e.unenforced = outcome.unenforced;
  e.workdir = sandbox::kWorkFolder;
  return e;
}

Compact compact(Envelope&& envelope) {
  Compact c;
  static_cast<SessionParts&>(c) = std::move(static_cast<SessionParts&>(envelope));
  c.ok = envelope.ok;
  c.verdict = std::move(envelope.verdict);
  c.out_text = std::move(envelope.out_text);
  c.exit_code = envelope.exit_code;
  if (!envelope.unenforced.empty()) {
    c.unenforced.emplace();
    bool shortened = false;
    for (const std::string& entry : envelope.unenforced) {
      c.unenforced->emplace_back(unenforced_token(entry));
      shortened = shortened || c.unenforced->back() != entry;
    }
    if (shortened) c.unenforced_detail = "compact=false gives the reason of each";
  }
  c.output_error = std::move(envelope.output_error.value);
  c.dependencies = std::move(envelope.dependencies);
  c.code = std::move(envelope.code);
  c.error = std::move(envelope.error);
  c.remedy = std::move(envelope.remedy);
  c.provider = brief(envelope.provider);
  return c;
}

SessionResult session_result(Envelope&& envelope, bool worker_lives) {
  SessionResult r;
  static_cast<SessionParts&>(r) = std::move(static_cast<SessionParts&>(envelope));
  r.ok = envelope.ok;
  r.language = std::move(envelope.language);
  r.verdict = std::move(envelope.verdict);
  r.exit_code = envelope.exit_code;
  r.limit_hit = std::move(envelope.limit_hit);
  r.timed_out = envelope.timed_out;
  r.out_text = std::move(envelope.out_text);
  r.err_text = std::move(envelope.err_text);
  r.stdout_bytes = envelope.stdout_bytes;
  r.stderr_bytes = envelope.stderr_bytes;
  r.output_truncated = envelope.output_truncated;
  r.duration_ms = envelope.duration_ms;
  r.unenforced = std::move(envelope.unenforced);
  r.workdir = std::move(envelope.workdir);
  r.code = std::move(envelope.code);
  r.error = std::move(envelope.error);
  r.remedy = std::move(envelope.remedy);
  r.provider = std::move(envelope.provider);
  if (!worker_lives && !r.code) {
    r.code = std::string(code_name(Code::kWorkerFailure));
    r.error = "the program ended the session's worker";
  }
  if (!worker_lives) r.remedy = "Start a new session; the files of this one remain.";
  return r;
}

Rejected rejected(const Error& error) {
  Rejected r;
  r.code = code_name(error.code);
  r.error = error.message;
  r.remedy = error.remedy.empty() ? std::string(code_remedy(error.code)) : error.remedy;
  if (!error.parameter.empty()) r.parameter = error.parameter;
  return r;
}

}  // namespace codecalc::execution
