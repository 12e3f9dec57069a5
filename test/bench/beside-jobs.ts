import { setTimeout as sleep } from "node:timers/promises";
import { Caller } from "./caller.ts";
import { countBeside } from "./counting.ts";
import type { Figure } from "./figures.ts";
import type { Product } from "./product.ts";
import { percentile } from "./statistics.ts";
import { applyImport, articleList, checkImport, countEverything, untilSealed } from "./stocktake.ts";

const PER_SECOND = 20;
const GOALS = { p99: 50, longest: 100 };

/** Counts while all articles are edited in bulk, a stocktake of all of them is prepared, closed and sealed, and an import is applied. */
export async function measureBesideJobs(product: Product, seconds: number, rows: number): Promise<Figure[]> {
  const office = new Caller(product);
  const figures: Figure[] = [];
  const beside = async (job: string, work: () => Promise<unknown>) => {
    process.stderr.write(`counts beside ${job}\n`);
    const { times, refused } = await countBeside(product, PER_SECOND, work);
    const isAlone = job === "nothing";
    const [p99, longest] = [percentile(times, 0.99), percentile(times, 1)];
    figures.push(
      { what: `beside ${job}: p99 ms`, value: p99, ...(!isAlone && { atMost: GOALS.p99 }) },
      { what: `beside ${job}: longest ms`, value: longest, ...(!isAlone && { atMost: GOALS.longest }) },
      { what: `beside ${job}: refused`, value: refused, atMost: 0 },
    );
  };
  await beside("nothing", () => sleep(seconds * 1000));
  const edit = { filter: {}, changes: { responsibleUserId: 3 } };
  await beside("a bulk edit", () => office.demand("PUT", "/api/articles/bulk-edit", edit));
  const { oid } = await office.demand<{ oid: number }>("POST", "/api/inventories", { name: "Beside" });
  const path = `/api/inventories/${oid}`;
  await beside("prepare", () => office.demand("PUT", `${path}/prepare`));
  await countEverything(office, path);
  await beside("close", () => office.demand("PUT", `${path}/close`));
  await beside("the seal of the record", () => untilSealed(office, path));
  const list = articleList(rows);
  await beside(`an import of ${rows} rows`, async () => applyImport(office, await checkImport(office, list)));
  office.close();
  return figures;
}
