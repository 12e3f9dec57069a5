import { type Compilable, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ItemFilter } from "../../domain/item-views.ts";
import { ITEM_VIEWS, isResult } from "../../domain/item-views.ts";
import { RESULTS } from "../../domain/results.ts";
import { eachUnit } from "../../domain/units.ts";
import { parsedRows } from "../../storage/database/json.ts";
import type { Reader } from "../../storage/database/reader.ts";
import { type Statement, sqlite, statement } from "../../storage/database/statement.ts";
import {
  type FilterShape,
  type FilterValues,
  filterValues,
  matchingItems,
  shapeName,
} from "../items/item-filter.ts";
import { resultOf, unitOfItem, viewCondition } from "../items/item-sql.ts";
import { movedBeforeCount, pieceDifference, piecesFound, placeOf } from "../items/second-count-sql.ts";
import { amount } from "../report/money.ts";
import type { ItemValue } from "../shapes.ts";
import { type ResultScope, wholeShapeOf } from "./page.ts";
import type { InventoryItemTotals, ItemTotal, LocationTotal } from "./shapes.ts";

// Totals of the items of an inventory, by view and by location. A scan of 100 000 items takes 0.1 s in the reader thread.

/** Sums of prices times pieces are exact up to 2^53 units of currency: the integer and the fraction are added up apart. */
const worth = (pieces: RawBuilder<unknown>) =>
  sql`json_array(total(i.price / 10000 * ${pieces}), total(i.price % 10000 * ${pieces}))`;
const Worth = z
  .tuple([z.number(), z.number()])
  .transform(([units, parts]) => BigInt(units) * 10_000n + BigInt(parts));

const found = () => sql`(${piecesFound()})`;
const notCounted = () => sql`iif(${piecesFound()} IS NULL, i.quantity, 0)`;
const unit = () => unitOfItem().as("unit");

/** The views that are no results, as bits: an item is in any number of them. */
const FLAGGED = ITEM_VIEWS.filter((view) => !isResult(view));

const flagsOf = (hasResults: boolean) =>
  sql.join(
    FLAGGED.map((view, bit) => sql`iif(${viewCondition(view, hasResults)}, ${sql.lit(2 ** bit)}, 0)`),
    sql` + `,
  );

const Sum = z.tuple([
  z.enum(RESULTS).nullable(),
  z.int(),
  z.string().nullable(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  Worth,
  Worth,
  Worth,
  Worth,
  Worth,
  z.string().nullable(),
]);
type Sum = z.output<typeof Sum>;

type Totals = Statement<FilterValues, { json: unknown }>;
const statements = new Map<string, Totals>();

function cached(name: string, build: (p: FilterValues) => Compilable<{ json: unknown }>): Totals {
  const known = statements.get(name) ?? statement(build);
  statements.set(name, known);
  return known;
}

/** One row for each result, set of views, currency and unit. */
function sumsByView(shape: FilterShape, p: FilterValues) {
  const items = matchingItems(shape, p).select([
    (shape.hasResults ? resultOf() : sql<null>`NULL`).as("result"),
    sql<number>`${flagsOf(shape.hasResults)}`.as("flags"),
    "i.currency",
    unit(),
    "i.price",
    "i.quantity",
    sql<number>`${notCounted()}`.as("notCounted"),
    sql<number>`${movedBeforeCount()}`.as("moved"),
    sql<number>`ifnull(${pieceDifference()}, 0)`.as("difference"),
    sql<number>`ifnull(${found()}, 0)`.as("found"),
  ]);
  return sqlite
    .selectFrom(items.as("i"))
    .groupBy(["i.result", "i.flags", "i.currency", "i.unit"])
    .select(
      sql`json_array(i.result, i.flags, i.currency, count(*), sum(i.quantity), sum(i.notCounted), sum(i.moved),
        sum(i.difference), sum(i.found), ${worth(sql`i.quantity`)}, ${worth(sql`i.notCounted`)}, ${worth(sql`i.moved`)},
        ${worth(sql`i.difference`)}, ${worth(sql`i.found`)}, i.unit)`.as("json"),
    );
}

/** Reads the totals of each view of the items that match a filter; its own view does not matter. */
export async function readViewTotals(
  reader: Reader,
  scope: ResultScope,
  filter: ItemFilter,
): Promise<InventoryItemTotals["views"]> {
  const shape = { ...(await wholeShapeOf(reader, scope, filter)), view: null };
  const query = cached(shapeName(shape), (p) => sumsByView(shape, p));
  const values = filterValues(scope.tenantId, scope.inventoryId, filter);
  const sums = z.array(Sum).parse(parsedRows(await reader.rows(query.bound(values))));
  const isIn = (view: (typeof ITEM_VIEWS)[number], [result, flags]: Sum) =>
    isResult(view) ? result === view : (flags & (2 ** FLAGGED.indexOf(view))) !== 0;
  return Object.fromEntries(
    ITEM_VIEWS.map((view) => [view, totalOf(sums.filter((sum) => isIn(view, sum)))]),
  ) as InventoryItemTotals["views"];
}

function totalOf(sums: readonly Sum[]): ItemTotal {
  const add = (at: 3 | 4 | 5 | 6 | 7 | 8, some = sums) => some.reduce((all, sum) => all + sum[at], 0);
  const byCurrency = Map.groupBy(sums, ([, , currency]) => currency);
  return {
    items: add(3),
    quantity: add(4),
    notCounted: add(5),
    moved: add(6),
    difference: add(7),
    found: add(8),
    quantities: eachUnit(
      sums,
      (sum) => sum[14],
      (own) => ({
        items: add(3, own),
        expected: add(4, own),
        notCounted: add(5, own),
        moved: add(6, own),
        difference: add(7, own),
        found: add(8, own),
      }),
    ),
    values: [...byCurrency]
      .map(([currency, own]) => valueIn(currency, own))
      .filter(({ expected, moved, found }) => expected !== 0 || moved !== 0 || found !== 0)
      .sort(byCurrencyName),
  };
}

function valueIn(currency: string | null, sums: readonly Sum[]): ItemValue {
  const add = (at: 9 | 10 | 11 | 12 | 13) => amount(sums.reduce((all, sum) => all + sum[at], 0n));
  return {
    currency,
    expected: add(9),
    notCounted: add(10),
    moved: add(11),
    difference: add(12),
    found: add(13),
  };
}

/** By name; prices without a currency come last. */
function byCurrencyName(
  { currency: one }: { readonly currency: string | null },
  { currency: other }: { readonly currency: string | null },
): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/** Pieces that were expected at one location and found at another. */
const isElsewhere = () =>
  sql<boolean>`(i.isUnexpected = 0 AND i.isFound = 1 AND i.inventoryLocationId <> i.locationId)`;

/** The items at their own location; an unexpected one where it was found. */
function atExpected(shape: FilterShape, p: FilterValues) {
  return matchingItems(shape, p).select([
    placeOf().as("locationId"),
    "i.currency",
    unit(),
    "i.price",
    "i.quantity",
    sql<number>`${notCounted()}`.as("notCounted"),
    sql<number>`ifnull(${pieceDifference()}, 0)`.as("difference"),
    sql<number>`${movedBeforeCount()} - iif(${isElsewhere()}, ${found()}, 0)`.as("moved"),
    sql<number>`iif(${isElsewhere()}, 0, ifnull(${found()}, 0))`.as("found"),
  ]);
}

/** The items that were found elsewhere, where they were found. */
function whereFound(shape: FilterShape, p: FilterValues) {
  return matchingItems(shape, p)
    .where(isElsewhere())
    .select([
      sql<number>`i.inventoryLocationId`.as("locationId"),
      "i.currency",
      unit(),
      sql<number>`0`.as("price"),
      sql<number>`0`.as("quantity"),
      sql<number>`0`.as("notCounted"),
      sql<number>`0`.as("difference"),
      sql<number>`${found()}`.as("moved"),
      sql<number>`${found()}`.as("found"),
    ]);
}

function sumsByLocation(shape: FilterShape, p: FilterValues) {
  return sqlite
    .selectFrom(atExpected(shape, p).unionAll(whereFound(shape, p)).as("i"))
    .where("i.locationId", "is not", null)
    .groupBy(["i.locationId", "i.currency", "i.unit"])
    .select(
      sql`json_array(i.locationId, i.currency, count(*), sum(i.quantity), sum(i.notCounted), sum(i.difference),
        sum(i.moved), sum(i.found), ${worth(sql`i.difference`)}, i.unit)`.as("json"),
    );
}

const LocationSum = z.tuple([
  z.int(),
  z.string().nullable(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  Worth,
  z.string().nullable(),
]);

/** Reads the total of each location of the items that match a filter. */
export async function readLocationTotals(
  reader: Reader,
  scope: ResultScope,
  filter: ItemFilter,
): Promise<LocationTotal[]> {
  const shape = await wholeShapeOf(reader, scope, filter);
  const query = cached(`locations ${shapeName(shape)}`, (p) => sumsByLocation(shape, p));
  const values = filterValues(scope.tenantId, scope.inventoryId, filter);
  const sums = z.array(LocationSum).parse(parsedRows(await reader.rows(query.bound(values))));
  return [...Map.groupBy(sums, ([locationId]) => locationId)].map(([locationId, own]) => {
    const add = (at: 2 | 3 | 4 | 5 | 6 | 7, some = own) => some.reduce((all, sum) => all + sum[at], 0);
    const byCurrency = Map.groupBy(own, ([, currency]) => currency);
    return {
      locationId,
      items: add(2),
      quantity: add(3),
      notCounted: add(4),
      difference: add(5),
      moved: add(6),
      found: add(7),
      quantities: eachUnit(
        own,
        (sum) => sum[9],
        (some) => ({
          items: add(2, some),
          expected: add(3, some),
          notCounted: add(4, some),
          difference: add(5, some),
          moved: add(6, some),
          found: add(7, some),
        }),
      ),
      values: [...byCurrency]
        .map(([currency, some]) => ({
          currency,
          difference: amount(some.reduce((all, sum) => all + sum[8], 0n)),
        }))
        .filter((value) => value.difference !== 0)
        .sort(byCurrencyName),
    };
  });
}
