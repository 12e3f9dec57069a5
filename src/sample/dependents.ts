import { type RawBuilder, sql } from "kysely";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { sampleOids, type TenantKey } from "./records.ts";

// What people make on top of the sample while they try it.

/** An inventory `v` names something of the sample: a chosen place, the article or a place of an item or of a count. */
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
 * An inventory `v` that somebody has made holds something of the tenant's own: an article or a chosen place. The sample's own
 * inventory goes whatever was counted in it: the article stays.
 */
export function containsOwnData(tenantId: number): RawBuilder<boolean> {
  const places = sampleOids(tenantId, "location");
  return sql`(v.oid NOT IN ${sampleOids(tenantId, "inventory")} AND (
    EXISTS (SELECT 1 FROM inventoryItem i
      WHERE i.inventoryId = v.oid AND i.articleId NOT IN ${sampleOids(tenantId, "article")})
    OR EXISTS (
      SELECT 1 FROM inventoryLocation c WHERE c.inventoryId = v.oid AND c.locationId NOT IN ${places})))`;
}

/** Inventories that stand on the sample alone, the sample's own with them. */
export const dependentInventories = (tenantId: number) =>
  sqlite
    .selectFrom("inventory as v")
    .select("v.oid")
    .where("v.tenantId", "=", tenantId)
    .where(refersToSample(tenantId))
    .where(sql<boolean>`NOT ${containsOwnData(tenantId)}`);

/** Own articles that were deleted again and that a sample category or type keeps in the database. */
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

/** Takes in with the sample's records those that nobody can want without it, so that they go as well. */
export function markDependents(tx: Tx, { tenantId }: TenantKey): void {
  markArticles.run(tx, { tenantId });
  markInventories.run(tx, { tenantId });
}
