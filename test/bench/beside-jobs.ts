import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Counted, type CountTimes, startCounting } from "./beside-jobs/counting.ts";
import { besideJobsGoals } from "./goals.ts";
import { figure, most, table, type Verdict, verdictTable } from "./report.ts";
import { percentile } from "./statistics.ts";
import { articleList, importList, type OfficeClient, openOfficeClient } from "./stocktake/office-jobs.ts";
import type { Target } from "./targets.ts";

/** How much is measured. */
export interface BesideJobsAmount {
  readonly importedRows: number;
  /** Of counting without a job. */
  readonly seconds: number;
  /** Counts a second at a steady rate. */
  readonly perSecond: number;
  /** Connections that count one after the other. */
  readonly connections: number;
}

/** Counts beside one job. */
export interface BesideJob extends Counted {
  readonly job: string;
  readonly seconds: number;
}

interface Item {
  readonly oid: number;
  readonly quantity: number;
}

/** Of the demo: in progress, with items of its own. */
const COUNTED_INVENTORY = 3;
/** Items that are counted in turn. */
const COUNTED_ITEMS = 50;
const BATCH = 100;

/**
 * Measures counts while all articles are edited in bulk, a stocktake of all of them is prepared and closed, and an import is
 * applied. Each item of the stocktake changes its stock. Returns the tables.
 */
export async function measureBesideJobs(
  target: Target,
  { importedRows, seconds, perSecond, connections }: BesideJobsAmount,
): Promise<string> {
  const office = await openOfficeClient(target);
  const listed = await office.send<Item[]>("GET", `/api/inventories/${COUNTED_INVENTORY}/items`);
  const items = listed.response.slice(0, COUNTED_ITEMS).map(({ oid }) => oid);
  const results: BesideJob[] = [];
  const beside = async <T>(job: string, work: () => Promise<T>): Promise<T> => {
    const stop = await startCounting(target, { perSecond, connections, items });
    const began = performance.now();
    const result = await work();
    const took = performance.now() - began;
    results.push({ job, seconds: took / 1000, ...(await stop()) });
    return result;
  };

  await beside("none", () => sleep(seconds * 1000));
  const edit = { filter: {}, changes: { responsibleUserId: 3 } };
  await beside("bulk edit", () => office.send("PUT", "/api/articles/bulk-edit", edit));
  const { response } = await office.send<{ oid: number }>("POST", "/api/inventories", { name: "Beside" });
  const path = `/api/inventories/${response.oid}`;
  await beside("prepare", () => office.send("PUT", `${path}/prepare`));
  await countEverything(office, path);
  await beside("close", () => office.send("PUT", `${path}/close`));
  await beside("import, check and apply", () => importList(office, articleList(importedRows)));
  office.close();
  return besideJobsTables(results);
}

/** Counts each item with one piece more than expected, up to Processing. */
async function countEverything(office: OfficeClient, path: string): Promise<void> {
  await office.send("PUT", `${path}/start`);
  const { response: items } = await office.send<Item[]>("GET", `${path}/items`);
  for (let first = 0; first < items.length; first += BATCH) {
    const at = new Date().toISOString();
    const operations = items.slice(first, first + BATCH).map(({ oid, quantity }) => ({
      ...{ operationId: randomUUID(), kind: "set", itemId: oid, quantity: quantity + 1, at },
    }));
    await office.send("POST", `${path}/counts`, { operations });
  }
  for (const move of ["finish", "process"]) await office.send("PUT", `${path}/${move}`);
}

/** The figures, and those beside the jobs against the goals. */
export function besideJobsTables(results: readonly BesideJob[]): string {
  const rows = results.flatMap(({ job, seconds, steady, closed }) => [
    rowOf(`${job}, ${figure(seconds)} s`, "steady rate", steady),
    rowOf("", "one after the other", closed),
  ]);
  const verdicts = results.filter(({ job }) => job !== "none").flatMap(verdictsOf);
  const head = ["counts beside", "sent", "counts", "not 200", "p50 ms", "p99 ms", "longest ms"];
  return `${table(head, rows)}\n${verdictTable(verdicts)}`;
}

const shareOf = ({ times }: CountTimes, share: number) =>
  percentile(
    times.toSorted((a, b) => a - b),
    share,
  );

function rowOf(job: string, sent: string, counts: CountTimes): string[] {
  const figures = [0.5, 0.99, 1].map((share) => figure(shareOf(counts, share)));
  return [job, sent, String(counts.times.length), String(counts.refused), ...figures];
}

function verdictsOf({ job, steady }: BesideJob): Verdict[] {
  return [
    most(`${job}: p99 ms`, besideJobsGoals.p99, shareOf(steady, 0.99)),
    most(`${job}: longest ms`, besideJobsGoals.longest, shareOf(steady, 1)),
    most(`${job}: not 200`, 0, steady.refused),
  ];
}
