// The check behind CODECALC_REQUIRE_NATIVE.
#include "cli/native.h"

namespace codecalc::cli {

std::optional<std::string> missing_walls(Services& services) {
  auto executor = services.executor();
  if (!executor.ok()) return "the sandbox launcher is missing: " + executor.error().message;
  auto report = (*executor)->host_report();
  if (!report.ok()) return "the sandbox launcher does not answer: " + report.error().message;
  if (report->usable() && report->unenforced.empty()) return std::nullopt;
  std::string text = "the full sandbox does not hold here (level " + report->level + ")";
  for (const std::string& token : report->unenforced) text += "; not enforced: " + token;
  for (const std::string& reason : report->reasons) text += "; " + reason;
  text += "; held:";
  for (const std::string& layer : report->layers) text += " " + layer;
  return text;
}

}  // namespace codecalc::cli
