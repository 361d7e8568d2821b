// codecalc doctor: can this installation do its job?
#include <array>

#include "cli/command.h"
#include "cli/doctor_report.h"

namespace codecalc::cli {
namespace {

constexpr std::array<std::string_view, 2> kAliases = {"--check", "--check-install"};

int doctor(const Invocation& invocation) {
  const auto arguments = split_arguments("doctor", invocation.arguments, {"--json"}, 0);
  if (!arguments) return kUsage;
  Services services(invocation.config);
  const Json report = doctor_report(invocation, services);
  print(arguments->has("--json") ? write_json_indented(report) + "\n" : doctor_text(report));
  return report["healthy"] == true ? kDone : kFailed;
}

}  // namespace

const Command kDoctor = {
    "doctor", kAliases, "check this installation",
    "usage: codecalc doctor [--json]\n\n"
    "Looks for the sandbox launcher and what it can enforce on this host, the language\n"
    "runtimes, a writable workspace and the active tools. Also --check, --check-install.\n"
    "Exit status: 0 when programs can be run, else 1.\n"
    "  --json  the report as JSON\n",
    doctor};

}  // namespace codecalc::cli
