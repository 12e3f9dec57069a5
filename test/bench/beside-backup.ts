import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Caller } from "./caller.ts";
import { type CountTimes, countBeside } from "./counting.ts";
import type { Figure } from "./figures.ts";
import type { Product } from "./product.ts";
import { median, percentile } from "./statistics.ts";

const PER_SECOND = 50;
const PHOTO_BYTES = 300_000;
const POLL_MS = 250;
const LATER_BACKUPS = 4;
/** Times the p99 of counts without a backup. */
const MAX_RATIO = 1.1;
const TARGETS = "/api/backup/targets";

/** Counts while a first backup of everything is made into a folder, and while later ones are, which read only what is new; then the same load alone. */
export async function measureBesideBackup(
  product: Product,
  rounds: number,
  photos: number,
): Promise<Figure[]> {
  const office = new Caller(product);
  addPhotoFiles(product.folder, photos);
  const scratch = mkdtempSync(join(tmpdir(), "tallybox-bench-backup-"));
  const ratios: Record<"first" | "later", number[]> = { first: [], later: [] };
  let refused = 0;
  const p99 = (counted: CountTimes) => {
    refused += counted.refused;
    return percentile(counted.times, 0.99);
  };
  /** Adds the ratio of counts beside the work and of counts alone for the same time. */
  const measure = async (kind: keyof typeof ratios, work: () => Promise<unknown>) => {
    const began = performance.now();
    const beside = p99(await countBeside(product, PER_SECOND, work));
    const end = 2 * performance.now() - began;
    const alone = await countBeside(product, PER_SECOND, async () => {
      for (; performance.now() < end; await sleep(POLL_MS)) await office.demand("GET", TARGETS);
    });
    ratios[kind].push(beside / p99(alone));
  };
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      process.stderr.write(`backups, round ${round}\n`);
      const path = join(scratch, `repository-${round}`);
      mkdirSync(path);
      let oid = 0;
      await measure("first", async () => {
        const wanted = { name: "bench", destination: { kind: "folder", path } };
        oid = (await office.demand<{ target: { oid: number } }>("POST", TARGETS, wanted)).target.oid;
        await untilRuns(office, oid, 1);
      });
      await measure("later", async () => {
        for (let run = 2; run <= 1 + LATER_BACKUPS; run++) {
          await office.demand("POST", `${TARGETS}/${oid}/runs`, {});
          await untilRuns(office, oid, run);
        }
      });
      await office.demand("DELETE", `${TARGETS}/${oid}`);
      rmSync(path, { recursive: true });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    office.close();
  }
  const ratioOf = (kind: keyof typeof ratios) => median(ratios[kind].slice(1));
  return [
    { what: "p99 beside a first backup, times without", value: ratioOf("first"), atMost: MAX_RATIO },
    { what: "p99 beside later backups, times without", value: ratioOf("later"), atMost: MAX_RATIO },
    { what: "refused", value: refused, atMost: 0 },
  ];
}

/** Files like photos: the server does not look at them. */
function addPhotoFiles(data: string, count: number): void {
  const folder = join(data, "photos");
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `bench-${i}.jpg`), randomBytes(PHOTO_BYTES));
}

/** Waits until a target has so many backups; its first one begins by itself. */
async function untilRuns(office: Caller, oid: number, count: number): Promise<void> {
  for (;;) {
    const runs = await office.demand<readonly { error: string | null }[]>("GET", `${TARGETS}/${oid}/runs`);
    const failed = runs.find(({ error }) => error !== null);
    if (failed) throw new Error(`the backup failed: ${JSON.stringify(failed)}`);
    if (runs.length >= count) return;
    await sleep(POLL_MS);
  }
}
