import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSubject } from "../../bench/durable/subjects.ts";
import { measureInTurns } from "../../bench/turns.ts";
import { startDemo } from "../../harness/demo-process.ts";
import type { Postgres } from "../postgres.ts";
import { createOffice } from "../set-up.ts";

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
  const environment = { HEAD_OFFICE_URL: (await createOffice(postgres, "cost")).site };
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
    const [without, withOffice] = await measureInTurns(
      [alone, delivering],
      rounds,
      async (subject) => (await subject.measure({ callers: CALLERS, seconds })).perSecond,
    );
    return { without, with: withOffice };
  } finally {
    for (const subject of [alone, delivering]) subject.stop();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
