import { type RawBuilder, sql } from "kysely";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { sampleOids, type TenantKey } from "./records.ts";

// Records that people create with the sample data while they try the product.

/** True if an inventory `v` refers to the sample: by a chosen location, or by the article or a location of an item or count. */
export function refersToSample(tenantId: number): RawBuilder<boolean> {
  const places = sampleOids(tenantId, "location");
  return sql`(v.locationId IN ${places}
    OR EXISTS (SELECT 1 FROM inventoryLocation c WHERE c.inventoryId = v.oid AND c.locationId IN ${places})
    OR EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND i.locationId IN ${places})
    OR EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND i.inventoryLocationId IN ${places})
    OR EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND i.foundAtLocationId IN ${places})
    OR EXISTS (SELECT 1 FROM countOperation o WHERE o.inventoryId = v.oid AND o.locationId IN ${places})
    OR v.oid IN (SELECT i.inventoryId FROM inventoryItem i WHERE i.articleId IN ${sampleOids(tenantId, "article")}))`;
}

/**
 * True if an inventory `v` other than the sample's contains an own article or own chosen location of the tenant. The sample's
 * inventory is removed whatever was counted in it; counted own articles stay.
 */
export function containsOwnData(tenantId: number): RawBuilder<boolean> {
  const places = sampleOids(tenantId, "location");
  return sql`(v.oid NOT IN ${sampleOids(tenantId, "inventory")} AND (
    EXISTS (SELECT 1 FROM inventoryItem i
      WHERE i.inventoryId = v.oid AND i.articleId NOT IN ${sampleOids(tenantId, "article")})
    OR EXISTS (
      SELECT 1 FROM inventoryLocation c WHERE c.inventoryId = v.oid AND c.locationId NOT IN ${places})))`;
}

/** Inventories that refer to the sample only, including the sample's own. */
export const dependentInventories = (tenantId: number) =>
  sqlite
    .selectFrom("inventory as v")
    .select("v.oid")
    .where("v.tenantId", "=", tenantId)
    .where(refersToSample(tenantId))
    .where(sql<boolean>`NOT ${containsOwnData(tenantId)}`);

/** Marks deleted own articles that refer to a sample category or type. */
const markArticles = statement((p: TenantKey) =>
  sqlite
    .replaceInto("sampleRecord")
    .columns(["tenantId", "tableName", "oid"])
    .expression((eb) =>
      eb
        .selectFrom("article as a")
        .where("a.tenantId", "=", p.tenantId)
        .where("a.deleted", "=", sql.lit(1))
        .where((of) =>
          of.or([
            of("a.categoryId", "in", sampleOids(p.tenantId, "articleCategory")),
            of("a.typeId", "in", sampleOids(p.tenantId, "articleType")),
          ]),
        )
        .select((of) => ["a.tenantId", of.val("article" as const).as("tableName"), "a.oid"]),
    ),
);
const markInventories = statement((p: TenantKey) =>
  sqlite
    .replaceInto("sampleRecord")
    .columns(["tenantId", "tableName", "oid"])
    .expression((eb) =>
      eb
        .selectFrom("inventory as n")
        .where("n.oid", "in", dependentInventories(p.tenantId))
        .select((of) => ["n.tenantId", of.val("inventory" as const).as("tableName"), "n.oid"]),
    ),
);

/** Marks the dependents of the sample data as sample records, so that they are removed too. */
export function markDependents(tx: Tx, { tenantId }: TenantKey): void {
  markArticles.run(tx, { tenantId });
  markInventories.run(tx, { tenantId });
}
