// The server's side of codecalc-smt: two requests for a script, one answer.
#include "smt/engine.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/json.h"
#include "workers/client.h"

namespace codecalc::smt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kMemoryMib = 1024;
/// Less than this is not worth starting the second solver for.
constexpr std::int64_t kLeastSecondMs = 20;
/// The second solver gets the time that is left, but at most this, or four times what the first
/// one took: nobody should wait long for a second opinion on what was decided at once.
constexpr std::int64_t kMostSecondMs = 2'000;

/// The folder of the running program.
std::string own_folder() {
  std::array<char, 4096> path{};
  const ssize_t n = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
  if (n <= 0) return ".";
  const std::string text(path.data(), static_cast<std::size_t>(n));
  return text.substr(0, text.rfind('/'));
}

workers::ClientOptions options_for(const std::string& binary) {
  workers::ClientOptions out;
  out.name = "codecalc-smt";
  if (!binary.empty()) {
    out.binaries = {binary};
  } else {
    const std::string folder = own_folder();
    out.binaries = {folder + "/codecalc-smt", folder + "/../libexec/codecalc/codecalc-smt"};
  }
  out.missing_message =
      "the solver worker codecalc-smt is not installed (looked at: " + out.binaries.front() + ")";
  out.missing_remedy =
      "Run scripts/fetch-solvers.sh with the Python package registry in reach and build codecalc "
      "again, or name the worker in CODECALC_SMT_BIN.";
  return out;
}

std::string text(const Json& j, const char* name) {
  const auto it = j.find(name);
  return it != j.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::size_t number(const Json& j, const char* name) {
  const auto it = j.find(name);
  return it != j.end() && it->is_number_unsigned() ? it->get<std::size_t>() : 0;
}

bool flag(const Json& j, const char* name) {
  const auto it = j.find(name);
  return it != j.end() && it->is_boolean() && it->get<bool>();
}

const Json& list(const Json& j, const char* name) {
  static const Json kEmpty = Json::array();
  const auto it = j.find(name);
  return it != j.end() && it->is_array() ? *it : kEmpty;
}

Verdict verdict_of(const std::string& name) {
  if (name == "sat") return Verdict::kSat;
  if (name == "unsat") return Verdict::kUnsat;
  return Verdict::kUnknown;
}

/// A worker's answer, and why its work ended early (tell_cause in workers/worker.h).
struct Answer {
  Json body = Json::object();
  std::optional<Error> cause;
};

Result<Answer> read_answer(const std::string& bytes) {
  const std::size_t line_end = bytes.find('\n');
  Answer answer;
  if (line_end != std::string::npos) {
    answer.cause = workers::decode_failure(std::string_view(bytes).substr(line_end + 1));
  }
  auto parsed = read_json(std::string_view(bytes).substr(0, line_end));
  auto* json = std::get_if<Json>(&parsed);
  if (json == nullptr || !json->is_object()) {
    return Error{Code::kWorkerFailure, "the solver worker gave no readable answer", {}, {}};
  }
  answer.body = std::move(*json);
  return answer;
}

/// The reason as a caller reads it.
std::string early_end(const Error& cause) {
  if (cause.code == Code::kTimeout) return "timeout";
  if (cause.message.find("memory") != std::string::npos) return "out of memory";
  if (cause.message.find("deep") != std::string::npos) return "nested too deeply";
  return cause.message;
}

Check check_of(const Json& row) {
  Check check;
  check.where = {number(row, "line"), number(row, "column")};
  check.assertions = number(row, "assertions");
  check.verdict = verdict_of(text(row, "result"));
  check.reason = text(row, "reason");
  if (const auto model = row.find("model"); model != row.end() && model->is_object()) {
    for (const auto& [name, value] : model->items()) {
      if (value.is_string()) check.model.emplace_back(name, value.get<std::string>());
    }
  }
  check.model_cut = flag(row, "model_cut");
  for (const Json& name : list(row, "core")) {
    if (name.is_string()) check.core.push_back(name.get<std::string>());
  }
  for (const Json& objective : list(row, "objectives")) {
    check.objectives.emplace_back(text(objective, "term"), text(objective, "value"));
  }
  const std::string model_check = text(row, "model_check");
  if (model_check == "holds") check.model_check = ModelCheck::kHolds;
  else if (model_check == "fails") check.model_check = ModelCheck::kFails;
  else if (check.verdict == Verdict::kSat) check.model_check = ModelCheck::kOpen;
  check.evaluated = number(row, "evaluated");
  check.failing = text(row, "failing");
  return check;
}

/// Z3's words in the place of its own: what its reader found, with what it was given.
Failure refused(const Json& fault) {
  Failure failure;
  const std::string command = text(fault, "command");
  failure.where = Position{number(fault, "line"), number(fault, "column")};
  failure.error.code = flag(fault, "memory") ? Code::kResourceExhausted : Code::kValidation;
  failure.error.message = text(fault, "message");
  failure.error.parameter = "smt2";
  failure.error.remedy = "Correct the " + (command.empty() ? "command" : command) +
                         " there: every symbol has to be declared, and sorts have to fit.";
  return failure;
}

/// Checks that were not reached are unknown, for the reason that ended the work.
void add_missing_checks(const Script& script, const std::string& reason, Decision& decision) {
  Positions positions(script.text);
  Scopes scopes;
  std::size_t seen = 0;
  for (const Command& command : script.commands) {
    if (command.action != Action::kCheck) {
      scopes.apply(command);
      continue;
    }
    if (seen++ < decision.checks.size()) continue;
    Check check;
    check.where = positions.at(command.offset);
    check.assertions = scopes.assertions().size();
    check.reason = reason;
    decision.checks.push_back(std::move(check));
  }
}

}  // namespace

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSat: return "sat";
    case Verdict::kUnsat: return "unsat";
    default: return "unknown";
  }
}

struct Engine::State {
  State(const std::string& binary, bool with_second)
      : client(options_for(binary)), second(with_second) {}
  workers::Client client;
  bool second;

  Result<Answer> ask(char engine, const std::string& script, std::int64_t wall_ms,
                     const Call& call);
  std::optional<Failure> first(const Script& script, const Call& call, Decision& decision);
  void confirm(const Script& script, Clock::time_point begin, const Call& call, Decision& decision);
};

Result<Answer> Engine::State::ask(char engine, const std::string& script, std::int64_t wall_ms,
                                  const Call& call) {
  workers::Budget budget;
  budget.wall_ms = static_cast<std::uint32_t>(wall_ms);
  budget.cpu_ms = budget.wall_ms + 1'000;  // the wall limit is the one that is told
  budget.memory_mib = kMemoryMib;
  TRY_ASSIGN(const std::string bytes, client.call(engine + script, budget, call.stop));
  return read_answer(bytes);
}

std::optional<Failure> Engine::State::first(const Script& script, const Call& call,
                                            Decision& decision) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(call.deadline - Clock::now());
  if (left.count() <= 0) {
    return Failure{{Code::kTimeout, "no time is left for the script", {}, {}}, std::nullopt};
  }
  auto answer = ask('z', script.text, std::min<std::int64_t>(left.count(), kTimeoutMs), call);
  if (!answer.ok()) return Failure{std::move(answer).error(), std::nullopt};
  const Json& body = answer->body;
  decision.engine = text(body, "engine");
  if (const auto fault = body.find("fault"); fault != body.end()) return refused(*fault);
  for (const Json& row : list(body, "checks")) decision.checks.push_back(check_of(row));
  for (const Json& row : list(body, "responses")) {
    decision.responses.push_back(
        {number(row, "line"), text(row, "command"), text(row, "text"), flag(row, "failed")});
  }
  if (!answer->cause) return std::nullopt;
  if (answer->cause->code == Code::kWorkerFailure && decision.checks.empty()) {
    return Failure{*answer->cause, std::nullopt};
  }
  const std::string reason = early_end(*answer->cause);
  if (decision.checks.size() == script.checks) {
    decision.notes.push_back("what follows the last verdict was not done: " + reason);
  }
  add_missing_checks(script, reason, decision);
  return std::nullopt;
}

void Engine::State::confirm(const Script& script, Clock::time_point begin, const Call& call,
                            Decision& decision) {
  using std::chrono::milliseconds;
  std::string reason;
  const auto now = Clock::now();
  const auto spent = std::chrono::duration_cast<milliseconds>(now - begin);
  auto left = std::chrono::duration_cast<milliseconds>(
      std::min(begin + milliseconds(kTimeoutMs), call.deadline) - now);
  left = std::min(left, std::max(milliseconds(kMostSecondMs), 4 * spent));
  std::size_t given = 0;
  if (!second) {
    reason = "switched off by CODECALC_SMT_SECOND";
  } else if (left.count() < kLeastSecondMs) {
    reason = "no time was left for it";
  } else if (auto answer = ask('c', script.text, left.count(), call); !answer.ok()) {
    reason = answer.error().message;
  } else {
    decision.second_engine = text(answer->body, "engine");
    reason = text(answer->body, "reason");
    if (answer->cause) reason = early_end(*answer->cause);
    for (const Json& verdict : list(answer->body, "checks")) {
      if (given >= decision.checks.size() || !verdict.is_string()) break;
      Check& check = decision.checks[given++];
      check.second = verdict_of(verdict.get<std::string>());
      if (check.second == Verdict::kUnknown) check.second_reason = "it could not decide";
    }
  }
  for (; given < decision.checks.size(); ++given) decision.checks[given].second_reason = reason;
}

Engine::Engine(const std::string& binary, bool second)
    : state_(std::make_unique<State>(binary, second)) {}
Engine::~Engine() = default;

std::string Engine::worker() const { return state_->client.binary(); }

std::variant<Decision, Failure> Engine::decide(const std::string& text, const Call& call) {
  Script script;
  if (auto failure = read_script(text, script)) return *std::move(failure);
  const auto begin = Clock::now();
  Decision decision;
  decision.notes = script.notes;
  if (auto failure = state_->first(script, call, decision)) return *std::move(failure);
  state_->confirm(script, begin, call, decision);
  return decision;
}

}  // namespace codecalc::smt
