// Names of verdicts and limits.
#include "sandbox/outcome.h"

namespace codecalc::sandbox {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk: return "OK";
    case Verdict::kTimeLimit: return "TLE";
    case Verdict::kMemoryLimit: return "MLE";
    case Verdict::kOutputLimit: return "OLE";
    case Verdict::kRuntimeError: return "RTE";
  }
  return "RTE";
}

std::string_view limit_name(LimitHit limit) {
  switch (limit) {
    case LimitHit::kNone: return "";
    case LimitHit::kWall: return "wall";
    case LimitHit::kCpu: return "cpu";
    case LimitHit::kMemory: return "memory";
    case LimitHit::kOutput: return "output";
    case LimitHit::kDisk: return "disk";
  }
  return "";
}

}  // namespace codecalc::sandbox
