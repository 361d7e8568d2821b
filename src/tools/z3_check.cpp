// z3_check: satisfiability of an SMT-LIB script, decided by Z3 and confirmed by a second solver.
#include <algorithm>
#include <stop_token>

#include "base/json.h"
#include "registry/tool.h"
#include "smt/engine.h"
#include "smt/grade.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::array<std::string_view, 3> kVerdicts = {"sat", "unsat", "unknown"};
constexpr std::array<std::string_view, 2> kGrades = {smt::kSolverProven, smt::kUngraded};
constexpr std::array<std::string_view, 3> kModelChecks = {"holds", "fails", "open"};
constexpr std::array<std::string_view, 8> kCodes = {
    "validation",        "runtime_unavailable", "timeout",        "resource_exhausted",
    "permission_denied", "dependency_missing",  "worker_failure", "internal"};

struct Params {
  std::string smt2;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::smt2>("smt2", "SMT-LIB 2 commands with at least one (check-sat).",
                                      {.max_length = smt::kMaxScript})),
    };
    return kFields;
  }
};

struct Objective {
  std::string term;
  std::string value;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(
            out<&Objective::term>("term", "As the script has it, or the group of soft goals.")),
        required(out<&Objective::value>("value", "Best value; oo is infinity.")),
    };
    return kFields;
  }
};

struct ResponseRow {
  std::int64_t line = 0;
  std::string command;
  std::string text;
  bool failed = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&ResponseRow::line>("line", "")),
        required(out<&ResponseRow::command>("command", "")),
        required(out<&ResponseRow::text>("text", "What the command printed, or why it failed.")),
        required(out<&ResponseRow::failed>("failed", "")),
    };
    return kFields;
  }
};

constexpr std::string_view kModelSchema = R"({"type":["object","null"]})";

/// Members that a script's result and the result of one check share.
#define CODECALC_CHECK_ROWS(Reply)                                                               \
  required(out<&Reply::result>("result", "", {.one_of = kVerdicts})),                            \
      out<&Reply::reason>("reason", "Why it is unknown."),                                       \
      required(out<&Reply::model>("model",                                                       \
                                  "sat: a value per name; unsat: unsat_core, the named "         \
                                  "assertions that contradict each other.",                      \
                                  {.schema = kModelSchema})),                                    \
      out<&Reply::model_cut>("model_cut", "Parts of the model were too long."),                  \
      out<&Reply::model_check>("model_check",                                                    \
                               "Whether the model makes every assertion true; open: not all of " \
                               "them could be evaluated.",                                       \
                               {.one_of = kModelChecks}),                                        \
      out<&Reply::objectives>("objectives", "Of minimize, maximize and assert-soft."),           \
      required(out<&Reply::assertions>("assertions", "In force at the check.")),                 \
      required(out<&Reply::grade>("grade", "", {.one_of = kGrades})),                            \
      required(out<&Reply::second_result>(                                                       \
          "second_result", "The second solver's verdict; null: none.", {.one_of = kVerdicts})),  \
      out<&Reply::second_reason>("second_reason", "Why there is no second verdict.")

struct Verdict {
  std::string result;
  std::optional<std::string> reason;
  JsonBox model;
  std::optional<bool> model_cut;
  std::optional<std::string> model_check;
  std::optional<std::vector<Objective>> objectives;
  std::int64_t assertions = 0;
  std::string grade;
  Nullable<std::string> second_result;
  std::optional<std::string> second_reason;
};

struct CheckRow : Verdict {
  std::int64_t line = 0;
  std::int64_t column = 0;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&CheckRow::line>("line", "Of the check-sat.")),
        required(out<&CheckRow::column>("column", "")),
        CODECALC_CHECK_ROWS(CheckRow),
    };
    return kFields;
  }
};

struct Reply : Verdict {
  std::vector<CheckRow> results;
  std::string engine;
  Nullable<std::string> second_engine;
  std::int64_t timeout_ms = smt::kTimeoutMs;
  bool disagreement = false;
  std::string grade_basis;
  std::string grade_rules_version{smt::kGradeRules};
  std::optional<std::vector<ResponseRow>> responses;
  std::optional<std::vector<std::string>> notes;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        CODECALC_CHECK_ROWS(Reply),
        required(out<&Reply::engine>("engine", "The solver whose verdict `result` is.")),
        required(out<&Reply::second_engine>("second_engine", "")),
        required(out<&Reply::timeout_ms>("timeout_ms", "For both solvers together.")),
        required(out<&Reply::disagreement>(
            "disagreement", "The solvers differ, or a model contradicts its assertions.")),
        required(out<&Reply::grade_basis>("grade_basis", "What the grade rests on.")),
        required(out<&Reply::grade_rules_version>("grade_rules_version", "")),
        required(out<&Reply::results>(
            "results", "One entry per check-sat; the members above are those of the last.")),
        out<&Reply::responses>("responses", "Of get-value, eval, echo and the like."),
        out<&Reply::notes>("notes", "What was passed over."),
    };
    return kFields;
  }
};

/// A script without a verdict: refused, or its worker was lost.
struct NoVerdict {
  bool ok = false;
  std::string code;
  std::string error;
  std::string remedy;
  std::optional<std::string> parameter;
  std::optional<std::int64_t> line;
  std::optional<std::int64_t> column;
  std::string grade{smt::kUngraded};
  std::string grade_basis = "No verdict was reached.";
  std::string grade_rules_version{smt::kGradeRules};
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&NoVerdict::ok>("ok", "", {.schema = R"({"const":false})"})),
        required(out<&NoVerdict::code>("code", "", {.one_of = kCodes})),
        required(out<&NoVerdict::error>("error", "")),
        required(out<&NoVerdict::remedy>("remedy", "")),
        out<&NoVerdict::parameter>("parameter", "The argument at fault."),
        out<&NoVerdict::line>("line", "Where in the script, from 1."),
        out<&NoVerdict::column>("column", "In bytes, from 1."),
        required(out<&NoVerdict::grade>("grade", "", {.one_of = kGrades})),
        required(out<&NoVerdict::grade_basis>("grade_basis", "")),
        required(out<&NoVerdict::grade_rules_version>("grade_rules_version", "")),
    };
    return kFields;
  }
};

NoVerdict no_verdict(const smt::Failure& failure) {
  NoVerdict reply;
  reply.code = code_name(failure.error.code);
  reply.error = failure.error.message;
  reply.remedy = failure.error.remedy.empty() ? std::string(code_remedy(failure.error.code))
                                              : failure.error.remedy;
  if (!failure.error.parameter.empty()) reply.parameter = failure.error.parameter;
  if (failure.where) {
    reply.error = smt::describe(*failure.where) + ": " + reply.error;
    reply.line = static_cast<std::int64_t>(failure.where->line);
    reply.column = static_cast<std::int64_t>(failure.where->column);
  }
  return reply;
}

JsonBox model_of(const smt::Check& check) {
  if (check.verdict == smt::Verdict::kUnsat) return JsonBox(Json{{"unsat_core", check.core}});
  if (check.verdict != smt::Verdict::kSat) return JsonBox();
  Json model = Json::object();
  for (const auto& [name, value] : check.model) model[name] = value;
  return JsonBox(std::move(model));
}

void fill(Verdict& to, const smt::Check& check, std::string_view grade) {
  to.result = smt::verdict_name(check.verdict);
  if (!check.reason.empty()) to.reason = check.reason;
  to.model = model_of(check);
  if (check.model_cut) to.model_cut = true;
  if (check.model_check != smt::ModelCheck::kNone) {
    to.model_check = kModelChecks[static_cast<std::size_t>(check.model_check) - 1];
  }
  if (!check.objectives.empty()) {
    to.objectives.emplace();
    for (const auto& [term, value] : check.objectives) to.objectives->push_back({term, value});
  }
  to.assertions = static_cast<std::int64_t>(check.assertions);
  to.grade = grade;
  if (check.second) to.second_result = std::string(smt::verdict_name(*check.second));
  if (!check.second_reason.empty()) to.second_reason = check.second_reason;
}

Reply reply_of(const smt::Decision& decision) {
  Reply reply;
  const smt::Grade grade = smt::grade_script(decision);
  fill(reply, decision.checks.back(), grade.grade);
  reply.grade_basis = grade.basis;
  reply.engine = decision.engine;
  if (!decision.second_engine.empty()) reply.second_engine = decision.second_engine;
  reply.disagreement =
      std::any_of(decision.checks.begin(), decision.checks.end(), smt::contradictory);
  for (const smt::Check& check : decision.checks) {
    CheckRow row;
    fill(row, check, smt::grade_check(decision, check).grade);
    row.line = static_cast<std::int64_t>(check.where.line);
    row.column = static_cast<std::int64_t>(check.where.column);
    reply.results.push_back(std::move(row));
  }
  if (!decision.responses.empty()) {
    reply.responses.emplace();
    for (const smt::Response& r : decision.responses) {
      reply.responses->push_back({static_cast<std::int64_t>(r.line), r.command, r.text, r.failed});
    }
  }
  if (!decision.notes.empty()) reply.notes = decision.notes;
  if (reply.disagreement) {
    if (!reply.notes) reply.notes.emplace();
    reply.notes->insert(reply.notes->begin(), grade.basis);
  }
  return reply;
}

Result<OneOf<Reply, NoVerdict>> run(const Params& params, CallContext& context) {
  std::stop_source stop;
  const auto registration = context.cancel.on_cancel([&stop] { stop.request_stop(); });
  const auto outcome =
      context.services.smt().decide(params.smt2, {context.deadline, stop.get_token()});
  if (const auto* failure = std::get_if<smt::Failure>(&outcome)) {
    return OneOf<Reply, NoVerdict>(no_verdict(*failure));
  }
  return OneOf<Reply, NoVerdict>(reply_of(std::get<smt::Decision>(outcome)));
}

}  // namespace

extern const ToolSpec kTool_z3_check;
const ToolSpec kTool_z3_check = make_tool<Params, OneOf<Reply, NoVerdict>, run>({
    .name = "z3_check",
    .title = "Z3 Check",
    .description =
        "Decides an SMT-LIB 2 script: integers, reals, bit-vectors, arrays, strings, datatypes, "
        "quantifiers, optimisation. To prove P, assert (not P) and check-sat: unsat is a proof, "
        "sat a counterexample. A second solver re-decides every verdict.",
    .group = Group::kVerification,
    .lane = Lane::kBlocking,
    .deadline = std::chrono::seconds(20),
});

}  // namespace codecalc::tools
