import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { open } from "./client.ts";
import type { Sample } from "./data/shape.ts";
import { countRequest } from "./jobs.ts";
import type { Target } from "./targets.ts";

const writes = 100;
const tries = 3;
const flushField = 15; // "flush I/Os" in Documentation/block/stat.rst

/**
 * Checks from outside whether each target flushes before it responds to a count. Counts are sent one after the other, so
 * no two can share a flush, and the kernel's counter for the disk has to rise by at least one for each. Returns the
 * flushes per 100 counts of each target, or undefined where the disk has no counter (other systems, memory file systems).
 * Throws for a target that responds without a flush.
 */
export async function checkFlushes(
  targets: readonly Target[],
  sample: Sample,
  folder: string,
): Promise<Map<string, number> | undefined> {
  const counter = flushCounter(folder);
  if (counter === undefined || !countsOurs(counter, folder)) return undefined;
  const found = new Map<string, number>();
  for (const target of targets) {
    // Others may use the disk too: the least of some tries is the nearest to the truth.
    const risen: number[] = [];
    for (let turn = 0; turn < tries; turn++) risen.push(await flushesOf(target, sample, counter));
    const flushes = Math.min(...risen);
    if (flushes < writes)
      throw new Error(`${target.name}: ${flushes} flushes for ${writes} acknowledged counts`);
    found.set(target.name, flushes);
  }
  return found;
}

async function flushesOf(target: Target, { items }: Sample, counter: () => number): Promise<number> {
  const connection = await open(target.port);
  const before = counter();
  for (let index = 0; index < writes; index++) {
    const oid = items[index % items.length] ?? 0;
    await connection.send(
      countRequest(target, { oid, inventoryQuantity: 10 + Math.floor(index / items.length) }),
    );
  }
  const after = counter();
  connection.close();
  return after - before;
}

/** Reads how many flushes the disk under the folder has finished. */
function flushCounter(folder: string): (() => number) | undefined {
  const { dev } = statSync(folder);
  const block = `/sys/dev/block/${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  if (!existsSync(block)) return undefined;
  const whole = existsSync(join(block, "partition")) ? join(realpathSync(block), "..") : block;
  return () => Number(readFileSync(join(whole, "stat"), "utf8").trim().split(/\s+/)[flushField]);
}

function countsOurs(counter: () => number, folder: string): boolean {
  const path = join(folder, "flushes");
  const file = openSync(path, "w");
  const before = counter();
  for (let index = 0; index < writes; index++) {
    writeSync(file, "one more line\n");
    fdatasyncSync(file);
  }
  const risen = counter() - before;
  closeSync(file);
  rmSync(path);
  return risen >= writes;
}
