import { type RawBuilder, sql } from "kysely";
import { State } from "../domain/inventory-states.ts";
import { columnsTo } from "../records/record.ts";
import { INVENTORY_ITEM } from "../records/stocktake.ts";
import { sqlite, statement } from "../storage/database/statement.ts";

/** Maximum count per kind; larger counts are reported as "more than". */
export const MAX_COUNTED = 1000;

type Of = { tenantId: number; oid: number };

const CLOSED = sql.lit(State.Closed);
const CANCELLED = sql.lit(State.Cancelled);

/** Counts the records that prevent deleting a location, each kind by an index. */
export const countUses = statement((p: Of) =>
  sqlite.selectNoFrom([
    counted(
      sql`FROM location l WHERE l.tenantId = ${p.tenantId} AND l.parentLocationId = ${p.oid} AND l.deleted = 0`,
    ).as("children"),
    counted(
      sql`FROM articleLocation p CROSS JOIN article a ON a.oid = p.articleId AND a.deleted = 0
        WHERE p.tenantId = ${p.tenantId} AND p.locationId = ${p.oid} AND p.quantity > 0`,
    ).as("articles"),
    counted(
      sql`FROM inventory v WHERE v.tenantId = ${p.tenantId} AND v.inventoryStateId NOT IN (${CLOSED}, ${CANCELLED})
        AND ${isReferencedIn(p)}`,
    ).as("inventories"),
    counted(
      sql`FROM articleTransfer t WHERE t.tenantId = ${p.tenantId} AND t.state = 'open'
        AND (t.targetLocationId = ${p.oid} OR t.fromLocationId = ${p.oid})
        AND EXISTS (SELECT 1 FROM article a WHERE a.oid = t.articleId AND a.deleted = 0)`,
    ).as("transfers"),
    counted(sql`FROM refillRule r WHERE r.tenantId = ${p.tenantId} AND r.locationId = ${p.oid}`).as(
      "refillRules",
    ),
  ]),
);

function counted(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${sql.lit(MAX_COUNTED + 1)}))`;
}

/** True if the inventory `v` refers to the location: itself, by a chosen location, an item, or a count not yet applied. */
function isReferencedIn({ oid }: Of): RawBuilder<boolean> {
  const ofItems = columnsTo(INVENTORY_ITEM, "location").map(
    (column) =>
      sql`EXISTS (SELECT 1 FROM inventoryItem i WHERE i.inventoryId = v.oid AND ${sql.ref(`i.${column}`)} = ${oid})`,
  );
  return sql`(v.locationId = ${oid}
    OR EXISTS (SELECT 1 FROM inventoryLocation c WHERE c.inventoryId = v.oid AND c.locationId = ${oid})
    OR ${sql.join(ofItems, sql` OR `)}
    OR EXISTS (SELECT 1 FROM countOperation o WHERE o.inventoryId = v.oid AND o.state IN ('late', 'unknown') AND +o.locationId = ${oid}))`;
}
