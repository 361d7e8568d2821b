// What each variable of the environment becomes.
#include "base/config.h"

#include <gtest/gtest.h>

#include <map>

namespace codecalc {
namespace {

Config read(const std::map<std::string, std::string>& environment) {
  return Config::from_lookup([&](const char* name) -> std::optional<std::string> {
    const auto it = environment.find(name);
    if (it == environment.end()) return std::nullopt;
    return it->second;
  });
}

TEST(Config, EmptyEnvironmentGivesTheDefaults) {
  const Config c = read({});
  EXPECT_EQ(c.tools, "");
  EXPECT_EQ(c.runtime_path, "/usr/local/bin:/usr/bin:/bin");
  EXPECT_EQ(c.exec_binary, "");
  EXPECT_FALSE(c.require_native);
  EXPECT_EQ(c.execution_provider, "local");
  EXPECT_EQ(c.capability_policy, "");
  EXPECT_EQ(c.max_tasks, 512u);
  EXPECT_TRUE(c.warnings.empty());
}

TEST(Config, RuntimePathWinsOverPath) {
  EXPECT_EQ(read({{"PATH", "/a"}}).runtime_path, "/a");
  EXPECT_EQ(read({{"PATH", "/a"}, {"CODECALC_RUNTIME_PATH", "/b:/c"}}).runtime_path, "/b:/c");
  EXPECT_EQ(read({{"PATH", "/a"}, {"CODECALC_RUNTIME_PATH", ""}}).runtime_path, "/a");
}

TEST(Config, ReadPathsAreAbsolute) {
  EXPECT_TRUE(read({}).read_paths.empty());
  const Config c = read({{"CODECALC_READ_PATHS", "/opt/data::relative:/srv/x"}});
  EXPECT_EQ(c.read_paths, (std::vector<std::string>{"/opt/data", "/srv/x"}));
  ASSERT_EQ(c.warnings.size(), 1u);
  EXPECT_EQ(c.warnings[0], "CODECALC_READ_PATHS: \"relative\" is no absolute path; it is ignored");
}

TEST(Config, AMisspeltCountOfReadyProcessesTurnsThemOff) {
  EXPECT_EQ(read({}).ready_processes, 4u);
  EXPECT_EQ(read({{"CODECALC_READY_PROCESSES", " "}}).ready_processes, 4u);
  for (const auto& [text, value] : {std::pair("0", 0u), {"16", 16u}, {" 2 ", 2u}}) {
    const Config c = read({{"CODECALC_READY_PROCESSES", text}});
    EXPECT_EQ(c.ready_processes, value) << text;
    EXPECT_TRUE(c.warnings.empty()) << text;
  }
  for (const char* text : {"off", "-1", "17", "4x"}) {
    const Config c = read({{"CODECALC_READY_PROCESSES", text}});
    EXPECT_EQ(c.ready_processes, 0u) << text;
    EXPECT_EQ(c.warnings.size(), 1u) << text;
  }
}

TEST(Config, DemandForWallsSurvivesAMisspeltValue) {
  for (const char* off : {"", "0", "false", "No", " off "}) {
    EXPECT_FALSE(read({{"CODECALC_REQUIRE_NATIVE", off}}).require_native) << off;
  }
  for (const char* on : {"1", "true", "yes", "ture", "2"}) {
    EXPECT_TRUE(read({{"CODECALC_REQUIRE_NATIVE", on}}).require_native) << on;
  }
}

TEST(Config, ProviderAndPolicyAreKeptAsGiven) {
  EXPECT_EQ(read({{"CODECALC_EXECUTION_PROVIDER", " nosuch "}}).execution_provider, "nosuch");
  EXPECT_EQ(read({{"CODECALC_EXECUTION_PROVIDER", "  "}}).execution_provider, "local");
  EXPECT_EQ(read({{"CODECALC_CAPABILITY_POLICY", "deny-netwrok"}}).capability_policy,
            "deny-netwrok");
}

TEST(Config, TaskLimits) {
  EXPECT_EQ(read({{"CODECALC_PROCESS_HEADROOM", "64"}}).max_tasks, 64u);
  EXPECT_EQ(read({{"CODECALC_MAX_PROCESSES", "24"}}).max_tasks, 24u);
  EXPECT_EQ(read({{"CODECALC_MAX_PROCESSES", "24"}, {"CODECALC_PROCESS_HEADROOM", "64"}}).max_tasks,
            24u);
  for (const char* bad : {"0", "-1", "x", "1.5", "99999999", "12 x"}) {
    const Config c = read({{"CODECALC_MAX_PROCESSES", bad}});
    EXPECT_EQ(c.max_tasks, 512u) << bad;
    ASSERT_EQ(c.warnings.size(), 1u) << bad;
    EXPECT_NE(c.warnings[0].find("CODECALC_MAX_PROCESSES"), std::string::npos);
  }
}

TEST(Config, StorageHasLimitsAndAHome) {
  const Config c = read({{"HOME", "/var/x"}});
  EXPECT_EQ(c.sessions.root, "/var/x/.codecalc/sessions");
  EXPECT_EQ(c.runs.state_dir, "/var/x/.codecalc/runs");
  EXPECT_EQ(c.audit_log, "/var/x/.codecalc/audit/audit.log");
  EXPECT_EQ(c.sessions.disk_quota_mb, 512);
  EXPECT_EQ(c.sessions.max_file_bytes, 16'777'216);
  EXPECT_EQ(c.sessions.idle_ttl_seconds, 0);
  EXPECT_EQ(c.runs.max_active, 64);
}

TEST(Config, StorageTakesWhatIsSetAndTellsWhatIsNot) {
  const Config c = read({{"CODECALC_SESSION_ROOT", "/s"},
                         {"CODECALC_AUDIT_LOG", ""},
                         {"CODECALC_MAX_ACTIVE_RUNS", "0"},
                         {"CODECALC_SESSION_DISK_QUOTA_MB", " 3 "},
                         {"CODECALC_MAX_ARTIFACT_COUNT", "many"}});
  EXPECT_EQ(c.sessions.root, "/s");
  EXPECT_EQ(c.audit_log, "");
  EXPECT_EQ(c.runs.max_active, 64);
  EXPECT_EQ(c.sessions.disk_quota_mb, 3);
  EXPECT_EQ(c.sessions.max_files, 500);
  EXPECT_EQ(c.warnings.size(), 2u);
}

}  // namespace
}  // namespace codecalc
