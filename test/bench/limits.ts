import { closeSync, fdatasync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { files, type Sample } from "./data/shape.ts";
import { percentile } from "./statistics.ts";

/** The machine's own time for the smallest step of a job, in microseconds. */
export interface Limit {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

const turns = 1000;
const block = Buffer.alloc(4096, 1);

/** Measures the flush of the disk under `folder` and a prepared read from raw's database in it. */
export async function physicalLimits(folder: string, sample: Sample): Promise<Limit[]> {
  const path = join(folder, "limit");
  const file = openSync(path, "w");
  const flush = promisify(fdatasync);
  const append = () => writeSync(file, block);
  const db = new Database(join(folder, files.raw, files.database), { readonly: true });
  const read = db.prepare("SELECT * FROM article WHERE tenantId = 1 AND code = ? AND deleted = 0");
  const { codes } = sample;
  try {
    return [
      await measure("append 4 KiB + fdatasync", () => {
        append();
        fdatasyncSync(file);
      }),
      await measure("the same, fdatasync in the thread pool", () => {
        append();
        return flush(file);
      }),
      await measure("prepared read of an article by code", (turn) => {
        read.get(codes[turn % codes.length]);
      }),
    ];
  } finally {
    db.close();
    closeSync(file);
    rmSync(path);
  }
}

async function measure(name: string, step: (turn: number) => void | Promise<void>): Promise<Limit> {
  const times = new Float64Array(turns);
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    await step(turn);
    times[turn] = (performance.now() - began) * 1000;
  }
  times.sort();
  return { name, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
