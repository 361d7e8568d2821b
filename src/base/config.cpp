// Reading the environment.
#include "base/config.h"

#include <unistd.h>

#include <charconv>
#include <cstdlib>

#include "base/text.h"

namespace codecalc {
namespace {

constexpr std::uint32_t kMaxTasks = 1u << 20;

bool is_off(std::string_view text) {
  const std::string word = to_lower(trim(text));
  return word.empty() || word == "0" || word == "false" || word == "no" || word == "off";
}

/// A whole number from `least` to `most`, or nothing.
std::optional<std::uint32_t> count(std::string_view text, std::uint32_t least, std::uint32_t most) {
  const std::string_view digits = trim(text);
  std::uint32_t value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error != std::errc() || end != last || value < least || value > most) return std::nullopt;
  return value;
}

void split_read_paths(std::string_view left, Config& config) {
  while (!left.empty()) {
    const std::size_t colon = left.find(':');
    const std::string_view path = left.substr(0, colon);
    left = colon == std::string_view::npos ? std::string_view() : left.substr(colon + 1);
    if (path.starts_with('/')) {
      config.read_paths.emplace_back(path);
    } else if (!path.empty()) {
      config.warnings.push_back("CODECALC_READ_PATHS: \"" + shorten(path, 64) +
                                "\" is no absolute path; it is ignored");
    }
  }
}

/// A setting that is a whole number of at least `min`.
struct NumberSetting {
  const char* name;
  std::int64_t& value;
  std::int64_t min;
};

void read_number(const Config::Lookup& lookup, const NumberSetting& setting,
                 std::vector<std::string>& warnings) {
  constexpr std::int64_t kMax = std::int64_t{1} << 40;
  const auto given = lookup(setting.name);
  if (!given) return;
  const std::string_view digits = trim(*given);
  std::int64_t value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  if (error == std::errc() && end == last && value >= setting.min && value <= kMax) {
    setting.value = value;
    return;
  }
  warnings.push_back(std::string(setting.name) + "=\"" + shorten(*given, 64) +
                     "\" is no whole number from " + std::to_string(setting.min) +
                     "; the default " + std::to_string(setting.value) + " stands");
}

void read_storage(const Config::Lookup& lookup, Config& config) {
  SessionSettings& s = config.sessions;
  const NumberSetting numbers[] = {
      {"CODECALC_SESSION_IDLE_TTL_SECONDS", s.idle_ttl_seconds, 1},
      {"CODECALC_SESSION_DISK_QUOTA_MB", s.disk_quota_mb, 0},
      {"CODECALC_TOTAL_DISK_QUOTA_MB", s.total_quota_mb, 0},
      {"CODECALC_MAX_ARTIFACT_BYTES", s.max_file_bytes, 0},
      {"CODECALC_MAX_ARTIFACT_COUNT", s.max_files, 0},
      {"CODECALC_MIN_HOST_FREE_MB", s.min_free_mb, 0},
      {"CODECALC_MAX_SNAPSHOT_BYTES", s.max_snapshot_bytes, 0},
      {"CODECALC_MAX_SNAPSHOTS_PER_SESSION", s.max_snapshots, 0},
      {"CODECALC_CLEANUP_ABANDONED_AGE_HOURS", s.abandoned_age_hours, 0},
      {"CODECALC_MAX_ACTIVE_RUNS", config.runs.max_active, 1}};
  for (const NumberSetting& number : numbers) read_number(lookup, number, config.warnings);

  std::string home = lookup("HOME").value_or(std::string());
  if (!home.starts_with('/')) home = "/tmp/codecalc-" + std::to_string(::getuid());
  const auto path = [&](const char* name, const char* below) {
    const auto given = lookup(name);
    return given && !trim(*given).empty() ? *given : home + below;
  };
  s.root = path("CODECALC_SESSION_ROOT", "/.codecalc/sessions");
  config.runs.state_dir = path("CODECALC_RUN_STATE_DIR", "/.codecalc/runs");
  config.audit_log = lookup("CODECALC_AUDIT_LOG").value_or(home + "/.codecalc/audit/audit.log");
}

}  // namespace

Config Config::from_lookup(const Lookup& lookup) {
  Config config;
  const auto text = [&](const char* name) { return lookup(name).value_or(std::string()); };
  config.tools = text("CODECALC_TOOLS");
  config.exec_binary = text("CODECALC_EXEC_BIN");
  config.cas_binary = text("CODECALC_CAS_BIN");
  config.smt_binary = text("CODECALC_SMT_BIN");
  if (const auto second = text("CODECALC_SMT_SECOND"); !trim(second).empty()) {
    config.smt_second = !is_off(second);
  }
  config.require_native = !is_off(text("CODECALC_REQUIRE_NATIVE"));
  config.capability_policy = text("CODECALC_CAPABILITY_POLICY");
  if (auto provider = text("CODECALC_EXECUTION_PROVIDER"); !trim(provider).empty()) {
    config.execution_provider = trim(provider);
  }
  for (const char* name : {"CODECALC_RUNTIME_PATH", "PATH"}) {
    if (config.runtime_path.empty()) config.runtime_path = text(name);
  }
  if (config.runtime_path.empty()) config.runtime_path = kStandardPath;
  split_read_paths(text("CODECALC_READ_PATHS"), config);
  // The fixed number comes last, as it wins.
  for (const char* name : {"CODECALC_PROCESS_HEADROOM", "CODECALC_MAX_PROCESSES"}) {
    const auto value = lookup(name);
    if (!value || trim(*value).empty()) continue;
    if (const auto tasks = count(*value, 1, kMaxTasks)) {
      config.max_tasks = *tasks;
    } else {
      config.warnings.push_back(std::string(name) + "=\"" + shorten(*value, 64) +
                                "\" is no whole number from 1 to " + std::to_string(kMaxTasks) +
                                "; it is ignored");
    }
  }
  constexpr const char* kReady = "CODECALC_READY_PROCESSES";
  if (const auto value = lookup(kReady); value && !trim(*value).empty()) {
    if (const auto ready = count(*value, 0, kMaxReadyProcesses)) {
      config.ready_processes = *ready;
    } else {
      // Whoever meant to turn it off must not find it on.
      config.ready_processes = 0;
      config.warnings.push_back(std::string(kReady) + "=\"" + shorten(*value, 64) +
                                "\" is no whole number from 0 to " +
                                std::to_string(kMaxReadyProcesses) + "; it is taken as 0");
    }
  }
  read_storage(lookup, config);
  return config;
}

Config Config::from_environment() {
  return from_lookup([](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return std::string(value);
  });
}

}  // namespace codecalc
