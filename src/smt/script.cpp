// Which commands and options a script may have, and the scopes that they open.
#include "smt/script.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace codecalc::smt {
namespace {

struct CommandRow {
  std::string_view name;
  Action action;
};

constexpr std::array kCommands = {
    CommandRow{"assert", Action::kState},
    CommandRow{"assert-soft", Action::kGoal},
    CommandRow{"check-sat", Action::kCheck},
    CommandRow{"check-sat-assuming", Action::kCheck},
    CommandRow{"check-sat-using", Action::kCheck},
    CommandRow{"declare-const", Action::kState},
    CommandRow{"declare-datatype", Action::kState},
    CommandRow{"declare-datatypes", Action::kState},
    CommandRow{"declare-fun", Action::kState},
    CommandRow{"declare-sort", Action::kState},
    CommandRow{"define-const", Action::kState},
    CommandRow{"define-fun", Action::kState},
    CommandRow{"define-fun-rec", Action::kState},
    CommandRow{"define-funs-rec", Action::kState},
    CommandRow{"define-sort", Action::kState},
    CommandRow{"echo", Action::kQuestion},
    CommandRow{"eval", Action::kQuestion},
    CommandRow{"get-assertions", Action::kQuestion},
    CommandRow{"get-assignment", Action::kQuestion},
    CommandRow{"get-consequences", Action::kQuestion},
    CommandRow{"get-info", Action::kQuestion},
    CommandRow{"get-model", Action::kQuestion},
    CommandRow{"get-objectives", Action::kQuestion},
    CommandRow{"get-option", Action::kQuestion},
    CommandRow{"get-proof", Action::kQuestion},
    CommandRow{"get-unsat-assumptions", Action::kQuestion},
    CommandRow{"get-unsat-core", Action::kQuestion},
    CommandRow{"get-value", Action::kQuestion},
    CommandRow{"maximize", Action::kGoal},
    CommandRow{"minimize", Action::kGoal},
    CommandRow{"pop", Action::kState},
    CommandRow{"push", Action::kState},
    CommandRow{"reset", Action::kState},
    CommandRow{"reset-assertions", Action::kState},
    CommandRow{"set-info", Action::kNothing},
    CommandRow{"set-logic", Action::kLogic},
    CommandRow{"set-option", Action::kOption},
    CommandRow{"simplify", Action::kQuestion},
};

/// Options that change what an answer says or how it is searched for. Everything else is passed
/// over: its effect is another solver's, a file's, or that of a bound that the server sets.
constexpr std::array<std::string_view, 19> kOptions = {
    ":auto_config",
    ":global-declarations",
    ":interactive-mode",
    ":model.completion",
    ":opt.priority",
    ":produce-assertions",
    ":produce-assignments",
    ":produce-models",
    ":produce-proofs",
    ":produce-unsat-assumptions",
    ":produce-unsat-cores",
    ":random-seed",
    ":sat.random_seed",
    ":smt.arith.random_initial_value",
    ":smt.arith.solver",
    ":smt.ematching",
    ":smt.mbqi",
    ":smt.mbqi.max_iterations",
    ":smt.random_seed",
};

/// Options that are every solver's default, or only change how it prints: no note for them.
constexpr std::array<std::string_view, 3> kSilent = {":print-success", ":verbosity",
                                                     ":incremental"};

constexpr std::array<std::string_view, 3> kChannels = {":regular-output-channel",
                                                       ":diagnostic-output-channel", ":trace"};

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

Error refusal(Code code, std::string message, std::string remedy = {}) {
  return {code, std::move(message), "smt2", std::move(remedy)};
}

std::string_view closest_command(std::string_view name) {
  for (const CommandRow& row : kCommands) {
    if (row.name.starts_with(name) || name.starts_with(row.name)) return row.name;
  }
  return {};
}

class Reader {
 public:
  Reader(Script& script) : script_(script) {}

  std::optional<Failure> read();

 private:
  std::optional<Error> add(const Form& form);
  std::optional<Error> option(const std::vector<std::string_view>& parts, Command& command);
  std::optional<Error> scope(const Command& command);
  std::optional<Error> unknown(std::string_view name) const;
  void note(std::string text);

  Script& script_;
  std::size_t depth_ = 0;
  bool ended_ = false;
};

void Reader::note(std::string text) {
  constexpr std::size_t kMaxNotes = 20;
  if (script_.notes.size() < kMaxNotes && !contains(script_.notes, text)) {
    script_.notes.push_back(std::move(text));
  }
}

std::optional<Error> Reader::unknown(std::string_view name) const {
  if (name == "include") {
    return refusal(Code::kPermissionDenied, "include would read a file, and scripts have none",
                   "Put the text of that file into the script itself.");
  }
  std::string message = "there is no command " + shorten(std::string(name), 40);
  if (const auto near = closest_command(name); !near.empty()) {
    message += "; did you mean " + std::string(near) + "?";
  }
  return refusal(Code::kValidation, message,
                 "Use the commands of SMT-LIB 2.6, minimize, maximize, assert-soft, "
                 "get-objectives, eval and simplify.");
}

std::optional<Error> Reader::option(const std::vector<std::string_view>& parts, Command& command) {
  if (parts.size() < 2 || parts[1].empty() || parts[1][0] != ':') {
    return refusal(Code::kValidation, "set-option needs a keyword that begins with a colon");
  }
  const std::string_view key = parts[1];
  const std::string_view value = parts.size() > 2 ? parts[2] : std::string_view();
  if (contains(kChannels, key)) {
    const bool harmless =
        value == "\"stdout\"" || value == "\"stderr\"" || value == "false" || value == "stdout";
    if (!harmless) {
      return refusal(Code::kPermissionDenied,
                     std::string(key) + " would write a file, and scripts have none",
                     "Take the option out: all output comes back in the result.");
    }
    command.action = Action::kNothing;
    return std::nullopt;
  }
  if (contains(kOptions, key)) return std::nullopt;
  command.action = Action::kNothing;
  if (!contains(kSilent, key)) {
    note("the option " + shorten(std::string(key), 60) + " has no effect here");
  }
  return std::nullopt;
}

std::optional<Error> Reader::scope(const Command& command) {
  if (command.name == "reset") depth_ = 0;
  if (command.name != "push" && command.name != "pop") return std::nullopt;
  const auto count = scope_count(command.text);
  if (!count) {
    return refusal(Code::kValidation, std::string(command.name) +
                                          " takes one whole number, at most " +
                                          std::to_string(kMaxScopes));
  }
  if (command.name == "pop") {
    if (*count > depth_) {
      return refusal(Code::kValidation, "pop closes " + std::to_string(*count) + " scopes, but " +
                                            std::to_string(depth_) + " are open");
    }
    depth_ -= *count;
  } else {
    if (depth_ + *count > kMaxScopes) {
      return refusal(Code::kResourceExhausted,
                     "more than " + std::to_string(kMaxScopes) + " scopes would be open");
    }
    depth_ += *count;
  }
  return std::nullopt;
}

std::optional<Error> Reader::add(const Form& form) {
  Command command;
  command.text = std::string_view(script_.text).substr(form.begin, form.end - form.begin);
  command.offset = form.begin;
  if (command.text.front() != '(') {
    return refusal(
        Code::kValidation,
        "expected a command in parentheses, found " + shorten(std::string(command.text), 40),
        "A script is a list of commands, e.g. (assert (> x 5)).");
  }
  const Token head = next_token(command.text, 1);
  if (head.kind != TokenKind::kWord) {
    return refusal(Code::kValidation, "a command begins with its name",
                   "A script is a list of commands, e.g. (assert (> x 5)).");
  }
  command.name = command.text.substr(head.begin, head.end - head.begin);
  if (command.name == "exit") {
    ended_ = true;
    return std::nullopt;
  }
  const auto row = std::find_if(kCommands.begin(), kCommands.end(),
                                [&](const CommandRow& r) { return r.name == command.name; });
  if (row == kCommands.end()) return unknown(command.name);
  command.action = row->action;
  if (command.action == Action::kOption) {
    if (auto error = option(*members(command.text), command)) return error;
  }
  if (auto error = scope(command)) return error;
  if (command.action == Action::kCheck && ++script_.checks > kMaxChecks) {
    return refusal(Code::kResourceExhausted,
                   "more than " + std::to_string(kMaxChecks) + " verdicts are asked for");
  }
  script_.commands.push_back(command);
  return std::nullopt;
}

std::optional<Failure> Reader::read() {
  const Forms forms = read_forms(script_.text);
  for (const Form& form : forms.forms) {
    if (ended_) break;
    if (auto error = add(form)) {
      return Failure{*std::move(error), position_of(script_.text, form.begin)};
    }
  }
  if (forms.fault && !ended_) {
    const ReadFault& fault = *forms.fault;
    return Failure{
        refusal(fault.too_large ? Code::kResourceExhausted : Code::kValidation, fault.message),
        position_of(script_.text, fault.offset)};
  }
  if (script_.checks == 0) {
    return Failure{refusal(Code::kValidation,
                           script_.commands.empty() ? "the script has no command"
                                                    : "the script asks for no verdict",
                           "Add (check-sat) where the assertions are to be decided."),
                   std::nullopt};
  }
  script_.has_names = script_.text.find(":named") != std::string::npos;
  return std::nullopt;
}

}  // namespace

std::optional<Failure> read_script(std::string_view text, Script& script) {
  if (text.size() > kMaxScript) {
    return Failure{refusal(Code::kResourceExhausted, "the script is longer than " +
                                                         std::to_string(kMaxScript / 1'000'000) +
                                                         " million bytes"),
                   std::nullopt};
  }
  script.text = text;
  return Reader(script).read();
}

std::optional<std::size_t> scope_count(std::string_view command) {
  const auto parts = members(command);
  if (!parts || parts->size() > 2) return std::nullopt;
  if (parts->size() == 1) return 1;
  const std::string_view digits = (*parts)[1];
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  if (value > kMaxScopes) return std::nullopt;
  return value;
}

void Scopes::apply(const Command& command) {
  const std::string_view name = command.name;
  if (name == "push") {
    frames_.insert(frames_.end(), scope_count(command.text).value_or(1),
                   {assertions_.size(), declared_.size()});
  } else if (name == "pop") {
    for (std::size_t n = scope_count(command.text).value_or(1); n > 0 && !frames_.empty(); --n) {
      assertions_.resize(frames_.back().assertions);
      if (!global_) declared_.resize(frames_.back().declared);
      frames_.pop_back();
    }
  } else if (name == "reset") {
    *this = Scopes();
  } else if (name == "reset-assertions") {
    assertions_.clear();
    frames_.clear();
  } else if (name == "set-option" || name == "assert" || name == "declare-const" ||
             name == "declare-fun") {
    const auto parts = members(command.text);
    if (!parts || parts->size() < 2) return;
    if (name == "assert") assertions_.push_back((*parts)[1]);
    else if (name != "set-option") declared_.push_back(bare_symbol((*parts)[1]));
    else if ((*parts)[1] == ":global-declarations") global_ = parts->back() == "true";
  }
}

std::string describe(const Position& where) {
  return "line " + std::to_string(where.line) + ", column " + std::to_string(where.column);
}

}  // namespace codecalc::smt
