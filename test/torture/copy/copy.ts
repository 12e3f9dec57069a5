import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../chance.ts";
import { startAndLook } from "../check/look.ts";
import { Ledger } from "../ledger.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "../part.ts";
import { named, together, type Verdict } from "../verdict.ts";
import { freshFolder, type World } from "../world.ts";
import { startLive } from "./live.ts";
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

async function copyAgainAndAgain({ world, rounds, chance, tell }: Run): Promise<Outcome> {
  const { present, missing } = findTools();
  const verdicts: Verdict[] = [];
  const around: Verdict[] = [];
  const used = new Map<string, number>();
  let begun = 0;
  const sum = { kills: 0, stops: 0, generations: 0 };
  while (verdicts.length < rounds) {
    const folder = await freshFolder(world, "live");
    const ledger = new Ledger(() => performance.now());
    const working = ledger.nextAcknowledged();
    const live = await startLive(folder, world, ledger, chance.branch());
    await Promise.race([working, live.ended]);
    const copies = Math.min(COPIES, rounds - verdicts.length);
    const copiers = Array.from({ length: AT_ONCE }, async (_, copier) => {
      const own = chance.branch();
      for (let number = copier; number < copies; number += AT_ONCE) {
        const tool = present[begun++ % present.length] as Tool;
        verdicts.push(await oneCopy(folder, tool, { world, ledger, chance: own }));
        used.set(tool.name, (used.get(tool.name) ?? 0) + 1);
      }
    });
    await Promise.all(copiers);
    const { verdicts: own, happened } = await live.stop();
    around.push(...own);
    for (const key of ["kills", "stops", "generations"] as const) sum[key] += happened[key];
    tell(`${verdicts.length} of ${rounds}`);
  }
  const outcome = outcomeOf(verdicts, [
    `by ${[...used].map(([name, times]) => `${name} ${times}`).join(", ")}${missing.length > 0 ? `; this machine has no ${missing.join(", ")}` : ""}`,
    `meanwhile ${sum.kills} SIGKILL, ${sum.stops} SIGTERM, ${sum.generations} generations`,
  ]);
  return { ...outcome, faults: [...outcome.faults, ...together(...around).faults] };
}

interface Copied {
  readonly world: World;
  readonly ledger: Ledger;
  readonly chance: Chance;
}

async function oneCopy(folder: string, tool: Tool, { world, ledger, chance }: Copied): Promise<Verdict> {
  await sleep(chance.between(0, 500));
  const target = join(world.scratch, `copy-${randomUUID()}`);
  const until = performance.now();
  await tool.copy(folder, target, chance);
  try {
    const sought = { world, ledger, chance, until, photoRule: "acknowledged" } as const;
    return named(tool.name, await startAndLook(target, sought));
  } finally {
    await rm(target, { recursive: true, force: true });
    await rm(`${target}.tar`, { force: true });
  }
}
