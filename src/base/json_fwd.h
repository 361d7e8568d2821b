// The JSON value type, declared only: tool files stay cheap to compile.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace codecalc {

/// Objects keep the order of insertion, as results are read by people too.
using Json = nlohmann::ordered_json;

}  // namespace codecalc
