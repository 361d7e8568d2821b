// Names and remedies of the contract's codes.
#include "base/result.h"

namespace codecalc {

std::string_view code_name(Code code) {
  switch (code) {
    case Code::kValidation: return "validation";
    case Code::kRuntimeUnavailable: return "runtime_unavailable";
    case Code::kTimeout: return "timeout";
    case Code::kResourceExhausted: return "resource_exhausted";
    case Code::kPermissionDenied: return "permission_denied";
    case Code::kDependencyMissing: return "dependency_missing";
    case Code::kWorkerFailure: return "worker_failure";
    case Code::kInternal: return "internal";
  }
  return "internal";
}

std::string_view code_remedy(Code code) {
  switch (code) {
    case Code::kValidation: return "Correct the named argument and call again.";
    case Code::kRuntimeUnavailable:
      return "Install the runtime, or name its folder in CODECALC_RUNTIME_PATH; `codecalc doctor` "
             "shows what was found.";
    case Code::kTimeout: return "Raise the time limit, or give the call less work.";
    case Code::kResourceExhausted: return "Give the call less work, or raise the limit it names.";
    case Code::kPermissionDenied: return "This is refused by design or by the operator's policy.";
    case Code::kDependencyMissing: return "Install the component that the message names.";
    case Code::kWorkerFailure: return "Start a new session or call again; the worker was lost.";
    case Code::kInternal: return "This is a fault of codecalc; please report it with the call.";
  }
  return "";
}

}  // namespace codecalc
