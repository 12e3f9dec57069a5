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

interface BackupTarget {
  readonly oid: number;
  readonly lastRun: { readonly error: string | null; readonly addedBytes: number | null } | null;
}

const TARGETS = "/api/backup/targets";
/** Of the demo: in progress, with items of its own. */
const COUNTED_INVENTORY = 3;
const COUNTED_ITEMS = 50;
const PHOTO_BYTES = 300_000;
/** Between two looks at the target; also without a backup. */
const POLL_MS = 250;

/**
 * Measures counts at a steady rate while a first backup of everything is made into a folder, in turns with the same load without
 * a backup. `data`: the server's data folder; `scratch`: for the repositories. Returns the tables.
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
  const turns: BackupTurn[] = [];
  for (let round = -1; round < rounds; round++) {
    const folder = join(scratch, `repository-${round}`);
    const backup = await counted(() => backUp(server, folder));
    const { seconds, times: beside } = backup;
    const { oid, megabytes } = backup.result;
    await server.remove(`${TARGETS}/${oid}`);
    rmSync(folder, { recursive: true });
    const { times: alone } = await counted(() => watch(server, seconds));
    process.stderr.write(`backup of ${figure(megabytes)} MB in ${figure(seconds)} s\n`);
    // The first one warms up.
    if (round >= 0) turns.push({ seconds, megabytes, beside, alone });
  }
  server.close();
  return besideBackupTables(turns);
}

/** Files like photos: the server does not look at them. */
function addPhotoFiles(data: string, count: number): void {
  const folder = join(data, "photos");
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `bench-${i}.jpg`), randomBytes(PHOTO_BYTES));
}

/** Makes the first backup of a new target. */
async function backUp(server: PrintServer, path: string): Promise<{ oid: number; megabytes: number }> {
  mkdirSync(path);
  const destination = { kind: "folder", path };
  const added = await server.post<{ target: BackupTarget }>(TARGETS, { name: "bench", destination });
  const { oid } = added.target;
  for (;;) {
    await sleep(POLL_MS);
    const targets = await server.get<readonly BackupTarget[]>(TARGETS);
    const run = targets.find((one) => one.oid === oid)?.lastRun ?? null;
    if (run === null) continue;
    if (run.error !== null) throw new Error(`the backup failed: ${JSON.stringify(run)}`);
    return { oid, megabytes: (run.addedBytes ?? 0) / 1_000_000 };
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
  return `${turns.length} first backups of everything, each ${size}\n\n${table(
    ["counts beside", "counts", "not 200", "p50 ms", "p99 ms", "longest ms"],
    rows,
  )}\n${verdictTable([
    most("p99 beside a backup, times without", besideBackupGoals.p99Ratio, ratio),
    most("not 200", 0, refused),
  ])}`;
}
