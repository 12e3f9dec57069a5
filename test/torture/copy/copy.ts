import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startAndCheck } from "../check/check.ts";
import { type Fixture, freshFolder } from "../fixture.ts";
import { Ledger } from "../ledger.ts";
import type { Run } from "../part.ts";
import type { Random } from "../random.ts";
import { named, total, type Verdict } from "../verdict.ts";
import { startRunningServer } from "./live.ts";
import { findTools, type Tool } from "./tools.ts";

/** Copies of one folder; then a fresh one, for it grows. */
const COPIES = 20;
const AT_ONCE = 3;

/**
 * The folder of a working server is copied in every unfavourable order. Each copy must start with everything from before.
 */
export async function copy({ fixture, rounds, random }: Run): Promise<Verdict> {
  const tools = findTools();
  const verdicts: Verdict[] = [];
  const around: Verdict[] = [];
  let begun = 0;
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
        const tool = tools[begun++ % tools.length] as Tool;
        verdicts.push(await oneCopy(folder, tool, { fixture, ledger, random: own }));
      }
    });
    await Promise.all(copiers);
    around.push(...(await live.stop()));
  }
  return total([...verdicts, ...around]);
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
