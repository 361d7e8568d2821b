// Giac behind a door: initialisation, settings, running commands.
#include "cas/worker/giac_engine.h"

#include <dlfcn.h>

#include <stdexcept>

#include "cas/worker/giac_bridge.h"

namespace codecalc::cas {

using giac::gen;

namespace {

/// The value of a text that is a constant of this program.
gen constant(const char* text, giac::context* context) {
  return giac::eval(gen(std::string(text), context), 1, context);
}

void apply_settings(giac::context* c) {
  giac::xcas_mode(0, c);
  giac::complex_mode(false, c);
  giac::complex_variables(false, c);
  giac::withsqrt(true, c);
  giac::do_lnabs(false, c);
  giac::keep_acosh_asinh(true, c);
  giac::all_trig_sol(false, c);
  giac::step_infolevel(0, c);
  giac::variables_are_files(false, c);
  giac::eval_equaltosto(false, c);
  giac::decimal_digits(15, c);
  giac::secure_run = true;
  // The calculation's filter refuses threads, and Giac would ask for one again and again.
  giac::threads_allowed = false;
  giac::threads = 1;
  giac::debug_infolevel = 0;
}

}  // namespace

const gen& Giac::State::function(std::string_view name) const {
  if (const auto it = functions.find(name); it != functions.end()) return it->second;
  auto* c = const_cast<giac::context*>(&context);
  gen g = giac::eval(gen(std::string(name), c), 1, c);
  if (g.type != giac::_FUNC) throw std::runtime_error("no such command: " + std::string(name));
  return functions.emplace(name, g).first->second;
}

const gen& Giac::State::symbol(std::string_view name) const {
  if (const auto it = symbols.find(name); it != symbols.end()) return it->second;
  std::string inner(kUserPrefix);
  inner += name;
  return symbols.emplace(name, gen(giac::identificateur(inner))).first->second;
}

gen Giac::State::call(std::string_view name, const gen& arguments) const {
  return gen(giac::symbolic(*function(name)._FUNCptr, arguments));
}

namespace {

/// The same for PARI under Giac, which would wait for a thread that never starts. PARI takes the
/// number of processors when this is still 0 at its own start.
void keep_pari_single() {
  if (void* threads = ::dlsym(RTLD_DEFAULT, "pari_mt_nbthreads")) {
    *static_cast<unsigned long*>(threads) = 1;
  }
}

}  // namespace

Giac::Giac() : state_(std::make_unique<State>()) {
  giac::context* c = &state_->context;
  keep_pari_single();
  apply_settings(c);
  // Giac's own global objects for these crash when used from outside its library.
  state_->plus_infinity = constant("+infinity", c);
  state_->minus_infinity = constant("-infinity", c);
  state_->unsigned_infinity = constant("infinity", c);
  state_->undefined = constant("undef", c);
  state_->euler_gamma = constant("euler_gamma", c);
  state_->pi = constant("pi", c);
  state_->imaginary = constant("i", c);
}

Giac::~Giac() = default;

namespace {

bool failed(const gen& g) { return g.type == giac::_STRNG; }

template <class F>
std::optional<Expr> guarded(F&& body) {
  try {
    return body();
  } catch (const std::exception&) {
    return std::nullopt;
  } catch (...) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<Expr> Giac::run(const char* name, const std::vector<Expr>& arguments) const {
  return run(name, arguments, false);
}
std::optional<Expr> Giac::run_quoted(const char* name, const std::vector<Expr>& arguments) const {
  return run(name, arguments, true);
}

std::optional<Expr> Giac::run(const char* name, const std::vector<Expr>& arguments,
                              bool quoted) const {
  return guarded([&]() -> std::optional<Expr> {
    giac::context* c = &state_->context;
    giac::vecteur values;
    for (const Expr& a : arguments) {
      const gen value = to_giac(a, *state_);
      values.push_back(quoted ? value : giac::eval(value, 1, c));
    }
    const gen argument = values.size() == 1 ? values[0] : gen(values, giac::_SEQ__VECT);
    const gen result = (*state_->function(name)._FUNCptr)(argument, c);
    if (failed(result)) return std::nullopt;
    return from_giac(result, *state_);
  });
}

std::optional<Expr> Giac::evaluate(const Expr& e) const {
  return guarded([&]() -> std::optional<Expr> {
    giac::context* c = &state_->context;
    const gen result = giac::eval(to_giac(e, *state_), 1, c);
    if (failed(result)) return std::nullopt;
    return from_giac(result, *state_);
  });
}

void Giac::assume_positive(const std::set<std::string>& variables) const {
  for (const std::string& name : variables) {
    (void)guarded([&]() -> std::optional<Expr> {
      (*state_->function("assume")._FUNCptr)(
          gen(giac::symbolic(giac::at_superieur_strict,
                             giac::makesequence(state_->symbol(name), gen(0)))),
          &state_->context);
      return std::nullopt;
    });
  }
}

void Giac::assume_integer(std::string_view variable) const {
  (void)guarded([&]() -> std::optional<Expr> {
    (*state_->function("assume")._FUNCptr)(
        giac::makesequence(state_->symbol(variable), gen(giac::_ZINT)), &state_->context);
    return std::nullopt;
  });
}

void Giac::forget(const std::set<std::string>& variables) const {
  for (const std::string& name : variables) {
    (void)guarded([&]() -> std::optional<Expr> {
      (*state_->function("purge")._FUNCptr)(state_->symbol(name), &state_->context);
      return std::nullopt;
    });
  }
}

Giac::ComplexVariables::ComplexVariables(const Giac& giac) : giac_(giac) {
  giac::complex_variables(true, &giac_.state_->context);
}
Giac::ComplexVariables::~ComplexVariables() {
  giac::complex_variables(false, &giac_.state_->context);
}
Giac::ComplexMode::ComplexMode(const Giac& giac) : giac_(giac) {
  giac::complex_mode(true, &giac_.state_->context);
}
Giac::ComplexMode::~ComplexMode() { giac::complex_mode(false, &giac_.state_->context); }

}  // namespace codecalc::cas
