import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Call, callerOf, demand } from "../call.ts";
import type { Fixture } from "../fixture.ts";
import type { ServerProcess } from "../server-process.ts";
import { COUNTED_INVENTORY } from "./content.ts";
import type { Scenario } from "./scenarios.ts";

/** A job as the API shows it. */
export interface ShownJob {
  readonly id: number;
  readonly state: string;
}

/** What clients had been told before the server ended, each with its moment. */
export interface Told {
  /** When the job was first seen; null: never. */
  seenAt: number | null;
  /** When its undo was acknowledged. */
  undoneAt: number | null;
  /** The acknowledged counts. */
  readonly counts: Map<string, number>;
}

const POLL_MS = 10;
const END_MS = 60_000;
const ENDED = new Set(["done", "failed", "cancelled", "undone"]);

/** Runs a scenario with counts beside it until its end, or until the server ends. `now` names the moments. */
export async function drive(
  server: ServerProcess,
  fixture: Fixture,
  { scenario, id, cancelMs }: { scenario: Scenario; id: number; cancelMs: number },
  now: () => number,
): Promise<Told> {
  const call = callerOf(server.url, fixture.token);
  const told: Told = { seenAt: null, undoneAt: null, counts: new Map() };
  const stopping = new AbortController();
  const counting = countBeside(call, told, now, stopping.signal).catch(() => {});
  try {
    const known = await newestJob(call);
    const { method = "PUT", path, body } = await scenario.request(call, id);
    call(method, path, body).catch(() => {});
    const job = await seen(call, known?.id ?? 0);
    told.seenAt = now();
    if (scenario.ending === "cancel") {
      await sleep(cancelMs);
      await call("PUT", `/api/jobs/${job}/cancel`);
    }
    await endOfJobs(call);
    if (scenario.ending === "undo") {
      await demand(call, "PUT", `/api/jobs/${job}/undo`);
      told.undoneAt = now();
      await endOfJobs(call);
    }
  } catch {
    // The server has ended.
  }
  stopping.abort();
  await counting;
  return told;
}

/** Waits until no job waits or runs. */
export async function endOfJobs(call: Call): Promise<ShownJob | null> {
  for (const began = performance.now(); performance.now() - began < END_MS; await sleep(POLL_MS)) {
    const jobs = await demand<ShownJob[]>(call, "GET", "/api/jobs");
    if (jobs.every(({ state }) => ENDED.has(state))) return jobs[0] ?? null;
  }
  throw new Error("a job does not end");
}

/** The newest job of the tenant. */
async function newestJob(call: Call): Promise<ShownJob | null> {
  return (await demand<ShownJob[]>(call, "GET", "/api/jobs"))[0] ?? null;
}

async function seen(call: Call, after: number): Promise<number> {
  for (const began = performance.now(); performance.now() - began < END_MS; await sleep(1)) {
    const job = await newestJob(call);
    if (job !== null && job.id > after) return job.id;
  }
  throw new Error("the job was not started");
}

async function countBeside(call: Call, told: Told, now: () => number, signal: AbortSignal): Promise<void> {
  const path = `/api/inventories/${COUNTED_INVENTORY}`;
  const items = await demand<{ oid: number }[]>(call, "GET", `${path}/items`);
  for (let next = 0; !signal.aborted; next++) {
    const operationId = randomUUID();
    const at = new Date().toISOString();
    const operation = {
      operationId,
      kind: "set",
      itemId: items[next % items.length]?.oid,
      quantity: next % 9,
      at,
    };
    await demand(call, "POST", `${path}/counts`, { operations: [operation] });
    told.counts.set(operationId, now());
  }
}
