// The options of codecalc-exec, and a run through the same executor that the server uses: this
// program starts itself in serve mode.
#include "exec/by_hand.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

#include "base/config.h"
#include "base/json.h"
#include "base/text.h"
#include "execution/program.h"
#include "registry/contract.h"

namespace codecalc::exec {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kUsage = 2;

constexpr std::string_view kHelp =
    "usage: codecalc-exec --lang LANGUAGE [OPTION...] < SOURCE\n"
    "       codecalc-exec --probe | --version | --help\n"
    "\n"
    "Runs the source text on standard input in a sandbox and prints one JSON result.\n"
    "\n"
    "  --lang LANGUAGE       python3, c, rust, ... ; see codecalc tools or list_languages\n"
    "  --timeout SECONDS     for compiling and running together, from 1 to 120 (10)\n"
    "  --memory-mb N         memory of all its processes together (2048)\n"
    "  --max-output-kb N     kept of each stream, at most 240 (64)\n"
    "  --max-cpu SECONDS     CPU time of all its processes together (timeout + 8)\n"
    "  --no-net              without the network\n"
    "  --workdir DIR         the work folder; what the program writes there stays\n"
    "  --stdin FILE          standard input of the program (empty)\n"
    "  --probe               what this host gives the sandbox, as JSON\n"
    "\n"
    "Exit status: 0 when the result's ok is true, 1 when it is false, 2 for wrong options.\n";

struct Options {
  execution::RequestedLimits limits;
  std::string language;
  std::string workdir;
  std::string stdin_file;
  bool probe = false;
};

int usage_error(const std::string& what) {
  std::fprintf(stderr, "codecalc-exec: %s\nTry: codecalc-exec --help\n", what.c_str());
  return kUsage;
}

// A number option and where it goes.
struct NumberOption {
  std::string_view name;
  std::int64_t execution::RequestedLimits::* member;
  std::int64_t min;
  std::int64_t max;
};
constexpr NumberOption kNumbers[] = {
    {"--timeout", &execution::RequestedLimits::timeout_seconds, 1, 120},
    {"--memory-mb", &execution::RequestedLimits::max_memory_mb, 1, execution::kMaxMemoryMb},
    {"--max-output-kb", &execution::RequestedLimits::max_output_kb, 1, execution::kMaxOutputKb},
    {"--max-cpu", &execution::RequestedLimits::max_cpu_seconds, 1, execution::kMaxCpuSeconds}};

// The text of what is wrong, or nothing.
std::optional<std::string> set_number(const NumberOption& option, std::string_view text,
                                      Options& options) {
  std::int64_t value = 0;
  const char* last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, value);
  if (code != std::errc() || end != last || value < option.min || value > option.max)
    return std::string(option.name) + " needs a whole number from " + std::to_string(option.min) +
           " to " + std::to_string(option.max);
  options.limits.*option.member = value;
  return std::nullopt;
}

/// `name` is one that takes_value().
std::optional<std::string> set_option(std::string_view name, std::string_view value,
                                      Options& options) {
  for (const NumberOption& option : kNumbers) {
    if (option.name == name) return set_number(option, value, options);
  }
  if (name == "--lang") options.language = value;
  else if (name == "--workdir") options.workdir = value;
  else options.stdin_file = value;
  return std::nullopt;
}

bool takes_value(std::string_view name) {
  constexpr std::string_view kTexts[] = {"--lang", "--workdir", "--stdin"};
  return std::ranges::find(kTexts, name) != std::end(kTexts) ||
         std::ranges::find(kNumbers, name, &NumberOption::name) != std::end(kNumbers);
}

/// A value is the next argument, or stands behind "=".
std::optional<std::string> parse(std::span<const std::string_view> arguments, Options& options) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::size_t equals = arguments[i].find('=');
    const std::string_view name = arguments[i].substr(0, equals);
    if (arguments[i] == "--no-net") {
      options.limits.no_net = true;
    } else if (arguments[i] == "--probe") {
      options.probe = true;
    } else if (!takes_value(name)) {
      return "there is no option " + shorten(arguments[i], 64);
    } else if (equals == name.npos && i + 1 == arguments.size()) {
      return std::string(name) + " needs a value";
    } else if (auto wrong = set_option(
                   name, equals == name.npos ? arguments[++i] : arguments[i].substr(equals + 1),
                   options)) {
      return wrong;
    }
  }
  if (!options.probe && options.language.empty()) return "--lang is missing";
  return std::nullopt;
}

std::string real_path(const std::string& path) {
  char resolved[PATH_MAX];
  return ::realpath(path.c_str(), resolved) == nullptr ? std::string() : std::string(resolved);
}

void print(Json& result) {
  registry::stamp(result);
  std::cout << write_json_indented(result) << std::endl;
}

int probe(sandbox::Executor& executor) {
  const auto report = executor.host_report();
  Json result;
  if (report.ok()) {
    result["ok"] = true;
    result["level"] = report->level;
    result["layers"] = report->layers;
    result["unenforced"] = report->unenforced;
    result["reasons"] = report->reasons;
  } else {
    result = registry::failure_result(report.error());
  }
  print(result);
  return report.ok() ? kDone : kFailed;
}

// The JSON of an envelope or a rejection; whether its ok is true.
template <class T>
int print_result(const T& outcome) {
  Json result;
  registry::write_value(result, outcome);
  print(result);
  return outcome.ok ? kDone : kFailed;
}

int run_source(const Options& options, sandbox::Executor& executor, const Config& config) {
  const std::string source{std::istreambuf_iterator<char>(std::cin), {}};
  std::string input;
  if (!options.stdin_file.empty()) {
    std::ifstream file(options.stdin_file, std::ios::binary);
    if (!file || std::filesystem::is_directory(options.stdin_file))
      return usage_error("--stdin: " + options.stdin_file + " cannot be read");
    input.assign(std::istreambuf_iterator<char>(file), {});
  }
  const std::string workdir = options.workdir.empty() ? std::string() : real_path(options.workdir);
  if (!options.workdir.empty() && !std::filesystem::is_directory(workdir))
    return usage_error("--workdir: there is no folder " + options.workdir);

  const runtimes::Languages languages(config.runtime_path);
  execution::Host host{&executor, languages, config};
  execution::ProgramRequest request;
  request.language = options.language;
  request.source = source;
  request.input = input;
  request.work_folder = workdir;
  request.limits = options.limits;
  registry::CancelToken cancel;
  const execution::ProgramResult result = execution::run_program(request, host, cancel);
  return std::visit([](const auto& outcome) { return print_result(outcome); }, result);
}

}  // namespace

int run_by_hand(std::span<const std::string_view> arguments) {
  if (arguments.size() == 1 && (arguments[0] == "--help" || arguments[0] == "-h")) {
    std::cout << kHelp;
    return kDone;
  }
  if (arguments.size() == 1 && arguments[0] == "--version") {
    std::cout << "codecalc-exec " << CODECALC_VERSION << "\n";
    return kDone;
  }
  Options options;
  if (const auto wrong = parse(arguments, options)) return usage_error(*wrong);
  const Config config = Config::from_environment();
  for (const std::string& warning : config.warnings)
    std::fprintf(stderr, "codecalc-exec: %s\n", warning.c_str());
  const auto executor = sandbox::start_executor(real_path("/proc/self/exe"));
  const int status = options.probe ? probe(*executor) : run_source(options, *executor, config);
  if (std::cout.flush()) return status;
  std::fputs("codecalc-exec: the result could not be written to standard output\n", stderr);
  return std::max(status, kFailed);
}

}  // namespace codecalc::exec
