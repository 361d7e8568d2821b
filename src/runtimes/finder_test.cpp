// The search path's order, and the real programs behind stand-ins.
#include "runtimes/finder.h"

#include "runtimes/test_tree.h"

namespace codecalc::runtimes {
namespace {

std::string found(const std::string& path, std::string_view name, std::string_view native = {}) {
  const auto result = Finder(path).find(name, native);
  return result ? result->path : "";
}

TEST(Finder, TakesTheFirstFolderThatHasIt) {
  const TestTree t;
  const std::string first = t.program("a/lua");
  const std::string second = t.program("b/lua");
  EXPECT_EQ(found(t.path("a") + ":" + t.path("b"), "lua"), first);
  EXPECT_EQ(found(t.path("b") + "/:" + t.path("a"), "lua"), second);
  EXPECT_EQ(found(t.path("none") + "::relative:" + t.path("b"), "lua"), second);
  EXPECT_EQ(found("", "lua"), "");
}

TEST(Finder, PassesOverFoldersAndFilesThatCannotRun) {
  const TestTree t;
  t.file("a/lua/x");
  t.file("b/lua", "text");
  const std::string real = t.program("c/lua");
  EXPECT_EQ(found(t.path("a") + ":" + t.path("b") + ":" + t.path("c"), "lua"), real);
}

TEST(Finder, NeverSearchesRelativeFolders) {
  EXPECT_TRUE(Finder(".:bin:../bin").folders().empty());
  EXPECT_EQ(Finder("/a:/b:/a/").folders().size(), 2u);
}

TEST(Finder, ResolvesLinks) {
  const TestTree t;
  const std::string real = t.program("versions/php8.2");
  t.link("alternatives/php", real);
  t.link("bin/php", t.path("alternatives/php"));
  EXPECT_EQ(found(t.path("bin"), "php"), real);
}

TEST(Finder, KeepsTheNameOfAProgramThatActsByIt) {
  const TestTree t;
  t.program("libexec/swift-driver");
  t.link("libexec/swiftc", "swift-driver");
  t.link("bin/swiftc", "../libexec/swiftc");
  EXPECT_EQ(found(t.path("bin"), "swiftc"), t.path("libexec/swiftc"));
}

TEST(Finder, SeesThroughPyenv) {
  const TestTree t;
  t.script("pyenv/shims/python3", "#!/usr/bin/env bash\nexec \"/x/pyenv\" exec python3 \"$@\"\n");
  const std::string old = t.program("pyenv/versions/3.9.1/bin/python3");
  const std::string now = t.program("pyenv/versions/3.11.7/bin/python3");
  EXPECT_EQ(found(t.path("pyenv/shims"), "python3"), now);  // no choice made: the newest
  t.file("pyenv/version", "3.9.1\n");
  EXPECT_EQ(found(t.path("pyenv/shims"), "python3"), old);
  t.file("pyenv/version", "3.9\n");
  EXPECT_EQ(found(t.path("pyenv/shims"), "python3"), old);
  t.file("pyenv/version", "system\n");
  const std::string system = t.program("usr/python3");
  EXPECT_EQ(found(t.path("pyenv/shims") + ":" + t.path("usr"), "python3"), system);
  t.file("pyenv/version", "../../usr\n");
  EXPECT_EQ(found(t.path("pyenv/shims"), "python3"), now);  // a path is no version
}

TEST(Finder, SeesThroughMise) {
  const TestTree t;
  t.program("bin/mise");
  t.link("mise/shims/node", t.path("bin/mise"));
  t.program("mise/installs/node/9.1.0/bin/node");
  const std::string now = t.program("mise/installs/node/22.3.0/bin/node");
  EXPECT_EQ(found(t.path("mise/shims"), "node"), now);
}

TEST(Finder, SeesThroughRustup) {
  const TestTree t;
  t.program(".cargo/bin/rustup");
  t.link(".cargo/bin/rustc", "rustup");
  EXPECT_EQ(found(t.path(".cargo/bin"), "rustc"), "");
  const std::string nightly = t.program(".rustup/toolchains/nightly-x86_64/bin/rustc");
  const std::string stable = t.program(".rustup/toolchains/stable-x86_64/bin/rustc");
  t.file(".rustup/settings.toml", "version = \"12\"\ndefault_toolchain = \"nightly\"\n");
  EXPECT_EQ(found(t.path(".cargo/bin"), "rustc"), nightly);
  t.file(".rustup/settings.toml", "default_toolchain = \"stable-x86_64\"\n");
  EXPECT_EQ(found(t.path(".cargo/bin"), "rustc"), stable);
}

TEST(Finder, SeesThroughScriptsOfNpmAndPip) {
  const TestTree t;
  t.script("npm/node_modules/deno/bin.cjs", "#!/usr/bin/env node\n");
  t.link("npm/node_modules/.bin/deno", "../deno/bin.cjs");
  const std::string deno = t.program("npm/node_modules/@deno/linux/deno");
  EXPECT_EQ(found(t.path("npm/node_modules/.bin"), "deno", "@deno/linux/deno"), deno);
  t.script("venv/bin/mojo", "#!/venv/bin/python\n");
  const std::string mojo = t.program("venv/lib/python3.11/site-packages/modular/bin/mojo");
  EXPECT_EQ(found(t.path("venv/bin"), "mojo", "modular/bin/mojo"), mojo);
}

TEST(Finder, FollowsAScriptThatHandsOver) {
  const TestTree t;
  const std::string real = t.program("opt/tool-1.2");
  t.script("bin/tool", "#!/bin/sh\nexport A=1\nexec " + real + " \"$@\"\n");
  EXPECT_EQ(found(t.path("bin"), "tool"), real);
  // A launcher of something else is kept as it is.
  const std::string other =
      t.script("bin/kotlinc", "#!/bin/sh\nexec " + t.program("opt/java") + " -jar k\n");
  EXPECT_EQ(found(t.path("bin"), "kotlinc"), other);
}

TEST(Finder, PassesOverCompilerCaches) {
  const TestTree t;
  t.program("cache/ccache");
  t.link("cache/gcc", "ccache");
  const std::string real = t.program("usr/gcc");
  EXPECT_EQ(found(t.path("cache") + ":" + t.path("usr"), "gcc"), real);
}

TEST(Finder, SurvivesLoopsOfLinks) {
  const TestTree t;
  t.link("bin/a", t.path("bin/b"));
  t.link("bin/b", t.path("bin/a"));
  EXPECT_EQ(found(t.path("bin"), "a"), "");
}

TEST(Finder, FindsPreparedThingsBesideAFolder) {
  const TestTree t;
  t.file("x/prepared/go/importcfg");
  EXPECT_EQ(Finder(t.path("y/bin") + ":" + t.path("x/bin")).prepared("go"),
            t.path("x/prepared/go"));
  EXPECT_FALSE(Finder(t.path("y/bin")).prepared("go"));
}

TEST(VersionLess, ComparesNumbersAsNumbers) {
  const std::pair<const char*, const char*> ascending[] = {
      {"3.9", "3.11"}, {"3.11", "3.11.1"}, {"erts-9.3", "erts-13.1"},
      {"08", "9"},     {"latest", "2.0"},  {"net6.0", "net10.0"},
      {"", "1"},
  };
  for (const auto& [a, b] : ascending) {
    EXPECT_TRUE(version_less(a, b)) << a << " " << b;
    EXPECT_FALSE(version_less(b, a)) << a << " " << b;
    EXPECT_FALSE(version_less(a, a)) << a;
  }
}

}  // namespace
}  // namespace codecalc::runtimes
