// cvc5 by dlopen. The wheel that it comes from has no headers: the functions of its C API that are
// used are declared here (cvc5.h and cvc5_parser.h of cvc5 1.4).
#include "smt/worker/cvc5.h"

#include <dlfcn.h>

#include <array>

#include "base/json.h"
#include "base/text.h"
#include "smt/script.h"

namespace codecalc::smt {
namespace {

struct TermManager;
struct Solver;
struct SymbolManager;
struct Parser;
struct CommandHandle;
constexpr int kSmtLib26 = 0;  // CVC5_INPUT_LANGUAGE_SMT_LIB_2_6

struct Functions {
  TermManager* (*term_manager_new)() = nullptr;
  Solver* (*solver_new)(TermManager*) = nullptr;
  void (*set_option)(Solver*, const char*, const char*) = nullptr;
  const char* (*get_version)(Solver*) = nullptr;
  SymbolManager* (*symbol_manager_new)(TermManager*) = nullptr;
  Parser* (*parser_new)(Solver*, SymbolManager*) = nullptr;
  void (*set_input)(Parser*, int, const char*, const char*) = nullptr;
  CommandHandle* (*next_command)(Parser*, const char**) = nullptr;
  const char* (*invoke)(CommandHandle*, Solver*, SymbolManager*) = nullptr;
  bool (*has_error)() = nullptr;
  const char* (*error_message)() = nullptr;
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, Functions& f) {
  return find(library, "cvc5_term_manager_new", f.term_manager_new) &&
         find(library, "cvc5_new", f.solver_new) &&
         find(library, "cvc5_set_option", f.set_option) &&
         find(library, "cvc5_get_version", f.get_version) &&
         find(library, "cvc5_symbol_manager_new", f.symbol_manager_new) &&
         find(library, "cvc5_parser_new", f.parser_new) &&
         find(library, "cvc5_parser_set_str_input", f.set_input) &&
         find(library, "cvc5_parser_next_command", f.next_command) &&
         find(library, "cvc5_cmd_invoke", f.invoke) &&
         find(library, "cvc5_has_error", f.has_error) &&
         find(library, "cvc5_get_error_message", f.error_message);
}

struct Session {
  Solver* solver = nullptr;
  SymbolManager* symbols = nullptr;
  Parser* parser = nullptr;
};

/// Answers come from the whole of the logic: a script's own set-logic is Z3's hint at most.
Session open_session(const Functions& f) {
  Session session;
  TermManager* terms = f.term_manager_new();
  session.solver = f.solver_new(terms);
  for (const auto& [name, value] :
       std::array{std::pair{"incremental", "true"}, std::pair{"strings-exp", "true"},
                  std::pair{"mbqi", "true"}, std::pair{"nl-cov", "true"}}) {
    f.set_option(session.solver, name, value);
  }
  session.symbols = f.symbol_manager_new(terms);
  session.parser = f.parser_new(session.solver, session.symbols);
  return session;
}

struct Reply {
  std::string text;
  std::string error;
};

Reply run_command(const Functions& f, const Session& s, const std::string& command) {
  Reply reply;
  f.set_input(s.parser, kSmtLib26, command.c_str(), "script");
  const char* error = nullptr;
  CommandHandle* handle = f.next_command(s.parser, &error);
  if (handle == nullptr) {
    if (error == nullptr && f.has_error()) error = f.error_message();
    reply.error = error != nullptr ? error : "it reads no command here";
    return reply;
  }
  const char* text = f.invoke(handle, s.solver, s.symbols);
  reply.text = text != nullptr ? text : "";
  if (f.has_error()) reply.error = f.error_message();
  else if (reply.text.starts_with("(error")) reply.error = reply.text;
  return reply;
}

std::string verdict_of(const std::string& text) {
  for (const char* verdict : {"unsat", "sat", "unknown"}) {
    if (text.starts_with(verdict)) return verdict;
  }
  return "unknown";
}

/// The command as cvc5 is to have it; empty: nothing of it concerns cvc5.
std::string translated(const Command& command) {
  switch (command.action) {
    case Action::kState:
      // A bare push or pop is one scope.
      if (command.text == "(push)") return "(push 1)";
      if (command.text == "(pop)") return "(pop 1)";
      return std::string(command.text);
    case Action::kCheck:
      if (command.name == "check-sat-using") return "(check-sat)";
      return std::string(command.text);
    case Action::kOption: {
      const auto parts = members(command.text);
      const bool scoping = parts && parts->size() > 1 && (*parts)[1] == ":global-declarations";
      return scoping ? std::string(command.text) : std::string();
    }
    default: return {};
  }
}

}  // namespace

struct Cvc5::State {
  Functions functions;
  std::string version;
};

Cvc5::Cvc5(std::unique_ptr<State> state) : state_(std::move(state)) {}
Cvc5::~Cvc5() = default;
const std::string& Cvc5::version() const { return state_->version; }

Result<std::unique_ptr<Cvc5>> Cvc5::load(const std::string& library) {
  void* handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = ::dlerror();
    return Error{Code::kDependencyMissing, why != nullptr ? why : "cvc5 cannot be loaded", {}, {}};
  }
  auto state = std::make_unique<State>();
  if (!find_all(handle, state->functions)) {
    return Error{Code::kDependencyMissing, library + " lacks functions of cvc5 1.4", {}, {}};
  }
  // Also makes the tables that every later solver uses.
  const Session session = open_session(state->functions);
  for (const char* command :
       {"(set-logic ALL)", "(declare-const x Int)", "(assert (> x 1))", "(check-sat)"}) {
    (void)run_command(state->functions, session, command);
  }
  const char* version = state->functions.get_version(session.solver);
  state->version = version != nullptr ? version : "";
  state->version.resize(std::min(state->version.size(), state->version.find('-')));
  return std::unique_ptr<Cvc5>(new Cvc5(std::move(state)));
}

std::string Cvc5::run(std::string_view text, const workers::Provisional& provisional) const {
  Json answer = {{"engine", "cvc5 " + state_->version}, {"checks", Json::array()}};
  Script script;
  if (read_script(text, script)) return write_json(answer);
  provisional(write_json(answer));
  const Functions& f = state_->functions;
  const Session session = open_session(f);
  (void)run_command(f, session, "(set-logic ALL)");
  for (const Command& command : script.commands) {
    const std::string mine = translated(command);
    if (mine.empty()) continue;
    const Reply reply = run_command(f, session, mine);
    if (!reply.error.empty()) {
      answer["reason"] = "it cannot take " + std::string(command.name) + ": " +
                         shorten(on_one_line(reply.error), 200);
      break;
    }
    if (command.action != Action::kCheck) continue;
    answer["checks"].push_back(verdict_of(reply.text));
    provisional(write_json(answer));
  }
  return write_json(answer);
}

}  // namespace codecalc::smt
