import { sql } from "kysely";
import { entriesBy } from "../../audit/entries-by.ts";
import { findFirstOid } from "../../audit/first-entry.ts";
import { listCatalogueNames } from "../../catalogue/catalogue.ts";
import { ArticleState } from "../../domain/article-state.ts";
import type { StockMovement } from "../../domain/stocktakes/as-of.ts";
import { numbersIn } from "../../storage/database/json.ts";
import { type Db, statement } from "../../storage/database/statement.ts";
import { rowsOf } from "./store.ts";

// The audit as a ledger: every change of the stock with its time, and what records were before their changes.

/** Entries of a tenant. `first` inclusive, `end` exclusive. */
interface Entries {
  readonly tenantId: number;
  readonly first: number;
  readonly end: number;
}

/** The changes of stock, oldest first. Opening stock is no change. An entry of the trigger has nothing else (storage/database/audit-triggers.ts). */
const stockChanges = statement((p: Entries) => changesIn(entriesBy("auditEntryByMovement", p.tenantId), p));
const stockChangesOf = statement((p: Entries & { articleId: number }) =>
  changesIn(
    entriesBy("auditEntryByEntity", p.tenantId)
      .where("h.entity", "=", sql.lit("article"))
      .where("h.entityId", "=", p.articleId),
    p,
  ),
);
const changesIn = (entries: ReturnType<typeof entriesBy>, p: Entries) =>
  entries
    .where("h.oid", ">=", p.first)
    .where("h.oid", "<", p.end)
    .where("h.movementKind", "is not", null)
    .where("h.movementKind", "<>", "opening")
    .orderBy("h.oid")
    .select(["h.entityId as articleId", "h.at", "h.cause", "h.changes"]);

type Place = { readonly locationId: number; readonly quantity: number } | null;
type PlaceChange = readonly [field: "place", before: Place, after: Place];

/** Selects movements: those of a tenant, or of one of its articles, after a time and until another one (ISO 8601), as a stocktake sees them. */
interface LedgerQuery {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly articleId?: number;
  readonly after: string;
  readonly until: string;
  isOfInterest?(articleId: number, locationId: number): boolean;
}

/** The movements of interest, by article, in the order of time. */
export function readMovements(db: Db, query: LedgerQuery): Map<number, StockMovement[]> {
  const { tenantId, inventoryId, articleId: only, after, until, isOfInterest = () => true } = query;
  const range = { tenantId, first: firstAfter(db, after), end: firstAfter(db, until) };
  const ownCause = `inventory ${inventoryId}`;
  const movements = new Map<number, StockMovement[]>();
  const found =
    only === undefined
      ? rowsOf(db, stockChanges, range)
      : rowsOf(db, stockChangesOf, { ...range, articleId: only });
  for (const { articleId, at, cause, changes } of found) {
    const [origin] = cause?.split(" ") ?? [];
    const isCorrection = origin === "inventory" || origin === "correction";
    const ofCause = cause === ownCause ? "ownClose" : isCorrection ? "correction" : "movement";
    const add = (locationId: number, before: number, after: number) => {
      if (!isOfInterest(articleId, locationId)) return;
      const ofArticle = movements.get(articleId) ?? [];
      movements.set(articleId, ofArticle);
      const kind = origin === "undo" ? kindOfUndo(ofArticle, { locationId, before, after }) : ofCause;
      ofArticle.push({ locationId, at, before, after, kind });
    };
    const [[, before, after]] = JSON.parse(changes) as [PlaceChange];
    // A row of stock may have moved to another location.
    const isThere = before !== null && before.locationId === after?.locationId;
    if (before !== null) add(before.locationId, before.quantity, isThere ? after.quantity : 0);
    if (after !== null && !isThere) add(after.locationId, 0, after.quantity);
  }
  return movements;
}

/** What an undo is. What it takes back moved no pieces either. That is the last change there: a job leaves rows that were changed since. */
function kindOfUndo(
  earlier: StockMovement[],
  undo: Pick<StockMovement, "locationId" | "before" | "after">,
): StockMovement["kind"] {
  const at = earlier.findLastIndex(
    ({ locationId, before, after }) =>
      locationId === undo.locationId && before === undo.after && after === undo.before,
  );
  const undone = earlier[at];
  if (undone?.kind !== "movement") return undone?.kind ?? "correction";
  earlier[at] = { ...undone, kind: "correction" };
  return "correction";
}

/** The oid of the first entry after a time, or the oid after the last entry. */
function firstAfter(db: Db, time: string): number {
  return findFirstOid(db, new Date(Date.parse(time) + 1).toISOString());
}

/** The articles that were deleted in a range of entries, or set to Disposed, with their stock. It stays recorded, but no list has it. */
const stockLeftOut = statement((p: Entries) =>
  entriesBy("auditEntryByKind", p.tenantId)
    .where("h.entity", "=", sql.lit("article"))
    .where(
      sql<boolean>`(h.action = 'delete' OR EXISTS (SELECT 1 FROM json_each(h.changes) AS c
        WHERE c.value ->> 0 = 'stateId' AND c.value ->> 2 = ${sql.lit(ArticleState.Disposed)}))`,
    )
    .where("h.oid", ">=", p.first)
    .where("h.oid", "<", p.end)
    .leftJoin("articleLocation as s", "s.articleId", "h.entityId")
    .distinct()
    .select(["h.entityId as articleId", "s.locationId", "s.quantity"]),
);

/** The articles that were deleted or set to Disposed after a time and until another one (ISO 8601), with their stock as it is now. Some may be in lists again. */
export const readStockLeftOut = (db: Db, tenantId: number, after: string, until: string) =>
  stockLeftOut.all(db, { tenantId, first: firstAfter(db, after), end: firstAfter(db, until) });

type Changed = { readonly oid: number; readonly changes: string };

/** The changes of articles (JSON), without those of their stock, newest first. */
const changesOfArticles = statement((p: { tenantId: number; first: number; articles: string }) =>
  entriesBy("auditEntryByEntity", p.tenantId)
    .where("h.entity", "=", sql.lit("article"))
    .where("h.entityId", "in", numbersIn(p.articles))
    .where("h.oid", ">=", p.first)
    .where("h.movementKind", "is", null)
    .orderBy("h.oid", "desc")
    .select(["h.entityId as oid", "h.changes"]),
);
const changesOfAll = (entity: "location" | "currencyType") =>
  statement((p: { tenantId: number; first: number }) =>
    entriesBy("auditEntryByKind", p.tenantId)
      .where("h.entity", "=", sql.lit(entity))
      .where("h.oid", ">=", p.first)
      .orderBy("h.oid", "desc")
      .select(["h.entityId as oid", "h.changes"]),
  );
const changesOfLocations = changesOfAll("location");
const changesOfCurrencies = changesOfAll("currencyType");

/** Values of changed fields, by record. The other fields are as they are now. */
type Values = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** What the fields of articles that have changed since were at a time. */
export function articlesAt(db: Db, tenantId: number, articleIds: Iterable<number>, time: string): Values {
  const articles = JSON.stringify([...articleIds]);
  return before(changesOfArticles.all(db, { tenantId, articles, first: firstAfter(db, time) }));
}

/** What the fields of locations that have changed since were at a time. */
export function locationsAt(db: Db, tenantId: number, time: string): Values {
  return before(changesOfLocations.all(db, { tenantId, first: firstAfter(db, time) }));
}

/** The names of the currencies at a time, by id; also of those that were merged into others since. */
export function currenciesAt(db: Db, tenantId: number, time: string): ReadonlyMap<number, string> {
  const now = listCatalogueNames(db, "currencyType", tenantId);
  const names = new Map(now.map(({ oid, name }) => [oid, name]));
  for (const [oid, { name }] of before(
    changesOfCurrencies.all(db, { tenantId, first: firstAfter(db, time) }),
  ))
    if (typeof name === "string") names.set(oid, name);
  return names;
}

function before(newestFirst: readonly Changed[]): Values {
  const values = new Map<number, Record<string, unknown>>();
  for (const { oid, changes } of newestFirst) {
    const ofRecord = values.get(oid) ?? {};
    for (const [field, value] of JSON.parse(changes) as [string, unknown, unknown][]) ofRecord[field] = value;
    values.set(oid, ofRecord);
  }
  return values;
}
