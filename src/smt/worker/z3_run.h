// Runs a script through Z3, command by command.
#pragma once

#include <string>
#include <string_view>

#include "smt/worker/z3_session.h"
#include "workers/worker.h"

namespace codecalc::smt {

/// The answer is the JSON object that engine.cpp reads: `checks`, `responses`, `complete`, and
/// `fault` when a command is wrong. What is decided so far goes out after each check.
std::string run_z3(Z3Session& session, std::string_view text,
                   const workers::Provisional& provisional);

}  // namespace codecalc::smt
