// Engine: questions as JSON to the worker, its answers as structs.
#include "cas/engine.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "expr/parser.h"
#include "workers/client.h"

namespace codecalc::cas {

namespace {

constexpr std::uint32_t kMemoryMib = 1024;

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
  out.name = "codecalc-cas";
  if (!binary.empty()) {
    out.binaries = {binary};
  } else {
    const std::string folder = own_folder();
    out.binaries = {folder + "/codecalc-cas", folder + "/../libexec/codecalc/codecalc-cas"};
  }
  out.missing_message =
      "the algebra worker codecalc-cas is not installed (looked at: " + out.binaries.front() + ")";
  out.missing_remedy =
      "Build codecalc with libgiac-dev, libflint-arb-dev and libflint-dev installed, or install "
      "the "
      "package that has codecalc-cas. Plain arithmetic works without it: calc_exact.";
  return out;
}

Result<expr::Expr> checked_expression(const std::string& text, std::string_view parameter) {
  auto e = expr::parse(text, {.implied_multiplication = true});
  if (!e.ok()) {
    Error error = std::move(e).error();
    error.parameter = parameter;
    return error;
  }
  return e;
}

Status check(const std::string& text, std::string_view parameter) {
  TRY_ASSIGN(const expr::Expr e, checked_expression(text, parameter));
  (void)e;
  return Unit{};
}

std::optional<std::string> optional_text(const Json& j, const char* name) {
  const auto it = j.find(name);
  if (it == j.end() || !it->is_string()) return std::nullopt;
  return it->get<std::string>();
}

std::string text(const Json& j, const char* name) { return optional_text(j, name).value_or(""); }

std::optional<std::vector<std::string>> optional_texts(const Json& j, const char* name) {
  const auto it = j.find(name);
  if (it == j.end() || !it->is_array()) return std::nullopt;
  std::vector<std::string> out;
  for (const Json& e : *it) {
    if (e.is_string()) out.push_back(e.get<std::string>());
  }
  return out;
}

bool flag(const Json& j, const char* name) {
  const auto it = j.find(name);
  return it != j.end() && it->is_boolean() && it->get<bool>();
}

Trust trust_of(const Json& j) {
  return {flag(j, "checked"), optional_text(j, "check"), optional_text(j, "reason"),
          optional_texts(j, "assumptions")};
}

}  // namespace

struct Engine::State {
  explicit State(const std::string& binary) : client(options_for(binary)) {}
  workers::Client client;

  Result<Json> ask(const Json& request, const Call& call);
};

Result<Json> Engine::State::ask(const Json& request, const Call& call) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      call.deadline - std::chrono::steady_clock::now());
  if (left.count() <= 0)
    return Error{Code::kTimeout, "no time is left for the calculation", {}, {}};
  workers::Budget budget;
  budget.wall_ms = static_cast<std::uint32_t>(std::min<std::int64_t>(left.count(), 3'600'000));
  budget.cpu_ms = budget.wall_ms;
  budget.memory_mib = kMemoryMib;
  TRY_ASSIGN(const std::string body, client.call(write_json(request), budget, call.stop));
  auto parsed = read_json(body);
  auto* json = std::get_if<Json>(&parsed);
  if (json == nullptr || !json->is_object()) {
    return Error{Code::kWorkerFailure, "the algebra worker gave no readable answer", {}, {}};
  }
  const auto failure = json->find("failure");
  if (failure != json->end() && failure->is_number_integer()) {
    const auto code = failure->get<int>();
    const bool known = code >= 0 && code <= static_cast<int>(Code::kInternal);
    return Error{known ? static_cast<Code>(code) : Code::kWorkerFailure,
                 cas::text(*json, "error"),
                 cas::text(*json, "parameter"),
                 {}};
  }
  return std::move(*json);
}

Engine::Engine(const std::string& binary) : state_(std::make_unique<State>(binary)) {}
Engine::~Engine() = default;

void Engine::prewarm() { state_->client.prewarm(); }
std::string Engine::worker() const { return state_->client.binary(); }

Result<Evaluated> Engine::evaluate(const std::string& expression, const Call& call) {
  TRY(check(expression, "expression"));
  TRY_ASSIGN(const Json j, state_->ask({{"op", "evaluate"}, {"expression", expression}}, call));
  return Evaluated{text(j, "expression"),     text(j, "simplified"),        text(j, "type"),
                   optional_text(j, "value"), optional_text(j, "expanded"), trust_of(j)};
}

Result<Simplified> Engine::simplify(const std::string& expression, const Call& call) {
  TRY(check(expression, "expr"));
  TRY_ASSIGN(const Json j, state_->ask({{"op", "simplify"}, {"expr", expression}}, call));
  return Simplified{text(j, "original"), text(j, "simplified"), optional_text(j, "factored"),
                    optional_text(j, "expanded"), trust_of(j)};
}

Result<Limit> Engine::limit(const std::string& expression, const std::string& variable,
                            const std::string& point, Side side, const Call& call) {
  const char* from = side == Side::kRight ? "right" : side == Side::kLeft ? "left" : "both";
  TRY(check(expression, "expr"));
  TRY(check(point, "point"));
  TRY_ASSIGN(const Json j, state_->ask({{"op", "limit"},
                                        {"expr", expression},
                                        {"var", variable},
                                        {"point", point},
                                        {"side", from}},
                                       call));
  return Limit{text(j, "expression"), text(j, "point"), text(j, "limit"), trust_of(j)};
}

Result<Solved> Engine::solve(const std::string& equation, const std::string& variable,
                             const Call& call) {
  TRY(check(equation, "expr"));
  TRY_ASSIGN(const Json j,
             state_->ask({{"op", "solve"}, {"expr", equation}, {"var", variable}}, call));
  return Solved{text(j, "equation"),
                optional_texts(j, "solutions").value_or(std::vector<std::string>{}),
                optional_texts(j, "numeric"), flag(j, "all_values"), trust_of(j)};
}

Result<SystemSolved> Engine::solve_system(const std::vector<std::string>& equations,
                                          const std::vector<std::string>& variables,
                                          const Call& call) {
  for (const std::string& e : equations) TRY(check(e, "system"));
  TRY_ASSIGN(
      const Json j,
      state_->ask({{"op", "system"}, {"equations", equations}, {"variables", variables}}, call));
  return SystemSolved{optional_texts(j, "solutions").value_or(std::vector<std::string>{}),
                      optional_texts(j, "unsolved"), optional_text(j, "note"), trust_of(j)};
}

Result<Equivalent> Engine::equivalent(const std::string& a, const std::string& b,
                                      const Call& call) {
  TRY(check(a, "a"));
  TRY(check(b, "b"));
  TRY_ASSIGN(const Json j, state_->ask({{"op", "equivalent"}, {"a", a}, {"b", b}}, call));
  return Equivalent{text(j, "a"), text(j, "b"), flag(j, "identical"), text(j, "difference"),
                    trust_of(j)};
}

Result<MatrixResult> Engine::matrix(const std::string& operation,
                                    const std::vector<std::vector<std::string>>& rows,
                                    const Call& call) {
  for (const auto& row : rows) {
    for (const std::string& entry : row) TRY(check(entry, "rows"));
  }
  TRY_ASSIGN(const Json j,
             state_->ask({{"op", "matrix"}, {"matrix_op", operation}, {"rows", rows}}, call));
  MatrixResult out;
  out.value = optional_text(j, "value");
  if (const auto it = j.find("matrix"); it != j.end() && it->is_array()) {
    out.matrix.emplace();
    for (const Json& row : *it) {
      out.matrix->push_back(row.get<std::vector<std::string>>());
    }
  }
  if (const auto it = j.find("eigenvalues"); it != j.end() && it->is_object()) {
    for (const auto& [value, multiplicity] : it->items()) {
      out.eigenvalues.emplace_back(value, multiplicity.get<std::int64_t>());
    }
  }
  if (const auto it = j.find("numeric"); it != j.end() && it->is_object()) {
    for (const auto& [value, digits] : it->items()) {
      out.numeric.emplace_back(value, digits.get<std::string>());
    }
  }
  out.trust = trust_of(j);
  return out;
}

}  // namespace codecalc::cas
