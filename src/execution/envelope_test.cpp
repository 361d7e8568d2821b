// Every row of the contract's table of situations, from a recorded outcome to the result.
#include "execution/envelope.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace codecalc::execution {
namespace {

using sandbox::LimitHit;
using sandbox::Phase;
using sandbox::RunOutcome;
using sandbox::StepOutcome;
using sandbox::Verdict;
using std::chrono::microseconds;

StepOutcome step(Verdict verdict, int exit_code) {
  StepOutcome s;
  s.verdict = verdict;
  s.exit_code = exit_code;
  if (exit_code < 0) s.signal = -exit_code;
  s.wall = microseconds(12'900);
  s.cpu = microseconds(3'500);
  s.peak_memory_kb = 4321;
  return s;
}

RunOutcome ran(StepOutcome s) {
  RunOutcome o;
  o.runs.push_back(std::move(s));
  o.total = microseconds(20'000);
  return o;
}

sandbox::Captured captured(std::string data, std::uint64_t bytes, bool truncated) {
  sandbox::Captured c;
  c.data = std::move(data);
  c.bytes = bytes;
  c.truncated = truncated;
  return c;
}

Envelope envelope(RunOutcome outcome, bool compiler_prints = false) {
  return make_envelope(outcome, {.language = "c",
                                 .wall_limit = std::chrono::seconds(2),
                                 .compiler_prints_to_stdout = compiler_prints});
}

TEST(Envelope, SituationTable) {
  StepOutcome wall = step(Verdict::kTimeLimit, -9);
  wall.limit = LimitHit::kWall;
  wall.killed_by_sandbox = true;
  StepOutcome cpu = wall;
  cpu.limit = LimitHit::kCpu;
  StepOutcome flood = step(Verdict::kOutputLimit, -9);
  flood.limit = LimitHit::kOutput;
  flood.killed_by_sandbox = true;
  StepOutcome memory = step(Verdict::kMemoryLimit, -9);
  memory.limit = LimitHit::kMemory;
  memory.killed_by_sandbox = true;
  StepOutcome inferred = step(Verdict::kMemoryLimit, 1);
  inferred.limit = LimitHit::kMemory;
  inferred.inferred = true;

  struct Case {
    const char* name;
    StepOutcome step;
    bool ok;
    const char* verdict;
    int exit_code;
    std::optional<int> signal;
    const char* limit_hit;
    const char* killed_by;
    bool timed_out;
    const char* code;
  };
  const Case cases[] = {
      {"exit 0", step(Verdict::kOk, 0), true, "OK", 0, {}, "", "", false, ""},
      {"exit 3", step(Verdict::kRuntimeError, 3), false, "RTE", 3, {}, "", "", false, ""},
      {"signal", step(Verdict::kRuntimeError, -11), false, "RTE", -11, 11, "", "program", false,
       ""},
      {"wall", wall, false, "TLE", -9, 9, "wall", "sandbox", true, "timeout"},
      {"cpu", cpu, false, "TLE", -9, 9, "cpu", "sandbox", true, "timeout"},
      {"long output", step(Verdict::kOutputLimit, 0), true, "OLE", 0, {}, "", "", false, ""},
      {"long output, exit 1",
       step(Verdict::kOutputLimit, 1),
       false,
       "OLE",
       1,
       {},
       "",
       "",
       false,
       ""},
      {"output flood", flood, false, "OLE", -9, 9, "output", "sandbox", false, ""},
      {"memory", memory, false, "MLE", -9, 9, "memory", "sandbox", false, ""},
      {"memory, inferred", inferred, false, "MLE", 1, {}, "memory", "", false, ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Envelope e = envelope(ran(c.step));
    EXPECT_EQ(e.ok, c.ok);
    EXPECT_EQ(e.verdict, c.verdict);
    EXPECT_EQ(e.exit_code.value, c.exit_code);
    EXPECT_EQ(e.signal.has_value(), c.signal.has_value());
    if (c.signal) {
      EXPECT_EQ(*e.signal, *c.signal);
    }
    EXPECT_EQ(e.limit_hit.value_or(""), c.limit_hit);
    EXPECT_EQ(e.killed_by.value_or(""), c.killed_by);
    EXPECT_EQ(e.timed_out, c.timed_out);
    EXPECT_EQ(e.code.value_or(""), c.code);
    EXPECT_EQ(e.remedy.has_value(), *c.code != '\0');
    EXPECT_EQ(e.phase, "run");
    EXPECT_EQ(e.verdict_basis.value_or(""), c.step.inferred ? "inferred" : "");
    EXPECT_EQ(e.duration_ms, 12);
    EXPECT_EQ(e.cpu_ms, 3);
    EXPECT_EQ(e.total_ms, 20);
    EXPECT_EQ(e.compile_ms, 0);
    EXPECT_EQ(e.peak_memory_kb.value, 4321);
  }
}

TEST(Envelope, TimeLimitMarkerOnlyWhenTheProgramWroteNothing) {
  StepOutcome s = step(Verdict::kTimeLimit, -9);
  s.limit = LimitHit::kWall;
  Envelope e = envelope(ran(s));
  EXPECT_EQ(e.err_text, "[stopped: its wall-clock limit of 2 s was reached]");
  EXPECT_EQ(e.stderr_bytes.value, 0);
  s.err = captured("warning\n", 8, false);
  e = envelope(ran(s));
  EXPECT_EQ(e.err_text, "warning\n");
  EXPECT_EQ(e.stderr_bytes.value, 8);
  EXPECT_EQ(e.error, "stopped: its wall-clock limit of 2 s was reached");
}

TEST(Envelope, OutputIsCutAtACharacterAndCountedInFull) {
  struct Case {
    std::string kept;
    bool truncated;
    std::string shown;
    bool replaced;
  };
  const std::string marker = "\n...[truncated]";
  const Case cases[] = {
      {"abc", false, "abc", false},
      {"abc", true, "abc" + marker, false},
      {"ab\xC3", true, "ab" + marker, false},
      {"ab\xC3\xA9", true, "ab\xC3\xA9" + marker, false},
      {"a\xF0\x9F\x98", true, "a" + marker, false},
      // The program's own fault, not that of the cut.
      {"ab\xC3", false, "ab\xEF\xBF\xBD", true},
      {"\xFFz\xC3", true, "\xEF\xBF\xBDz" + marker, true},
      {std::string("n\0l\r\n", 5), false, std::string("n\0l\r\n", 5), false},
  };
  for (const Case& c : cases) {
    StepOutcome s = step(c.truncated ? Verdict::kOutputLimit : Verdict::kOk, 0);
    s.out = captured(c.kept, 70'000, c.truncated);
    s.err = captured("e", 1, false);
    const Envelope e = envelope(ran(s));
    EXPECT_EQ(e.out_text, c.shown);
    EXPECT_EQ(e.stdout_bytes.value, 70'000);
    EXPECT_EQ(e.stderr_bytes.value, 1);
    EXPECT_EQ(e.output_truncated, c.truncated);
    EXPECT_EQ(e.invalid_utf8.has_value(), c.replaced);
    if (c.replaced) {
      EXPECT_EQ(*e.invalid_utf8, std::vector<std::string>{"stdout"});
    }
  }
}

TEST(Envelope, CompileErrorsHaveNoCode) {
  RunOutcome o;
  o.phase = Phase::kCompile;
  o.compile = step(Verdict::kRuntimeError, 1);
  o.compile.err = captured("main.c:1: error", 15, false);
  o.compile.out = captured("note", 4, false);
  o.total = microseconds(13'000);
  Envelope e = envelope(o);
  EXPECT_EQ(e.phase, "compile");
  EXPECT_EQ(e.verdict, "RTE");
  EXPECT_EQ(e.exit_code.value, 1);
  EXPECT_FALSE(e.code.has_value());
  EXPECT_EQ(e.compile_ms, 12);
  EXPECT_EQ(e.duration_ms, 12);
  EXPECT_EQ(e.out_text, "note");
  EXPECT_EQ(e.err_text, "main.c:1: error");
  // A compiler that reports on stdout.
  e = envelope(o, true);
  EXPECT_EQ(e.out_text, "");
  EXPECT_EQ(e.err_text, "main.c:1: error\nnote");
  EXPECT_EQ(e.stdout_bytes.value, 0);
  EXPECT_EQ(e.stderr_bytes.value, 19);
}

TEST(Envelope, RunsAfterACompileStepAreTimedAlone) {
  RunOutcome o = ran(step(Verdict::kOk, 0));
  o.compile.wall = microseconds(400'000);
  o.compile_cached = true;
  const Envelope e = envelope(o, true);
  EXPECT_EQ(e.phase, "run");
  EXPECT_EQ(e.compile_ms, 400);
  EXPECT_EQ(e.duration_ms, 12);
  EXPECT_EQ(e.compile_cached, true);
}

TEST(Envelope, WhatCouldNotBeReadOrMeasuredIsNull) {
  StepOutcome s = step(Verdict::kOk, 0);
  s.peak_memory_kb = -1;
  s.out.error = "read: EIO";
  s.err.error = "read: EPIPE";
  Envelope e = envelope(ran(s));
  EXPECT_FALSE(e.peak_memory_kb.value.has_value());
  EXPECT_EQ(e.output_error.value, "stdout: read: EIO; stderr: read: EPIPE");
  e = envelope(ran(step(Verdict::kOk, 0)));
  EXPECT_FALSE(e.output_error.value.has_value());
}

TEST(Envelope, CompactKeepsWhatMatters) {
  RunOutcome o = ran(step(Verdict::kRuntimeError, 2));
  o.unenforced = {"landlock: no such call", "seccomp"};
  const Compact c = compact(envelope(o));
  Json json;
  registry::write_value(json, c);
  json.erase("provider");
  EXPECT_EQ(write_json(json), R"({"ok":false,"verdict":"RTE","stdout":"","exit_code":2,)"
                              R"("unenforced":["landlock","seccomp"],)"
                              R"("unenforced_detail":"compact=false gives the reason of each"})");
  const Compact plain = compact(envelope(ran(step(Verdict::kOk, 0))));
  EXPECT_FALSE(plain.unenforced.has_value());
  EXPECT_FALSE(plain.unenforced_detail.has_value());
}

TEST(Envelope, RejectionsHaveACodeAndNoVerdict) {
  Json json;
  registry::write_value(json, rejected({Code::kRuntimeUnavailable, "no ruby", "", "Install it."}));
  EXPECT_EQ(
      write_json(json),
      R"({"ok":false,"code":"runtime_unavailable","error":"no ruby","remedy":"Install it."})");
  EXPECT_EQ(rejected({Code::kValidation, "m", "p", ""}).remedy, code_remedy(Code::kValidation));
}

}  // namespace
}  // namespace codecalc::execution
