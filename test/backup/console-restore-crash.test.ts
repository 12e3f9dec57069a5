import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findInterruptedRestore } from "../../src/ops/backup/data-folder/interrupted-restore.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer } from "../harness/server.ts";
import { type ServerProcess, startServerProcess } from "../service/process.ts";
import { logIn } from "../torture/call.ts";
import { beginAndRead, confirm, namesIn, startRestorable } from "./console-restores.ts";
import { contentsOf } from "./contents.ts";
import { sharedFilledFolder } from "./copies.ts";

const filled = await sharedFilledFolder();
/** A data folder with a confirmed restore of `filled`, and its contents without that restore. */
let confirmed: string;
let earlier: Record<string, string>;
beforeAll(async () => {
  const before = await startServer({ keep: true });
  await before.halt();
  const server = await startRestorable(before.folder, { keep: true });
  await before.stop();
  const { state } = await beginAndRead(server.admin, filled);
  expect(state).toBe("ready");
  expect((await confirm(server.admin)).status).toBe(200);
  await server.halt();
  confirmed = server.folder;
  earlier = outside(confirmed);
});
afterAll(() => rmSync(confirmed, { recursive: true }));

/** The contents of a data folder without restores. */
const outside = (folder: string) =>
  Object.fromEntries(
    Object.entries(contentsOf(folder)).filter(([name]) => !/^(swapping|before|new)-/.test(name)),
  );

const PRELOAD = ["--import", join(import.meta.dirname, "kill-at.ts")];
const start = (folder: string, settings: Record<string, string> = {}, nodeArguments: string[] = []) =>
  startServerProcess(folder, { MDNS_ENABLED: "false", ...settings }, nodeArguments);

/** Starts the server on a folder, killed at its n-th rename or removal; null: it ended before it was ready. */
const startKilled = (folder: string, n: number) =>
  start(folder, { KILL_AT: String(n) }, PRELOAD).catch(() => null);

async function stop(server: ServerProcess): Promise<void> {
  server.process.kill("SIGTERM");
  await server.ended;
}

/** Starts on a copy of the confirmed folder with a kill, then without one, and looks. False: the kill was not reached. */
async function killedAt(n: number): Promise<boolean> {
  const folder = join(createFolder(), "data");
  cpSync(confirmed, folder, { recursive: true });
  const first = await startKilled(folder, n);
  if (first !== null) {
    await stop(first);
    return false;
  }
  const again = await start(folder);
  await logIn(again.url);
  await stop(again);
  expect(findInterruptedRestore(folder)).toBeNull();
  expect(namesIn(folder, "swapping-", "new-", "restored"), `killed at ${n}`).toEqual([]);
  const found = outside(folder);
  // The start has added to the log, and has made a key and a state file of its own.
  for (const [name, hash] of Object.entries(outside(filled)))
    if (/^photos\//.test(name) || name === newest(filled))
      expect(found[name], `killed at ${n}: ${name}`).toBe(hash);
  const kept = namesIn(folder, "before-");
  expect(kept, `killed at ${n}`).toHaveLength(1);
  expect(contentsOf(join(folder, kept[0] ?? "")), `killed at ${n}`).toEqual(earlier);
  return true;
}

const newest = (folder: string) =>
  basename(
    namesIn(folder, "tally-")
      .filter((name) => name.endsWith(".db"))
      .sort()
      .at(-1) ?? "",
  );

test("a start killed at any point of a confirmed restore is followed by one that completes it", async () => {
  let killed = 0;
  for (let n = 1; ; n += 2) {
    const outcomes = await Promise.all([n, n + 1].map(killedAt));
    killed += outcomes.filter((wasKilled) => wasKilled).length;
    if (outcomes.includes(false)) break;
  }
  // Each name that is moved out, the marker, each name that is moved in, and the removal.
  expect(killed).toBeGreaterThanOrEqual(12);
});

test("a server that is killed before the confirmation is on the disk starts with its present data", async () => {
  const folder = join(createFolder(), "data");
  cpSync(confirmed, folder, { recursive: true });
  const [swapping = ""] = namesIn(folder, "swapping-");
  cpSync(join(folder, swapping), join(folder, `new-restore-${"0".repeat(16)}`), { recursive: true });
  rmSync(join(folder, swapping), { recursive: true });
  await stop(await start(folder));
  expect(namesIn(folder, "before-", "new-")).toEqual([]);
});
