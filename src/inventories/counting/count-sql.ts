import { type RawBuilder, sql } from "kysely";
import { State } from "../../domain/inventory-states.ts";

/** SQL: `inventory as v` is neither Closed nor Cancelled. */
export const isOpen = sql<boolean>`v.inventoryStateId NOT IN (${sql.lit(State.Closed)}, ${sql.lit(State.Cancelled)})`;

/** SQL: the unsent counts of open inventories that `deviceToken as d` has reported. */
export const pendingOfDevice = sql<number>`(SELECT ifnull(sum(t.pending), 0) FROM ${sql.table("countingTerminal")} t
  JOIN ${sql.table("inventory")} v ON v.oid = t.inventoryId
  WHERE t.terminal = 'device ' || d.oid AND v.tenantId = d.tenantId AND ${isOpen})`;

/** SQL: the user logged in where `countOperation as o` was sent; null: a shared terminal without a login. */
export const senderId = () => sql<number | null>`iif(o.isByTerminal = 1, NULL, o.senderId)`;

/**
 * SQL: the pieces of the unknown code of `countOperation as o`, of all its counts, or of those at the location of `o`. Of a quantity
 * that was set, only later counts are added.
 */
export function piecesOfCode(isHere: boolean): RawBuilder<number> {
  return sql<number>`(SELECT sum(c.entered ->> '$.inventoryQuantity') FROM ${sql.table("countOperation")} AS c
    WHERE c.inventoryId = o.inventoryId AND c.code = o.code AND c.state = 'unknown'
      AND ${isHere ? sql`c.locationId IS o.locationId` : sql`true`}
      AND NOT EXISTS (SELECT 1 FROM ${sql.table("countOperation")} AS s
        WHERE s.inventoryId = c.inventoryId AND s.code = c.code AND s.state = 'unknown' AND s.kind = 'set'
          AND s.locationId IS c.locationId AND json_type(s.entered, '$.inventoryQuantity') IS NOT NULL
          AND (s.at, s.operationId) > (c.at, c.operationId)))`;
}

/** SQL: nothing is left of the unknown code of `o` at its location: each of its pieces was subtracted again. */
const isSubtracted = () => sql<boolean>`(EXISTS (SELECT 1 FROM ${sql.table("countOperation")} AS m
    WHERE m.inventoryId = o.inventoryId AND m.code = o.code AND m.state = 'unknown' AND m.locationId IS o.locationId
      AND m.entered ->> '$.inventoryQuantity' < 0)
  AND ${piecesOfCode(true)} <= 0)`;

/** SQL: the operation \`o\` of an unknown code is no piece any more. */
export const isTakenBack = () => sql<boolean>`(${isRetracted()} OR ${isSubtracted()})`;

/**
 * SQL: the operation `o` of an unknown code is retracted, or is a retraction: no earlier than a retraction of the same code at
 * the same location. It stays in the list of operations, but not in reports.
 */
function isRetracted(): RawBuilder<boolean> {
  // The code may be known at the time of the retraction. A late operation is not applied and retracts nothing.
  return sql<boolean>`EXISTS (
    SELECT 1 FROM ${sql.table("countOperation")} AS b
    WHERE b.inventoryId = o.inventoryId AND b.code = o.code AND b.code IS NOT NULL AND b.locationId IS o.locationId
      AND json_type(b.entered, '$.inventoryQuantity') = 'null' AND ifnull(b.entered ->> '$.isFound', 0) = 0
      AND b.state <> 'late' AND (b.at, b.operationId) >= (o.at, o.operationId))`;
}
