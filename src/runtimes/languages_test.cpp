// Names, listing, and the plans for made-up installations of every kind.
#include "runtimes/language.h"

#include <gmock/gmock.h>

#include <fstream>

#include "runtimes/row.h"
#include "runtimes/test_tree.h"

namespace codecalc::runtimes {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Plan plan_of(const std::string& path, std::string_view language, std::string_view source,
             const PlanOptions& options = {}) {
  auto plan = Languages(path).plan(language, source, options);
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().message);
  return plan.ok() ? *std::move(plan) : Plan{};
}

std::vector<std::string> shown(const Plan& plan) {
  std::vector<std::string> paths;
  for (const auto& path : plan.read_only) paths.push_back(path.host);
  return paths;
}

TEST(Table, HasThirtyOneSortedRowsWithDistinctNames) {
  EXPECT_EQ(all_rows().size(), 31u);
  std::vector<std::string> names;
  for (const LanguageInfo& row : Languages("/none").list()) {
    if (!names.empty()) {
      EXPECT_LT(names.back(), row.name);
    }
    names.emplace_back(row.name);
  }
  std::vector<std::string> all = names;
  for (const LanguageInfo& row : Languages("/none").list()) {
    all.insert(all.end(), row.aliases.begin(), row.aliases.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST(Table, EveryHoleOfEveryRowIsKnown) {
  // A misspelt hole would reach the runtime as it stands.
  for (const Row& row : all_rows()) {
    for (const Variant& variant : row.variants) {
      EXPECT_FALSE(variant.run.empty()) << row.name;
      EXPECT_FALSE(variant.version.empty()) << row.name;
      EXPECT_FALSE(variant.needs.empty()) << row.name;
      EXPECT_LT(variant.needs.size(), 4u) << row.name;
    }
    EXPECT_GE(row.min_tasks, 4u) << row.name;
    EXPECT_LE(row.min_tasks, 24u) << row.name;
  }
}

TEST(Plan, SaysWhichRuntimesMayBeStartedAhead) {
  TestTree t;
  for (const char* name : {"bin/python3", "bin/node", "bin/ruby"}) t.program(name);
  const Languages languages(t.path("bin"));
  struct Case {
    std::string_view language, source, opened_last;
  };
  for (const Case& c : {Case{"python3", "print(1)", ".codecalc-run/main.py"},
                        // The interpreter goes back in the file for a declared encoding.
                        Case{"python3", "# coding: latin-1\nprint(1)", ""},
                        Case{"python3", "#!/usr/bin/python3\n# vim: fileencoding=utf-8", ""},
                        Case{"python3", "a\nb\n# coding: latin-1", ".codecalc-run/main.py"},
                        Case{"python3", std::string_view("a\0b", 3), ""},
                        Case{"node", "console.log(1)", ".codecalc-run/main.js"},
                        Case{"node", "import fs from 'fs'", ".codecalc-run/main.mjs"},
                        Case{"ruby", "puts 1", ""}}) {
    const auto plan = languages.plan(c.language, c.source);
    ASSERT_TRUE(plan.ok()) << c.language;
    EXPECT_EQ(plan->opened_last, c.opened_last) << c.language << ": " << c.source;
  }
  const auto entry = languages.plan_entry("python3", "app.py", "print(1)");
  ASSERT_TRUE(entry.ok());
  EXPECT_EQ(entry->opened_last, "") << "a session's file";
}

TEST(Canonical, AliasesInAnyCase) {
  const std::pair<const char*, const char*> cases[] = {
      {"python3", "python3"}, {"Python", "python3"}, {"PY", "python3"},    {"js", "node"},
      {"JavaScript", "node"}, {"nodejs", "node"},    {"ts", "typescript"}, {"sh", "bash"},
      {"c++", "cpp"},         {"C++", "cpp"},        {"golang", "go"},     {"rs", "rust"},
      {"c#", "csharp"},       {"CS", "csharp"},      {"hs", "haskell"},    {"kt", "kotlin"},
      {"rb", "ruby"},         {"pl", "perl"},        {"SQL", "sqlite"},    {"R", "r"},
      {" lua ", "lua"},       {"f90", "fortran"},    {"Erl", "erlang"},    {"exs", "elixir"},
  };
  const Languages languages("/none");
  for (const auto& [given, expected] : cases) {
    const auto name = languages.canonical(given);
    ASSERT_TRUE(name.ok()) << given;
    EXPECT_EQ(*name, expected);
  }
}

TEST(Canonical, UnknownNameIsAnsweredWithTheNearest) {
  const Languages languages("/none");
  const std::pair<const char*, const char*> cases[] = {
      {"pyhton", "\"python\""}, {"javascrpt", "\"javascript\""}, {"kotlinn", "\"kotlin\""}};
  for (const auto& [given, expected] : cases) {
    const auto name = languages.canonical(given);
    ASSERT_FALSE(name.ok());
    EXPECT_EQ(name.error().code, Code::kValidation);
    EXPECT_EQ(name.error().parameter, "language");
    EXPECT_THAT(name.error().message, HasSubstr(expected));
  }
  const auto far = languages.canonical(std::string(100000, 'q'));
  EXPECT_THAT(far.error().message, Not(HasSubstr("did you mean")));
  EXPECT_LT(far.error().message.size(), 200u);
  EXPECT_FALSE(languages.canonical("").ok());
  EXPECT_FALSE(languages.canonical("bash\n-c").ok());
}

TEST(List, SaysWhatIsThereAndWhatIsMissing) {
  const TestTree t;
  const std::string lua = t.program("bin/lua5.4");
  t.program("bin/esbuild");  // half of typescript: node is missing
  const Languages languages(t.path("bin"));
  for (const LanguageInfo& row : languages.list()) {
    const bool there = row.name == "lua";
    EXPECT_EQ(row.status, there ? RuntimeStatus::kInstalled : RuntimeStatus::kSupported)
        << row.name;
    EXPECT_EQ(row.path, there ? lua : "") << row.name;
    EXPECT_FALSE(row.run.empty());
    if (row.name == "typescript") {
      EXPECT_THAT(row.detail, HasSubstr("\"node\""));
    } else if (row.name == "python3") {
      EXPECT_EQ(row.run, "python3 -I -u {file}");
    } else if (row.name == "cpp") {
      EXPECT_THAT(row.aliases, Contains("c++"));
    }
  }
  // A runtime that is installed while the server runs is seen, one that went is not.
  t.program("bin/python3");
  EXPECT_TRUE(languages.plan("python3", "").ok());
  std::filesystem::remove(lua);
  EXPECT_FALSE(languages.plan("lua", "").ok());
}

TEST(Plan, AbsentRuntimeIsUnavailableAndNamed) {
  const auto plan = Languages("/none").plan("zig", "");
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().code, Code::kRuntimeUnavailable);
  EXPECT_THAT(plan.error().message, HasSubstr("\"zig\" in /none"));
  EXPECT_THAT(plan.error().remedy, HasSubstr("CODECALC_RUNTIME_PATH"));
}

TEST(Plan, PythonWithItsFolderAndCleanEnvironment) {
  const TestTree t;
  const std::string python = t.program("opt/py/bin/python3.11");
  t.link("bin/python3", python);
  const Plan plan = plan_of(t.path("bin"), "PY", "\xEF\xBB\xBFprint(1)\r\nprint(2)\r\n");
  EXPECT_EQ(plan.language, "python3");
  EXPECT_EQ(plan.source_file, ".codecalc-run/main.py");
  ASSERT_EQ(plan.files.size(), 1u);
  EXPECT_EQ(plan.files[0].content, "print(1)\nprint(2)\n");
  EXPECT_FALSE(plan.compile.has_value());
  EXPECT_THAT(plan.run.argv, ElementsAre(python, "-I", "-u", ".codecalc-run/main.py"));
  EXPECT_THAT(plan.run.env, ElementsAre("PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/box",
                                        "LANG=C.UTF-8", "TZ=UTC", "TMPDIR=/tmp"));
  EXPECT_THAT(shown(plan), ElementsAre(t.path("opt/py")));
}

TEST(Plan, PythonOfAVirtualEnvironmentIsStartedByItsLink) {
  const TestTree t;
  const std::string python = t.program("opt/py/bin/python3.11");
  t.link("venv/bin/python3", python);
  t.file("venv/pyvenv.cfg", "home = x\n");
  const Plan plan = plan_of(t.path("venv/bin"), "python3", "");
  EXPECT_EQ(plan.run.argv[0], t.path("venv/bin/python3"));
  EXPECT_THAT(shown(plan), testing::UnorderedElementsAre(t.path("opt/py"), t.path("venv")));
}

TEST(Plan, CompilesCWithWhatIsThere) {
  const TestTree t;
  const std::string gcc = t.program("bin/gcc");
  const Plan plan = plan_of(t.path("bin"), "c", "int main;");
  ASSERT_TRUE(plan.compile.has_value());
  EXPECT_THAT(plan.compile->argv,
              ElementsAre(gcc, "-O1", "-w", "-iquote", ".", ".codecalc-run/main.c", "-o",
                          "/box/.codecalc-run/program", "-lm", "-pthread"));
  EXPECT_THAT(plan.run.argv, ElementsAre("/box/.codecalc-run/program"));
}

TEST(Plan, CppUsesAPrecompiledHeaderWhenPrepared) {
  const TestTree t;
  t.program("bin/g++");
  EXPECT_THAT(plan_of(t.path("bin"), "c++", "").compile->argv, Contains("-std=gnu++20"));
  EXPECT_THAT(plan_of(t.path("bin"), "c++", "").compile->argv, Not(Contains(HasSubstr("-I"))));
  t.file("prepared/pch/gnu++20-O1/bits/stdc++.h.gch");
  const Plan plan = plan_of(t.path("bin"), "c++", "");
  EXPECT_THAT(plan.compile->argv, Contains("-I" + t.path("prepared/pch/gnu++20-O1")));
  EXPECT_THAT(shown(plan), Contains(t.path("prepared/pch/gnu++20-O1")));
}

TEST(Plan, GoUsesThePreparedLibraryOnlyOfTheSameRelease) {
  const TestTree t;
  t.program("go/bin/go");
  t.program("go/pkg/tool/linux_amd64/compile");
  t.file("go/VERSION", "go1.26.8\n");
  const std::string path = t.path("go/bin");
  const auto first_word = [&] { return plan_of(path, "go", "package main").compile->argv[0]; };
  EXPECT_EQ(first_word(), t.path("go/bin/go"));
  t.file("go/prepared/go/stamp", "go1.25.0\n");
  EXPECT_EQ(first_word(), t.path("go/bin/go"));
  t.file("go/prepared/go/stamp", "go1.26.8\n");
  EXPECT_EQ(first_word(), "/bin/sh");
  const Plan plan = plan_of(path, "go", "package main");
  EXPECT_THAT(plan.compile->argv, Contains(t.path("go/pkg/tool/linux_amd64")));
  EXPECT_THAT(plan.compile->argv, Contains(t.path("go/prepared/go/importcfg")));
}

TEST(Plan, GoTakesAnyPackageName) {
  const TestTree t;
  t.program("go/bin/go");
  t.file("go/pkg/tool/x");
  const std::pair<const char*, const char*> cases[] = {
      {"package main\n", "package main\n"},
      {"// c\npackage foo\nfunc main() {}", "// c\npackage main\nfunc main() {}"},
      {"import \"fmt\"\n", "package main; import \"fmt\"\n"}};
  for (const auto& [given, written] : cases) {
    EXPECT_EQ(plan_of(t.path("go/bin"), "go", given).files[0].content, written);
  }
}

TEST(Plan, JavaIsNamedAfterItsClass) {
  const TestTree t;
  const std::string javac = t.program("jdk/bin/javac"), java = t.program("jdk/bin/java");
  const Plan plan =
      plan_of(t.path("jdk/bin"), "java",
              "package a.b; public class Foo { public static void main(String[] x) {} }",
              {.memory_bytes = 256ull << 20});
  EXPECT_EQ(plan.source_file, ".codecalc-run/Foo.java");
  EXPECT_EQ(plan.compile->argv[0], javac);
  EXPECT_EQ(plan.run.argv[0], java);
  EXPECT_EQ(plan.run.argv.back(), "a.b.Foo");
  EXPECT_THAT(plan.run.argv, Contains("-Xmx256m"));
  EXPECT_THAT(plan.compile->argv, Contains("-J-Xmx256m"));
  EXPECT_THAT(plan.compile->argv, Not(Contains(HasSubstr("SharedArchiveFile"))));
  std::filesystem::remove(javac);
  const Plan launch = plan_of(t.path("jdk/bin"), "java", "class A {}");
  EXPECT_FALSE(launch.compile.has_value());
  EXPECT_EQ(launch.run.argv.back(), ".codecalc-run/A.java");
}

TEST(Plan, ErlangModulesMayBearALibrarysName) {
  const TestTree t;
  t.program("otp/bin/erl");
  t.program("otp/erts-13.1/bin/erlexec");
  t.file("otp/releases/x");
  t.file("otp/lib/stdlib-4/ebin/lists.beam");
  struct Case {
    const char *given, *file, *written;
  };
  const Case cases[] = {
      {"-module(hello).\n", ".codecalc-run/hello.erl", "-module(hello).\n"},
      {"-module(lists).\n", ".codecalc-run/main.erl", "-module(main).\n"},
      {"-module('../x').\n", ".codecalc-run/main.erl", "-module(main).\n"},
      {"main(_) -> ok.", ".codecalc-run/main.erl", "-module(main). main(_) -> ok."},
      {"#!/usr/bin/env escript\nmain(_) -> ok.", ".codecalc-run/main.erl",
       "-module(main).\n%#!/usr/bin/env escript\nmain(_) -> ok."},
  };
  for (const Case& c : cases) {
    const Plan plan = plan_of(t.path("otp/bin"), "erlang", c.given);
    EXPECT_EQ(plan.source_file, c.file) << c.given;
    EXPECT_EQ(plan.files[0].content, c.written);
  }
  const Plan plan = plan_of(t.path("otp/bin"), "erlang", "-module(hello).");
  EXPECT_EQ(plan.run.argv[0], t.path("otp/erts-13.1/bin/erlexec"));
  EXPECT_THAT(plan.run.argv.back(), HasSubstr("M=hello,"));
  EXPECT_THAT(plan.run.env, Contains("ROOTDIR=" + t.path("otp")));
  EXPECT_THAT(plan.run.env, Contains("BINDIR=" + t.path("otp/erts-13.1/bin")));
  EXPECT_THAT(plan.run.env, Contains("ERL_CRASH_DUMP_BYTES=0"));
}

TEST(Plan, KindOfJavaScriptDecidesTheEnding) {
  const TestTree t;
  t.program("bin/node");
  const std::string path = t.path("bin");
  EXPECT_EQ(plan_of(path, "js", "const a = require('fs')").source_file, ".codecalc-run/main.js");
  EXPECT_EQ(plan_of(path, "js", "import a from 'fs'").source_file, ".codecalc-run/main.mjs");
  EXPECT_EQ(plan_of(path, "js", "await 1").source_file, ".codecalc-run/main.mjs");
}

TEST(Plan, TypeScriptTakesTheBestThatIsThere) {
  const TestTree t;
  t.program("bin/deno");
  EXPECT_EQ(plan_of(t.path("bin"), "ts", "").run.argv[0], t.path("bin/deno"));
  t.program("bin/bun");
  EXPECT_EQ(plan_of(t.path("bin"), "ts", "").run.argv[0], t.path("bin/bun"));
  t.program("bin/esbuild");
  t.program("bin/node");
  const Plan cjs = plan_of(t.path("bin"), "ts", "import fs from 'fs'");
  EXPECT_THAT(cjs.compile->argv, Contains("--format=cjs"));
  EXPECT_THAT(cjs.run.argv, ElementsAre(t.path("bin/node"), ".codecalc-run/program.cjs"));
  const Plan esm = plan_of(t.path("bin"), "ts", "await 1");
  EXPECT_THAT(esm.compile->argv, Contains("--format=esm"));
  EXPECT_THAT(esm.run.argv, ElementsAre(t.path("bin/node"), ".codecalc-run/program.mjs"));
}

TEST(Plan, PhpGetsItsTagWhenItHasNone) {
  const TestTree t;
  t.program("bin/php");
  const std::pair<const char*, const char*> cases[] = {{"echo 1;", "<?php echo 1;"},
                                                       {"<?php echo 1;", "<?php echo 1;"},
                                                       {"<?= 1 ?>", "<?= 1 ?>"},
                                                       {"<b>x</b>", "<b>x</b>"}};
  for (const auto& [given, written] : cases) {
    EXPECT_EQ(plan_of(t.path("bin"), "php", given).files[0].content, written);
  }
}

TEST(Plan, JqReadsJsonOrLinesByWhatComes) {
  const TestTree t;
  const std::string jq = t.program("bin/jq");
  struct Case {
    const char *program, *input;
    std::vector<std::string> flags;
  };
  const Case cases[] = {
      {"\"hi\"", "", {"-n"}},
      {".a", "{\"a\": 1}\n", {}},
      {".a", "{\n \"a\": 1\n}\n", {}},
      {".", "plain text\n", {"-R"}},
      {"[inputs]", "a b\n", {"-n", "-R"}},
      {"[inputs] | add", "1\n2\n", {"-n"}},
  };
  for (const Case& c : cases) {
    std::vector<std::string> expected = {jq, "--unbuffered"};
    expected.insert(expected.end(), c.flags.begin(), c.flags.end());
    for (const char* word : {"-r", "-f", ".codecalc-run/main.jq"}) expected.emplace_back(word);
    EXPECT_EQ(plan_of(t.path("bin"), "jq", c.program, {.input = c.input}).run.argv, expected)
        << c.program << " " << c.input;
  }
}

TEST(Plan, DotnetNamesItsReferencesInAFile) {
  const TestTree t;
  t.program("dn/dotnet");
  t.file("dn/sdk/3.1.102/Roslyn/bincore/csc.dll");
  t.file("dn/sdk/10.0.1/Roslyn/bincore/csc.dll");
  t.file("dn/packs/Microsoft.NETCore.App.Ref/10.0.0/ref/net10.0/System.Runtime.dll");
  EXPECT_FALSE(Languages(t.path("dn")).plan("cs", "").ok());  // no framework to run on
  t.file("dn/shared/Microsoft.NETCore.App/10.0.1/x");
  const Plan plan = plan_of(t.path("dn"), "c#", "class A {}");
  EXPECT_THAT(plan.compile->argv, Contains(t.path("dn/sdk/10.0.1/Roslyn/bincore/csc.dll")));
  ASSERT_EQ(plan.files.size(), 3u);
  EXPECT_EQ(plan.files[1].content,
            "-r:\"" +
                t.path("dn/packs/Microsoft.NETCore.App.Ref/10.0.0/ref/net10.0/System.Runtime.dll") +
                "\"\n");
  EXPECT_THAT(plan.files[2].content, HasSubstr("\"tfm\":\"net10.0\""));
  EXPECT_TRUE(plan.compiler_may_print_to_stdout);
}

TEST(Plan, ARuntimeWithItsOwnRootIsSeenFromInside) {
  const TestTree t;
  t.program("root/usr/bin/swiftc");
  t.file("root/.codecalc-root");
  t.link("bin/swiftc", t.path("root/usr/bin/swiftc"));
  const Plan plan = plan_of(t.path("bin"), "swift", "  @main\nstruct A {}");
  EXPECT_EQ(plan.root, t.path("root"));
  EXPECT_EQ(plan.compile->argv[0], "/usr/bin/swiftc");
  EXPECT_THAT(plan.compile->argv, Contains("-parse-as-library"));
  EXPECT_THAT(shown(plan), IsEmpty());
  EXPECT_EQ(plan.run.env[0], "PATH=/usr/bin:/bin");
}

TEST(Plan, ZigGetsACopyOfTheWarmCache) {
  const TestTree t;
  t.program("z/zig");
  EXPECT_THAT(plan_of(t.path("z"), "zig", "").seeds, IsEmpty());
  t.file("prepared/zig/cache/x");
  const Plan plan = plan_of(t.path("z"), "zig", "");
  ASSERT_EQ(plan.seeds.size(), 1u);
  EXPECT_EQ(plan.seeds[0].host, t.path("prepared/zig/cache"));
  EXPECT_THAT(plan.compile->argv, Contains(plan.seeds[0].inside));
  EXPECT_THAT(shown(plan), ElementsAre(t.path("z")));
}

TEST(PlanEntry, RunsTheFileWhereItLies) {
  const TestTree t;
  t.program("bin/php");
  t.program("bin/gcc");
  const Languages languages(t.path("bin"));
  const auto php = languages.plan_entry("php", "src/a.php", "echo 1;");
  ASSERT_TRUE(php.ok());
  EXPECT_EQ(php->run.argv.back(), "src/a.php");
  for (const auto& file : php->files) EXPECT_NE(file.path, "src/a.php");
  const auto c = languages.plan_entry("c", "a.c", "");
  EXPECT_THAT(c->compile->argv, Contains("a.c"));
}

TEST(VersionPlan, PerLanguage) {
  const TestTree t;
  const std::string zig = t.program("bin/zig"), lua = t.program("bin/lua");
  const Languages languages(t.path("bin"));
  EXPECT_THAT(languages.version_plan("zig")->run.argv, ElementsAre(zig, "version"));
  EXPECT_THAT(languages.version_plan("lua")->run.argv, ElementsAre(lua, "-v"));
  EXPECT_FALSE(languages.version_plan("go").ok());
}

}  // namespace
}  // namespace codecalc::runtimes
