import { execFileSync } from "node:child_process";
import { closeSync, cpSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callerOf } from "../call.ts";
import type { Stock } from "../fixture.ts";
import { unexpected } from "../kill.ts";
import { Ledger } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { seededRandom } from "../random.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import type { Verdict } from "../verdict.ts";
import { checkAfterKill, goesOn, whatIsRefused, writesAgain } from "./probe.ts";

// Runs in a mount namespace of its own (disk.ts), where it may mount a private disk. Prints its findings.

const MEGABYTE = 2 ** 20;
const SMALL = "128m";
const LARGE = "256m";
const FULL_WITHIN_MS = 90_000;
// The default reserve: the server checks it every few seconds, and writers continue until then.
const SETTINGS = { STORAGE_RESERVE_MEGABYTES: "64", STORAGE_LOG_MEGABYTES: "2" };

const { stock, seed } = JSON.parse(process.argv[2] ?? "") as { stock: Stock; seed: number };
process.stdout.write(JSON.stringify(await fillUp(stock, seed)));

async function fillUp(fixture: Stock, from: number): Promise<Verdict[]> {
  const mount = join(fixture.scratch, "small-disk");
  const folder = join(mount, "data");
  mkdirSync(mount, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL}`, "tmpfs", mount]);
  cpSync(fixture.template, folder, { recursive: true });
  const random = seededRandom(from);
  const ledger = new Ledger(() => performance.now());
  const server = await startServerProcess(folder, SETTINGS);
  const call = callerOf(server.url, fixture.token);
  const work = { fixture, ledger, random, printers: [fixture.deadPrinter] };

  const load = startLoad(server, work);
  await untilRefused(server, fixture, ledger);
  const met = unexpected(await load.stop(), [200, 201, 503]);
  const below = await whatIsRefused(server, call, ledger, "below the reserve");
  fillToTheLastByte(join(mount, "filler"), mount);
  const none = await goesOn(server, call, "without a byte of room");
  rmSync(join(mount, "filler"));
  execFileSync("mount", ["-o", `remount,size=${LARGE}`, mount]);
  const again = await writesAgain(call, ledger);
  const more = startLoad(server, work);
  await sleep(500);
  const metAgain = unexpected(await more.stop());
  const after = await checkAfterKill(server, folder, work, SETTINGS);
  execFileSync("umount", [mount]);
  return [met, below, none, again, metAgain, after];
}

/** Adds locations until one is refused. */
async function untilRefused(server: ServerProcess, fixture: Stock, ledger: Ledger): Promise<void> {
  const call = callerOf(server.url, fixture.token);
  const began = performance.now();
  while (performance.now() - began < FULL_WITHIN_MS) {
    const name = ledger.name();
    if ((await call("POST", "/api/locations", { name })).status === 503) return;
    await sleep(50);
  }
  throw new Error("the small disk does not fill up");
}

function fillToTheLastByte(path: string, mount: string): void {
  const fd = openSync(path, "w");
  const free = () => statfsSync(mount).bavail * statfsSync(mount).bsize;
  while (free() > 0) writeSync(fd, Buffer.alloc(Math.min(MEGABYTE, free())));
  closeSync(fd);
}
