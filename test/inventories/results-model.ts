import { expect } from "vitest";
import { type ItemView, isResult, pieceDifference, piecesFound } from "../../src/domain/item-views.ts";
import { fold } from "../../src/domain/text-folding.ts";
import type { InventoryItem } from "../../src/inventories/shapes.ts";
import type { TestServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// A stocktake with every kind of result, and the rules of its pages, written down once more.

export const LOCATIONS = ["hall", "rack", "shelf", "yard"] as const;
const NAMES = ["Vrtačka", "drill bit", "Saw", "BOX of screws"] as const;

/** A counted stocktake, and what its items show only by id. */
export interface CountedStocktake {
  readonly warehouse: Warehouse;
  readonly inventoryId: number;
  readonly items: readonly InventoryItem[];
  /** Names of the locations by id. */
  readonly names: ReadonlyMap<number, string>;
  /** Ids of the categories by article. */
  readonly categories: ReadonlyMap<number, number>;
}

/** Makes a stocktake in Processing of results of two currencies, with every result, decision and approval. */
export async function createCountedStocktake(server: TestServer): Promise<CountedStocktake> {
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("hall");
  await warehouse.addLocation("rack", "hall");
  await warehouse.addLocation("shelf", "rack");
  await warehouse.addLocation("yard");
  const names = new Map(LOCATIONS.map((name) => [warehouse.at(name), name]));
  const categories = await addArticles(warehouse);
  const inventoryId = await warehouse.stocktake(["hall"], { secondCount: { pieces: 3 } });
  await countSomeItems(warehouse, inventoryId);
  await decideSomeItems(warehouse, inventoryId);
  const items = (await warehouse.manager.get(`/api/inventories/${inventoryId}/items`)).body;
  return { warehouse, inventoryId, items, names, categories };
}

/** Adds 40 articles with stock, and two without. Returns their categories. */
async function addArticles(warehouse: Warehouse): Promise<Map<number, number>> {
  const { manager } = warehouse;
  const categories = new Map<number, number>();
  const currencies: { oid: number; name: string }[] = (await manager.get("/api/currencytypes")).body;
  for (let at = 0; at < 40; at++) {
    const location = LOCATIONS[at % 3] ?? "hall";
    const name = `${NAMES[at % NAMES.length]} ${at}`;
    const price = [0, 12.5, 3, 1999.99][at % 4];
    const categoryId = 1 + (at % 2);
    const oid = await warehouse.article(`R-${at}`, { [location]: 1 + (at % 7) }, { name, price, categoryId });
    categories.set(oid, categoryId);
    const currencyTypeId = currencies[at % 2]?.oid;
    const unit = [null, "kg", "l"][at % 3] ?? null;
    await manager.put(`/api/articles/${oid}/full`, { currencyTypeId, unit });
  }
  for (const at of [1, 2]) await warehouse.article(`X-${at}`, {}, { price: 7 });
  return categories;
}

async function countSomeItems(warehouse: Warehouse, id: number): Promise<void> {
  const { user } = warehouse;
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
}

async function decideSomeItems(warehouse: Warehouse, id: number): Promise<void> {
  const { manager } = warehouse;
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
}

const isShown = ({ isUnexpected, isFound, isToRecount }: InventoryItem) =>
  !isUnexpected || isFound || isToRecount;
const isUndecided = (item: InventoryItem) => item.movedDT !== null && item.decision === null && isShown(item);
const isOpen = (item: InventoryItem) => item.isToRecount || isUndecided(item);
const differs = ({ result }: InventoryItem) =>
  result !== null && result !== undefined && result !== "foundAsExpected";

/** Whether an item is in a view. */
export function isIn(view: ItemView, item: InventoryItem): boolean {
  if (isResult(view)) return item.result === view;
  return {
    needsDecision: isOpen(item) || (differs(item) && !item.isApproved),
    differences: differs(item),
    toRecount: item.isToRecount,
    secondCount: item.needsSecondCount,
    moved: isUndecided(item),
    notApproved: !item.isApproved,
    all: isShown(item),
  }[view];
}

/** A filter of the pages; undefined: any. */
export interface Filter {
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

/** Whether an item of the stocktake passes a filter. */
export function matches(
  { names, categories }: CountedStocktake,
  { view, locationId, userId, categoryId, q }: Filter,
  item: InventoryItem,
): boolean {
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

type Key = (item: InventoryItem, names: ReadonlyMap<number, string>) => string | number | null;
/** What each order compares. */
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
  location: ({ locationId, inventoryLocationId }, names) =>
    names.get(locationId ?? inventoryLocationId ?? 0) ?? null,
};

/** All orders, each in both directions. */
export const SORTS: readonly string[] = Object.keys(KEYS).flatMap((field) => [field, `-${field}`]);

/** Items in an order. Those without a value are last, equal ones by id. */
export function sorted(
  { names }: CountedStocktake,
  list: readonly InventoryItem[],
  sort: string,
): readonly InventoryItem[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const key = KEYS[sort.replace("-", "")] as Key;
  return list.toSorted((one, other) => {
    const [a, b] = [key(one, names), key(other, names)];
    if (a === b) return one.oid - other.oid;
    if (a === null || b === null) return a === null ? 1 : -1;
    return sign * (a < b ? -1 : 1);
  });
}
