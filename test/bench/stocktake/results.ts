import { median } from "../statistics.ts";
import type { OfficeClient } from "./office-jobs.ts";

/** The queries of the results screen, with what a bare program reads for the same. */
export const RESULT_QUERIES = [
  { name: "page, differences by value", path: "page?view=differences", bare: "value" },
  { name: "page, text, by name", path: "page?q=a00012&sort=name", bare: "text" },
  { name: "totals of all views", path: "totals", bare: "totals" },
] as const;
export type ResultQuery = (typeof RESULT_QUERIES)[number]["bare"];

const RUNS = 9;

/** The median of the milliseconds of a request for results. */
export async function measureResults(office: OfficeClient, inventory: number, path: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { ms } = await office.download(`/api/inventories/${inventory}/items/${path}`);
    times.push(ms);
  }
  return median(times);
}

const FOUND =
  "CASE WHEN i.isFound = 1 THEN ifnull(i.inventoryQuantity, i.quantity) WHEN i.inventoryQuantity IS NOT NULL THEN 0 END";
const VALUE = `abs((${FOUND} - i.quantity) * i.price)`;

/** The SQL of the bare program: the same rows, without rules of results and views. */
export const BARE_RESULTS: Readonly<Record<ResultQuery, string>> = {
  value: `SELECT i.*, a.code, a.name, ${VALUE} AS value FROM inventoryItem i JOIN article a ON a.oid = i.articleId
    WHERE i.inventoryId = ? AND (i.inventoryQuantity IS NULL OR i.inventoryQuantity <> i.quantity) ORDER BY value DESC, i.oid LIMIT 100`,
  text: `SELECT i.*, a.code, a.name FROM inventoryItem i JOIN article a ON a.oid = i.articleId
    WHERE i.inventoryId = ? AND (instr(a.nameFolded, 'a00012') > 0 OR instr(a.codeFolded, 'a00012') > 0)
    ORDER BY a.nameFolded LIMIT 100`,
  totals: `SELECT i.currency, count(*), sum(i.quantity), total(${FOUND}), total(i.price * (${FOUND} - i.quantity))
    FROM inventoryItem i WHERE i.inventoryId = ? GROUP BY i.currency, i.isApproved, i.isFound, i.isToRecount`,
};
