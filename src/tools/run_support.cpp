// See run_support.h.
#include "tools/run_support.h"

#include <array>

#include "base/text.h"

namespace codecalc::tools {

using registry::Field;
using registry::out;
using registry::required;

namespace {

constexpr std::array<std::string_view, 3> kStates = {"running", "cancelling", "cleaned"};

}  // namespace

std::span<const Field> RunLifecycle::fields() {
  using R = RunLifecycle;
  static constexpr std::array kFields = {
      required(out<&R::ok>("ok", "")),
      required(out<&R::run_id>("run_id", "")),
      required(out<&R::provider_id>("provider_id", "")),
      required(out<&R::started_at>("started_at", "Seconds since 1970.")),
      required(out<&R::deadline>("deadline", "")),
      required(out<&R::state>("state", "", {.one_of = kStates})),
      out<&R::cleaned>("cleaned", "Nothing of it runs any more."),
      out<&R::cancelled>("cancelled", "It was ended by run_cancel."),
      out<&R::language>("language", ""),
      out<&R::ended_as>("verdict", "Present when it ran, and its result is gone."),
      out<&R::exit_code>("exit_code", ""),
      out<&R::out_bytes>("stdout_bytes", ""),
      out<&R::err_bytes>("stderr_bytes", ""),
      out<&R::output_kept>("output_kept", "False: the server that ran it kept the output alone."),
      out<&R::interrupted>("interrupted", "Its server ended before it did."),
      out<&R::code>("code", ""),
      out<&R::error>("error", ""),
  };
  return kFields;
}

RunLifecycle lifecycle(const runs::RunView& view) {
  const runs::RunRecord& record = view.record;
  RunLifecycle life;
  life.run_id = record.run_id;
  life.provider_id = record.provider_id;
  life.started_at = record.started_at;
  life.deadline = record.deadline;
  life.state = record.finished ? "cleaned" : view.cancelling ? "cancelling" : "running";
  life.cleaned = record.finished;
  if (!record.finished) return life;
  if (record.cancelled) {
    life.cancelled = true;
    return life;
  }
  if (view.result != nullptr) return life;
  life.ok = record.ok;
  life.language = record.language;
  if (!record.verdict.empty()) {
    life.ended_as = record.verdict;
    life.exit_code = record.exit_code;
    life.out_bytes = record.out_bytes;
    life.err_bytes = record.err_bytes;
  }
  life.output_kept = false;
  if (!record.code.empty()) {
    life.ok = false;
    life.code = record.code;
    life.error = record.interrupted ? "the server ended before the run did"
                                    : "the run failed; its own words were not kept";
  }
  if (record.interrupted) life.interrupted = true;
  return life;
}

execution::Rejected unknown_run(std::string_view run_id) {
  const std::string name = shorten(to_utf8(run_id).text, 64);
  execution::Rejected rejected = execution::rejected(
      {Code::kValidation, "no run is called \"" + name + "\"", "", "Use a run_id of run_submit."});
  rejected.provider_error = "unknown_run";
  rejected.run_id = name;
  return rejected;
}

}  // namespace codecalc::tools
