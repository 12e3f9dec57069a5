import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { NotStarted, startBox } from "../box-process.ts";
import { callerOf } from "../call.ts";
import type { Chance } from "../chance.ts";
import { checkAnswers } from "../check/answers.ts";
import { checkDatabase } from "../check/database.ts";
import { onNewest } from "../check/newest.ts";
import type { Moment } from "../ledger.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "../part.ts";
import { compileShim, type Shim } from "../shim/shim.ts";
import { fault, together, type Verdict } from "../verdict.ts";
import type { World } from "../world.ts";
import { diskAt } from "./disk.ts";
import { writeImage } from "./image.ts";
import { afterTheCut } from "./machine.ts";
import { type Recording, record } from "./recording.ts";

/** Images of one recording. */
const IMAGES = 50;
const LOAD_MS = [1500, 800];
/** As many as there are cores to start boxes on. */
const AT_ONCE = 2;

/** The power goes: all that was synced is there, of the rest anything. Each such disk is started and looked through. */
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
  const until = aMoment(recording, chance);
  const folder = join(world.scratch, `image-${randomUUID()}`);
  writeImage(diskAt(start, changes, until), folder, chance);
  try {
    const box = await startBox(folder, afterTheCut(folder, shim, chance));
    const answers = await checkAnswers(callerOf(box.url, world.token), ledger, until, chance);
    await box.end("SIGKILL");
    const printed = { printerId: world.livePrinter, jobsOf: world.standIn.jobsOf };
    const photos = join(folder, "photos");
    const stored = onNewest(folder, (db) =>
      checkDatabase(db, { ledger, until, photos, photoRule: "all", printed }),
    );
    const verdict = together(stored, answers);
    return { ...verdict, faults: verdict.faults.map((each) => `cut at ${until}: ${each}`) };
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    return fault(`cut at ${until}: ${error.message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NAMES_CHANGE = new Set(["created", "renamed", "removed", "madeFolder"]);

/** Any moment; half of the time the very one of an acknowledgement, or one around a change of the folder's names. */
function aMoment({ changes, ledger }: Recording, chance: Chance): Moment {
  const any = () => chance.below(changes.length);
  const acknowledged = ledger.entries.map(({ ackedAt }) => ackedAt).filter(Number.isFinite);
  const kind = chance.below(4);
  if (kind === 0 && acknowledged.length > 0) return chance.pick(acknowledged);
  const renames = changes.flatMap(({ kind: name }, place) => (NAMES_CHANGE.has(name) ? [place] : []));
  const around = kind === 1 && renames.length > 0 ? chance.pick(renames) + chance.below(40) - 10 : any();
  return changes[Math.max(0, Math.min(changes.length - 1, around))]?.end ?? 0;
}
