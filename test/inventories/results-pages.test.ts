import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ITEM_VIEWS,
  type ItemView,
  isResult,
  pieceDifference,
  piecesFound,
} from "../../src/domain/item-views.ts";
import { fold } from "../../src/domain/text-folding.ts";
import type { InventoryItem } from "../../src/inventories/shapes.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// The results of a stocktake by pages: every filter and order against the whole list, filtered and sorted here.

const RUNS = times(60);
const LOCATIONS = ["hall", "rack", "shelf", "yard"] as const;
const NAMES = ["Vrtačka", "drill bit", "Saw", "BOX of screws"] as const;

let server: TestServer;
let warehouse: Warehouse;
let inventoryId: number;
let items: readonly InventoryItem[];
const names = new Map<number, string>();
const categories = new Map<number, number>();
beforeAll(async () => {
  server = await startServer({ keep: true });
  warehouse = await createWarehouse(server);
  await warehouse.addLocation("hall");
  await warehouse.addLocation("rack", "hall");
  await warehouse.addLocation("shelf", "rack");
  await warehouse.addLocation("yard");
  for (const [name, oid] of LOCATIONS.map((one) => [one, warehouse.at(one)] as const)) names.set(oid, name);
  inventoryId = await countSomeItems();
  items = (await warehouse.manager.get(`/api/inventories/${inventoryId}/items`)).body;
});
afterAll(() => server.stop());

/** A stocktake in Processing of results with every result, decision and approval, in two currencies. */
async function countSomeItems(): Promise<number> {
  const { manager, user } = warehouse;
  const currencies: { oid: number; name: string }[] = (await manager.get("/api/currencytypes")).body;
  for (let at = 0; at < 40; at++) {
    const location = LOCATIONS[at % 3] ?? "hall";
    const name = `${NAMES[at % NAMES.length]} ${at}`;
    const price = [0, 12.5, 3, 1999.99][at % 4];
    const categoryId = 1 + (at % 2);
    const oid = await warehouse.article(`R-${at}`, { [location]: 1 + (at % 7) }, { name, price, categoryId });
    categories.set(oid, categoryId);
    const currencyTypeId = currencies[at % 2]?.oid;
    await manager.put(`/api/articles/${oid}/full`, { currencyTypeId });
  }
  for (const at of [1, 2]) await warehouse.article(`X-${at}`, {}, { price: 7 });
  const id = await warehouse.stocktake(["hall"]);
  for (let at = 0; at < 40; at++) {
    const counts = [
      null,
      1,
      5,
      { isFound: true },
      { inventoryQuantity: 0 },
      { inventoryQuantity: 2, isDisposal: true },
    ];
    const entry = counts[at % counts.length] ?? null;
    if (entry === null) continue;
    const count = typeof entry === "number" ? { inventoryQuantity: entry } : entry;
    const elsewhere = at % 5 === 0 ? { inventoryLocationId: warehouse.at("yard") } : {};
    const note = at % 8 === 1 ? { note: "poškozená krabice" } : {};
    await warehouse.count(id, `R-${at}`, { ...count, ...elsewhere, ...note });
  }
  for (const at of [1, 2]) {
    const where = { articleId: warehouse.id(`X-${at}`), inventoryLocationId: warehouse.at("shelf") };
    await user.post(`/api/inventories/${id}/items`, { ...where, inventoryQuantity: at });
  }
  for (const at of [3, 9, 13]) await warehouse.put(`R-${at}`, { [LOCATIONS[at % 3] ?? "hall"]: 30 });
  await warehouse.move(id, "finish", "process");
  const decide = async (code: string, decision: string) => {
    const { oid } = await warehouse.item(id, code);
    expect((await manager.put(`/api/inventories/items/${oid}/decide`, { decision })).status).toBe(200);
  };
  await decide("R-3", "keepCount");
  for (const code of ["R-5", "R-7"]) await decide(code, "recount");
  for (const code of ["R-1", "R-8", "R-10", "X-1"]) {
    const { oid } = await warehouse.item(id, code);
    await manager.put(`/api/inventories/items/${oid}/approve`);
  }
  return id;
}

const isOpen = ({ isToRecount, movedDT, decision }: InventoryItem) =>
  isToRecount || (movedDT !== null && decision === null);
const differs = ({ result }: InventoryItem) =>
  result !== null && result !== undefined && result !== "foundAsExpected";

/** The rules of the views, written down once more. */
function isIn(view: ItemView, item: InventoryItem): boolean {
  if (isResult(view)) return item.result === view;
  return {
    needsDecision: isOpen(item) || (differs(item) && !item.isApproved),
    differences: differs(item),
    toRecount: item.isToRecount,
    moved: item.movedDT !== null && item.decision === null,
    notApproved: !item.isApproved,
    all: true,
  }[view];
}

interface Filter {
  readonly view: ItemView;
  readonly locationId?: number | undefined;
  readonly userId?: number | undefined;
  readonly categoryId?: number | undefined;
  readonly q?: string | undefined;
}

const BELOW: Readonly<Record<string, readonly string[]>> = {
  hall: ["hall", "rack", "shelf"],
  rack: ["rack", "shelf"],
  shelf: ["shelf"],
  yard: ["yard"],
};

function matches({ view, locationId, userId, categoryId, q }: Filter, item: InventoryItem): boolean {
  const { article, locationId: expected, inventoryLocationId: found, counted, note } = item;
  const isAt = (oid: number | null) =>
    oid !== null && BELOW[names.get(locationId ?? 0) ?? ""]?.includes(names.get(oid) ?? "") === true;
  const text = fold(`${article.code} ${article.name} ${note ?? ""}`);
  return (
    isIn(view, item) &&
    (locationId === undefined || isAt(expected) || isAt(found)) &&
    (userId === undefined || counted?.user.id === userId) &&
    (categoryId === undefined || (categories.get(item.articleId) ?? 1) === categoryId) &&
    (q === undefined ||
      fold(q)
        .split(" ")
        .every((word) => text.includes(word)))
  );
}

type Key = (item: InventoryItem) => string | number | null;
const KEYS: Readonly<Record<string, Key>> = {
  value: (item) => {
    const difference = pieceDifference(item);
    return difference === null ? null : Math.abs(Math.round(difference * item.price * 10_000));
  },
  difference: pieceDifference,
  expected: ({ quantity = 0 }) => quantity,
  counted: piecesFound,
  code: ({ article }) => (article.code === null ? null : fold(article.code)),
  name: ({ article }) => fold(article.name),
  location: ({ locationId, inventoryLocationId }) =>
    names.get(locationId ?? inventoryLocationId ?? 0) ?? null,
};

function sorted(list: readonly InventoryItem[], sort: string): readonly InventoryItem[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const key = KEYS[sort.replace("-", "")] as Key;
  return list.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === b) return one.oid - other.oid;
    if (a === null || b === null) return a === null ? 1 : -1;
    return sign * (a < b ? -1 : 1);
  });
}

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

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const filters = () =>
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
  const fields = Object.keys(KEYS).flatMap((field) => [field, `-${field}`]);
  await fc.assert(
    fc.asyncProperty(
      filters(),
      fc.constantFrom(...fields),
      fc.integer({ min: 1, max: 50 }),
      async (filter, sort, limit) => {
        const expected = sorted(
          items.filter((item) => matches(filter, item)),
          sort,
        );
        expect(await allPages({ ...filter, sort, limit })).toEqual(expected);
      },
    ),
    { numRuns: RUNS },
  );
});

interface Total {
  readonly items: number;
  readonly quantity: number;
  readonly notCounted: number;
  readonly difference: number;
  readonly found: number;
  readonly values: readonly {
    currency: string | null;
    expected: number;
    difference: number;
    found: number;
  }[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const cents = (value: number) => Math.round(value * 100);

test("the totals of each view are those of its items, for any filter", async () => {
  await fc.assert(
    fc.asyncProperty(filters(), async (filter) => {
      const path = `/api/inventories/${inventoryId}/items/totals?${queryOf({ ...filter, view: undefined })}`;
      const { body } = await warehouse.manager.get(path);
      for (const view of ITEM_VIEWS) {
        const own = items.filter((item) => matches({ ...filter, view }, item));
        const total: Total = body.views[view];
        const counted = own.filter((item) => piecesFound(item) !== null);
        expect(total, view).toMatchObject({
          items: own.length,
          quantity: sum(own.map(({ quantity = 0 }) => quantity)),
          notCounted: sum(own.map((item) => (piecesFound(item) === null ? (item.quantity ?? 0) : 0))),
          difference: sum(counted.map((item) => pieceDifference(item) ?? 0)),
          found: sum(counted.map((item) => piecesFound(item) ?? 0)),
        });
        expect(total.quantity - total.notCounted + total.difference).toBe(total.found);
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

interface LocationTotal extends Total {
  readonly locationId: number;
  readonly moved: number;
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
      const total: Total = totals.views[filter.view];
      for (const name of ["quantity", "notCounted", "difference", "found"] as const) {
        expect(sum(locations.map((one) => one[name])), name).toBe(total[name]);
      }
      expect(sum(locations.map(({ moved }) => moved))).toBe(0);
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
