import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Chance } from "../chance.ts";
import { startAndLook } from "../check/look.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "../part.ts";
import { compileShim, type Shim } from "../shim/shim.ts";
import { named, together, type Verdict } from "../verdict.ts";
import type { World } from "../world.ts";
import { diskAt } from "./disk.ts";
import { writeImage } from "./image.ts";
import { afterTheCut } from "./machine.ts";
import { chooseMoment } from "./moment.ts";
import { type Recording, record } from "./recording.ts";

/** Images of one recording. */
const IMAGES = 50;
const LOAD_MS = [2500, 800];
/** One for each core that can start a server. */
const AT_ONCE = 2;

/**
 * Simulates a power failure: all synced changes are kept, and of the others any. A server is started on each such disk
 * and checked.
 */
export const power: Part = {
  name: "power",
  summary: "power cuts: what was synced and any part of the rest, started, looked through",
  rounds: 500,
  run: cutThePower,
};

async function cutThePower({ world, rounds, chance, tell }: Run): Promise<Outcome> {
  const shim = await compileShim(world.scratch);
  const verdicts: Verdict[] = [];
  const recorded: Verdict[] = [];
  while (verdicts.length < rounds) {
    const recording = await record({ world, shim, chance, loadMs: LOAD_MS });
    recorded.push(recording.verdict);
    const images = Math.min(IMAGES, rounds - verdicts.length);
    const workers = Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (let image = worker; image < images; image += AT_ONCE)
        verdicts.push(await oneImage(recording, world, shim, chance.branch()));
    });
    await Promise.all(workers);
    tell(`${verdicts.length} of ${rounds}`);
  }
  const outcome = outcomeOf(verdicts);
  return { ...outcome, faults: [...outcome.faults, ...together(...recorded).faults] };
}

async function oneImage(recording: Recording, world: World, shim: Shim, chance: Chance): Promise<Verdict> {
  const { ledger, start, changes } = recording;
  const until = chooseMoment(recording, chance);
  const folder = join(world.scratch, `image-${randomUUID()}`);
  writeImage(diskAt(start, changes, until), folder, chance);
  const printed = { printerId: world.livePrinter, jobsOf: world.standIn.jobsOf };
  const sought = { world, ledger, chance, until, printed };
  try {
    const verdict = await startAndLook(folder, sought, afterTheCut(folder, shim, chance));
    return named(`cut at ${until}`, verdict);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
