import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newestGeneration } from "../torture/check/newest.ts";
import { files } from "./data/shape.ts";
import { figure, table } from "./report.ts";
import { median } from "./statistics.ts";
import type { BareJob, BareResult } from "./stocktake/bare-jobs.ts";
import {
  articleList,
  batches,
  countInBatches,
  importList,
  openOfficeClient,
  prepared,
} from "./stocktake/office-jobs.ts";
import { type ResponseTimes, startMeasuring } from "./stocktake/response-times.ts";
import { measureResults, RESULT_QUERIES } from "./stocktake/results.ts";
import type { Target } from "./targets.ts";

/** How much is measured. */
export interface StocktakeAmount {
  readonly rounds: number;
  /** Of one round of counting. */
  readonly seconds: number;
  readonly importedRows: number;
}

const BATCH = 100;
const TERMINALS = [1, 8] as const;

/** The bare program, its job by job. */
type Bare = (job: BareJob) => Promise<BareResult>;

/**
 * Measures a whole stocktake of all articles, and an import, beside a bare better-sqlite3 program that writes the same
 * rows into a copy of the same database. During long work other clients send requests: the table has their longest wait.
 * Returns the table.
 */
export async function measureStocktake(
  target: Target,
  folder: string,
  { rounds, seconds, importedRows }: StocktakeAmount,
): Promise<string> {
  const copy = join(folder, "bare-data");
  cpSync(join(folder, files.product), copy, { recursive: true });
  const file = join(copy, newestGeneration(copy));
  const csv = join(folder, "list.csv");
  const list = articleList(importedRows);
  writeFileSync(csv, list);
  const child = fork(join(import.meta.dirname, "stocktake/bare-program.ts"));
  await once(child, "message");
  const bare: Bare = async (job) => {
    const message = once(child, "message");
    child.send(job);
    const [result] = await message;
    return result;
  };
  const consolePage = await openOfficeClient(target);
  const beside = async <T>(work: () => Promise<T>): Promise<T & { times: ResponseTimes }> => {
    const stop = await startMeasuring(target);
    const result = await work();
    return { ...result, times: await stop() };
  };

  const rows: string[][] = [];
  const made = await beside(() => prepared(consolePage));
  const { inventory, items } = made;
  const size = `${items.length} items`;
  rows.push(row(`prepare, ${size}`, made.ms, (await bare({ kind: "prepare", file })).ms, made.times));
  await consolePage.send("PUT", `/api/inventories/${inventory}/start`);
  const next = batches(items, BATCH);
  const perSecond = async () => {
    const { ms, done } = await bare({ kind: "count", file, batch: BATCH, seconds });
    return (done / ms) * 1000;
  };
  for (const terminals of TERMINALS) {
    const amount = { terminals, size: BATCH, seconds };
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      own.push(await countInBatches(target, inventory, next, amount));
      other.push(await perSecond());
    }
    rows.push(countRow(terminals, median(own), median(other)));
  }
  await consolePage.send("PUT", `/api/inventories/${inventory}/finish`);
  await consolePage.send("PUT", `/api/inventories/${inventory}/process`);
  const bareReport = await bare({ kind: "report", file });
  for (const format of ["json", "csv", "xlsx", "pdf"] as const) {
    const path = `/api/inventories/${inventory}/report?format=${format}`;
    const report = await beside(() => consolePage.download(path));
    rows.push(row(`report, ${format}`, report.ms, format === "json" ? bareReport.ms : null, report.times));
  }
  for (const { name, path, bare: query } of RESULT_QUERIES) {
    const ms = await measureResults(consolePage, inventory, path);
    const others: number[] = [];
    for (let run = 0; run < rounds; run++) others.push((await bare({ kind: "results", file, query })).ms);
    rows.push(row(`results, ${name}`, ms, median(others), null));
  }
  const closed = await beside(() => consolePage.send("PUT", `/api/inventories/${inventory}/close`));
  rows.push(row(`close, ${size}`, closed.ms, (await bare({ kind: "close", file })).ms, closed.times));
  const imported = await beside(() => importList(consolePage, list));
  const bareImport = await bare({ kind: "import", file, csv });
  rows.push(row(`import, ${importedRows} rows: check`, imported.checkMs, null, null));
  rows.push(row(`import, ${importedRows} rows: apply`, imported.applyMs, bareImport.ms, imported.times));
  consolePage.close();
  child.disconnect();
  const head = [
    "stocktake",
    "product",
    "bare",
    "product / bare",
    "longest wait of a read, ms",
    "of a write, ms",
  ];
  return table(head, rows);
}

function row(what: string, ms: number, bareMs: number | null, times: ResponseTimes | null): string[] {
  return [
    `${what}, s`,
    figure(ms / 1000),
    bareMs === null ? "-" : figure(bareMs / 1000),
    bareMs === null ? "-" : figure(ms / bareMs),
    times === null ? "-" : figure(times.read),
    times === null ? "-" : figure(times.write),
  ];
}

function countRow(terminals: number, own: number, bare: number): string[] {
  const what = `batches of ${BATCH} counts, ${terminals} ${terminals === 1 ? "terminal" : "terminals"}: operations/s`;
  return [what, figure(own), figure(bare), figure(own / bare), "-", "-"];
}
