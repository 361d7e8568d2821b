// The way from a request to a result, with an executor that records what it is told.
#include "execution/program.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/json.h"

namespace codecalc::execution {
namespace {

using sandbox::RunOutcome;
using sandbox::RunSpec;

class FakeExecutor final : public sandbox::Executor {
 public:
  Result<RunOutcome> run(const RunSpec& spec, const sandbox::RunControl& control) override {
    specs.push_back(spec);
    if (control.subscribe_cancel) control.subscribe_cancel([this] { ++kills; });
    if (during_run) during_run();
    if (control.observer.on_output) control.observer.on_output(false, "piece");
    if (failure) return *failure;
    RunOutcome outcome;
    outcome.runs.emplace_back();
    outcome.runs[0].out.data = "hi\n";
    outcome.runs[0].out.bytes = 3;
    outcome.unenforced = unenforced;
    return outcome;
  }
  Result<sandbox::HostReport> host_report() override {
    sandbox::HostReport report;
    report.unenforced = unenforced;
    return report;
  }

  std::vector<RunSpec> specs;
  std::vector<std::string> unenforced;
  std::optional<Error> failure;
  std::function<void()> during_run;
  int kills = 0;
};

/// A search path on which bash and python3 are found and nothing else.
class ProgramTest : public testing::Test {
 protected:
  ProgramTest() {
    std::string pattern = testing::TempDir() + "codecalc-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    for (const char* name : {"bash", "python3"}) {
      const auto path = folder_ / name;
      std::ofstream(path) << "#!/bin/sh\n";
      ::chmod(path.c_str(), 0755);
    }
  }
  ~ProgramTest() override { std::filesystem::remove_all(folder_); }

  ProgramResult run(const ProgramRequest& request, const sandbox::RunObserver& observer = {}) {
    const runtimes::Languages languages(folder_.string());
    Host host{&executor_, languages, config_};
    return run_program(request, host, cancel_, observer);
  }
  Rejected refused(const ProgramRequest& request) {
    auto result = run(request);
    EXPECT_TRUE(std::holds_alternative<Rejected>(result));
    EXPECT_TRUE(executor_.specs.empty()) << "nothing may run";
    return std::get<Rejected>(std::move(result));
  }

  std::filesystem::path folder_;
  FakeExecutor executor_;
  Config config_;
  registry::CancelToken cancel_;
};

ProgramRequest bash(std::string_view source = "echo hi") {
  ProgramRequest request;
  request.language = "sh";
  request.source = source;
  return request;
}

TEST_F(ProgramTest, RunsWithTheLimitsAskedFor) {
  ProgramRequest request = bash();
  request.input = std::string_view("a\0b", 3);
  request.limits = {.timeout_seconds = 7,
                    .max_memory_mb = 100,
                    .max_output_kb = 9,
                    .max_cpu_seconds = 3,
                    .no_net = true};
  config_.max_tasks = 24;
  const auto result = run(request);
  const auto* envelope = std::get_if<Envelope>(&result);
  ASSERT_NE(envelope, nullptr);
  EXPECT_TRUE(envelope->ok);
  EXPECT_EQ(envelope->language, "bash");
  EXPECT_EQ(envelope->out_text, "hi\n");
  EXPECT_EQ(envelope->workdir, "/box");
  EXPECT_FALSE(envelope->dependencies.has_value());
  EXPECT_EQ(envelope->provider.limits.requested.timeout_seconds, 7);
  ASSERT_EQ(executor_.specs.size(), 1u);
  const RunSpec& spec = executor_.specs[0];
  EXPECT_EQ(spec.inputs, std::vector<std::string>{std::string("a\0b", 3)});
  EXPECT_EQ(spec.limits.wall, std::chrono::seconds(7));
  EXPECT_EQ(spec.limits.cpu, std::chrono::seconds(3));
  EXPECT_EQ(spec.limits.memory_bytes, 100u << 20);
  EXPECT_EQ(spec.limits.output_bytes, 9u << 10);
  EXPECT_EQ(spec.limits.tasks, 24u);
  EXPECT_TRUE(spec.no_net);
  EXPECT_EQ(spec.session_folder, "");
}

TEST_F(ProgramTest, ZeroMeansTheDefaults) {
  (void)run(bash());
  ASSERT_EQ(executor_.specs.size(), 1u);
  const sandbox::Limits& limits = executor_.specs[0].limits;
  EXPECT_EQ(limits.wall, std::chrono::seconds(10));
  EXPECT_EQ(limits.cpu, std::chrono::seconds(0));
  EXPECT_EQ(limits.memory_bytes, 0u);
  EXPECT_EQ(limits.output_bytes, 64u << 10);
  EXPECT_EQ(limits.tasks, 512u);
  EXPECT_FALSE(executor_.specs[0].no_net);
}

TEST_F(ProgramTest, UnknownProvider) {
  ProgramRequest request = bash();
  request.provider = "nosuch";
  const Rejected r = refused(request);
  EXPECT_EQ(r.code, "validation");
  EXPECT_EQ(r.provider_error, "unknown_provider");
  EXPECT_EQ(r.requested_provider, "nosuch");
  EXPECT_EQ(r.available_providers, std::vector<std::string>{"local"});
  EXPECT_FALSE(r.provider.has_value());
  config_.execution_provider = "elsewhere";
  EXPECT_EQ(refused(bash()).requested_provider, "elsewhere");
}

TEST_F(ProgramTest, Refusals) {
  struct Case {
    const char* name;
    ProgramRequest request;
    const char* code;
    const char* parameter;
    const char* language;
  };
  ProgramRequest session = bash();
  session.session_id = "bash-1";
  ProgramRequest unknown = bash();
  unknown.language = "bahs";
  ProgramRequest missing = bash();
  missing.language = "RUBY";
  ProgramRequest dependencies = bash();
  dependencies.dependencies = {"left-pad"};
  for (const Case& c :
       {Case{"session", session, "validation", "session_id", ""},
        Case{"unknown language", unknown, "validation", "language", ""},
        Case{"missing runtime", missing, "runtime_unavailable", "language", "ruby"},
        Case{"dependencies", dependencies, "dependency_missing", "dependencies", "bash"}}) {
    SCOPED_TRACE(c.name);
    const Rejected r = refused(c.request);
    EXPECT_EQ(r.code, c.code);
    EXPECT_EQ(r.parameter.value_or(""), c.parameter);
    EXPECT_EQ(r.language.value_or(""), c.language);
    EXPECT_EQ(r.backend, "native");
    ASSERT_TRUE(r.provider.has_value());
    EXPECT_TRUE(r.provider->limits.provider_reported_enforced.empty()) << "nothing ran";
  }
}

TEST_F(ProgramTest, DependenciesOfTheSourceAreShown) {
  ProgramRequest request = bash("# /// script\n# dependencies = [\"rich\"]\n# ///\n");
  EXPECT_FALSE(std::get<Envelope>(run(request)).dependencies.has_value()) << "no Python source";
  request.language = "python";
  const auto result = run(request);
  const auto& rows = std::get<Envelope>(result).dependencies;
  ASSERT_TRUE(rows.has_value());
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ((*rows)[0].spec, "rich");
  EXPECT_EQ((*rows)[0].language, "python3");
  EXPECT_FALSE((*rows)[0].ok);
  executor_.specs.clear();
  request.limits.no_net = true;
  const Rejected r = refused(request);
  EXPECT_EQ(r.code, "permission_denied");
  EXPECT_EQ(r.provider_error, "capability_not_requested");
  EXPECT_EQ(r.requested_capabilities, std::vector<std::string>{"network"});
}

TEST_F(ProgramTest, PolicyDecidesBeforeAnythingRuns) {
  config_.capability_policy = "deny-network";
  const auto result = run(bash());
  ASSERT_EQ(executor_.specs.size(), 1u);
  EXPECT_TRUE(executor_.specs[0].no_net);
  EXPECT_FALSE(std::get<Envelope>(result).provider.limits.requested.no_net);
  executor_.specs.clear();

  config_.capability_policy = "deny-netwrok";
  EXPECT_EQ(refused(bash()).code, "permission_denied");
  config_.capability_policy = "allow-network";
  ProgramRequest offline = bash();
  offline.limits.no_net = true;
  EXPECT_EQ(refused(offline).provider_error, "capability_not_requested");
}

TEST_F(ProgramTest, StrictPolicyNeedsAHostThatHoldsIt) {
  config_.capability_policy = "strict";
  ProgramRequest offline = bash();
  offline.limits.no_net = true;
  executor_.unenforced = {"no_net: no namespace"};
  const Rejected r = refused(offline);
  EXPECT_EQ(r.code, "permission_denied");
  EXPECT_EQ(r.provider_error, "unsupported_capability");
  EXPECT_TRUE(std::holds_alternative<Envelope>(run(bash()))) << "it asked for the network";
  executor_.unenforced.clear();
  EXPECT_TRUE(std::holds_alternative<Envelope>(run(offline)));
}

TEST_F(ProgramTest, TheExecutorsFailureIsTold) {
  executor_.failure = Error{Code::kWorkerFailure, "the launcher was lost", "", ""};
  const auto result = run(bash());
  const auto* r = std::get_if<Rejected>(&result);
  ASSERT_NE(r, nullptr);
  EXPECT_EQ(r->code, "worker_failure");
  EXPECT_EQ(r->language, "bash");
}

TEST_F(ProgramTest, WithoutAnExecutorNothingRuns) {
  const runtimes::Languages languages(folder_.string());
  Host host{Error{Code::kRuntimeUnavailable, "no launcher in /x", "", ""}, languages, config_};
  const auto result = run_program(bash(), host, cancel_);
  const auto* r = std::get_if<Rejected>(&result);
  ASSERT_NE(r, nullptr);
  EXPECT_EQ(r->code, "runtime_unavailable");
  EXPECT_EQ(r->error, "no launcher in /x");
}

TEST_F(ProgramTest, CancellationKillsTheRunAndNothingLater) {
  executor_.during_run = [&] {
    EXPECT_EQ(executor_.kills, 0);
    cancel_.cancel();
    EXPECT_EQ(executor_.kills, 1);
  };
  (void)run(bash());
  EXPECT_EQ(executor_.kills, 1);
  // A call that is cancelled before it runs is killed at once.
  executor_.during_run = {};
  (void)run(bash());
  EXPECT_EQ(executor_.kills, 2);
}

TEST_F(ProgramTest, ACancelAfterTheRunDoesNothing) {
  (void)run(bash());
  cancel_.cancel();
  EXPECT_EQ(executor_.kills, 0);
}

TEST_F(ProgramTest, OutputIsObserved) {
  std::string seen;
  (void)run(bash(), {[&](bool is_stderr, std::string_view piece) {
              EXPECT_FALSE(is_stderr);
              seen += piece;
            }});
  EXPECT_EQ(seen, "piece");
}

TEST(MakeSpec, TooFewTasksForTheRuntimeAreRefused) {
  runtimes::Plan plan;
  plan.language = "java";
  plan.min_tasks = 30;
  const ProgramRequest request = bash();
  const auto spec = make_spec(plan, request, false, 24);
  ASSERT_FALSE(spec.ok());
  EXPECT_EQ(spec.error().code, Code::kResourceExhausted);
  EXPECT_NE(spec.error().message.find("24"), std::string::npos);
  EXPECT_TRUE(make_spec(plan, request, false, 30).ok());
}

}  // namespace
}  // namespace codecalc::execution
