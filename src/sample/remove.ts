import { type RawBuilder, sql } from "kysely";
import { eraseArticles } from "../articles/erase.ts";
import { eraseAudit } from "../audit/erase.ts";
import { eraseRecords } from "../catalogue/catalogue.ts";
import { eraseCustodies } from "../custody/erase.ts";
import { Conflict, type FieldError, NotFound } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { RequestState } from "../domain/print-states.ts";
import { eraseInventories } from "../inventories/erase.ts";
import { eraseLocations } from "../locations/location.ts";
import { detachPhotos } from "../photos/photo.ts";
import { eraseLabels } from "../printing/erase.ts";
import { columnsTo } from "../records/record.ts";
import { INVENTORY_ITEM } from "../records/stocktake.ts";
import { eraseRequests } from "../requests/erase.ts";
import { eraseStock } from "../stock/stock.ts";
import type { SampleTable } from "../storage/database/schema.ts";
import { type Statement, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import {
  hasSample,
  listSampleOids,
  markAsSample,
  removeMarks,
  sampleOids,
  type TenantKey,
} from "./records.ts";

/**
 * Removes the tenant's sample data with its dependents and their audit. Throws NotFound if there is none, Conflict that names
 * the tenant's own records that use it.
 */
export function removeSample(tx: Tx, { tenantId }: TenantKey): void {
  if (!hasSample(tx, tenantId)) {
    throw new NotFound(msg("Sample data not found."));
  }
  tx.setCause("sample");
  markDependents(tx, { tenantId });
  assertNoBlockers(tx, { tenantId });
  eraseMarked(tx, tenantId);
  removeMarks(tx, tenantId);
}

/** The tables of audited sample records, by their name in the audit. */
const AUDITED: Readonly<Record<string, SampleTable>> = {
  inventory: "inventory",
  article: "article",
  location: "location",
  articleCategory: "articleCategory",
  articleType: "articleType",
  format: "printFormat",
};

/** Removes all marked records. Each feature removes its own rows; referring rows come first. */
function eraseMarked(tx: Tx, tenantId: number): void {
  const oidsOf = (table: SampleTable) => listSampleOids(tx, tenantId, table);
  const inventoryIds = oidsOf("inventory");
  const articleIds = oidsOf("article");
  const locationIds = oidsOf("location");
  detachPhotos(tx, tenantId, { articleIds, inventoryIds });
  eraseLabels(tx, tenantId, { articleIds, locationIds, formatIds: oidsOf("printFormat") });
  eraseCustodies(tx, tenantId, articleIds);
  eraseRequests(tx, tenantId, { articleIds, locationIds, inventoryIds });
  eraseInventories(tx, tenantId, inventoryIds);
  // Deleted own articles at sample locations have stock there too.
  eraseStock(tx, tenantId, { articleIds, locationIds });
  eraseArticles(tx, tenantId, articleIds);
  eraseLocations(tx, tenantId, locationIds);
  for (const catalogue of ["articleCategory", "articleType"] as const)
    eraseRecords(tx, catalogue, tenantId, oidsOf(catalogue));
  for (const [entity, table] of Object.entries(AUDITED)) eraseAudit(tx, tenantId, entity, oidsOf(table));
}

// Records that people create with the sample data while they try the product.

/** True if an inventory `v` refers to the sample: by a chosen location, or by the article or a location of an item or count. */
function refersToSample(tenantId: number): RawBuilder<boolean> {
  const locations = sampleOids(tenantId, "location");
  const ofItems = columnsTo(INVENTORY_ITEM, "location").map(
    (column) =>
      sql`EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND ${sql.ref(`i.${column}`)} IN ${locations})`,
  );
  return sql`(v.locationId IN ${locations}
    OR EXISTS (SELECT 1 FROM inventoryLocation c WHERE c.inventoryId = v.oid AND c.locationId IN ${locations})
    OR ${sql.join(ofItems, sql` OR `)}
    OR EXISTS (SELECT 1 FROM countOperation o WHERE o.inventoryId = v.oid AND o.locationId IN ${locations})
    OR v.oid IN (SELECT i.inventoryId FROM inventoryItem i WHERE i.articleId IN ${sampleOids(tenantId, "article")}))`;
}

/**
 * True if an inventory `v` other than the sample's contains an own article or own chosen location of the tenant. The sample's
 * inventory is removed whatever was counted in it until its close, which makes one with own articles the tenant's own (the trigger
 * inventoryOwnRecord); counted own articles stay.
 */
function containsOwnData(tenantId: number): RawBuilder<boolean> {
  const locations = sampleOids(tenantId, "location");
  return sql`(v.oid NOT IN ${sampleOids(tenantId, "inventory")} AND (
    EXISTS (SELECT 1 FROM inventoryItem i
      WHERE i.inventoryId = v.oid AND i.articleId NOT IN ${sampleOids(tenantId, "article")})
    OR EXISTS (
      SELECT 1 FROM inventoryLocation c WHERE c.inventoryId = v.oid AND c.locationId NOT IN ${locations})))`;
}

/** Inventories that refer to the sample only, including the sample's own. */
export const dependentInventories = (tenantId: number) =>
  sqlite
    .selectFrom("inventory as v")
    .select("v.oid")
    .where("v.tenantId", "=", tenantId)
    .where(refersToSample(tenantId))
    .where(sql<boolean>`NOT ${containsOwnData(tenantId)}`);

/** Deleted own articles that refer to a sample category or type. */
const dependentArticles = statement((p: TenantKey) =>
  sqlite
    .selectFrom("article as a")
    .select("a.oid")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.deleted", "=", sql.lit(1))
    .where((of) =>
      of.or([
        of("a.categoryId", "in", sampleOids(p.tenantId, "articleCategory")),
        of("a.typeId", "in", sampleOids(p.tenantId, "articleType")),
      ]),
    ),
);
const inventories = statement((p: TenantKey) => dependentInventories(p.tenantId).select("v.isClosed"));

/**
 * Marks the dependents of the sample data as sample records, so that they are removed too. But no closed stocktake in which own articles
 * were counted that have been deleted since: its record is kept.
 */
function markDependents(tx: Tx, { tenantId }: TenantKey): void {
  const ofSampleAlone = new Set(inventories.all(tx, { tenantId }).map(({ oid }) => oid));
  for (const { oid } of dependentArticles.all(tx, { tenantId })) markAsSample(tx, tenantId, "article", oid);
  for (const { oid, isClosed } of inventories.all(tx, { tenantId }))
    if (isClosed === 0 || ofSampleAlone.has(oid)) markAsSample(tx, tenantId, "inventory", oid);
}

// The tenant's own records that refer to sample records and so prevent removing the sample data.

/** Records named per kind. */
const MAX_NAMES = 3;

/** The display name of an article `a`. */
const displayName = sql<string>`ifnull(a.code || ' ', '') || a.name`.as("name");
const ownArticles = (tenantId: number) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", tenantId)
    .where("a.deleted", "=", sql.lit(0))
    .where("a.oid", "not in", sampleOids(tenantId, "article"))
    .orderBy("a.oid")
    .limit(sql.lit(MAX_NAMES + 1))
    .select(displayName);

interface Blocker {
  readonly path: string;
  readonly message: Message;
  readonly find: Statement<TenantKey, { name: string }>;
}

const BLOCKERS: readonly Blocker[] = [
  {
    path: "articles",
    message: msg("your articles at sample locations: move them first"),
    find: statement((p: TenantKey) =>
      ownArticles(p.tenantId).where("a.oid", "in", ({ selectFrom }) =>
        selectFrom("articleLocation as p")
          .select("p.articleId")
          .where("p.tenantId", "=", p.tenantId)
          .where("p.locationId", "in", sampleOids(p.tenantId, "location")),
      ),
    ),
  },
  {
    path: "categories",
    message: msg("your articles with a sample category or type: change these first"),
    find: statement((p: TenantKey) =>
      ownArticles(p.tenantId).where((eb) =>
        eb.or([
          eb("a.categoryId", "in", sampleOids(p.tenantId, "articleCategory")),
          eb("a.typeId", "in", sampleOids(p.tenantId, "articleType")),
        ]),
      ),
    ),
  },
  {
    path: "locations",
    message: msg("your locations inside sample locations: move them out first"),
    find: statement((p: TenantKey) =>
      sqlite
        .selectFrom("location as l")
        .where("l.tenantId", "=", p.tenantId)
        .where("l.deleted", "=", sql.lit(0))
        .where("l.parentLocationId", "in", sampleOids(p.tenantId, "location"))
        .where("l.oid", "not in", sampleOids(p.tenantId, "location"))
        .orderBy("l.oid")
        .limit(sql.lit(MAX_NAMES + 1))
        .select("l.name"),
    ),
  },
  {
    path: "inventories",
    message: msg(
      "your stocktakes with both sample and own articles or locations: prepare them again without the sample records (not possible once started; closed ones are kept, with their sample records)",
    ),
    find: statement((p: TenantKey) =>
      sqlite
        .selectFrom("inventory as v")
        .where("v.tenantId", "=", p.tenantId)
        .where(refersToSample(p.tenantId))
        // The dependent ones are marked by then.
        .where("v.oid", "not in", sampleOids(p.tenantId, "inventory"))
        .orderBy("v.oid")
        .limit(sql.lit(MAX_NAMES + 1))
        .select("v.name"),
    ),
  },
  {
    path: "printRequests",
    message: msg(
      "labels that are being printed or are queued with the sample format: wait for them or cancel them",
    ),
    find: statement((p: TenantKey) =>
      sqlite
        .selectFrom("printRequest as r")
        .leftJoin("article as a", "a.oid", "r.articleId")
        .leftJoin("location as l", "l.oid", "r.locationId")
        .where("r.tenantId", "=", p.tenantId)
        .where((eb) =>
          eb.or([
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Printing)),
              eb.or([
                eb("r.articleId", "in", sampleOids(p.tenantId, "article")),
                eb("r.locationId", "in", sampleOids(p.tenantId, "location")),
                eb("r.labelFormatId", "in", sampleOids(p.tenantId, "printFormat")),
              ]),
            ]),
            eb.and([
              eb("r.stateId", "=", sql.lit(RequestState.Waiting)),
              // Of a label with either record, the other comparison is null.
              eb.or([
                eb("r.articleId", "not in", sampleOids(p.tenantId, "article")),
                eb("r.locationId", "not in", sampleOids(p.tenantId, "location")),
              ]),
              eb("r.labelFormatId", "in", sampleOids(p.tenantId, "printFormat")),
            ]),
          ]),
        )
        .orderBy("r.oid")
        .limit(sql.lit(MAX_NAMES + 1))
        .select(sql<string>`ifnull(ifnull(a.code || ' ', '') || a.name, l.name)`.as("name")),
    ),
  },
];

/** Throws Conflict that names some blockers of each kind, if there are any. */
function assertNoBlockers(tx: Tx, { tenantId }: TenantKey): void {
  const errors: FieldError[] = [];
  for (const { path, message, find } of BLOCKERS) {
    const names = find.all(tx, { tenantId }).map(({ name }) => name);
    if (names.length > 0) errors.push({ path, text: listNames(names, message) });
  }
  if (errors.length === 0) return;
  throw new Conflict(
    msg("Nothing was removed: your own records use the sample data ({records}).", {
      records: errors.map(({ text }) => text),
    }),
    errors,
  );
}

function listNames(names: readonly string[], records: Message): Message {
  const values = { records, names: names.slice(0, MAX_NAMES) };
  return names.length > MAX_NAMES
    ? msg("{records}: {names} and more", values)
    : msg("{records}: {names}", values);
}
