import { join } from "node:path";
import { startAndCheck } from "../check/check.ts";
import { type Fixture, freshFolder } from "../fixture.ts";
import { Ledger } from "../ledger.ts";
import type { Run } from "../part.ts";
import type { Random } from "../random.ts";
import { compileShim, type Shim } from "../shim/shim.ts";
import { isGood, named, together, total, type Verdict } from "../verdict.ts";
import { type Fault, makePlan, NO_FAULT, nameOf, type Plan, WAYS } from "./plan.ts";
import { type RunResult, runScript } from "./script.ts";

/** One for each core that can start a server. */
const AT_ONCE = 2;
/** The number of rounds until a new folder is used, because the folder grows. */
const FAULTS_A_FOLDER = 20;
/** So little that a run of the script switches generations. */
const LOG_MEGABYTES = "0.2";

/** One call of a short run fails; then the server starts again without a fault, and is checked. */
export async function faults({ fixture, rounds, random }: Run): Promise<Verdict> {
  const shim = await compileShim(fixture.scratch);
  const all = await everyFault(fixture, shim, random);
  const chosen = all.length <= rounds ? all : random.shuffled(all).slice(0, rounds);
  const verdicts: Verdict[] = [];
  const workers = Array.from({ length: AT_ONCE }, async (_, worker) => {
    const tools = { fixture, shim, random: random.branch() };
    let target: FaultFolder | null = null;
    for (let number = worker; number < chosen.length; number += AT_ONCE) {
      target ??= await createFaultFolder(tools, `fault-${worker}`);
      const verdict = await oneFault(chosen[number] as Fault, target, tools);
      verdicts.push(verdict);
      if (++target.faults === FAULTS_A_FOLDER || !isGood(verdict)) target = null;
    }
  });
  await Promise.all(workers);
  return total(verdicts);
}

interface Tools {
  readonly fixture: Fixture;
  readonly shim: Shim;
  readonly random: Random;
}

/** Each way for each call that a run without faults makes, its start and stop included. */
async function everyFault(fixture: Fixture, shim: Shim, random: Random): Promise<Fault[]> {
  const plan = makePlan(join(fixture.scratch, "plan"));
  const { folder, ledger } = await createFaultFolder({ fixture, random }, "counted");
  await runScript(folder, environmentOf(folder, shim, plan), { fixture, random, ledger });
  const counts = plan.counts();
  plan.close();
  return WAYS.flatMap((way) =>
    Array.from({ length: counts.get(way.call) ?? 0 }, (_, index) => ({ ...way, nth: index + 1 })),
  );
}

/** A folder that lives through faults, one after the other. */
interface FaultFolder {
  readonly folder: string;
  readonly ledger: Ledger;
  faults: number;
}

/** A folder that was last used at its present path: the first start of a copy differs. */
async function createFaultFolder(
  { fixture, random }: Pick<Tools, "fixture" | "random">,
  name: string,
): Promise<FaultFolder> {
  const folder = await freshFolder(fixture, name);
  const ledger = new Ledger(() => performance.now());
  await runScript(folder, {}, { fixture, ledger, random });
  return { folder, ledger, faults: 0 };
}

function environmentOf(folder: string, shim: Shim, plan: Plan): Record<string, string> {
  return { ...shim.environment({ folder, plan: plan.path }), STORAGE_LOG_MEGABYTES: LOG_MEGABYTES };
}

async function oneFault(
  fault: Fault,
  { folder, ledger }: FaultFolder,
  { fixture, shim, random }: Tools,
): Promise<Verdict> {
  const plan = makePlan(`${folder}.plan`);
  plan.set(fault);
  const result = await runScript(folder, environmentOf(folder, shim, plan), { fixture, ledger, random });
  plan.set(NO_FAULT);
  plan.close();
  const after = await startAndCheck(folder, { fixture, ledger, random, until: performance.now() });
  const verdict = together(behaviour(fault, result), named("then, without any fault", after));
  return named(nameOf(fault), verdict);
}

/** The allowed results of a failing disk: an error, normal work, or an immediate end by SIGKILL after a failed sync. */
function behaviour({ call }: Fault, { refused, died, status, responses, output }: RunResult): Verdict {
  const found: string[] = [];
  const isSync = call === "fsync" || call === "fdatasync";
  if (died !== null && !(isSync && died === "SIGKILL")) found.push(`it ended by ${died}: ${output}`);
  if (refused && died === null && (status === 0 || output.split("\n").length !== 1))
    found.push(`a start refused with status ${status} and other than one line: ${output}`);
  // A sync that fails at the very end can only be reported.
  if (!refused && died === null && status !== 0 && !isSync)
    found.push(`it stopped with status ${status}: ${output}`);
  for (const { status: code, text } of responses) {
    if (code >= 500 && code !== 503) found.push(`a response with status ${code}: ${text}`);
    if (text.includes("    at ")) found.push(`a response with a stack: ${text}`);
  }
  return { checked: 0, lost: [], faults: found };
}
