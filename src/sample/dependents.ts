import { type RawBuilder, sql } from "kysely";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { markAsSample, sampleOids, type TenantKey } from "./records.ts";

// Records that people create with the sample data while they try the product.

/** True if an inventory `v` refers to the sample: by a chosen location, or by the article or a location of an item or count. */
export function refersToSample(tenantId: number): RawBuilder<boolean> {
  const locations = sampleOids(tenantId, "location");
  return sql`(v.locationId IN ${locations}
    OR EXISTS (SELECT 1 FROM inventoryLocation c WHERE c.inventoryId = v.oid AND c.locationId IN ${locations})
    OR EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND i.locationId IN ${locations})
    OR EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND i.inventoryLocationId IN ${locations})
    OR EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND i.foundAtLocationId IN ${locations})
    OR EXISTS (SELECT 1 FROM countOperation o WHERE o.inventoryId = v.oid AND o.locationId IN ${locations})
    OR v.oid IN (SELECT i.inventoryId FROM inventoryItem i WHERE i.articleId IN ${sampleOids(tenantId, "article")}))`;
}

/**
 * True if an inventory `v` other than the sample's contains an own article or own chosen location of the tenant. The sample's
 * inventory is removed whatever was counted in it; counted own articles stay.
 */
export function containsOwnData(tenantId: number): RawBuilder<boolean> {
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
const inventories = statement((p: TenantKey) => dependentInventories(p.tenantId));

/** Marks the dependents of the sample data as sample records, so that they are removed too. */
export function markDependents(tx: Tx, { tenantId }: TenantKey): void {
  for (const { oid } of dependentArticles.all(tx, { tenantId })) markAsSample(tx, tenantId, "article", oid);
  for (const { oid } of inventories.all(tx, { tenantId })) markAsSample(tx, tenantId, "inventory", oid);
}
