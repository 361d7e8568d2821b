"""No house rules for the source: what a language allows, a program here may do."""
# ctest: TIMEOUT 1200
import pytest

BOM = "\ufeff"

# language, what it shows, source, stdin, expected stdout
CASES = [
    ("java", "package line, class not called Main",
     "package a.b;\npublic class Foo {\n  public static void main(String[] args) {\n"
     "    System.out.println(Foo.class.getName());\n  }\n}\n", "", "a.b.Foo\n"),
    ("java", "main in the second class",
     "record P(int x) {}\nclass Second {\n  public static void main(String[] a) {"
     " System.out.println(new P(3)); }\n}\n", "", "P[x=3]\n"),
    ("java", "public class beside the one with main",
     "class M { public static void main(String[] a) { System.out.println(T.v()); } }\n"
     "class T { static int v() { return 4; } }\n", "", "4\n"),
    ("kotlin", "package line", "package p.q\nfun main() = println(\"k\")\n", "", "k\n"),
    ("kotlin", "main in an object",
     "object App {\n  @JvmStatic fun main(args: Array<String>) { println(readLine()) }\n}\n", "in\n", "in\n"),
    ("erlang", "module called as one of the library's",
     "-module(lists).\n-export([main/1]).\nmain(_) -> io:format(\"~p~n\", [lists:sum([1,2,3])]).\n", "", "6\n"),
    ("erlang", "script without a module", "#!/usr/bin/env escript\nmain(_) -> io:format(\"s~n\").\n", "", "s\n"),
    ("erlang", "start/0", "-module(go).\n-export([start/0]).\nstart() -> io:format(\"g~n\").\n", "", "g\n"),
    ("node", "ES module", "import fs from 'fs';\nconsole.log(typeof fs.readFileSync);\n", "", "function\n"),
    ("node", "await at the top", "const x = await Promise.resolve(7);\nconsole.log(x);\n", "", "7\n"),
    ("node", "CommonJS", "const fs = require('fs');\nconsole.log(fs.readFileSync(0, 'utf8').length);\n", "abc", "3\n"),
    ("typescript", "await at the top",
     "const x: number = await Promise.resolve(7);\nconsole.log(x);\n", "", "7\n"),
    ("typescript", "import and enum",
     "import { readFileSync } from 'fs';\nenum E { A = 3 }\nconsole.log(E.A + readFileSync(0, 'utf8').length);\n",
     "xy", "5\n"),
    ("bun", "import and await", "import fs from 'fs';\nconsole.log(await Promise.resolve(1));\n", "", "1\n"),
    ("php", "without its tag", "echo strlen(stream_get_contents(STDIN)), \"\\n\";", "abcd", "4\n"),
    ("php", "with its tag", "<?php\necho ctype_digit('12') ? 'y' : 'n', \"\\n\";\n", "", "y\n"),
    ("php", "text around the tag", "a <?= 1 + 1 ?> b\n", "", "a 2 b\n"),
    ("cpp", "C++20",
     "#include <concepts>\n#include <iostream>\n#include <ranges>\n#include <span>\n#include <vector>\n"
     "template <std::integral T> T twice(T x) { return 2 * x; }\nint main() {\n"
     "  std::vector v{1, 2, 3};\n  int s = 0;\n"
     "  for (int x : v | std::views::transform([](int x) { return twice(x); })) s += x;\n"
     "  std::cout << s << (1 <=> 2 < 0) << '\\n';\n}\n", "", "121\n"),
    ("cpp", "bits/stdc++.h",
     "#include <bits/stdc++.h>\nusing namespace std;\nint main() { map<string, int> m; string w;\n"
     "  while (cin >> w) m[w]++;\n  for (auto& [k, v] : m) cout << k << v << '\\n';\n"
     "  printf(\"%.3f\\n\", M_PI); }\n", "a b a\n", "a2\nb1\n3.142\n"),
    ("cpp", "threads",
     "#include <iostream>\n#include <thread>\nint main() { int x = 0; std::thread t([&] { x = 5; }); t.join();"
     " std::cout << x << '\\n'; }\n", "", "5\n"),
    ("c", "mathematics library",
     "#include <math.h>\n#include <stdio.h>\nint main(void) { double x; scanf(\"%lf\", &x);\n"
     "  printf(\"%.4f %.4f\\n\", pow(x, 0.5), M_PI); return 0; }\n", "2", "1.4142 3.1416\n"),
    ("rust", "edition 2021",
     "use std::io::Read;\nfn main() {\n  let mut s = String::new();\n"
     "  std::io::stdin().read_to_string(&mut s).unwrap();\n  let n = s.len();\n"
     "  let r: Result<i32, _> = \"x\".try_into().map(|_: String| 1).or(Err(()));\n"
     "  println!(\"{n} {}\", r.is_ok());\n}\n", "abc", "3 true\n"),
    ("go", "package of another name", "package foo\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n", "", "1\n"),
    ("go", "net and json of the library",
     "package main\nimport (\"encoding/json\"; \"fmt\"; \"net/url\"; \"sort\")\nfunc main() {\n"
     "  u, _ := url.Parse(\"a://b/c\"); b, _ := json.Marshal([]string{u.Host}); s := []int{2, 1}; sort.Ints(s)\n"
     "  fmt.Println(string(b), s) }\n", "", '["b"] [1 2]\n'),
    ("haskell", "module of another name", "module Foo.Bar where\nmain :: IO ()\nmain = interact reverse\n", "abc", "cba"),
    ("ruby", "bundled library", "require 'matrix'\nputs Matrix[[1, 2], [3, 4]].determinant\n", "", "-2\n"),
    ("ruby", "standard library", "require 'json'\nrequire 'set'\nputs JSON.dump({a: Set.new([1]).size})\n", "", '{"a":1}\n'),
    ("r", "default packages", "cat(sd(c(1, 2, 3)), nrow(mtcars), '\\n')\n", "", "1 32 \n"),
    ("perl", "core modules", "use List::Util qw(sum); print sum(<STDIN>), \"\\n\";\n", "1\n2\n", "3\n"),
    ("jq", "filter over JSON", ".a | add\n", '{"a": [1, 2]}\n', "3\n"),
    ("jq", "stream of JSON values", "[inputs] | add", "1\n2\n", "3\n"),
    ("jq", "filter over text lines", "ascii_upcase", "ab\ncd\n", "AB\nCD\n"),
    ("awk", "reads standard input", "{ print NR \": \" $0 }\n", "x\ny\n", "1: x\n2: y\n"),
    ("sqlite", "imports standard input",
     "create table t(x);\n.import /dev/stdin t\nselect sum(x) from t;\n", "1\n2\n", "3\n"),
    ("mojo", "input() line by line",
     "def main() raises:\n    var a = input()\n    var b = input()\n    print(b, a)\n", "x\ny\n", "y x\n"),
    ("swift", "entry as a type",
     "@main\nstruct App {\n  static func main() { print(readLine() ?? \"\") }\n}\n", "hi\n", "hi\n"),
    ("zsh", "arrays", "a=(x y z)\necho ${#a} $a[2]\n", "", "3 y\n"),
    ("bash", "sees no host variables", "echo \"$HOME $LANG $TZ ${USER-none}\"\n", "", "/box C.UTF-8 UTC none\n"),
    ("deno", "reads standard input",
     "console.log((await new Response(Deno.stdin.readable).text()).length)\n", "abc", "3\n"),
    ("csharp", "LINQ and tasks",
     "using System;\nusing System.Linq;\nusing System.Threading.Tasks;\nclass P {\n"
     "  static async Task Main() { await Task.Yield(); Console.WriteLine(new[] {1, 2}.Select(x => x * x).Sum()); }\n}\n",
     "", "5\n"),
    ("python3", "not shadowed by its own name", "import main\n", "", None),
]

LINES = {
    "bash": "if true; then\n  echo ok\nfi\n", "zsh": "if true; then\n  echo ok\nfi\n",
    "python3": "if True:\n    print('ok')\n", "node": "console.log(\n  'ok')\n", "lua": "print(\n'ok')\n",
    "perl": "print <<A;\nok\nA\n", "ruby": "puts <<A\nok\nA\n", "php": "<?php\necho 'ok',\n\"\\n\";\n",
    "tcl": "if {1} {\n  puts ok\n}\n", "awk": "BEGIN {\n  print \"ok\"\n}\n", "jq": "\"ok\"\n",
    "sqlite": ".mode list\nselect 'ok';\n", "r": "x <- 'ok'\ncat(x, '\\n', sep = '')\n",
    "c": "#include <stdio.h>\n#define X \\\n  \"ok\"\nint main(void) {\n  puts(X);\n}\n",
    "cpp": "#include <iostream>\nint main() {\n  std::cout << \"ok\\n\";\n}\n",
    "go": "package main\nimport \"fmt\"\nfunc main() {\n\tfmt.Println(\"ok\")\n}\n",
    "rust": "fn main() {\n    println!(\"ok\");\n}\n", "fortran": "program p\nprint '(a)', &\n  'ok'\nend program\n",
    "java": "class A {\n  public static void main(String[] a) {\n    System.out.println(\"ok\");\n  }\n}\n",
    "haskell": "main :: IO ()\nmain = do\n  putStrLn \"ok\"\n",
    "erlang": "-module(m).\n-export([main/1]).\nmain(_) ->\n  io:format(\"ok~n\").\n",
    "elixir": "if true do\n  IO.puts(\"ok\")\nend\n", "typescript": "const x: string =\n  'ok'\nconsole.log(x)\n",
}


def run(runner, language, source, stdin=""):
    return runner.call_tool("execute_code", {
        "language": language, "code": source, "stdin": stdin, "timeout": 120}, timeout=180)


@pytest.mark.parametrize("language,shows,source,stdin,stdout", CASES, ids=[f"{c[0]}-{c[1]}" for c in CASES])
def test_source(language, shows, source, stdin, stdout, runner, need):
    need(language)
    reply = run(runner, language, source, stdin)
    if stdout is None:
        assert reply["verdict"] == "RTE", reply
    else:
        assert (reply.get("stdout"), reply.get("verdict")) == (stdout, "OK"), reply


@pytest.mark.parametrize("language", sorted(LINES))
def test_byte_order_mark_and_crlf(language, runner, need):
    need(language)
    reply = run(runner, language, BOM + LINES[language].replace("\n", "\r\n"))
    assert (reply.get("stdout"), reply.get("verdict")) == ("ok\n", "OK"), reply


BIG = "x" * 99 + "\n"
COUNTERS = {
    "python3": "import sys\nprint(sum(len(line) for line in sys.stdin))",
    "node": "let n = 0; process.stdin.on('data', d => n += d.length).on('end', () => console.log(n))",
    "awk": "{ n += length($0) + 1 } END { print n }",
    "c": "#include <stdio.h>\nint main(void) { long n = 0; while (getchar() != EOF) n++; printf(\"%ld\\n\", n); }",
    "perl": "my $n = 0; $n += length while <STDIN>; print \"$n\\n\";",
}


@pytest.mark.parametrize("language", sorted(COUNTERS))
def test_ten_megabytes_of_input(language, runner, need):
    need(language)
    reply = run(runner, language, COUNTERS[language], BIG * 100_000)
    assert reply.get("stdout") == "10000000\n", reply
