import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { z } from "zod";
import { FED } from "../../../src/storage/database/feed-triggers.ts";
import { startDemo } from "../../harness/demo-process.ts";
import { type Call, callerOf, demand, logIn } from "../../torture/call.ts";
import { newestGeneration } from "../../torture/check/newest.ts";
import type { Random } from "../../torture/random.ts";
import { type ServerProcess, startServerProcess } from "../../torture/server-process.ts";
import { type Change, recordOf, sumsOf } from "../copy.ts";

/** How much is proven. */
export interface Amount {
  readonly kills: number;
  readonly random: Random;
}

/** The longest pause between two edits. */
const PAUSE_MS = 10;
/** Edits before a kill of the server, at most. */
const MAX_EDITS = 400;

/** The client's articles, and whether its copy is equal to the server's. */
export interface Proof {
  readonly articles: number;
  readonly isEqual: boolean;
}

const Copy = z.object({
  articles: z.array(z.tuple([z.int(), z.record(z.string(), z.unknown())])),
});

/** Edits articles at random, kills the server now and then, and compares the client's copy. */
export async function prove({ kills, random }: Amount): Promise<Proof> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-erp-"));
  let server: ServerProcess | null = null;
  let client: ChildProcess | null = null;
  try {
    await (await startDemo(folder)).end("SIGTERM");
    server = await startServerProcess(folder);
    const { url } = server;
    const port = new URL(url).port;
    const call = callerOf(url, await logIn(url));
    const account = { name: "ERP", scopes: ["articles:read"] };
    const { key } = await demand<{ key: string }>(call, "POST", "/api/service-accounts", account);
    client = spawn(process.execPath, [join(import.meta.dirname, "client.ts"), url, key], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    client.stdout?.setEncoding("utf8").on("data", (piece) => {
      output += piece;
    });
    const ended = once(client, "close");
    for (let kill = 0; kill < kills; kill++) {
      for (let edits = 1 + random.below(MAX_EDITS); edits > 0; edits--) {
        await edit(call, random);
        await sleep(random.below(PAUSE_MS + 1));
      }
      await server.end("SIGKILL");
      server = await startServerProcess(folder, { PORT: port });
    }
    await edit(call, random);
    client.kill("SIGTERM");
    await ended;
    await server.end("SIGTERM");
    const copy = Copy.parse(JSON.parse(output));
    const own = copy.articles.map(([oid, record]): Change => ({ table: "article", oid, record }));
    const isEqual = sumsOf(own)["article"] === sumsOf(articlesIn(folder))["article"];
    return { articles: own.length, isEqual };
  } finally {
    client?.kill("SIGKILL");
    await server?.end("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The articles of the first tenant in a stopped server's folder. */
function articlesIn(folder: string): Change[] {
  const [one] = FED.filter(({ table }) => table === "article");
  if (one === undefined) throw new Error("the feed has no articles");
  const db = new Database(join(folder, newestGeneration(folder)));
  try {
    return db
      .prepare<[], Record<string, unknown>>("SELECT * FROM article WHERE tenantId = 1 AND deleted = 0")
      .all()
      .map((row) => ({ table: "article", oid: Number(row["oid"]), record: recordOf(one, row) }));
  } finally {
    db.close();
  }
}

const ARTICLES = 500;

async function edit(call: Call, random: Random): Promise<void> {
  const oid = 1 + random.below(ARTICLES);
  const number = random.below(1_000_000);
  const fields = { categoryId: 1 + random.below(3), typeId: 1, stateId: 1 + random.below(3) };
  switch (random.below(6)) {
    case 0:
      await call("POST", "/api/articles", { code: `X${number}`, name: `New ${number}`, ...fields });
      return;
    case 1:
      await call("DELETE", `/api/articles/${oid}`);
      return;
    case 2:
      await call("PUT", "/api/articles/bulk-edit", {
        ids: Array.from({ length: 20 }, (_, index) => oid + index),
        changes: { stateId: fields.stateId },
      });
      return;
    default:
      await call("PUT", `/api/articles/${oid}`, { name: `Edited ${number}`, code: `E${oid}`, ...fields });
  }
}
