import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startVirtualPrinter } from "../../src/demo/virtual-printer/printer.ts";
import { PRINTER_TYPES } from "../../src/printing/languages/printer-types.ts";
import { codeAt, layoutOf, textAt } from "../printing/layouts/samples.ts";
import { callerOf, logIn } from "../torture/call.ts";

// `npm run files-read` lists the files of src/ that run for one search, one count and one print, in all threads of the server: what
// an engineer reads to follow them. The server is started from its sources. `-- --functions` also names the functions.

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = join(ROOT, "src/");
/** The demo only supplies data. */
const DEMO = join(SOURCES, "demo/");
const ZPL = PRINTER_TYPES.find(({ name }) => name === "zpl")?.oid;
const WARM_UPS = 5;
/** A function is listed if it ran in each of these rounds: those of timers did not. */
const ROUNDS = 8;
/** After it the work behind a response is complete: its log line, and the printer's last status. */
const CALM_MS = 100;

/** A function with the number of its calls, as V8's Profiler.takePreciseCoverage returns it. */
interface Ran {
  readonly functionName: string;
  readonly ranges: readonly { readonly count: number; readonly startOffset: number }[];
}

/** A module of a thread. */
interface Script {
  readonly url: string;
  readonly functions: readonly Ran[];
}
type Send = (method: string, params?: object) => Promise<{ result?: readonly Script[] }>;

const folder = mkdtempSync(join(tmpdir(), "tallybox-files-read-"));
const printer = await startVirtualPrinter({ language: "zpl" });
const server = spawn(process.execPath, ["--inspect=127.0.0.1:0", "src/demo/main.ts"], {
  cwd: ROOT,
  env: {
    ...process.env,
    MDNS_ENABLED: "false",
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: "0",
    HTTPS_PORT: "off",
    LOG_LEVEL: "error",
  },
  stdio: ["ignore", "pipe", "pipe"],
});
try {
  const [inspected, url] = await Promise.all([
    lineOf(server.stderr, /Debugger listening on (ws:\S+)/),
    lineOf(server.stdout, /^ready (http:\S+)$/m),
  ]);
  const socket = new WebSocket(inspected);
  await once(socket, "open");
  await measure(url, await startCoverage(socket));
  socket.close();
} finally {
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
  await printer.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(url: string, take: () => Promise<readonly Script[]>): Promise<void> {
  const call = callerOf(url, await logIn(url));
  const demand = async (method: string, path: string, body?: object) => {
    const reply = await call(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.bytes}`);
    return reply.body as { readonly oid: number } & { readonly oid: number }[];
  };
  const { oid: labelFormatId } = await demand("POST", "/api/printingformats", {
    name: "Drawn",
    layout: layoutOf([textAt(), codeAt()]),
  });
  const { oid: printerId } = await demand("POST", "/api/printingprinters", {
    name: "Virtual",
    ipAddress: printer.address,
    port: printer.port,
    printerTypeId: ZPL,
  });
  const [item] = await demand("GET", "/api/inventories/3/items");
  let number = 0;
  const paths: readonly [string, number, () => Promise<unknown>][] = [
    ["search (GET /api/articles/findByName)", 30, () => demand("GET", "/api/articles/findByName?name=dr")],
    [
      "count (PUT /api/inventories/items/update)",
      40,
      () => demand("PUT", "/api/inventories/items/update", { oid: item?.oid, inventoryQuantity: ++number }),
    ],
    [
      "print of a drawn label (POST /api/pda/printing/print)",
      50,
      async () => {
        const printed = printer.labelsOut + 1;
        await demand("POST", "/api/pda/printing/print", { articleId: 1, printerId, labelFormatId });
        await printer.waitUntil(() => printer.labelsOut >= printed);
      },
    ],
  ];
  for (const [name, goal, work] of paths) {
    for (let round = 0; round < WARM_UPS; round++) await work();
    const rounds: ReadonlySet<string>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(CALM_MS);
      await take();
      await work();
      await sleep(CALM_MS);
      rounds.push(functionsOf(await take()));
    }
    const [first = new Set<string>(), ...others] = rounds;
    const functions = [...others.reduce<ReadonlySet<string>>((both, each) => both.intersection(each), first)];
    const files = Map.groupBy(functions.toSorted(), (each) => each.split(" ")[0]);
    process.stdout.write(`${name}: ${files.size} files (goal ${goal})\n`);
    const shown = process.argv.includes("--functions") ? functions.toSorted() : [...files.keys()];
    for (const line of shown) process.stdout.write(`  ${line}\n`);
  }
}

/** The functions that ran, as `<file of src/> <name>:<offset>`. */
function functionsOf(scripts: readonly Script[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { url, functions } of scripts) {
    const path = url.startsWith("file:") ? fileURLToPath(url) : "";
    if (!path.startsWith(SOURCES) || path.startsWith(DEMO)) continue;
    for (const { functionName, ranges } of functions)
      for (const { count, startOffset } of ranges)
        if (count > 0) names.add(`${relative(ROOT, path)} ${functionName}:${startOffset}`);
  }
  return names;
}

/** Counts calls in all threads of the inspected process; returns a function that gives the counts since its last call. */
async function startCoverage(socket: WebSocket): Promise<() => Promise<readonly Script[]>> {
  const pending = new Map<string, (result: { result?: readonly Script[] }) => void>();
  let lastId = 0;
  /** Sends a command to the main thread, or through it to the thread of a session. */
  const ask = (session: string | null, method: string, params: object = {}) =>
    new Promise<{ result?: readonly Script[] }>((done) => {
      const id = ++lastId;
      pending.set(`${session}:${id}`, done);
      const message = JSON.stringify({ id, method, params });
      if (session === null) socket.send(message);
      else void ask(null, "NodeWorker.sendMessageToWorker", { sessionId: session, message });
    });
  const threads: Send[] = [];
  const add = async (session: string | null) => {
    const send: Send = (method, params) => ask(session, method, params);
    await send("Profiler.enable");
    await send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    threads.push(send);
  };
  const settle = (session: string | null, { id, result }: { id: number; result: object }) => {
    pending.get(`${session}:${id}`)?.(result);
    pending.delete(`${session}:${id}`);
  };
  socket.addEventListener("message", ({ data }) => {
    const { method, params, ...response } = JSON.parse(String(data));
    if (method === "NodeWorker.attachedToWorker") void add(params.sessionId);
    else if (method === "NodeWorker.receivedMessageFromWorker")
      settle(params.sessionId, JSON.parse(params.message));
    else if (method === undefined) settle(null, response);
  });
  await add(null);
  await ask(null, "NodeWorker.enable", { waitForDebuggerOnStart: false });
  return async () => {
    const taken = await Promise.all(threads.map((send) => send("Profiler.takePreciseCoverage")));
    return taken.flatMap(({ result = [] }) => result);
  };
}

async function lineOf(output: AsyncIterable<Buffer>, line: RegExp): Promise<string> {
  let text = "";
  for await (const piece of output) {
    text += piece;
    const [, found] = line.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`the server did not start: ${text}`);
}
