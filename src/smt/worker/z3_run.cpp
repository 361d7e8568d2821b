// The walk over a script's commands with Z3, and what is read off after each verdict.
#include "smt/worker/z3_run.h"

#include <algorithm>
#include <unordered_set>

#include "base/json.h"
#include "base/text.h"
#include "smt/script.h"
#include "smt/worker/model_text.h"

namespace codecalc::smt {
namespace {

constexpr std::size_t kMaxValue = 16'384;   ///< bytes of one value or response
constexpr std::size_t kMaxModel = 400'000;  ///< bytes of one model
constexpr std::size_t kMaxResponses = 500;
constexpr std::size_t kMaxEvaluated = 5'000;  ///< assertions
constexpr std::size_t kMaxEvaluatedBytes = 2'000'000;

std::string last_line(const std::string& text) {
  const std::size_t end = text.rfind('\n');
  return end == std::string::npos ? text : text.substr(end + 1);
}

bool sets_global(const Command& command) {
  const auto parts = members(command.text);
  return parts && parts->size() == 3 && (*parts)[1] == ":global-declarations" &&
         (*parts)[2] == "true";
}

class Run {
 public:
  Run(Z3Session& session, const Script& script, const workers::Provisional& provisional)
      : session_(session), script_(script), provisional_(provisional), positions_(script.text) {}

  std::string go();

 private:
  bool step(const Command& command);
  bool check(const Command& command, const Z3Session::Output& output);
  void add_model(Json& check);
  void add_objectives(Json& check);
  void add_model_check(Json& check, const Command& command);
  void add_core(Json& check);
  void add_reason(Json& check);
  void declare_again(const Command& command);
  void respond(const Command& command, const Z3Session::Output& output);
  void fault(const Command& command, const Z3Session::Output& output);
  std::string evaluated(std::string_view term);
  std::string irrational(const std::string& name);
  void send() { provisional_(write_json(answer_)); }

  Z3Session& session_;
  const Script& script_;
  const workers::Provisional& provisional_;
  Positions positions_;
  Position where_;
  Scopes scopes_;
  bool has_goals_ = false;
  /// Under :global-declarations, which Z3's evaluator does not know: what a pop must not take.
  struct Declaration {
    std::string_view text;
    std::size_t depth = 0;
  };
  bool global_ = false;
  std::vector<Declaration> declarations_;
  Json answer_ = {{"engine", "z3 " + z3_version()},
                  {"checks", Json::array()},
                  {"responses", Json::array()},
                  {"complete", false}};
};

/// Ours come first, so that a script's own settings win.
std::string Run::go() {
  const bool assumes = std::any_of(script_.commands.begin(), script_.commands.end(),
                                   [](const Command& c) { return c.name == "check-sat-assuming"; });
  if (script_.has_names || assumes) (void)session_.run("(set-option :produce-unsat-cores true)");
  send();
  for (const Command& command : script_.commands) {
    where_ = positions_.at(command.offset);
    if (!step(command)) return write_json(answer_);
  }
  answer_["complete"] = true;
  return write_json(answer_);
}

void Run::declare_again(const Command& command) {
  if (command.name == "reset") {
    global_ = false;
    declarations_.clear();
  }
  if (!global_) return;
  if (command.name.starts_with("declare-") || command.name.starts_with("define-")) {
    declarations_.push_back({command.text, scopes_.depth()});
  } else if (command.name == "pop") {
    for (Declaration& d : declarations_) {
      if (d.depth <= scopes_.depth()) continue;
      d.depth = scopes_.depth();
      (void)session_.run(std::string(d.text));
    }
  }
}

bool Run::step(const Command& command) {
  if (command.action == Action::kNothing) return true;
  if (command.action == Action::kOption && sets_global(command)) {
    global_ = true;
    scopes_.apply(command);
    return true;
  }
  const Z3Session::Output output = session_.run(std::string(command.text));
  switch (command.action) {
    case Action::kCheck: return check(command, output);
    case Action::kQuestion: respond(command, output); return true;
    case Action::kOption:
      if (output.failed) respond(command, output);
      else scopes_.apply(command);
      return true;
    default: break;
  }
  if (output.failed) {
    fault(command, output);
    return false;
  }
  if (command.action == Action::kGoal) has_goals_ = true;
  if (command.name == "reset") has_goals_ = false;
  scopes_.apply(command);
  declare_again(command);
  return true;
}

bool Run::check(const Command& command, const Z3Session::Output& output) {
  std::string verdict = last_line(output.text);
  Json check = {{"line", where_.line},
                {"column", where_.column},
                {"assertions", scopes_.assertions().size()}};
  if (verdict == "timeout") verdict = "unknown";
  const bool out_of_memory = output.failed && output.error.find("memory") != std::string::npos;
  if (out_of_memory) verdict = "unknown";
  if (verdict != "sat" && verdict != "unsat" && verdict != "unknown") {
    fault(command, output);
    return false;
  }
  check["result"] = verdict;
  if (out_of_memory) check["reason"] = "out of memory";
  answer_["checks"].push_back(std::move(check));
  send();
  Json& row = answer_["checks"].back();
  if (verdict == "sat") {
    add_model(row);
    if (has_goals_) add_objectives(row);
    send();
    add_model_check(row, command);
  } else if (verdict == "unsat") {
    add_core(row);
  } else if (!out_of_memory) {
    add_reason(row);
  }
  send();
  return true;
}

std::string Run::irrational(const std::string& name) {
  (void)session_.run("(set-option :pp.decimal true)");
  const auto pairs = read_pairs(session_.run("(get-value (|" + name + "|))").text);
  (void)session_.run("(set-option :pp.decimal false)");
  return pairs.empty() ? std::string() : pairs.front().second;
}

void Run::add_model(Json& check) {
  const std::unordered_set<std::string_view> declared(scopes_.declared().begin(),
                                                      scopes_.declared().end());
  std::vector<ModelEntry> entries = read_model(session_.run("(get-model)").text);
  // Functions that Z3 made up are shown where a value names them.
  std::string used;
  for (const ModelEntry& e : entries) {
    if (declared.contains(e.name)) used += e.value + '\n';
  }
  std::erase_if(entries, [&](const ModelEntry& e) {
    return !declared.contains(e.name) &&
           (e.name.find('!') == std::string::npos || used.find(e.name) == std::string::npos);
  });
  Json model = Json::object();
  std::size_t bytes = 0;
  for (ModelEntry& e : entries) {
    if (e.algebraic) {
      if (std::string digits = irrational(e.name); !digits.empty()) e.value = std::move(digits);
    }
    bytes += e.name.size() + std::min(e.value.size(), kMaxValue);
    if (bytes > kMaxModel) {
      check["model_cut"] = true;
      break;
    }
    if (e.value.size() > kMaxValue) check["model_cut"] = true;
    model[e.name] = shorten(e.value, kMaxValue);
  }
  check["model"] = std::move(model);
}

void Run::add_objectives(Json& check) {
  Json rows = Json::array();
  for (auto& [term, value] : read_pairs(session_.run("(get-objectives)").text)) {
    rows.push_back({{"term", shorten(term, kMaxValue)}, {"value", shorten(value, kMaxValue)}});
  }
  check["objectives"] = std::move(rows);
}

std::string Run::evaluated(std::string_view term) {
  return session_.run("(eval " + without_attributes(term) + " :completion true :max_steps 2000000)")
      .text;
}

/// Puts the model into each assertion: what Z3's evaluator says of them, not its search.
void Run::add_model_check(Json& check, const Command& command) {
  std::vector<std::string_view> terms = scopes_.assertions();
  if (command.name == "check-sat-assuming") {
    const auto parts = members(command.text);
    if (parts && parts->size() == 2) {
      const auto assumed = members((*parts)[1]);
      if (assumed) terms.insert(terms.end(), assumed->begin(), assumed->end());
    }
  }
  std::size_t bytes = 0, open = 0, count = 0;
  for (const std::string_view term : terms) {
    bytes += term.size();
    if (++count > kMaxEvaluated || bytes > kMaxEvaluatedBytes) {
      ++open;
      continue;
    }
    const std::string value = evaluated(term);
    if (value == "false") {
      check["model_check"] = "fails";
      check["failing"] = shorten(on_one_line(term), 300);
      return;
    }
    if (value != "true") ++open;
  }
  check["model_check"] = open == 0 ? "holds" : "open";
  check["evaluated"] = terms.size() - open;
}

void Run::add_core(Json& check) {
  Json names = Json::array();
  const Z3Session::Output output = session_.run("(get-unsat-core)");
  if (const auto parts = members(output.text)) {
    for (const std::string_view name : *parts) {
      if (name == "error") break;  // cores are switched off
      names.push_back(on_one_line(bare_symbol(name)));
    }
  }
  check["core"] = std::move(names);
}

void Run::add_reason(Json& check) {
  const Z3Session::Output output = session_.run("(get-info :reason-unknown)");
  const auto parts = members(output.text);
  std::string reason = parts && parts->size() == 2 ? std::string((*parts)[1]) : std::string();
  std::erase(reason, '"');
  check["reason"] = shorten(reason.empty() ? "no reason given" : reason, 500);
}

void Run::respond(const Command& command, const Z3Session::Output& output) {
  if (answer_["responses"].size() >= kMaxResponses) return;
  answer_["responses"].push_back(
      {{"line", where_.line},
       {"command", std::string(command.name)},
       {"failed", output.failed},
       {"text", shorten(output.failed ? output.error : output.text, kMaxValue)}});
}

void Run::fault(const Command& command, const Z3Session::Output& output) {
  Position at = where_;
  if (output.where.line > 1) at = {where_.line + output.where.line - 1, output.where.column};
  else at.column += output.where.column - 1;
  std::string message = output.error.empty() ? last_line(output.text) : output.error;
  answer_["fault"] = {{"message", shorten(message, 500)},
                      {"command", std::string(command.name)},
                      {"memory", message.find("out of memory") != std::string::npos},
                      {"line", at.line},
                      {"column", at.column}};
}

}  // namespace

std::string run_z3(Z3Session& session, std::string_view text,
                   const workers::Provisional& provisional) {
  Script script;
  if (const auto failure = read_script(text, script)) {
    // The server has read it before: this is not reached by a caller's mistake.
    return write_json({{"fault",
                        {{"message", failure->error.message},
                         {"command", ""},
                         {"memory", false},
                         {"line", 1},
                         {"column", 1}}}});
  }
  return Run(session, script, provisional).go();
}

}  // namespace codecalc::smt
