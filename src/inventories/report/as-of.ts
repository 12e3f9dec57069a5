import { type Beginning, beginningAfter } from "../../audit/first-movement.ts";
import { State } from "../../domain/inventory-states.ts";
import {
  type AsOf,
  type AsOfRemainder,
  type AsOfTimes,
  asOfDay,
  type StockMovement,
} from "../../domain/stocktakes/as-of.ts";
import { readTree } from "../../locations/tree.ts";
import { endOfDay } from "../../platform/zone-time.ts";
import type { Db } from "../../storage/database/statement.ts";
import { companyCurrencyOf, timeZoneOf } from "../frame/frame.ts";
import type { InventoryRecord } from "../inventory.ts";
import { isSelective, personOf } from "../rule.ts";
import { isKnownTime, transitionsTo, UNKNOWN_TIME } from "../store.ts";
import { articlesAt, currenciesAt, locationsAt, readMovements, readStockLeftOut } from "./ledger.ts";
import * as store from "./store.ts";
import { type AsOfSum, type AsOfTotal, asOfTotal, type ItemSum } from "./totals.ts";

/** An article at a location where it has no item, with figures as of the decisive day. */
export interface Remainder extends AsOfRemainder {
  readonly articleId: number;
  readonly code: string | null;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly unit: string | null;
  /** Who is responsible for it; null: nobody. */
  readonly responsibleUserId: number | null;
  /** The location with those above it. */
  readonly location: string;
  readonly price: number;
  readonly currency: string | null;
}

/** The figures of a stocktake as of the end of its decisive day. */
export interface AsOfReport {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Its last moment, or that of `recordsBegin` unless the records begin with opening stock, or that of the report (ISO 8601). */
  readonly until: string;
  /** The day on which the stock records begin, where it is later: the figures are those of that beginning (YYYY-MM-DD). */
  readonly recordsBegin: string | null;
  /** All items and remainders. */
  readonly total: AsOfTotal;
  of(item: store.ItemRow): AsOf;
  /** The number of items found as expected that have a difference as of the day. */
  readonly differing: number;
  /**
   * What the difference of the day and what is none of the day have more than the count: what was corrected in between, and differences
   * of remainders.
   */
  readonly corrected: readonly store.TakenSum[];
  readonly ofRemainders: readonly store.TakenSum[];
  readonly remainders: readonly Remainder[];
}

/** The decisive day in its time zone, and the time of the report (ISO 8601). */
interface AsOfDay {
  readonly decisiveDay: string;
  readonly timeZone: string;
  readonly madeDT: string;
}

interface AsOfQuery extends AsOfDay {
  readonly locationIds: readonly number[];
  /** The inventory if it is closed; null: it is not. */
  readonly namesOf: number | null;
}

/** After all entries. */
const ALWAYS = "9999-12-31T00:00:00.000Z";
/** Articles that are looked up at once. */
const MAX_ARTICLES = 1000;

/** Reads what has moved between the decisive day and the count, and the figures that follow from it. */
export function readAsOf(
  db: Db,
  inventory: InventoryRecord,
  sums: readonly ItemSum[],
  { decisiveDay, timeZone, madeDT, locationIds, namesOf }: AsOfQuery,
): AsOfReport {
  const { tenantId, oid: inventoryId } = inventory;
  const beginning = beginningAfter(db, tenantId, decisiveDay, timeZone);
  const times = timesOf(db, inventory, { decisiveDay, timeZone, madeDT }, beginning);
  const { day, prepared } = times;
  const isInside = locationFilter(db, tenantId, locationIds, prepared);
  const counted = new Set(
    store.itemArticles.all(db, { tenantId, inventoryId }).map(({ articleId }) => articleId),
  );
  const movements = readMovements(db, {
    tenantId,
    inventoryId,
    after: day < prepared ? day : prepared,
    until: madeDT,
    isOfInterest: (articleId, locationId) => counted.has(articleId) || isInside(locationId),
  });
  const leftOut = Map.groupBy(readStockLeftOut(db, tenantId, day, prepared), ({ articleId }) => articleId);
  for (const [articleId, stock] of leftOut) {
    if (counted.has(articleId)) continue;
    const now = stock.flatMap(({ locationId, quantity }) =>
      locationId !== null && quantity !== null ? [[locationId, quantity] as const] : [],
    );
    const since = readMovements(db, { tenantId, inventoryId, articleId, after: madeDT, until: ALWAYS });
    const then = [...stockBefore(since.get(articleId) ?? [], now)];
    const inside = then.filter(([locationId]) => isInside(locationId));
    movements.set(articleId, endAtPreparation(movements.get(articleId) ?? [], inside, prepared));
  }
  const changed = new Map<number, AsOf>();
  const changes: AsOfSum[] = [];
  let differing = 0;
  const remainders: ArticleRemainder[] = [];
  const moved = [...movements.keys()];
  for (let next = 0; next < moved.length; next += MAX_ARTICLES) {
    const some = moved.slice(next, next + MAX_ARTICLES);
    const rows = store.itemsOfArticles.all(db, {
      tenantId,
      inventoryId,
      namesOf,
      articles: JSON.stringify(some),
    });
    const items = Map.groupBy(rows, ({ articleId }) => articleId);
    for (const articleId of some) {
      const own = items.get(articleId) ?? [];
      const figures = asOfDay(own.map(countedOf), movements.get(articleId) ?? [], times);
      for (const [index, item] of own.entries()) {
        const asOf = figures.items[index];
        if (asOf === undefined) throw new Error("an item without figures");
        changed.set(item.oid, asOf);
        changes.push(changeOf(item, asOf));
        if (item.result === "foundAsExpected" && differsOfDay(asOf)) differing++;
      }
      for (const remainder of figures.remainders)
        if (isInside(remainder.locationId)) remainders.push({ ...remainder, articleId });
    }
  }
  const isOfPerson = personFilter(db, inventory, remainders, prepared);
  const selected = isSelective(db, inventory)
    ? remainders.filter(
        (one) => store.selected.first(db, { inventoryId, ...one }) !== null || isOfPerson(one),
      )
    : remainders;
  const named = namedRemainders(db, inventory, selected, times, madeDT);
  const ofRemainders = named.map(sumOfRemainder);
  return {
    day: decisiveDay,
    until: day,
    recordsBegin: beginning?.day ?? null,
    total: asOfTotal([...sums, ...changes, ...ofRemainders]),
    differing,
    corrected: changes.flatMap(beyondCount),
    ofRemainders: ofRemainders.flatMap(beyondCount),
    of: (item) => changed.get(item.oid) ?? unchanged(item),
    remainders: named,
  };
}

/**
 * The movements of an article that had no item although it had stock: the preparation ends the records of that. It moves no pieces.
 * `stock`: pieces after all movements, by location.
 */
function endAtPreparation(
  movements: readonly StockMovement[],
  stock: Iterable<readonly [locationId: number, pieces: number]>,
  prepared: string,
): StockMovement[] {
  const later = movements.filter(({ at }) => at > prepared);
  const ends = [...stockBefore(later, stock)].flatMap(([locationId, before]) =>
    before === 0 ? [] : [{ locationId, at: prepared, before, after: 0, kind: "correction" } as const],
  );
  return [...movements.filter(({ at }) => at <= prepared), ...ends, ...later];
}

/** The pieces by location before movements, from those after them. */
function stockBefore(
  movements: readonly StockMovement[],
  stock: Iterable<readonly [locationId: number, pieces: number]>,
): ReadonlyMap<number, number> {
  const pieces = new Map(stock);
  for (const { locationId, before } of movements.toReversed()) pieces.set(locationId, before);
  return pieces;
}

/** `beginning`: that of the records of stock, if it is after the day. */
function timesOf(
  db: Db,
  inventory: InventoryRecord,
  { decisiveDay, timeZone, madeDT }: AsOfDay,
  beginning: Beginning | null,
): AsOfTimes {
  // Opening stock is no movement: it was there on the decisive day.
  const end = endOfDay(beginning === null || beginning.isOpening ? decisiveDay : beginning.day, timeZone);
  return {
    day: end < madeDT ? end : madeDT,
    prepared: lastTime(db, inventory, State.WaitingForStart) ?? UNKNOWN_TIME,
    finished: lastTime(db, inventory, State.Finished) ?? madeDT,
  };
}

/** When a stocktake last came into a state; null: never, or not known. */
function lastTime(db: Db, { tenantId, oid: inventoryId }: InventoryRecord, state: State): string | null {
  const at = transitionsTo.all(db, { tenantId, inventoryId, state }).at(-1)?.at;
  return at !== undefined && isKnownTime(at) ? at : null;
}

/**
 * The figures of one item as of the end of the decisive day, as in the report at `now` (ISO 8601); null: there is no such day, or the
 * item is in no report: an unexpected one that is not found any more.
 */
export function readItemAsOf(
  db: Db,
  inventory: InventoryRecord,
  { oid: itemId, articleId }: { readonly oid: number; readonly articleId: number },
  { now, timeZone }: { readonly now: string; readonly timeZone: string },
): (AsOf & Pick<AsOfReport, "day" | "until">) | null {
  const { tenantId, oid: inventoryId, decisiveDay } = inventory;
  if (decisiveDay === null) return null;
  const until = lastTime(db, inventory, State.Closed) ?? now;
  const zone = timeZoneOf(inventory, timeZone);
  const beginning = beginningAfter(db, tenantId, decisiveDay, zone);
  const times = timesOf(db, inventory, { decisiveDay, timeZone: zone, madeDT: until }, beginning);
  const { day, prepared } = times;
  const after = day < prepared ? day : prepared;
  const movements = readMovements(db, { tenantId, inventoryId, articleId, after, until });
  const articles = JSON.stringify([articleId]);
  const own = store.itemsOfArticles.all(db, { tenantId, inventoryId, namesOf: null, articles });
  const figures = asOfDay(own.map(countedOf), movements.get(articleId) ?? [], times).items;
  const asOf = figures[own.findIndex(({ oid }) => oid === itemId)];
  return asOf === undefined ? null : { day: decisiveDay, until: day, ...asOf };
}

/** Whether there is a difference as of the day, or one of what came later. */
export const differsOfDay = (asOf: AsOf | null): boolean =>
  asOf !== null && ((asOf.difference ?? 0) !== 0 || (asOf.notOfDay ?? 0) !== 0);

/** What a sum as of the day has more than the count. A movement changes both alike. */
function beyondCount({ currency, price, unitThen, difference, notOfDay = 0 }: AsOfSum): store.TakenSum[] {
  const pieces = difference + notOfDay;
  return pieces === 0 ? [] : [{ currency, price, unitThen, items: 1, pieces }];
}

/** Nothing has moved: what was there before the count, was recorded where an unexpected article was found. */
function unchanged({ quantity, movedBeforeCount, found, difference }: store.ItemRow): AsOf {
  const moved = found === null ? null : 0;
  return { quantity: quantity + movedBeforeCount, found, difference, moved, notOfDay: moved };
}

function countedOf({ inventoryQuantity, recordedWhereFound, ...item }: store.ItemOfArticle) {
  return {
    ...item,
    quantity: item.quantity + recordedWhereFound,
    isFoundAsRecorded: item.found !== null && inventoryQuantity === null,
  };
}

/** What the figures of an item as of the day add to its sums. */
function changeOf(item: store.ItemOfArticle, asOf: AsOf): AsOfSum {
  const { result, currency, price, unitThen, quantity, movedBeforeCount, found, difference } = item;
  return {
    result,
    currency,
    price,
    unitThen,
    items: 0,
    quantity: asOf.quantity - quantity,
    notCounted: found === null ? asOf.quantity - quantity : 0,
    moved: -movedBeforeCount,
    found: (asOf.found ?? 0) - (found ?? 0),
    difference: (asOf.difference ?? 0) - (difference ?? 0),
    notOfDay: asOf.notOfDay ?? 0,
  };
}

function sumOfRemainder({
  currency,
  price,
  unit,
  asOf: { quantity, found, difference, notOfDay },
}: Remainder): AsOfSum {
  return {
    result: "unexpected",
    currency,
    price,
    unitThen: unit,
    items: 1,
    quantity,
    notCounted: 0,
    moved: 0,
    found,
    difference,
    notOfDay,
  };
}

/** Whether a location is one of the stocktake: selected, or below a selected one, when the stocktake was prepared. */
function locationFilter(
  db: Db,
  tenantId: number,
  selected: readonly number[],
  prepared: string,
): (locationId: number) => boolean {
  if (selected.length === 0) return () => true;
  const then = locationsAt(db, tenantId, prepared);
  const locations = new Set(readTree(db, tenantId, (oid) => then.get(oid)).withDescendants(selected));
  return (locationId) => locations.has(locationId);
}

type ArticleRemainder = AsOfRemainder & { readonly articleId: number };

/**
 * Whether an article at a location was one of the person whose articles the stocktake counts, when it was prepared; false where it
 * counts others. The selection has only what was there then.
 */
function personFilter(
  db: Db,
  inventory: InventoryRecord,
  remainders: readonly ArticleRemainder[],
  prepared: string,
): (remainder: ArticleRemainder) => boolean {
  const userId = personOf(db, inventory);
  if (userId === null) return () => false;
  const { tenantId } = inventory;
  const locations = locationsAt(db, tenantId, prepared);
  const { responsibleOf } = readTree(db, tenantId, (oid) => locations.get(oid));
  const then = articlesAt(db, tenantId, new Set(remainders.map(({ articleId }) => articleId)), prepared);
  return ({ articleId, locationId }) => {
    const now = store.personsOf.first(db, { tenantId, oid: articleId });
    const article = { ...now, ...then.get(articleId) };
    return article.userId === userId || (article.responsibleUserId ?? responsibleOf(locationId)) === userId;
  };
}

/**
 * The remainders with names as they were at the time of the report, and prices as they were at the preparation, or on the day where
 * that is later. So the close keeps nothing but the company's currency.
 */
function namedRemainders(
  db: Db,
  inventory: InventoryRecord,
  remainders: readonly ArticleRemainder[],
  { day, prepared }: AsOfTimes,
  madeDT: string,
): Remainder[] {
  if (remainders.length === 0) return [];
  const { tenantId } = inventory;
  const companyCurrency = companyCurrencyOf(db, inventory);
  const articleIds = new Set(remainders.map(({ articleId }) => articleId));
  const locations = locationsAt(db, tenantId, madeDT);
  const { pathOf, responsibleOf } = readTree(db, tenantId, (oid) => locations.get(oid));
  const names = articlesAt(db, tenantId, articleIds, madeDT);
  const prices = articlesAt(db, tenantId, articleIds, day < prepared ? prepared : day);
  const currencies = currenciesAt(db, tenantId, madeDT);
  const articles = new Map(
    store.articlesOf.all(db, { tenantId, articles: JSON.stringify([...articleIds]) }).map((row) => {
      type Fields = Partial<typeof row>;
      const {
        currencyTypeId: ownId,
        price: _,
        ...shown
      } = { ...row, ...(names.get(row.articleId) as Fields) };
      const priced = prices.get(row.articleId) as Fields | undefined;
      const { currencyTypeId = row.currencyTypeId } = priced ?? {};
      // A currency that was merged before the report is gone: the article had the one that it was merged into.
      const isGone = currencyTypeId !== null && !currencies.has(currencyTypeId);
      const currencyId = isGone ? ownId : currencyTypeId;
      const currency = currencyId === null ? null : (currencies.get(currencyId) ?? null);
      const price = priced?.price === undefined ? row.price : Math.round(priced.price * 10_000);
      return [row.articleId, { ...shown, price, currency: currency ?? companyCurrency }];
    }),
  );
  return remainders.flatMap((remainder) => {
    const article = articles.get(remainder.articleId);
    if (article === undefined) return [];
    const { locationId } = remainder;
    const responsibleUserId = article.responsibleUserId ?? responsibleOf(locationId);
    return [{ ...article, ...remainder, responsibleUserId, location: pathOf(locationId) }];
  });
}
