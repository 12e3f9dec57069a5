import { join } from "node:path";
import type { Chance } from "../chance.ts";
import { startAndLook } from "../check/look.ts";
import { Ledger } from "../ledger.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "../part.ts";
import { compileShim, type Shim } from "../shim/shim.ts";
import { isGood, named, together, type Verdict } from "../verdict.ts";
import { freshFolder, type World } from "../world.ts";
import { type Fault, makePlan, NO_FAULT, nameOf, type Plan, WAYS } from "./plan.ts";
import { type Life, liveShortly } from "./script.ts";

/** One for each core that can start a server. */
const AT_ONCE = 2;
/** The number of rounds until a new folder is used, because the folder grows. */
const FAULTS_A_FOLDER = 20;
/** So little that a life of the script switches generations. */
const LOG_MEGABYTES = "0.2";

/** One call of a short run fails; then the server starts again without a fault, and is checked. */
export const faults: Part = {
  name: "faults",
  summary: "each call on the folder's files fails in turn, then a start without faults",
  // All that there are.
  rounds: 5000,
  run: failEachInTurn,
};

async function failEachInTurn({ world, rounds, chance, tell }: Run): Promise<Outcome> {
  const shim = await compileShim(world.scratch);
  const all = await everyFault(world, shim, chance);
  const chosen = all.length <= rounds ? all : chance.shuffled(all).slice(0, rounds);
  const verdicts: Verdict[] = [];
  let came = 0;
  const workers = Array.from({ length: AT_ONCE }, async (_, worker) => {
    const tools = { world, shim, chance: chance.branch() };
    let place: Place | null = null;
    for (let number = worker; number < chosen.length; number += AT_ONCE) {
      place ??= await createPlace(tools, `fault-${worker}`);
      const { verdict, fired } = await oneFault(chosen[number] as Fault, place, tools);
      verdicts.push(verdict);
      if (fired > 0) came++;
      if (++place.faults === FAULTS_A_FOLDER || !isGood(verdict)) place = null;
      if (verdicts.length % 20 === 0) tell(`${verdicts.length} of ${chosen.length}`);
    }
  });
  await Promise.all(workers);
  return outcomeOf(verdicts, [`${chosen.length} of ${all.length} faults, of which ${came} came`]);
}

interface Tools {
  readonly world: World;
  readonly shim: Shim;
  readonly chance: Chance;
}

/** Each way for each call that a life without faults makes, its start and stop included. */
async function everyFault(world: World, shim: Shim, chance: Chance): Promise<Fault[]> {
  const plan = makePlan(join(world.scratch, "plan"));
  const { folder, ledger } = await createPlace({ world, chance }, "counted");
  await liveShortly(folder, environmentOf(folder, shim, plan), { world, chance, ledger });
  const counts = plan.counts();
  plan.close();
  return WAYS.flatMap((way) =>
    Array.from({ length: counts.get(way.call) ?? 0 }, (_, index) => ({ ...way, nth: index + 1 })),
  );
}

/** A folder that lives through faults, one after the other. */
interface Place {
  readonly folder: string;
  readonly ledger: Ledger;
  faults: number;
}

/** A folder that was last used at its present place: the first start of a copy differs. */
async function createPlace({ world, chance }: Pick<Tools, "world" | "chance">, name: string): Promise<Place> {
  const folder = await freshFolder(world, name);
  const ledger = new Ledger(() => performance.now());
  await liveShortly(folder, {}, { world, ledger, chance });
  return { folder, ledger, faults: 0 };
}

function environmentOf(folder: string, shim: Shim, plan: Plan): Record<string, string> {
  return { ...shim.environment({ folder, plan: plan.path }), STORAGE_LOG_MEGABYTES: LOG_MEGABYTES };
}

async function oneFault(
  fault: Fault,
  { folder, ledger }: Place,
  { world, shim, chance }: Tools,
): Promise<{ verdict: Verdict; fired: number }> {
  const plan = makePlan(`${folder}.plan`);
  plan.set(fault);
  const life = await liveShortly(folder, environmentOf(folder, shim, plan), { world, ledger, chance });
  const fired = plan.fired();
  plan.set(NO_FAULT);
  plan.close();
  const after = await startAndLook(folder, { world, ledger, chance, until: performance.now() });
  const verdict = together(behaviour(fault, life), named("then, without any fault", after));
  return { fired, verdict: named(nameOf(fault), verdict) };
}

/** The allowed results of a failing disk: an error, normal work, or an immediate end by SIGKILL after a failed sync. */
function behaviour({ call }: Fault, { refused, died, status, answers, output }: Life): Verdict {
  const found: string[] = [];
  const isSync = call === "fsync" || call === "fdatasync";
  if (died !== null && !(isSync && died === "SIGKILL")) found.push(`it ended by ${died}: ${output}`);
  if (refused && died === null && (status === 0 || output.split("\n").length !== 1))
    found.push(`a start refused with status ${status} and other than one line: ${output}`);
  // A sync that fails at the very end can only be reported.
  if (!refused && died === null && status !== 0 && !isSync)
    found.push(`it stopped with status ${status}: ${output}`);
  for (const { status: answer, text } of answers) {
    if (answer >= 500 && answer !== 503) found.push(`an answer ${answer}: ${text}`);
    if (text.includes("    at ")) found.push(`an answer with a stack: ${text}`);
  }
  return { checked: 0, lost: [], faults: found };
}
