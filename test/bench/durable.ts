import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startDemo } from "../harness/demo-process.ts";
import { compileShim } from "../torture/shim/shim.ts";
import type { Figures } from "./durable/callers.ts";
import { type Subject, type SubjectName, startSubject, subjectNames } from "./durable/subjects.ts";
import { figure, table } from "./report.ts";
import { median } from "./statistics.ts";

/** How much is measured. */
export interface DurableAmount {
  readonly rounds: number;
  /** Of one round of one program. */
  readonly seconds: number;
}

const CALLERS = [1, 16, 64];
/** Additional milliseconds of a sync: none, and as on a memory card. */
const DISKS = [
  { name: "this disk", syncMs: 0 },
  { name: "8 ms a sync", syncMs: 8 },
] as const;
/** Which bare program each is held against. */
const PAIRS: readonly [SubjectName, SubjectName][] = [
  ["storage", "bare"],
  ["product over HTTP", "bare over HTTP"],
];

/**
 * Measures acknowledged counts a second of the product's storage and of the whole product, each beside a bare
 * better-sqlite3 program with `synchronous=FULL` that writes the same rows. All run in turns on copies of the same data.
 * Returns the table.
 */
export async function measureDurable(folder: string, amount: DurableAmount): Promise<string> {
  const demo = join(folder, "durable-demo");
  mkdirSync(demo);
  await (await startDemo(demo)).end("SIGTERM");
  const shim = await compileShim(folder);
  const rows: string[][] = [];
  for (const { name: disk, syncMs } of DISKS) {
    const subjects: Subject[] = [];
    for (const [index, name] of subjectNames.entries()) {
      const own = join(folder, `durable-${index}`);
      const environment: Record<string, string> =
        syncMs === 0 ? {} : shim.environment({ folder: own, syncMs });
      subjects.push(await startSubject(name, { demo, own, environment }));
    }
    for (const callers of CALLERS) rows.push(...(await measureAll(subjects, disk, callers, amount)));
    for (const subject of subjects) subject.stop();
  }
  const head = [
    "disk",
    "callers",
    "",
    "product /s",
    "bare FULL /s",
    "ratio",
    "p99 ms, both",
    "longest stall ms, both",
  ];
  return table(head, rows);
}

async function measureAll(
  subjects: readonly Subject[],
  disk: string,
  callers: number,
  { rounds, seconds }: DurableAmount,
): Promise<string[][]> {
  const done = new Map<SubjectName, Figures[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) await subject.measure({ callers, seconds: seconds / 3 });
  for (let round = 0; round < rounds; round++)
    for (const subject of subjects) done.get(subject.name)?.push(await subject.measure({ callers, seconds }));
  return PAIRS.map(([product, bare]) => {
    const middle = (name: SubjectName, key: keyof Figures) =>
      median((done.get(name) ?? []).map((figures) => figures[key]));
    const longest = (name: SubjectName) => Math.max(...(done.get(name) ?? []).map(({ stallMs }) => stallMs));
    const both = (key: keyof Figures) => `${figure(middle(product, key))} / ${figure(middle(bare, key))}`;
    return [
      disk,
      String(callers),
      product === "storage" ? "storage alone" : "over HTTP",
      figure(middle(product, "perSecond")),
      figure(middle(bare, "perSecond")),
      figure(middle(product, "perSecond") / middle(bare, "perSecond")),
      both("p99"),
      `${figure(longest(product))} / ${figure(longest(bare))}`,
    ];
  });
}
