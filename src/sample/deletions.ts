import { sql } from "kysely";
import type { SampleTable } from "../storage/database/schema/sample.ts";
import { type Statement, sqlite, statement } from "../storage/database/statement.ts";
import { sampleOids, type TenantKey } from "./records.ts";

// Deletes the sample records and all records that refer to them.

export type Removal = TenantKey & { now: string; change: number };
type Step = Statement<Removal, unknown>;

const itemsOf = (tenantId: number) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .select("i.oid")
    .where("i.inventoryId", "in", sampleOids(tenantId, "inventory"));
const operationsOf = (tenantId: number) =>
  sqlite
    .selectFrom("countOperation as o")
    .select("o.oid")
    .where("o.inventoryId", "in", sampleOids(tenantId, "inventory"));
const printsOf = (tenantId: number) =>
  sqlite
    .selectFrom("printRequest as r")
    .select("r.oid")
    .where("r.tenantId", "=", tenantId)
    .where((eb) =>
      eb.or([
        eb("r.articleId", "in", sampleOids(tenantId, "article")),
        eb("r.labelFormatId", "in", sampleOids(tenantId, "printFormat")),
      ]),
    );

/** Detaches the photos and marks them as deleted. photos/removal.ts removes their rows and files later. */
const photos: Step = statement((p: Removal) =>
  sqlite
    .updateTable("photo")
    .set({
      inventoryItemId: null,
      articleId: null,
      countOperationId: null,
      deleted: 1,
      deletedDT: sql`ifnull(deletedDT, ${p.now})`,
      change: p.change,
    })
    .where((eb) =>
      eb.or([
        eb("inventoryItemId", "in", itemsOf(p.tenantId)),
        eb("articleId", "in", sampleOids(p.tenantId, "article")),
        eb("countOperationId", "in", operationsOf(p.tenantId)),
      ]),
    ),
);

const prints: readonly Step[] = [
  statement((p: Removal) =>
    sqlite.deleteFrom("printData").where("printRequestId", "in", printsOf(p.tenantId)),
  ),
  statement((p: Removal) => sqlite.deleteFrom("printRequest").where("oid", "in", printsOf(p.tenantId))),
];

const requests: readonly Step[] = [
  statement((p: Removal) =>
    sqlite.deleteFrom("disposalProposal").where("articleId", "in", sampleOids(p.tenantId, "article")),
  ),
  statement((p: Removal) =>
    sqlite
      .deleteFrom("articleTransfer")
      .where((eb) =>
        eb.or([
          eb("articleId", "in", sampleOids(p.tenantId, "article")),
          eb("targetLocationId", "in", sampleOids(p.tenantId, "location")),
        ]),
      ),
  ),
  // The proposal of an own article counted in the sample stocktake stays without its item.
  statement((p: Removal) =>
    sqlite
      .updateTable("disposalProposal")
      .set({ inventoryItemId: null, change: p.change })
      .where("inventoryItemId", "in", itemsOf(p.tenantId)),
  ),
  // The transfer of an own article from a sample location stays without its origin.
  statement((p: Removal) =>
    sqlite
      .updateTable("articleTransfer")
      .set({ fromLocationId: null, change: p.change })
      .where("tenantId", "=", p.tenantId)
      .where("fromLocationId", "in", sampleOids(p.tenantId, "location")),
  ),
];

/** The tables of an inventory; referring tables come first. */
const OF_INVENTORY = [
  "countOperation",
  "inventoryItem",
  "deletedInventoryItem",
  "inventoryName",
  "inventoryTransition",
  "inventoryLocation",
  "countingTerminal",
] as const;
const inventories: readonly Step[] = OF_INVENTORY.map((table) =>
  statement((p: Removal) =>
    sqlite.deleteFrom(table).where(sql.ref<number>("inventoryId"), "in", sampleOids(p.tenantId, "inventory")),
  ),
);

const stock: Step = statement((p: Removal) =>
  // Includes deleted own articles. No others are at a sample location at this point.
  sqlite
    .deleteFrom("articleLocation")
    .where((eb) =>
      eb.or([
        eb("articleId", "in", sampleOids(p.tenantId, "article")),
        eb.and([eb("tenantId", "=", p.tenantId), eb("locationId", "in", sampleOids(p.tenantId, "location"))]),
      ]),
    ),
);

const tellGone: Step = statement((p: Removal) =>
  sqlite
    .insertInto("deletedArticle")
    .columns(["tenantId", "change", "oid"])
    .expression((eb) =>
      eb
        .selectFrom("sampleRecord as s")
        .where("s.tenantId", "=", p.tenantId)
        .where("s.tableName", "=", "article")
        .select((of) => ["s.tenantId", of.val(p.change).as("change"), "s.oid"]),
    ),
);

/** Detaches own locations inside sample locations. They are deleted at this point, and only old records refer to them. */
const freeLocations: Step = statement((p: Removal) =>
  sqlite
    .updateTable("location")
    .set({ parentLocationId: null, change: p.change })
    .where("tenantId", "=", p.tenantId)
    .where("parentLocationId", "in", sampleOids(p.tenantId, "location"))
    .where("oid", "not in", sampleOids(p.tenantId, "location")),
);

/** The tables of sample records with their audit entity; referring tables come first. */
const TABLES: readonly (readonly [SampleTable, entity: string])[] = [
  ["inventory", "inventory"],
  ["article", "article"],
  ["location", "location"],
  ["articleCategory", "articleCategory"],
  ["articleType", "articleType"],
  ["printFormat", "format"],
];
const records: readonly Step[] = TABLES.map(([table]) =>
  statement((p: Removal) =>
    sqlite.deleteFrom(table).where(sql.ref<number>("oid"), "in", sampleOids(p.tenantId, table)),
  ),
);
/** Includes the audit of the previous steps. */
const audit: readonly Step[] = TABLES.map(([table, entity]) =>
  statement((p: Removal) =>
    sqlite
      .deleteFrom("auditEntry")
      .where("tenantId", "=", p.tenantId)
      .where("entity", "=", sql.lit(entity))
      .where("entityId", "in", sampleOids(p.tenantId, table)),
  ),
);
const marks: Step = statement((p: Removal) =>
  sqlite.deleteFrom("sampleRecord").where("tenantId", "=", p.tenantId),
);

/** All steps of a removal, in order. */
export const STEPS: readonly Step[] = [
  photos,
  ...prints,
  ...requests,
  ...inventories,
  stock,
  tellGone,
  freeLocations,
  ...records,
  ...audit,
  marks,
];
