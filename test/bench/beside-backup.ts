import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type CountTimes, startCounting } from "./beside-jobs/counting.ts";
import { besideBackupGoals } from "./goals.ts";
import { openPrintServer, type PrintServer } from "./printing/server.ts";
import { figure, most, table, verdictTable } from "./report.ts";
import { median, percentile } from "./statistics.ts";
import type { Target } from "./targets.ts";

/** How much is measured. */
export interface BesideBackupAmount {
  /** Backups, each followed or preceded by the same load without one. */
  readonly rounds: number;
  /** Counts a second at a steady rate. */
  readonly perSecond: number;
  readonly photos: number;
}

/** Counts beside a backup, and without one for the same time. */
export interface BackupTurn {
  readonly seconds: number;
  readonly megabytes: number;
  readonly beside: CountTimes;
  readonly alone: CountTimes;
}

interface BackupRun {
  readonly error: string | null;
  readonly addedBytes: number | null;
}

/** Megabytes that the newest one has added. */
interface Backups {
  readonly megabytes: number;
}

const TARGETS = "/api/backup/targets";
/** Of the demo: in progress, with items of its own. */
const COUNTED_INVENTORY = 3;
const COUNTED_ITEMS = 50;
const PHOTO_BYTES = 300_000;
/** Between two looks at the target; also without a backup. */
const POLL_MS = 250;
const LATER_BACKUPS = 4;

/**
 * Measures counts at a steady rate while a first backup of everything is made into a folder, and while later ones are, which
 * read only what is new, in turns with the same load without a backup. `data`: the server's data folder; `scratch`: for the repositories. Returns the tables.
 */
export async function measureBesideBackup(
  target: Target,
  { data, scratch }: { readonly data: string; readonly scratch: string },
  { rounds, perSecond, photos }: BesideBackupAmount,
): Promise<string> {
  const server = await openPrintServer(target);
  const listed = await server.get<{ oid: number }[]>(`/api/inventories/${COUNTED_INVENTORY}/items`);
  const items = listed.slice(0, COUNTED_ITEMS).map(({ oid }) => oid);
  addPhotoFiles(data, photos);
  const counted = async <T>(work: () => Promise<T>) => {
    const stop = await startCounting(target, { perSecond, connections: 0, items });
    const began = performance.now();
    const result = await work();
    const seconds = (performance.now() - began) / 1000;
    return { result, seconds, times: (await stop()).steady };
  };
  const first: BackupTurn[] = [];
  const later: BackupTurn[] = [];
  /** Measures `work` and then the same load without it. */
  const turn = async (work: () => Promise<Backups>): Promise<BackupTurn> => {
    const { result, seconds, times: beside } = await counted(work);
    const { times: alone } = await counted(() => watch(server, seconds));
    process.stderr.write(`${figure(result.megabytes)} MB in ${figure(seconds)} s\n`);
    return { seconds, megabytes: result.megabytes, beside, alone };
  };
  for (let round = -1; round < rounds; round++) {
    const folder = join(scratch, `repository-${round}`);
    mkdirSync(folder);
    let oid = 0;
    const ofFirst = await turn(async () => {
      oid = await addTarget(server, folder);
      return runsOf(server, oid, 1);
    });
    const ofLater = await turn(async () => {
      for (let run = 2; run <= 1 + LATER_BACKUPS; run++) {
        await server.post(`${TARGETS}/${oid}/runs`, {});
        await runsOf(server, oid, run);
      }
      return runsOf(server, oid, 1 + LATER_BACKUPS);
    });
    await server.remove(`${TARGETS}/${oid}`);
    rmSync(folder, { recursive: true });
    // The first ones warm up.
    if (round < 0) continue;
    first.push(ofFirst);
    later.push(ofLater);
  }
  server.close();
  return [
    `${rounds} first backups of everything`,
    besideBackupTables(first),
    `${rounds} times ${LATER_BACKUPS} later backups, which read what is new`,
    besideBackupTables(later),
  ].join("\n\n");
}

/** Files like photos: the server does not look at them. */
function addPhotoFiles(data: string, count: number): void {
  const folder = join(data, "photos");
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `bench-${i}.jpg`), randomBytes(PHOTO_BYTES));
}

/** Adds a target, whose first backup begins at once. Returns its id. */
async function addTarget(server: PrintServer, path: string): Promise<number> {
  const destination = { kind: "folder", path };
  const added = await server.post<{ target: { oid: number } }>(TARGETS, { name: "bench", destination });
  return added.target.oid;
}

/** Waits until a target has so many backups. Returns the size of the newest. */
async function runsOf(server: PrintServer, oid: number, count: number): Promise<Backups> {
  for (;;) {
    const runs = await server.get<readonly BackupRun[]>(`${TARGETS}/${oid}/runs`);
    const [newest] = runs;
    if (newest !== undefined && newest.error !== null)
      throw new Error(`the backup failed: ${JSON.stringify(newest)}`);
    if (newest !== undefined && runs.length >= count)
      return { megabytes: (newest.addedBytes ?? 0) / 1_000_000 };
    await sleep(POLL_MS);
  }
}

/** Looks at the targets as long as a backup took. */
async function watch(server: PrintServer, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await sleep(POLL_MS);
    await server.get(TARGETS);
  }
}

/** The figures, medians of the turns, and the ratio of the p99 against its goal. */
export function besideBackupTables(turns: readonly BackupTurn[]): string {
  const shareOf = (times: readonly number[], share: number) =>
    percentile(
      times.toSorted((one, other) => one - other),
      share,
    );
  const middle = (of: (turn: BackupTurn) => number) => median(turns.map(of));
  const rowOf = (name: string, of: (turn: BackupTurn) => CountTimes) => [
    name,
    String(turns.reduce((sum, turn) => sum + of(turn).times.length, 0)),
    String(turns.reduce((sum, turn) => sum + of(turn).refused, 0)),
    ...[0.5, 0.99, 1].map((share) => figure(middle((turn) => shareOf(of(turn).times, share)))),
  ];
  const rows = [rowOf("no backup", ({ alone }) => alone), rowOf("a backup", ({ beside }) => beside)];
  const p99 = (of: (turn: BackupTurn) => CountTimes) => middle((turn) => shareOf(of(turn).times, 0.99));
  const ratio = p99(({ beside }) => beside) / p99(({ alone }) => alone);
  const refused = turns.reduce((sum, { beside }) => sum + beside.refused, 0);
  const size = `${figure(middle(({ megabytes }) => megabytes))} MB in ${figure(middle(({ seconds }) => seconds))} s`;
  return `medians: ${size}\n\n${table(
    ["counts beside", "counts", "not 200", "p50 ms", "p99 ms", "longest ms"],
    rows,
  )}\n${verdictTable([
    most("p99 beside a backup, times without", besideBackupGoals.p99Ratio, ratio),
    most("not 200", 0, refused),
  ])}`;
}
