import { setTimeout as sleep } from "node:timers/promises";
import { type Call, demand } from "../torture/call.ts";

const POLL_MS = 100;

/** Sends a change, and waits for the end of the job that it may be. */
export async function runToEnd(call: Call, path: string, body: object): Promise<void> {
  const reply = await call("PUT", path, body);
  if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.bytes}`);
  const job = reply.headers.get("location");
  if (reply.status !== 202 || job === null) return;
  while ((await demand<{ finishedDT: string | null }>(call, "GET", job)).finishedDT === null)
    await sleep(POLL_MS);
}

interface Status {
  readonly state: string;
  readonly site: string;
}

/** Resolves when the head office has everything of a site, whose Admin calls. Returns the site's id. */
export async function untilCurrent(call: Call): Promise<string> {
  for (; ; await sleep(POLL_MS)) {
    const status = await demand<Status>(call, "GET", "/api/head-office");
    if (status.state === "current") return status.site;
  }
}
