import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startAndCheck } from "../check/check.ts";
import { type Fixture, freshFolder } from "../fixture.ts";
import { Ledger } from "../ledger.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "../part.ts";
import type { Random } from "../random.ts";
import { named, together, type Verdict } from "../verdict.ts";
import { startRunningServer } from "./live.ts";
import { findTools, type Tool } from "./tools.ts";

/** Copies of one folder; then a fresh one, for it grows. */
const COPIES = 20;
const AT_ONCE = 3;

/**
 * The folder of a working server is copied in every unfavourable order. Each copy must start with everything from before.
 */
export const copy: Part = {
  name: "copy",
  summary: "copies of the folder of a working server, each started and checked",
  rounds: 100,
  run: copyAgainAndAgain,
};

async function copyAgainAndAgain({ fixture, rounds, random, logProgress }: Run): Promise<Outcome> {
  const { present, missing } = findTools();
  const verdicts: Verdict[] = [];
  const around: Verdict[] = [];
  const used = new Map<string, number>();
  let begun = 0;
  const sum = { kills: 0, stops: 0, generations: 0 };
  while (verdicts.length < rounds) {
    const folder = await freshFolder(fixture, "live");
    const ledger = new Ledger(() => performance.now());
    const working = ledger.nextAcknowledged();
    const live = await startRunningServer(folder, fixture, ledger, random.branch());
    await Promise.race([working, live.ended]);
    const copies = Math.min(COPIES, rounds - verdicts.length);
    const copiers = Array.from({ length: AT_ONCE }, async (_, copier) => {
      const own = random.branch();
      for (let number = copier; number < copies; number += AT_ONCE) {
        const tool = present[begun++ % present.length] as Tool;
        verdicts.push(await oneCopy(folder, tool, { fixture, ledger, random: own }));
        used.set(tool.name, (used.get(tool.name) ?? 0) + 1);
      }
    });
    await Promise.all(copiers);
    const { verdicts: own, loadResult } = await live.stop();
    around.push(...own);
    for (const key of ["kills", "stops", "generations"] as const) sum[key] += loadResult[key];
    logProgress(`${verdicts.length} of ${rounds}`);
  }
  const outcome = outcomeOf(verdicts, [
    `by ${[...used].map(([name, times]) => `${name} ${times}`).join(", ")}${missing.length > 0 ? `; this machine has no ${missing.join(", ")}` : ""}`,
    `meanwhile ${sum.kills} SIGKILL, ${sum.stops} SIGTERM, ${sum.generations} generations`,
  ]);
  return { ...outcome, faults: [...outcome.faults, ...together(...around).faults] };
}

interface Copied {
  readonly fixture: Fixture;
  readonly ledger: Ledger;
  readonly random: Random;
}

async function oneCopy(folder: string, tool: Tool, { fixture, ledger, random }: Copied): Promise<Verdict> {
  await sleep(random.between(0, 500));
  const target = join(fixture.scratch, `copy-${randomUUID()}`);
  const until = performance.now();
  await tool.copy(folder, target, random);
  try {
    const input = { fixture, ledger, random, until, photoRule: "acknowledged" } as const;
    return named(tool.name, await startAndCheck(target, input));
  } finally {
    await rm(target, { recursive: true, force: true });
    await rm(`${target}.tar`, { force: true });
  }
}
