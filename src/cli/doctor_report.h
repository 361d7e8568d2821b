// What codecalc doctor finds out, apart from how it is shown.
#pragma once

#include "base/json.h"
#include "cli/command.h"
#include "tools/services.h"

namespace codecalc::cli {

/// The report with the keys of the published doctor schema. `healthy` is true when programs can be
/// run. Keys of parts that this build does not have say so.
Json doctor_report(const Invocation& invocation, Services& services);

/// The report for people.
std::string doctor_text(const Json& report);

}  // namespace codecalc::cli
