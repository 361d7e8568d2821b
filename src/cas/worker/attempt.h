// Attempts: steps that may run away, each in a process of its own with a time limit.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cas/worker/exact.h"

namespace codecalc::cas {

/// Runs `step` in a forked child and brings its text back; nothing when the child took more than
/// `cpu_ms` of CPU time, crashed, or had no answer. Giac's own way of interrupting does not stop
/// every computation; ending a process does.
std::optional<std::string> attempt_text(int cpu_ms,
                                        const std::function<std::optional<std::string>()>& step);

/// The same for a tree.
std::optional<Expr> attempt(int cpu_ms, const std::function<std::optional<Expr>()>& step);

/// CPU time of this request so far, its attempts included, in ms.
int cpu_used_ms();

}  // namespace codecalc::cas
