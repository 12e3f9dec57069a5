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
 * quantity was not entered, as a whole, by another person than an earlier count. Found without a quantity is no difference.
 */
export function needsSecondCount(): RawBuilder<boolean> {
  const counted = sql`iif(i.isFound = 1, ifnull(i.inventoryQuantity, ${recordedPieces()}), 0)`;
  const difference = sql`abs(${counted} - ${recordedPieces()})`;
  return sql<boolean>`(i.countedBy IS NOT NULL AND EXISTS (
    SELECT 1 FROM ${sql.table("inventoryRule")} AS r WHERE r.inventoryId = i.inventoryId AND (
      ${difference} > r.secondCountPieces
      OR ${difference} * 100 > r.secondCountPercent * ${recordedPieces()}
      OR ${difference} * i.price > r.secondCountValue)
  ) AND NOT ${hasSecondCount()})`;
}

/** The applied operations of the item `i`. */
const operations = (name: string) => sql`${sql.table("countOperation")} AS ${sql.raw(name)}
  WHERE ${sql.raw(`${name}.itemId = i.oid AND ${name}.state = 'applied'`)}`;

/** True for a quantity; a repeated scan, which adds 0 pieces, has none. */
const hasPieces = (name: string) =>
  sql.raw(`json_type(${name}.entered, '$.inventoryQuantity') = 'integer'
    AND NOT (${name}.kind = 'add' AND ${name}.entered ->> '$.inventoryQuantity' = 0)`);

/** True for an operation that removes the quantity of the item. */
const removesQuantity = (name: string) =>
  sql.raw(`json_type(${name}.entered, '$.inventoryQuantity') = 'null'`);

const isWhole = (name: string) => sql.raw(`${name}.kind IN ('set', 'update')`);

const isAfter = (later: string, earlier: string) =>
  sql.raw(`(${later}.at, ${later}.operationId) > (${earlier}.at, ${earlier}.operationId)`);

const isRetracted = (name: string) =>
  sql`EXISTS (SELECT 1 FROM ${operations("back")} AND ${takesBack("back", name)} AND ${isAfter("back", name)})`;

/** True where `back` takes the count `name` back: a terminal leaves counts of others that it did not know (domain/counting/fold.ts). */
const takesBack = (back: string, name: string) =>
  sql`(${removesQuantity(back)} AND NOT ${sql.raw(
    `(${back}.kind = 'set' AND ${back}.terminal <> ${name}.terminal AND ${back}.seen IS NOT NULL AND ${name}.change > ${back}.seen)`,
  )})`;

/**
 * True where the last quantity is a whole one, and somebody else has counted before: entered a whole quantity, or added pieces
 * before the last person's first quantity, which was a whole one too. What was taken back is no count. A later mark as found
 * changes nothing; one as not found is no second count.
 */
function hasSecondCount(): RawBuilder<boolean> {
  const replaces = sql`(${hasPieces("next")} OR ${takesBack("next", "last")}
    OR json_type(next.entered, '$.isFound') = 'false')`;
  const firstOwn = sql`(SELECT ${isWhole("own")} AND ${isAfter("own", "other")} FROM ${operations("own")}
    AND ${hasPieces("own")} AND own.userId = last.userId AND NOT ${isRetracted("own")}
    ORDER BY own.at, own.operationId LIMIT 1)`;
  return sql<boolean>`EXISTS (SELECT 1 FROM ${operations("last")} AND ${hasPieces("last")} AND ${isWhole("last")}
    AND NOT EXISTS (SELECT 1 FROM ${operations("next")} AND ${isAfter("next", "last")} AND ${replaces})
    AND EXISTS (SELECT 1 FROM ${operations("other")} AND ${hasPieces("other")} AND other.userId <> last.userId
      AND ${isAfter("last", "other")} AND NOT ${isRetracted("other")} AND (${isWhole("other")} OR ${firstOwn})))`;
}
