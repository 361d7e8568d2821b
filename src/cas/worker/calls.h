// The calls that are operations rather than functions: integrate(...), limit(...), solve(...).
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "cas/worker/operations.h"

namespace codecalc::cas {

using CallEvaluator = std::function<Expr(const Expr&)>;

/// Every name that a call may have: plain functions and operations.
std::vector<std::string_view> known_functions();

/// True when `name` is such a call.
bool evaluate_is_operation(std::string_view name);

/// The answer of a call that is an operation; nothing when it is a plain function, whose arguments
/// are evaluated like any other. `visit` evaluates an argument. Throws Refused for wrong arguments.
std::optional<Answer> evaluate_call(const Context& c, const Expr& e, const CallEvaluator& visit);

}  // namespace codecalc::cas
