// Names read from sources that try to hide them; and that reading stays linear.
#include "runtimes/source_names.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace codecalc::runtimes {
namespace {

struct JavaCase {
  const char* source;
  const char* file_class;
  const char* main_class;
};

TEST(JavaNames, TableOfSources) {
  const JavaCase cases[] = {
      {"public class Foo { public static void main(String[] a) {} }", "Foo", "Foo"},
      {"package a.b.c;\npublic class Foo { public static void main(String[] a) {} }", "Foo",
       "a.b.c.Foo"},
      {"class A {} class B { static public void main(String... a) {} }", "B", "B"},
      {"public class A {} class B { public static void main(String[] a) {} }", "A", "B"},
      {"/* class X { static void main( */ // class Y\nclass Z { public static void main(String[] "
       "q) {} }",
       "Z", "Z"},
      {"class A { String s = \"class B { public static void main(\"; char c = '\"'; }\n"
       "class C { public static void main(String[] a) {} }",
       "C", "C"},
      {"class A { String s = \"\"\"\n class B { \" public static void main( \\\"\"\" \"\"\"; }\n"
       "class C { public static void main(String[] a) {} }",
       "C", "C"},
      {"class Outer { static class Inner { public static void main(String[] a) {} } }", "Outer",
       "Outer"},
      {"@Foo(Bar.class) @Baz(name = \"class Q\") public final class R {\n"
       " public static void main(String[] args) throws Exception {} }",
       "R", "R"},
      {"public record P(int x, int y) { public static void main(String[] a) {} }", "P", "P"},
      {"record P(int x) {} enum E { A, B; } interface I { static void main(String[] a) {} }", "I",
       "I"},
      {"sealed interface S permits A, B {} record A() implements S {} record B() implements S {}\n"
       "public class Shapes { public static void main(String[] a) {} }",
       "Shapes", "Shapes"},
      {"void main() { System.out.println(1); }", "Main", "Main"},
      {"class A { void main() {} } class B { public static void main(String[] a) {} }", "B", "B"},
      {"class Solo { void main() { } }", "Solo", "Solo"},
      {"class A { int mainly; void maine() {} static int main = 3; }", "A", "A"},
      {"package p; class A<T extends Comparable<T>> { static <T> void main(String[] a) {} }", "A",
       "p.A"},
      {"", "Main", "Main"},
      {"public class", "Main", "Main"},
      {"public class \xC3\x9C"
       "ber { public static void main(String[] a) {} }",
       "\xC3\x9C"
       "ber",
       "\xC3\x9C"
       "ber"},
  };
  for (const JavaCase& c : cases) {
    const JavaNames names = java_names(c.source);
    EXPECT_EQ(names.file_class, c.file_class) << c.source;
    EXPECT_EQ(names.main_class, c.main_class) << c.source;
  }
}

TEST(KotlinMainClass, TableOfSources) {
  const std::pair<const char*, const char*> cases[] = {
      {"fun main() { println(1) }", "MainKt"},
      {"package x.y\n\nfun main(args: Array<String>) {}", "x.y.MainKt"},
      {"package x;fun main() {}", "x.MainKt"},
      {"@file:JvmName(\"Foo\")\npackage z\nfun main() {}", "z.Foo"},
      {"object App {\n  @JvmStatic fun main(args: Array<String>) {}\n}", "App"},
      {"class App {\n companion object {\n  @JvmStatic\n  fun main(a: Array<String>) {}\n }\n}",
       "App"},
      {"class A { object B { @JvmStatic fun main(a: Array<String>) {} } }", "A$B"},
      {"object App { fun main() {} }\nsuspend fun main() {}", "MainKt"},
      {"// fun main\n/* /* nested */ object No { @JvmStatic fun main( */ object Yes { @JvmStatic "
       "fun "
       "main(a: Array<String>) {} }",
       "Yes"},
      {"val s = \"object No { ${ \"}\" + \"{\" } @JvmStatic fun main(\"\nfun main() {}", "MainKt"},
      {"val r = \"\"\"class A { \" ${x} \"\"\"\nfun main() {}", "MainKt"},
      {"", "MainKt"},
  };
  for (const auto& [source, expected] : cases)
    EXPECT_EQ(kotlin_main_class(source), expected) << source;
}

TEST(ErlangModule, TableOfSources) {
  const std::pair<const char*, const char*> cases[] = {
      {"-module(hello).\n-export([main/1]).", "hello"},
      {"%% -module(no).\n  - module ( yes ) .", "yes"},
      {"-module('it is').", "it is"},
      {"main(_) -> \"-module(no).\".\n", ""},
      {"f() -> $\".\n-module(after_char).\n%\"", "after_char"},
      {"f() -> 1-module(no).", ""},
      {"-author(x).\n-module(second).", "second"},
      {"", ""},
  };
  for (const auto& [source, expected] : cases)
    EXPECT_EQ(erlang_module(source).name, expected) << source;
  const NamePlace quoted = erlang_module("-module('a b').");
  EXPECT_EQ(quoted.offset, 8u);
  EXPECT_EQ(quoted.length, 5u);
}

TEST(GoPackage, TableOfSources) {
  EXPECT_EQ(go_package("package main\n").name, "main");
  EXPECT_EQ(go_package("// package no\n/* x */ package  yes // z").name, "yes");
  EXPECT_EQ(go_package("import \"fmt\"\n").length, 0u);
  EXPECT_EQ(go_package("package").length, 0u);
}

TEST(HaskellMainModule, NamesAnyOtherThanMain) {
  EXPECT_EQ(haskell_main_module("module Main where\n"), "");
  EXPECT_EQ(haskell_main_module("{- module A {- x -} -} -- y\nmodule Data.Foo (main) where"),
            "Data.Foo");
  EXPECT_EQ(haskell_main_module("main = print 1"), "");
}

struct ScriptCase {
  const char* source;
  bool module;
  bool needs_module;
};

TEST(ScriptKind, TableOfSources) {
  const ScriptCase cases[] = {
      {"const fs = require('fs')", false, false},
      {"import fs from 'fs'", true, false},
      {"import 'x';", true, false},
      {"import * as a from \"a\"", true, false},
      {"// import fs from 'fs'\nconst a = 1", false, false},
      {"const a = `\nimport fs from 'fs'\n`", false, false},
      {"const a = `${`\n${1}`}\n`\nimport fs from 'fs'", true, false},
      {"import('fs').then(f => f)", false, false},
      {"export const a = 1", true, false},
      {"export default function () {}", true, false},
      {"const o = { export: 1, import: 2 }\no.import", false, false},
      {"console.log(import.meta.url)", true, true},
      {"await 1", true, true},
      {"const x = await fetch('a')", true, true},
      {"for await (const x of y) {}", true, true},
      {"if (a) { await b }", true, true},
      {"for (const x of y) { await x }", true, true},
      {"async function f() { await g() }\nf()", false, false},
      {"const f = async () => { await g() }", false, false},
      {"const f = async x => await g(x)\nf(1)", false, false},
      {"const f = async x =>\n  await g(x)\nf(1)", false, false},
      {"const f = async x => await g(x); await f(1)", true, true},
      {"class A { async f() { await g() } }", false, false},
      {"const o = { async f() { if (x) { await g() } } }", false, false},
      {"(async () => { for (const a of b) { await a } })()", false, false},
      {"const r = /await x/g, s = a / await_ / 2", false, false},
      {"const r = /[/\"]await x/; const q = 1", false, false},
      {"[1].map(async x => await x)\nPromise.all([])", false, false},
      {"", false, false},
  };
  for (const ScriptCase& c : cases) {
    const ScriptKind kind = script_kind(c.source);
    EXPECT_EQ(kind.module, c.module) << c.source;
    EXPECT_EQ(kind.needs_module, c.needs_module) << c.source;
  }
}

TEST(JqReadsInput, TableOfSources) {
  EXPECT_TRUE(jq_reads_input("[inputs] | add"));
  EXPECT_TRUE(jq_reads_input("\"got \\(input)\""));
  EXPECT_FALSE(jq_reads_input(".input | .inputs"));
  EXPECT_FALSE(jq_reads_input("\"input\" # inputs"));
}

TEST(RubyNeedsGems, TableOfSources) {
  EXPECT_FALSE(ruby_needs_gems("require 'set'\nrequire \"json\"\nrequire_relative 'x'"));
  EXPECT_TRUE(ruby_needs_gems("require 'matrix'"));
  EXPECT_TRUE(ruby_needs_gems("require name"));
  EXPECT_TRUE(ruby_needs_gems("puts Gem::VERSION"));
  EXPECT_FALSE(ruby_needs_gems("puts 'Gemini'"));
}

TEST(Words, FoundAtTheirEdges) {
  EXPECT_TRUE(has_call("var s = input()", "input", "("));
  EXPECT_FALSE(has_call("my_input()", "input", "("));
  EXPECT_TRUE(has_line_start("x\n  @main\nstruct A {}", "@main"));
  EXPECT_FALSE(has_line_start("let s = \"@main\"", "@main"));
}

// Texts that make a careless reader go over them again and again. Half a megabyte takes a few
// milliseconds a reader; quadratic time would take minutes, so the limit leaves room for a slow
// machine and a sanitizer.
TEST(Readers, StayLinearOnHostileText) {
  const auto repeat = [](std::string_view piece) {
    std::string text;
    while (text.size() < 500'000) text += piece;
    return text;
  };
  const auto start = std::chrono::steady_clock::now();
  for (const char* piece : {"/*",       "(((((",    "{{{{{",
                            "\"${",     "`${",      "${`",
                            "\"\"\"",   "class A{", "public static void main(",
                            "-module(", "'",        "\\",
                            "=>",       "import ",  "object A{",
                            "{-",       "\"\\(",    "require ",
                            "/[",       "await "}) {
    const std::string text = repeat(piece);
    java_names(text);
    kotlin_main_class(text);
    erlang_module(text);
    go_package(text);
    haskell_main_module(text);
    script_kind(text);
    jq_reads_input(text);
    ruby_needs_gems(text);
    has_line_start(text, "@main");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(40));
}

}  // namespace
}  // namespace codecalc::runtimes
