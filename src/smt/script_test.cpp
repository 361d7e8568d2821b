// Scripts: which commands and options pass, and what stands in force at each check.
#include "smt/script.h"

#include <gtest/gtest.h>

namespace codecalc::smt {
namespace {

/// The refusal as "code line:column words", or "ok CHECKS".
std::string outcome(std::string_view text) {
  Script script;
  const auto failure = read_script(text, script);
  if (!failure) return "ok " + std::to_string(script.checks);
  std::string out(code_name(failure->error.code));
  if (failure->where) {
    out +=
        " " + std::to_string(failure->where->line) + ":" + std::to_string(failure->where->column);
  }
  return out + " " + failure->error.message;
}

TEST(Script, IsReadOrRefusedWithItsPlace) {
  struct Case {
    const char* text;
    const char* expected;
  };
  const Case cases[] = {
      {"(check-sat)", "ok 1"},
      {"(check-sat)(exit)(nonsense", "ok 1"},
      {"(check-sat)(check-sat-assuming (p))(check-sat-using smt)", "ok 3"},
      {"", "validation the script has no command"},
      {"(assert true)", "validation the script asks for no verdict"},
      {"(echo \"(check-sat)\")", "validation the script asks for no verdict"},
      {"; (check-sat)", "validation the script has no command"},
      {"(check)", "validation 1:1 there is no command check; did you mean check-sat?"},
      {"(assert true)\n x", "validation 2:2 expected a command in parentheses, found x"},
      {"((assert true))", "validation 1:1 a command begins with its name"},
      {"(check-sat) (include \"/etc/passwd\")",
       "permission_denied 1:13 include would read a file, and scripts have none"},
      {"\n(set-option :regular-output-channel \"/tmp/x\")(check-sat)",
       "permission_denied 2:1 :regular-output-channel would write a file, and scripts have none"},
      {"(set-option :diagnostic-output-channel \"x\")(check-sat)",
       "permission_denied 1:1 :diagnostic-output-channel would write a file, and scripts have "
       "none"},
      {"(set-option :trace true)(check-sat)",
       "permission_denied 1:1 :trace would write a file, and scripts have none"},
      {"(set-option :regular-output-channel \"stdout\")(check-sat)", "ok 1"},
      {"(set-option)(check-sat)",
       "validation 1:1 set-option needs a keyword that begins with a colon"},
      {"(pop)(check-sat)", "validation 1:1 pop closes 1 scopes, but 0 are open"},
      {"(push 3)(pop 2)(pop)(check-sat)", "ok 1"},
      {"(push 3)(reset)(pop)(check-sat)", "validation 1:16 pop closes 1 scopes, but 0 are open"},
      {"(push 99999999999999999999)(check-sat)",
       "validation 1:1 push takes one whole number, at most 10000"},
      {"(push -1)(check-sat)", "validation 1:1 push takes one whole number, at most 10000"},
      {"(push 10000)(push)(check-sat)",
       "resource_exhausted 1:13 more than 10000 scopes would be open"},
  };
  for (const Case& c : cases) EXPECT_EQ(outcome(c.text), c.expected) << c.text;
}

TEST(Script, IsBounded) {
  EXPECT_EQ(outcome(std::string(kMaxScript + 1, ' ')),
            "resource_exhausted the script is longer than 4 million bytes");
  std::string many;
  for (std::size_t i = 0; i <= kMaxChecks; ++i) many += "(check-sat)";
  EXPECT_EQ(outcome(many), "resource_exhausted 1:11001 more than 1000 verdicts are asked for");
  const std::string deep = "(assert " + std::string(20'000, '(') + std::string(20'000, ')') + ")";
  EXPECT_EQ(outcome(deep), "resource_exhausted 1:10008 parentheses nest deeper than 10000");
}

TEST(Script, PassesOptionsThatMatterAndNotesOthers) {
  Script script;
  ASSERT_FALSE(
      read_script("(set-option :produce-models true)(set-option :print-success false)"
                  "(set-option :timeout 10)(set-option :smt.threads 4)(check-sat)",
                  script));
  ASSERT_EQ(script.commands.size(), 5U);
  EXPECT_EQ(script.commands[0].action, Action::kOption);
  for (const std::size_t i : {1, 2, 3}) EXPECT_EQ(script.commands[i].action, Action::kNothing);
  const std::vector<std::string> notes = {"the option :timeout has no effect here",
                                          "the option :smt.threads has no effect here"};
  EXPECT_EQ(script.notes, notes);
}

TEST(Scopes, HoldWhatIsInForce) {
  Script script;
  ASSERT_FALSE(
      read_script("(declare-const |a b| Int)(assert (> |a b| 1))(push)(assert p)"
                  "(declare-fun f (Int) Int)(push 2)(assert q)(pop 2)(check-sat)(pop)"
                  "(check-sat)(reset)(check-sat)",
                  script));
  Scopes scopes;
  std::vector<std::string> seen;
  for (const Command& command : script.commands) {
    scopes.apply(command);
    if (command.action != Action::kCheck) continue;
    std::string line = std::to_string(scopes.depth());
    for (const auto a : scopes.assertions()) line += " " + std::string(a);
    for (const auto d : scopes.declared()) line += " [" + std::string(d) + "]";
    seen.push_back(line);
  }
  const std::vector<std::string> wanted = {"1 (> |a b| 1) p [a b] [f]", "0 (> |a b| 1) [a b]", "0"};
  EXPECT_EQ(seen, wanted);
}

}  // namespace
}  // namespace codecalc::smt
