import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Subject, startSubject } from "../../bench/durable/subjects.ts";
import { median } from "../../bench/statistics.ts";
import { startDemo } from "../../harness/demo-process.ts";
import type { Postgres } from "../postgres.ts";

const CALLERS = 64;

/** Acknowledged counts a second without and with a head office, medians of the rounds. */
export interface Cost {
  readonly without: number;
  readonly with: number;
}

/** Measures two servers in turns on copies of the same data: one alone, one that delivers to a head office. */
export async function measureCost(postgres: Postgres, rounds: number, seconds: number): Promise<Cost> {
  const scratch = await mkdtemp(join(tmpdir(), "tallybox-cost-"));
  const demo = join(scratch, "demo");
  await mkdir(demo);
  await (await startDemo(demo)).end("SIGTERM");
  const environment = { HEAD_OFFICE_URL: await postgres.createDatabase("cost") };
  const alone = await startSubject("product over HTTP", {
    demo,
    own: join(scratch, "alone"),
    environment: {},
  });
  const delivering = await startSubject("product over HTTP", {
    demo,
    own: join(scratch, "delivering"),
    environment,
  });
  try {
    const figures = new Map<Subject, number[]>([
      [alone, []],
      [delivering, []],
    ]);
    for (const subject of figures.keys()) await subject.measure({ callers: CALLERS, seconds });
    for (let round = 0; round < rounds; round++)
      // In another order each time: the first of two finds a quieter machine.
      for (const subject of round % 2 === 0 ? [alone, delivering] : [delivering, alone])
        figures.get(subject)?.push((await subject.measure({ callers: CALLERS, seconds })).perSecond);
    return { without: median(figures.get(alone) ?? []), with: median(figures.get(delivering) ?? []) };
  } finally {
    for (const subject of [alone, delivering]) subject.stop();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
