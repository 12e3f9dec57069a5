import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { jsonRequest, open, request } from "../client.ts";
import { exchange } from "../printing/server.ts";
import type { Target } from "../targets.ts";

/** Between two looks at a job. */
const POLL_MS = 100;

/** The product's API as the stocktake's bench speaks it. */
export interface OfficeClient {
  readonly target: Target;
  /** Milliseconds until the response, and its JSON. Throws with the response when it is an error. */
  send<T>(method: "GET" | "POST" | "PUT", path: string, body?: unknown): Promise<{ ms: number; response: T }>;
  /** Milliseconds until a whole file has arrived, and its bytes. */
  download(path: string): Promise<{ ms: number; bytes: number }>;
  close(): void;
}

/** Opens a connection of its own. */
export async function openOfficeClient(target: Target): Promise<OfficeClient> {
  const { port, token } = target;
  const connection = await open(port);
  const bytesOf = (method: "GET" | "POST" | "PUT", path: string, body: unknown) => {
    if (body !== undefined) return jsonRequest(method, path, token, body);
    return request(method, path, token, method === "GET" ? [] : ["Content-Length: 0"]);
  };
  return {
    target,
    async send<T>(method: "GET" | "POST" | "PUT", path: string, body?: unknown) {
      const bytes = bytesOf(method, path, body);
      const began = performance.now();
      const response = await exchange<T>(connection, bytes);
      return { ms: performance.now() - began, response };
    },
    async download(path) {
      const began = performance.now();
      const { status, bytes } = await connection.send(request("GET", path, token));
      if (status !== 200) throw new Error(`${path}: ${status}`);
      return { ms: performance.now() - began, bytes };
    },
    close: () => connection.close(),
  };
}

/** Creates an inventory of all locations; returns its id, the duration of `prepare`, and its items. */
export async function prepared(
  consolePage: OfficeClient,
): Promise<{ inventory: number; ms: number; items: number[] }> {
  const { response } = await consolePage.send<{ oid: number }>("POST", "/api/inventories", { name: "Bench" });
  const { ms } = await consolePage.send("PUT", `/api/inventories/${response.oid}/prepare`);
  const listed = await consolePage.send<{ oid: number }[]>("GET", `/api/inventories/${response.oid}/items`);
  return { inventory: response.oid, ms, items: listed.response.map(({ oid }) => oid) };
}

/** The requests of one terminal after another: batches of counts, each item once before any is repeated. */
export function batches(items: readonly number[], size: number): () => object {
  let turn = 0;
  return () => {
    const sentAt = new Date().toISOString();
    const operations = Array.from({ length: size }, () => ({
      operationId: randomUUID(),
      kind: "set",
      itemId: items[turn++ % items.length],
      quantity: 1,
      at: sentAt,
    }));
    return { sentAt, pending: 0, operations };
  };
}

/** Operations applied durably a second by so many terminals, each sending its next batch as soon as it has its receipts. */
export async function countInBatches(
  target: Target,
  inventory: number,
  next: () => object,
  { terminals, size, seconds }: { terminals: number; size: number; seconds: number },
): Promise<number> {
  let done = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: terminals }, async () => {
      const consolePage = await openOfficeClient(target);
      while (performance.now() < end) {
        const path = `/api/inventories/${inventory}/counts`;
        const { response } = await consolePage.send<{ receipts: { result: string }[] }>("POST", path, next());
        const refused = response.receipts.find(({ result }) => result !== "applied");
        if (refused) throw new Error(`a count was not applied: ${JSON.stringify(refused)}`);
        done += size;
      }
      consolePage.close();
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

/** Imports a list; returns the durations of its check and of its application, in milliseconds. */
export async function importList(
  { target }: OfficeClient,
  csv: Buffer,
): Promise<{ checkMs: number; applyMs: number }> {
  const form = new FormData();
  form.set("kind", "articles");
  form.set("file", new Blob([new Uint8Array(csv)], { type: "text/csv" }), "list.csv");
  const url = `http://127.0.0.1:${target.port}/api/imports`;
  const headers = { Authorization: `Bearer ${target.token}` };
  const began = performance.now();
  const response = await fetch(url, { method: "POST", headers, body: form });
  const made = (await response.json()) as { id: number; errorCount: number };
  const checkMs = performance.now() - began;
  if (response.status !== 201 || made.errorCount > 0) throw new Error(`the import: ${JSON.stringify(made)}`);
  const applied = await fetch(`${url}/${made.id}/apply`, {
    method: "PUT",
    headers: { ...headers, Prefer: "respond-async" },
  });
  await endOfJob(`http://127.0.0.1:${target.port}${applied.headers.get("location")}`, headers);
  return { checkMs, applyMs: performance.now() - began - checkMs };
}

/** Waits for the end of a job. A response that waits for it would take longer than `fetch` accepts. Throws if it was not done. */
async function endOfJob(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (;;) {
    const job = (await (await fetch(url, { headers })).json()) as { state: string };
    if (job.state === "done") return;
    if (job.state !== "waiting" && job.state !== "running") throw new Error(JSON.stringify(job));
    await sleep(POLL_MS);
  }
}

/** A list of articles as a spreadsheet would save it. A million rows fit into the largest file. */
export function articleList(rows: number): Buffer {
  const lines = ["code;name;category;type;state;price;location;quantity"];
  for (let row = 1; row <= rows; row++) {
    const category = `Category ${row % 20}`;
    const name = `Article ${row % 5000}`;
    lines.push(
      `I${String(row).padStart(7, "0")};${name};${category};Type ${row % 50};In use;${row % 900};Hall ${row % 200};${1 + (row % 5)}`,
    );
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}
