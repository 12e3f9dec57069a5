import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callerOf } from "../call.ts";
import { makePlan, NO_FAULT, READ_ONLY } from "../faults/plan.ts";
import { type Fixture, freshFolder } from "../fixture.ts";
import { unexpected } from "../kill.ts";
import { Ledger } from "../ledger.ts";
import { startLoad } from "../load.ts";
import type { Random } from "../random.ts";
import { startServerProcess } from "../server-process.ts";
import type { Shim } from "../shim/shim.ts";
import type { Verdict } from "../verdict.ts";
import { checkAfterKill, goesOn, writesAgain } from "./probe.ts";

const LOAD_MS = 700;

/**
 * The disk refuses every change while sixteen writers work, then accepts them again. The shim does this: the kernel
 * refuses to remount a disk read-only while files are open for writing, but does so itself when it finds damage.
 */
export async function turnReadOnly(fixture: Fixture, shim: Shim, random: Random): Promise<Verdict[]> {
  const folder = await freshFolder(fixture, "read-only");
  const plan = makePlan(join(fixture.scratch, "read-only.plan"));
  const ledger = new Ledger(() => performance.now());
  const settings = { STORAGE_LOG_MEGABYTES: "1" };
  const server = await startServerProcess(folder, {
    ...shim.environment({ folder, plan: plan.path }),
    ...settings,
  });
  const call = callerOf(server.url, fixture.token);
  const work = { fixture, ledger, random, printers: [fixture.deadPrinter] };

  const load = startLoad(server, work);
  await sleep(LOAD_MS);
  plan.set(READ_ONLY);
  await sleep(LOAD_MS);
  const reads = await goesOn(server, call, "on a read-only disk");
  plan.set(NO_FAULT);
  const again = await writesAgain(call, ledger);
  const met = unexpected(await load.stop(), [200, 201, 503]);
  const after = await checkAfterKill(server, folder, work, settings);
  plan.close();
  return [reads, again, met, after];
}
