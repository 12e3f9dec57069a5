import { setTimeout as sleep } from "node:timers/promises";
import { checkServer } from "./check/check.ts";
import { type Fixture, freshFolder } from "./fixture.ts";
import { Ledger } from "./ledger.ts";
import { type LoadOutcome, startLoad } from "./load.ts";
import type { Run } from "./part.ts";
import type { Random } from "./random.ts";
import { NotStarted, startServerProcess } from "./server-process.ts";
import { fault, together, total, type Verdict } from "./verdict.ts";

/** Kills that one folder lives through. */
const LIVES = 10;
const MIN_MS = 100;
const MAX_MS = 800;
/** So that generations switch within a life. */
const LOG_MEGABYTES = "1";

/** SIGKILL at a random point while sixteen writers work; the server restarts on the same folder and is checked. */
export async function kill({ fixture, rounds, random }: Run): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  while (verdicts.length < rounds)
    verdicts.push(...(await oneFolder(fixture, Math.min(LIVES, rounds - verdicts.length), random)));
  return total(verdicts);
}

async function oneFolder(fixture: Fixture, lives: number, random: Random): Promise<Verdict[]> {
  const folder = await freshFolder(fixture, "killed");
  const ledger = new Ledger(() => performance.now());
  await fixture.printerStub.open(() => performance.now());
  const verdicts: Verdict[] = [];
  try {
    let server = await start(folder);
    for (let life = 0; life < lives; life++) {
      const printers = [fixture.livePrinter, fixture.deadPrinter];
      const load = startLoad(server, { fixture, ledger, random, printers });
      // A slow machine may need all that time for the first response, and a kill before it proves nothing.
      await load.underWay();
      await sleep(random.between(MIN_MS, MAX_MS));
      const { signal } = await server.end("SIGKILL");
      const met = await load.stop();
      server = await start(folder);
      const printed = { printerId: fixture.livePrinter, jobsOf: fixture.printerStub.jobsOf };
      const input = { fixture, ledger, random, until: performance.now(), printed };
      const verdict = await checkServer(server, folder, input);
      verdicts.push(together(verdict, unexpected(met)));
      if (signal !== "SIGKILL") verdicts.push(fault(`the server had ended by itself: ${server.output()}`));
    }
    await server.end("SIGKILL");
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    verdicts.push(fault(`after SIGKILL: ${error.message}`));
  }
  await fixture.printerStub.shut();
  return verdicts;
}

const start = (folder: string) => startServerProcess(folder, { STORAGE_LOG_MEGABYTES: LOG_MEGABYTES });

/** Statuses that a working server never returns; every other status is caused by the writers. */
export function unexpected(
  { responses, failures }: LoadOutcome,
  allowed: readonly number[] = [200, 201],
): Verdict {
  const others = [...responses].filter(([status]) => !allowed.includes(status));
  return {
    checked: 0,
    lost: [],
    faults: [...others.map(([status, times]) => `${times} responses with status ${status}`), ...failures],
  };
}
