import { type RawBuilder, sql } from "kysely";

// The pieces of an item, and which items ask for a count by another person.

/** Found pieces of the item `i`; null: not counted. Found without a quantity: the expected pieces. */
export function piecesFound(): RawBuilder<number | null> {
  return sql<number | null>`CASE
    WHEN i.isFound = 1 THEN ifnull(i.inventoryQuantity, i.quantity)
    WHEN i.inventoryQuantity IS NOT NULL THEN 0 END`;
}

/**
 * The recorded pieces of the item `i` at the time of its count: pieces that moved before it are part of the record, later ones are
 * not.
 */
export function recordedPieces(): RawBuilder<number> {
  return sql<number>`(i.quantity + iif(i.movedDT IS NULL, 0, (
    SELECT ifnull(sum(m.quantity), 0) FROM ${sql.table("inventoryItemMovement")} AS m
    WHERE m.itemId = i.oid AND m.at < i.countedDT)))`;
}

/**
 * True where the counted pieces of the item `i` differ from the recorded ones by more than a limit of its stocktake, and the last
 * quantity was not entered, as a whole, by another person than an earlier one.
 */
export function needsSecondCount(): RawBuilder<boolean> {
  const difference = sql`abs(${piecesFound()} - ${recordedPieces()})`;
  return sql<boolean>`(i.countedBy IS NOT NULL AND EXISTS (
    SELECT 1 FROM ${sql.table("inventoryRule")} AS r WHERE r.inventoryId = i.inventoryId AND (
      ${difference} > r.secondCountPieces
      OR ${difference} * 100 > r.secondCountPercent * ${recordedPieces()}
      OR ${difference} * i.price > r.secondCountValue)
  ) AND NOT ${hasSecondCount()})`;
}

const HAS_PIECES = "json_type(o.entered, '$.inventoryQuantity') = 'integer'";

function hasSecondCount(): RawBuilder<boolean> {
  const operations = sql`SELECT 1 FROM ${sql.table("countOperation")} AS o
    WHERE o.itemId = i.oid AND o.state = 'applied' AND ${sql.raw(HAS_PIECES)}`;
  return sql<boolean>`(
    EXISTS (${operations} AND o.userId = i.countedBy AND o.at = i.countedDT AND o.kind IN ('set', 'update'))
    AND EXISTS (${operations} AND o.userId <> i.countedBy AND o.at < i.countedDT))`;
}
