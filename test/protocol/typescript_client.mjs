// One conversation through a published TypeScript client: node typescript_client.mjs LINE MODE SERVER
// prints a JSON object of what was seen. LINE is "sdk" (the first line) or "client" (the second).
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const [line, mode, server, modules] = process.argv.slice(2);
const require = createRequire(path.join(modules, "index.js"));
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

async function connect() {
  const info = { name: "codecalc-test", version: "1" };
  if (line === "sdk") {
    const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client(info);
    await client.connect(new StdioClientTransport({ command: server }));
    return client;
  }
  const { Client } = await load("@modelcontextprotocol/client");
  const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: server }));
  return client;
}

const failure = async (promise) => {
  try {
    await promise;
    return null;
  } catch (error) {
    return error.code ?? String(error);
  }
};

const client = await connect();
const seen = {};
seen.version = client.getNegotiatedProtocolVersion?.() ?? null;
seen.server = client.getServerVersion() ?? null;
seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
seen.prompts = (await client.listPrompts()).prompts;
seen.sum = await client.callTool({ name: "calc_exact", arguments: { expr: "0.1 + 0.2 == 0.3" } });
seen.run = await client.callTool({
  name: "execute_code",
  arguments: { language: "bash", code: "read x; echo got $x", stdin: "7\n" },
});
seen.languages = await client.callTool({ name: "list_languages", arguments: {} });
seen.wrong = await client.callTool({ name: "calc_exact", arguments: { expresion: "1" } });
seen.unknown = await failure(client.callTool({ name: "nosuch", arguments: {} }));
const abort = new AbortController();
const slow = failure(
  client.callTool(
    { name: "execute_code", arguments: { language: "bash", code: "sleep 60", timeout: 100 } },
    ...(line === "sdk" ? [undefined, { signal: abort.signal }] : [{ signal: abort.signal }]),
  ),
);
setTimeout(() => abort.abort(), 300);
seen.aborted = (await slow) !== null;
const many = await Promise.all(
  Array.from({ length: 100 }, (_, n) =>
    client.callTool({ name: "calc_exact", arguments: { expr: `${n}*${n}` } }),
  ),
);
seen.squares = many.map((answer) => answer.structuredContent.value);
await client.close();
console.log(JSON.stringify(seen));
