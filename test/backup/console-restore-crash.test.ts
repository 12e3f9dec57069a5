import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findInterruptedRestore } from "../../src/ops/backup/data-folder/interrupted-restore.ts";
import { Client } from "../harness/client.ts";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { startServer } from "../harness/server.ts";
import { beginAndRead, confirm, namesIn, startRestorable } from "./console-restores.ts";
import { contentsOf } from "./contents.ts";
import { createFilledFolder } from "./copies.ts";

let filled: string;
/** A data folder with a confirmed restore of `filled`, and its contents without that restore. */
let confirmed: string;
let earlier: Record<string, string>;
beforeAll(async () => {
  filled = await createFilledFolder();
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
afterAll(() => {
  for (const folder of [filled, confirmed]) rmSync(folder, { recursive: true });
});

/** The contents of a data folder without restores. */
const outside = (folder: string) =>
  Object.fromEntries(
    Object.entries(contentsOf(folder)).filter(([name]) => !/^(swapping|before|new)-/.test(name)),
  );

interface Running {
  readonly child: ChildProcess;
  /** Null: it ended before it was ready. */
  readonly url: string | null;
}

/** Starts the server on a folder, killed at its n-th rename or removal; waits until it is ready or has ended. */
async function start(folder: string, killAt: number | null): Promise<Running> {
  const preload = killAt === null ? [] : ["--import", join(import.meta.dirname, "kill-at.ts")];
  const child = spawn(process.execPath, [...preload, PROGRAMS.server], {
    env: {
      ...process.env,
      ...{
        DATA_DIR: folder,
        HOST: "127.0.0.1",
        PORT: "0",
        HTTPS_PORT: "off",
        LOG_LEVEL: "error",
        MDNS_ENABLED: "false",
      },
      ...(killAt !== null && { KILL_AT: String(killAt) }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for await (const piece of child.stdout) {
    output += piece;
    const ready = /^ready (http:\S+)$/m.exec(output);
    if (ready?.[1]) return { child, url: ready[1] };
  }
  return { child, url: null };
}

async function stop({ child }: Running): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Starts on a copy of the confirmed folder with a kill, then without one, and looks. False: the kill was not reached. */
async function killedAt(n: number): Promise<boolean> {
  const folder = join(createFolder(), "data");
  cpSync(confirmed, folder, { recursive: true });
  const first = await start(folder, n);
  if (first.url !== null) {
    await stop(first);
    return false;
  }
  const again = await start(folder, null);
  expect(again.url, `killed at ${n}`).not.toBeNull();
  const login = { userName: "admin", password: "admin-demo" };
  const { status } = await new Client(again.url ?? "", null, () => {}).post(
    "/api/pwa-auth/login-password",
    login,
  );
  expect(status, `killed at ${n}`).toBe(200);
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
  const running = await start(folder, null);
  expect(running.url).not.toBeNull();
  await stop(running);
  expect(namesIn(folder, "before-", "new-")).toEqual([]);
});
