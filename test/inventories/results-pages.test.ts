import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { ITEM_VIEWS, pieceDifference, piecesFound } from "../../src/domain/item-views.ts";
import type { InventoryItem } from "../../src/inventories/shapes.ts";
import type { InventoryItemTotal, InventoryUnitTotal } from "../../src/web/api/types/endpoints.d.ts";
import { sharedServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import {
  type CountedStocktake,
  createCountedStocktake,
  type Filter,
  isIn,
  LOCATIONS,
  matches,
  SORTS,
  sorted,
} from "./results-model.ts";
import type { Warehouse } from "./stocktake.ts";

// The results of a stocktake by pages: every filter and order against the whole list, filtered and sorted here.

let stocktake: CountedStocktake;
let warehouse: Warehouse;
let inventoryId: number;
let items: readonly InventoryItem[];
const server = sharedServer();
beforeAll(async () => {
  stocktake = await createCountedStocktake(server);
  ({ warehouse, inventoryId, items } = stocktake);
});

/** The items of the whole list that pass a filter. */
const matching = (filter: Filter) => items.filter((item) => matches(stocktake, filter, item));

const queryOf = (parameters: object) =>
  new URLSearchParams(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();

async function allPages(parameters: object): Promise<InventoryItem[]> {
  const found: InventoryItem[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path = `/api/inventories/${inventoryId}/items/page?${queryOf({ ...parameters, cursor })}`;
    const { status, body } = await warehouse.manager.get(path);
    expect(status).toBe(200);
    found.push(...body.items);
    cursor = body.nextCursor;
  }
  return found;
}

const RUNS = times(30);
const EVERYTHING: Filter = { view: "all" };

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const filters = (): fc.Arbitrary<Filter> =>
  fc.record({
    view: fc.constantFrom(...ITEM_VIEWS),
    locationId: optional(fc.constantFrom(...LOCATIONS).map((name) => warehouse.at(name))),
    userId: optional(fc.constantFrom(...new Set(items.flatMap(({ counted }) => counted?.user.id ?? [])))),
    categoryId: optional(fc.constantFrom(1, 2)),
    q: optional(fc.constantFrom("vrtacka", "POSKOZENA krabice", "r-1", "bit drill", "saw krab", "nothing")),
  });

test("the stocktake of these tests has items in each view", () => {
  for (const view of ITEM_VIEWS) {
    expect(items.filter((item) => isIn(view, item)).length, view).toBeGreaterThan(0);
  }
});

test("all pages together are the whole list, filtered and sorted, for any filter, order and page size", async () => {
  for (const sort of SORTS)
    await fc.assert(
      fc.asyncProperty(filters(), fc.integer({ min: 1, max: 50 }), async (filter, limit) => {
        expect(await allPages({ ...filter, sort, limit })).toEqual(sorted(stocktake, matching(filter), sort));
      }),
      { numRuns: times(3), examples: [[EVERYTHING, 20]] },
    );
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const cents = (value: number) => Math.round(value * 100);

/** The total of items of one unit. */
const unitTotal = (unit: string | null, own: readonly InventoryItem[]): InventoryUnitTotal => ({
  unit,
  items: own.length,
  expected: sum(own.map(({ quantity = 0 }) => quantity)),
  notCounted: sum(own.map((item) => (piecesFound(item) === null ? (item.quantity ?? 0) : 0))),
  moved: sum(own.map(({ movedBeforeCount = 0 }) => movedBeforeCount)),
  difference: sum(own.map((item) => pieceDifference(item) ?? 0)),
  found: sum(own.map((item) => piecesFound(item) ?? 0)),
});

test("the totals of each view are those of its items, for any filter", async () => {
  await fc.assert(
    fc.asyncProperty(filters(), async (filter) => {
      const path = `/api/inventories/${inventoryId}/items/totals?${queryOf({ ...filter, view: undefined })}`;
      const { body } = await warehouse.manager.get(path);
      for (const view of ITEM_VIEWS) {
        const own = matching({ ...filter, view });
        const total: InventoryItemTotal = body.views[view];
        const counted = own.filter((item) => piecesFound(item) !== null);
        expect(total, view).toMatchObject({
          items: own.length,
          quantity: sum(own.map(({ quantity = 0 }) => quantity)),
          notCounted: sum(own.map((item) => (piecesFound(item) === null ? (item.quantity ?? 0) : 0))),
          difference: sum(counted.map((item) => pieceDifference(item) ?? 0)),
          found: sum(counted.map((item) => piecesFound(item) ?? 0)),
        });
        expect(total.quantity - total.notCounted + total.moved + total.difference).toBe(total.found);
        expect(total.quantities, view).toEqual(
          [null, "kg", "l"]
            .map((unit) =>
              unitTotal(
                unit,
                own.filter((item) => item.unit === unit),
              ),
            )
            .filter(({ items }) => items > 0),
        );
        for (const { currency, difference, expected } of total.values) {
          const same = own.filter((item) => item.currency === currency);
          expect(cents(difference)).toBe(
            sum(same.map((item) => cents((pieceDifference(item) ?? 0) * item.price))),
          );
          expect(cents(expected)).toBe(sum(same.map((item) => cents((item.quantity ?? 0) * item.price))));
        }
      }
    }),
    { numRuns: RUNS },
  );
});

interface LocationTotal extends InventoryItemTotal {
  readonly locationId: number;
}

test("the totals of the locations add up to those of the view, with pieces found elsewhere at both locations", async () => {
  await fc.assert(
    fc.asyncProperty(filters(), async (filter) => {
      const { locationId: _, ...everywhere } = filter;
      const query = queryOf(everywhere);
      const { body } = await warehouse.manager.get(
        `/api/inventories/${inventoryId}/items/locations?${query}`,
      );
      const { body: totals } = await warehouse.manager.get(
        `/api/inventories/${inventoryId}/items/totals?${query}`,
      );
      const locations: readonly LocationTotal[] = body;
      for (const { quantity, notCounted, moved, difference, found } of locations) {
        expect(quantity - notCounted + moved + difference).toBe(found);
      }
      const total: InventoryItemTotal = totals.views[filter.view];
      for (const name of ["quantity", "notCounted", "moved", "difference", "found"] as const) {
        expect(sum(locations.map((one) => one[name])), name).toBe(total[name]);
      }
      for (const unit of [null, "kg", "l"]) {
        const ofUnit = (quantities: readonly InventoryUnitTotal[]) =>
          quantities.filter((one) => one.unit === unit);
        const parts = locations.flatMap(({ quantities }) => ofUnit(quantities));
        const [whole] = ofUnit(total.quantities);
        for (const name of ["expected", "notCounted", "moved", "difference", "found"] as const)
          expect(sum(parts.map((one) => one[name])), `${unit} ${name}`).toBe(whole?.[name] ?? 0);
      }
    }),
    { numRuns: RUNS },
  );
  const { body } = await warehouse.manager.get(`/api/inventories/${inventoryId}/items/locations`);
  const yard = body.find(({ locationId }: LocationTotal) => locationId === warehouse.at("yard"));
  expect(yard.moved).toBeGreaterThan(0);
  expect(yard.quantity).toBe(0);
});

test("results need the role Manager, a known view and sort, and a cursor of the same sort", async () => {
  const path = `/api/inventories/${inventoryId}/items`;
  for (const name of ["page", "totals", "locations"]) {
    expect((await warehouse.user.get(`${path}/${name}`)).status, name).toBe(403);
    expect((await warehouse.manager.get(`${path}/${name}?view=nonsense`)).status, name).toBe(400);
  }
  const { body } = await warehouse.manager.get(`${path}/page?limit=1`);
  expect((await warehouse.manager.get(`${path}/page?sort=code&cursor=${body.nextCursor}`)).status).toBe(400);
  expect((await warehouse.manager.get(`${path}/page?cursor=nonsense`)).status).toBe(400);
  expect((await warehouse.manager.get("/api/inventories/999999/items/page")).status).toBe(404);
});

test("before Processing of results no item has a result, so only what is to be decided is listed", async () => {
  await warehouse.article("EARLY", { yard: 3 });
  const id = await warehouse.stocktake(["yard"]);
  await warehouse.count(id, "EARLY", 1);
  const { body } = await warehouse.manager.get(`/api/inventories/${id}/items/totals`);
  expect(body.views.quantityDiffers.items).toBe(0);
  expect(body.views.differences.items).toBe(0);
  expect(body.views.all.items).toBeGreaterThan(0);
});
