// Where runtimes of each kind keep what belongs to them.
#include "runtimes/homes.h"

#include <gmock/gmock.h>

#include "runtimes/test_tree.h"

namespace codecalc::runtimes {
namespace {

using testing::Contains;
using testing::Pair;

std::optional<Located> located(const TestTree& t, std::string_view folder, std::string_view name,
                               Home kind) {
  const auto found = Finder(t.path(folder)).find(name);
  return found ? locate(*found, kind) : std::nullopt;
}

TEST(Homes, ErlangOfDebianAndOfAnInstalledTree) {
  const TestTree t;
  t.script("usr/bin/erl", "#!/bin/sh\n");
  EXPECT_FALSE(located(t, "usr/bin", "erl", Home::kErlang));
  t.file("usr/lib/erlang/releases/25/x");
  t.program("usr/lib/erlang/erts-9.1/bin/erlexec");
  const std::string now = t.program("usr/lib/erlang/erts-13.1.5/bin/erlexec");
  const auto erl = located(t, "usr/bin", "erl", Home::kErlang);
  ASSERT_TRUE(erl);
  EXPECT_EQ(erl->program, now);
  EXPECT_EQ(erl->home, t.path("usr/lib/erlang"));
  EXPECT_THAT(erl->facts, Contains(Pair("bindir", t.path("usr/lib/erlang/erts-13.1.5/bin"))));
}

TEST(Homes, ElixirNeedsItsLibrary) {
  const TestTree t;
  t.script("ex/bin/elixir", "#!/bin/sh\n");
  EXPECT_FALSE(located(t, "ex/bin", "elixir", Home::kElixir));
  t.file("ex/lib/elixir/ebin/x.beam");
  EXPECT_EQ(located(t, "ex/bin", "elixir", Home::kElixir)->home, t.path("ex"));
}

TEST(Homes, RWithItsThreeFoldersOutside) {
  const TestTree t;
  t.script("usr/bin/R", "#!/bin/sh\n");
  const std::string real = t.program("usr/lib/R/bin/exec/R");
  t.file("usr/lib/R/doc/x");
  const auto r = located(t, "usr/bin", "R", Home::kR);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->program, real);
  EXPECT_EQ(r->home, t.path("usr/lib/R"));
  EXPECT_THAT(r->facts, Contains(Pair("doc", t.path("usr/lib/R/doc"))));
  EXPECT_THAT(r->facts, Contains(Pair("share", t.path("usr/share/R/share"))));
}

TEST(Homes, GhcBehindItsScript) {
  const TestTree t;
  const std::string real = t.program("lib/ghc/bin/ghc");
  t.script("bin/ghc", "#!/bin/sh\nexedir=\"x\"\ntopdir=\"" + t.path("lib/ghc") + "\"\nexec x\n");
  const auto debian = located(t, "bin", "ghc", Home::kGhc);
  ASSERT_TRUE(debian);
  EXPECT_EQ(debian->program, real);
  EXPECT_EQ(debian->home, t.path("lib/ghc"));
  // A script that says nothing is started as it is.
  const std::string script = t.script("other/bin/ghc", "#!/bin/sh\n");
  const auto other = located(t, "other/bin", "ghc", Home::kGhc);
  EXPECT_EQ(other->program, script);
  EXPECT_EQ(other->home, "");
}

TEST(Homes, KotlinNeedsItsCompiler) {
  const TestTree t;
  t.script("k/bin/kotlinc", "#!/bin/sh\n");
  EXPECT_FALSE(located(t, "k/bin", "kotlinc", Home::kKotlin));
  t.file("k/lib/kotlin-compiler.jar");
  EXPECT_EQ(located(t, "k/bin", "kotlinc", Home::kKotlin)->home, t.path("k"));
}

TEST(Homes, RustWithAndWithoutItsSharedLibrary) {
  const TestTree t;
  t.program("r/bin/rustc");
  EXPECT_FALSE(located(t, "r/bin", "rustc", Home::kRust)->facts.contains("rustlib"));
  t.file("r/lib/rustlib/x86_64-unknown-linux-gnu/lib/libstd-0a1b.so");
  EXPECT_THAT(located(t, "r/bin", "rustc", Home::kRust)->facts,
              Contains(Pair("rustlib", t.path("r/lib/rustlib/x86_64-unknown-linux-gnu/lib"))));
}

TEST(Homes, DotnetTakesTheNewestOfEachPart) {
  const TestTree t;
  t.program("d/dotnet");
  for (const char* version : {"9.0.100", "10.0.100"}) {
    t.file(std::string("d/sdk/") + version + "/Roslyn/bincore/csc.dll");
  }
  t.file("d/sdk/11.0.100-preview/x");  // no compiler inside
  t.file("d/packs/Microsoft.NETCore.App.Ref/9.0.0/ref/net9.0/System.Runtime.dll");
  t.file("d/packs/Microsoft.NETCore.App.Ref/10.0.0/ref/net10.0/System.Runtime.dll");
  t.file("d/shared/Microsoft.NETCore.App/9.0.0/x");
  t.file("d/shared/Microsoft.NETCore.App/10.0.0/x");
  const auto dotnet = located(t, "d", "dotnet", Home::kDotnet);
  ASSERT_TRUE(dotnet);
  EXPECT_THAT(dotnet->facts,
              Contains(Pair("csc", t.path("d/sdk/10.0.100/Roslyn/bincore/csc.dll"))));
  EXPECT_THAT(dotnet->facts, Contains(Pair("tfm", "net10.0")));
  EXPECT_THAT(dotnet->facts, Contains(Pair("framework", "10.0.0")));
}

}  // namespace
}  // namespace codecalc::runtimes
