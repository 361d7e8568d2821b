// A process of the kill tests: an executor with runs under way, for ever.
#pragma once

#include <string>

namespace codecalc::sandbox::testing {

/// The first argument that makes the test program such a server; then come the launcher, the
/// hostile program, its path inside and a marker for the arguments of what is run.
inline constexpr const char* kServerArgument = "--be-server";

[[noreturn]] void be_server(const std::string& launcher, const std::string& abuse,
                            const std::string& inside, const std::string& marker);

}  // namespace codecalc::sandbox::testing
