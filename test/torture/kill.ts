import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import { lookThrough } from "./check/look.ts";
import { Ledger } from "./ledger.ts";
import { type Met, startLoad } from "./load.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "./part.ts";
import { NotStarted, startServerProcess } from "./server-process.ts";
import { fault, together, type Verdict } from "./verdict.ts";
import { freshFolder, type World } from "./world.ts";

/** Kills that one folder lives through. */
const LIVES = 10;
const LEAST_MS = 100;
const MOST_MS = 800;
/** So that generations switch within a life. */
const LOG_MEGABYTES = "1";

/** SIGKILL at a random point while sixteen writers work; the server restarts on the same folder and is checked. */
export const kill: Part = {
  name: "kill",
  summary: "SIGKILL under 16 writers, start, look for everything",
  rounds: 200,
  run: killAgainAndAgain,
};

async function killAgainAndAgain({ world, rounds, chance, tell }: Run): Promise<Outcome> {
  const verdicts: Verdict[] = [];
  while (verdicts.length < rounds) {
    verdicts.push(...(await oneFolder(world, Math.min(LIVES, rounds - verdicts.length), chance)));
    tell(`${verdicts.length} of ${rounds}`);
  }
  return outcomeOf(verdicts);
}

async function oneFolder(world: World, lives: number, chance: Chance): Promise<Verdict[]> {
  const folder = await freshFolder(world, "killed");
  const ledger = new Ledger(() => performance.now());
  await world.standIn.open(() => performance.now());
  const verdicts: Verdict[] = [];
  try {
    let server = await start(folder);
    for (let life = 0; life < lives; life++) {
      const printers = [world.livePrinter, world.deadPrinter];
      const load = startLoad(server, { world, ledger, chance, printers });
      // A slow machine may need all that time for the first response, and a kill before it proves nothing.
      await load.underWay();
      await sleep(chance.between(LEAST_MS, MOST_MS));
      const { signal } = await server.end("SIGKILL");
      const met = await load.stop();
      server = await start(folder);
      const printed = { printerId: world.livePrinter, jobsOf: world.standIn.jobsOf };
      const sought = { world, ledger, chance, until: performance.now(), printed };
      const verdict = await lookThrough(server, folder, sought);
      verdicts.push(together(verdict, unexpected(met)));
      if (signal !== "SIGKILL") verdicts.push(fault(`the server had ended by itself: ${server.output()}`));
    }
    await server.end("SIGKILL");
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    verdicts.push(fault(`after SIGKILL: ${error.message}`));
  }
  await world.standIn.shut();
  return verdicts;
}

const start = (folder: string) => startServerProcess(folder, { STORAGE_LOG_MEGABYTES: LOG_MEGABYTES });

/** Statuses that a working server never returns; every other status is caused by the writers. */
export function unexpected({ answers, failures }: Met, allowed: readonly number[] = [200, 201]): Verdict {
  const others = [...answers].filter(([status]) => !allowed.includes(status));
  return {
    checked: 0,
    lost: [],
    faults: [...others.map(([status, times]) => `${times} answers with status ${status}`), ...failures],
  };
}
