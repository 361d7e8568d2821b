// Stands in for the sandbox and the runtimes until they are part of the build; answers what a
// machine without a launcher answers. Goes away with them.
#include "tools/services.h"

namespace codecalc {

#ifdef CODECALC_SANDBOX_PENDING
namespace sandbox {
Result<std::string> find_launcher(const std::string&) {
  return Error{Code::kRuntimeUnavailable, "this build has no codecalc-exec", "", ""};
}
std::unique_ptr<Executor> start_executor(const std::string&) { return nullptr; }
}  // namespace sandbox
#endif

#ifdef CODECALC_RUNTIMES_PENDING
namespace runtimes {
std::string_view tier_name(Tier) { return "best_effort"; }
std::string_view status_name(RuntimeStatus) { return "supported"; }
struct Languages::State {};
Languages::Languages(std::string) {}
Languages::~Languages() = default;
std::vector<LanguageInfo> Languages::list() const { return {}; }
namespace {
Error absent() { return Error{Code::kRuntimeUnavailable, "this build has no runtimes", "", ""}; }
}  // namespace
Result<std::string> Languages::canonical(std::string_view) const { return absent(); }
Result<Plan> Languages::plan(std::string_view, std::string_view) const { return absent(); }
Result<Plan> Languages::plan_entry(std::string_view, std::string_view, std::string_view) const {
  return absent();
}
}  // namespace runtimes
#endif

}  // namespace codecalc
