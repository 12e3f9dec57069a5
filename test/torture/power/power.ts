import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startAndCheck } from "../check/check.ts";
import type { Fixture } from "../fixture.ts";
import type { Run } from "../part.ts";
import type { Random } from "../random.ts";
import { compileShim, type Shim } from "../shim/shim.ts";
import { named, total, type Verdict } from "../verdict.ts";
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
export async function power({ fixture, rounds, random }: Run): Promise<Verdict> {
  const shim = await compileShim(fixture.scratch);
  const verdicts: Verdict[] = [];
  const recorded: Verdict[] = [];
  while (verdicts.length < rounds) {
    const recording = await record({ fixture, shim, random, loadMs: LOAD_MS });
    recorded.push(recording.verdict);
    const images = Math.min(IMAGES, rounds - verdicts.length);
    const workers = Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (let image = worker; image < images; image += AT_ONCE)
        verdicts.push(await oneImage(recording, fixture, shim, random.branch()));
    });
    await Promise.all(workers);
  }
  return total([...verdicts, ...recorded]);
}

async function oneImage(
  recording: Recording,
  fixture: Fixture,
  shim: Shim,
  random: Random,
): Promise<Verdict> {
  const { ledger, start, changes } = recording;
  const until = chooseMoment(recording, random);
  const folder = join(fixture.scratch, `image-${randomUUID()}`);
  writeImage(diskAt(start, changes, until), folder, random);
  const printed = { printerId: fixture.livePrinter, jobsOf: fixture.printerStub.jobsOf };
  const input = { fixture, ledger, random, until, printed };
  try {
    const verdict = await startAndCheck(folder, input, afterTheCut(folder, shim, random));
    return named(`cut at ${until}`, verdict);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
