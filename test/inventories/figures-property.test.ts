import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { InventoryItemTotal } from "../../src/web/api/types/endpoints.d.ts";
import { times } from "../harness/times.ts";
import { cellsIn } from "../tables/reading.ts";
import { sharedWarehouse } from "./stocktake.ts";

// Whatever is counted: each expected item is in exactly one result, and all figures of a stocktake add up, over HTTP.

const RUNS = times(8);
const ARTICLES = 6;
const EXPECTED = [
  "foundAsExpected",
  "foundElsewhere",
  "quantityDiffers",
  "missing",
  "notCounted",
  "proposedForDisposal",
] as const;

const { warehouse } = sharedWarehouse();
beforeAll(async () => {
  for (const name of ["rack", "floor"]) await warehouse.addLocation(name);
});

const article = fc.record({
  pieces: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
  currency: fc.constantFrom(null, "CZK", "EUR"),
  // The counted properties; null: not counted.
  entry: fc.option(
    fc.record(
      {
        inventoryQuantity: fc.nat(50),
        isFound: fc.boolean(),
        isDisposal: fc.boolean(),
        isElsewhere: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  ),
});
type Article = typeof article extends fc.Arbitrary<infer T> ? T : never;
const unexpected = fc.array(fc.nat(9), { maxLength: 3 });

let made = 0;
async function countInventory(articles: readonly Article[], found: readonly number[]): Promise<number> {
  const run = ++made;
  const shelf = `shelf ${run}`;
  await warehouse.addLocation(shelf);
  const currencies: { oid: number; name: string }[] = (await warehouse.manager.get("/api/currencytypes"))
    .body;
  for (const [index, { pieces, price, currency }] of articles.entries()) {
    const currencyTypeId = currencies.find(({ name }) => name === currency)?.oid ?? null;
    const oid = await warehouse.article(`P${run}-${index}`, { [shelf]: pieces }, { price });
    await warehouse.manager.put(`/api/articles/${oid}/full`, { currencyTypeId });
  }
  for (const index of found.keys()) await warehouse.article(`X${run}-${index}`, {}, { price: 3 });
  const id = await warehouse.stocktake([shelf]);
  for (const [index, { entry }] of articles.entries()) {
    if (entry === null) continue;
    const { isElsewhere, ...count } = entry;
    const location = isElsewhere ? { inventoryLocationId: warehouse.at("rack") } : {};
    if (Object.keys(count).length > 0)
      await warehouse.count(id, `P${run}-${index}`, { ...count, ...location });
  }
  for (const [index, inventoryQuantity] of found.entries()) {
    const at = { articleId: warehouse.id(`X${run}-${index}`), inventoryLocationId: warehouse.at("floor") };
    await warehouse.user.post(`/api/inventories/${id}/items`, { ...at, inventoryQuantity });
  }
  await warehouse.move(id, "finish", "process");
  return id;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
/** Prices have two digits here. */
const cents = (value: number) => Math.round(value * 100);

function expectAddedUp(total: InventoryItemTotal, parts: readonly InventoryItemTotal[]): void {
  for (const name of ["items", "quantity", "notCounted", "difference", "found"] as const) {
    expect(total[name], name).toBe(sum(parts.map((part) => part[name])));
  }
  for (const { currency, ...value } of total.values) {
    const own = parts.flatMap(({ values }) => values.filter((one) => one.currency === currency));
    for (const name of ["expected", "notCounted", "difference", "found"] as const) {
      expect(cents(value[name]), `${currency} ${name}`).toBe(sum(own.map((one) => cents(one[name]))));
    }
  }
}

test("expected minus not counted plus difference equals counted, in each total, and the results add up to the expected total", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(article, { minLength: 1, maxLength: ARTICLES }),
      unexpected,
      async (articles, found) => {
        const id = await countInventory(articles, found);
        const { body: report } = await warehouse.manager.get(`/api/inventories/${id}/report`);
        const { totals } = report;
        for (const {
          quantity,
          notCounted,
          difference,
          found: pieces,
          values,
        } of Object.values<InventoryItemTotal>(totals)) {
          expect(quantity - notCounted + difference).toBe(pieces);
          for (const value of values) {
            expect(cents(value.expected) - cents(value.notCounted) + cents(value.difference)).toBe(
              cents(value.found),
            );
          }
        }
        expectAddedUp(
          totals.expected,
          EXPECTED.map((result) => totals[result]),
        );
        expectAddedUp(totals.all, [totals.expected, totals.unexpected]);
        expect(totals.expected.items).toBe(report.items.length);
        expect(totals.expected.quantity).toBe(sum(articles.map(({ pieces }) => pieces)));
        const currencies = new Set(articles.filter(({ price }) => price > 0).map(({ currency }) => currency));
        const shown = totals.expected.values.map(({ currency }: { currency: string | null }) => currency);
        expect(new Set(shown)).toEqual(currencies);

        // The progress, the items and the tables have the same figures.
        const { body: progress } = await warehouse.manager.get(
          `/api/inventories/${id}/progress?details=true`,
        );
        const { total, counted, results } = progress;
        expect(sum(EXPECTED.map((result) => results[result]))).toBe(total);
        expect(counted).toBe(progress.found + progress.missing);
        expect(total).toBe(counted + progress.notCounted);
        const { body: items } = await warehouse.manager.get(`/api/inventories/${id}/items`);
        for (const result of [...EXPECTED, "unexpected"] as const) {
          expect(totals[result].items, result).toBe(results[result]);
          expect(items.filter((item: { result: string }) => item.result === result)).toHaveLength(
            results[result],
          );
        }
        const workbook = await warehouse.manager.get(`/api/inventories/${id}/report?format=xlsx`);
        const rows = await cellsIn(workbook.bytes, "Results");
        const all = rows.find(([name]) => name === "Total") ?? [];
        const { quantity, notCounted, difference } = totals.all;
        expect(all.slice(1, 6)).toEqual([
          totals.all.items,
          quantity,
          notCounted,
          difference,
          totals.all.found,
        ]);
      },
    ),
    { numRuns: RUNS },
  );
});
