// One request of the server as text in, the result's members as text out.
#pragma once

#include <string>
#include <string_view>

#include "cas/worker/giac_engine.h"
#include "workers/worker.h"

namespace codecalc::cas {

/// `body` is the JSON that engine.cpp writes. The answer is a JSON object: the tool's result
/// members, or {"failure": code, "error": text, "parameter": name} for a request that cannot be
/// served.
std::string answer_request(const Giac& giac, std::string_view body,
                           const workers::Provisional& provisional);

}  // namespace codecalc::cas
