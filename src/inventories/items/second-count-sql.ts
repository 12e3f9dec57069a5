import { type RawBuilder, sql } from "kysely";
import { State } from "../../domain/inventory-states.ts";

// The pieces of an item, and which items ask for a count by another person.

/**
 * Found pieces of the item `i`; null: not counted. Found without a quantity: the recorded pieces, and those that the close took for it.
 */
export function piecesFound(): RawBuilder<number | null> {
  return sql<number | null>`CASE
    WHEN i.isFound = 1 THEN ifnull(i.inventoryQuantity, ${recordedPieces()} + ifnull(i.takenQuantity, 0))
    WHEN i.inventoryQuantity IS NOT NULL THEN 0 END`;
}

/**
 * Found pieces of the item `i` (`piecesFound`) less the recorded ones; null: not counted. `domain/item-views.ts` has the same for the
 * clients. It names the recorded pieces once: each copy of their text would be planned on its own.
 */
export function pieceDifference(): RawBuilder<number | null> {
  return sql<number | null>`CASE
    WHEN i.isFound = 1 AND i.inventoryQuantity IS NULL THEN ifnull(i.takenQuantity, 0)
    WHEN i.isFound = 1 OR i.inventoryQuantity IS NOT NULL THEN iif(i.isFound = 1, i.inventoryQuantity, 0) - ${recordedPieces()} END`;
}

/** The recorded pieces of the item `i` at the time of its count: the expected ones, and those that moved before it. */
function recordedPieces(): RawBuilder<number> {
  return sql<number>`(i.quantity + ${movedBeforeCount()})`;
}

/**
 * Net pieces of the item `i` that came between its preparation and its count, to where it is expected or was found, and those that were
 * recorded where it was found; 0: not counted.
 */
export function movedBeforeCount(): RawBuilder<number> {
  return sql<number>`iif(i.countedDT IS NULL OR (i.isFound = 0 AND i.inventoryQuantity IS NULL), 0,
    ${movedWhereExpected()} + (SELECT moved.pieces + ${recordedBeside(sql`moved.pieces`)}
      FROM (SELECT ${movedToFound()} AS pieces) AS moved))`;
}

/** The recorded pieces of the item `i` at the time of its count, at its expected location alone. */
export function recordedWhereExpected(): RawBuilder<number> {
  return sql<number>`(i.quantity + ${movedWhereExpected()})`;
}

/**
 * What came to the expected location before the count, as the close has it (`movedAfterCount` in domain/closing/settle.ts). Movements
 * before a decision to recount are part of the expected pieces: those since the count are taken off what there is now.
 */
function movedWhereExpected(): RawBuilder<number> {
  return sql<number>`iif(
    i.locationId IS NULL OR (i.movedDT IS NULL AND i.operationDT <= i.countedDT), 0,
    i.movedQuantity - CASE i.decision WHEN 'keepCount' THEN ${stayedWhereExpected()} WHEN 'keepDifference' THEN i.movedQuantity ELSE ${movedSinceCount()} END)`;
}

/** Where the item of an alias was found: as the last count says, or where an unexpected article was found first. */
const foundAt = (name: string) =>
  sql<number | null>`${sql.raw(`ifnull(${name}.inventoryLocationId, ${name}.foundAtLocationId)`)}`;
/** Where the item `i` was found; null: it was not. A count that was taken back, or of 0, may have named a location. `domain/item-views.ts` has the same. */
export const foundLocation = () => sql<number | null>`iif(i.isFound = 1, ${foundAt("i")}, NULL)`;
/** The location that the item `i` belongs to in lists and sums: the expected one, or where it was found. */
export const placeOf = () => sql<number | null>`ifnull(i.locationId, ${foundAt("i")})`;

/** Pieces that an entry of the ledger `h` brought to a place; by default to where the item `i` was found. */
const brought = (place: RawBuilder<number | null> = foundAt("i")) => {
  const there = (side: 1 | 2) => sql`iif(h.changes ->> ${sql.lit(`$[0][${side}].locationId`)} = ${place},
    h.changes ->> ${sql.lit(`$[0][${side}].quantity`)}, 0)`;
  return sql`(${there(2)} - ${there(1)})`;
};
const closedDT = sql`(SELECT max(t.at) FROM ${sql.table("inventoryTransition")} AS t
  WHERE t.inventoryId = i.inventoryId AND t.stateId = ${sql.lit(State.Closed)})`;

/** Of the pieces that one write brought to where an item was `found`, those that it took from another place, which came by `pieces`. */
const exchanged = (name: string) =>
  sql.raw(
    `iif(${name}.found > 0, max(0, min(${name}.found, -${name}.pieces)), min(0, max(${name}.found, -${name}.pieces)))`,
  );

/** The entries of the ledger since the preparation, and from the first movement of the item `i` on, which may have been during it. */
const entries = (
  which: RawBuilder<unknown>,
  beside: RawBuilder<unknown> = sql``,
) => sql`FROM ${sql.table("auditEntry")} AS h INDEXED BY auditEntryByEntity ${beside}
    WHERE h.tenantId = i.tenantId AND h.entity = 'article' AND h.entityId = i.articleId
      AND h.movementKind <> 'opening'
      AND (h.at > (SELECT max(t.at) FROM ${sql.table("inventoryTransition")} AS t
        WHERE t.inventoryId = i.inventoryId AND t.stateId = ${sql.lit(State.WaitingForStart)})
        OR h.at >= (SELECT min(m.at) FROM ${sql.table("inventoryItemMovement")} AS m WHERE m.itemId = i.oid))
      AND ${which}`;
/** True until the close of its own stocktake: a report never changes after it. */
const isUntilClose = sql`(${closedDT} IS NULL OR h.at <= ${closedDT})`;
/** True for what others have booked until the close of its own stocktake. */
const isOfOthers = sql`h.cause IS NOT 'inventory ' || i.inventoryId AND ${isUntilClose}`;
/** Net pieces that came to where the item `i` was found. */
const cameToFound = (which: RawBuilder<unknown>) =>
  sql`(SELECT ifnull(sum(${brought()}), 0) ${entries(which)})`;
/**
 * Net pieces that came to the place of the item `i` since its count. What another stocktake or a Manager has corrected there moved no
 * pieces (report/ledger.ts): the count has found them so.
 */
export function movedSinceCount(): RawBuilder<number> {
  const since = sql`FROM ${sql.table("inventoryItemMovement")} AS m WHERE m.itemId = i.oid AND m.at >= i.countedDT`;
  const corrected = sql`(SELECT ifnull(sum(${brought(sql`ifnull(i.locationId, i.foundAtLocationId)`)}), 0)
    ${entries(sql`h.movementKind IN ('inventory', 'correction') AND h.at >= i.countedDT AND ${isOfOthers}`)})`;
  return sql<number>`iif(EXISTS (SELECT 1 ${since}), (SELECT sum(m.quantity) ${since}) - ${corrected}, 0)`;
}

/**
 * Net pieces that came to the expected location of the item `i` after its count, where it was found elsewhere and a Manager keeps the
 * count: that is not of there. Without those that came from where it was found. `domain/stocktakes/as-of.ts` has the same.
 */
export function stayedWhereExpected(): RawBuilder<number> {
  const later = sql`h.at >= i.countedDT AND h.movementKind NOT IN ('inventory', 'correction')
    AND ${isUntilClose}`;
  return sql<number>`iif(i.decision IS 'keepCount' AND i.locationId IS NOT NULL AND ${foundLocation()} <> i.locationId,
    max(0, min(i.quantity + i.movedQuantity, (SELECT ifnull(sum(one.pieces + ${exchanged("one")}), 0)
      FROM (SELECT sum(${brought(sql`i.locationId`)}) AS pieces, sum(${brought()}) AS found ${entries(later)} GROUP BY h.at) AS one))), 0)`;
}

/**
 * What came, by the ledger, to another location where it was found, before the count. Of several items of the article that were found
 * there each has what came from where it was expected, and the first one, an unexpected one before others, what else came. 0 where an
 * item was expected there and counted. Pieces that left there before were others than those that were expected elsewhere
 * (domain/stocktakes/as-of.ts).
 */
export function movedToFound(): RawBuilder<number> {
  const order = (name: string) => sql.raw(`(ifnull(${name}.locationId, 0), ${name}.oid)`);
  const other = sql`${sql.table("inventoryItem")} AS other
    WHERE other.articleId = i.articleId AND other.inventoryId = i.inventoryId`;
  const foundThere = sql`${other} AND ${foundAt("other")} = ${foundAt("i")} AND other.isFound = 1`;
  const beforeCount = sql`${isOfOthers} AND CASE i.decision WHEN 'keepCount' THEN true WHEN 'keepDifference' THEN false
      ELSE h.at < i.countedDT OR h.movementKind IN ('inventory', 'correction') END`;
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM ${foundThere} AND ${order("other")} < ${order("i")})`;
  // By time and item, from one reading of the entries: the first item may have thousands of them.
  const ofOthers = sql`SELECT own.at, -${exchanged("own")} AS pieces
    FROM (SELECT h.at, sum(${brought()}) AS found, sum(${brought(sql`o.locationId`)}) AS pieces
      ${entries(beforeCount, sql`CROSS JOIN (SELECT other.oid, other.locationId FROM ${foundThere} AND ${order("other")} > ${order("i")}) AS o`)}
      GROUP BY h.at, o.oid) AS own WHERE ${isFirst}`;
  const came = sql`(SELECT at, sum(pieces) AS pieces FROM (
      SELECT one.at, iif(${isFirst}, one.found, ${exchanged("one")}) AS pieces
      FROM (SELECT h.at, sum(${brought()}) AS found, sum(${brought(sql`i.locationId`)}) AS pieces ${entries(beforeCount)} GROUP BY h.at) AS one
      UNION ALL ${ofOthers}) GROUP BY at) AS came`;
  const sinceFewest = sql`(SELECT came.pieces, sum(came.pieces) OVER (ORDER BY came.at DESC) AS total FROM ${came}) AS since`;
  return sql<number>`iif(${foundLocation()} IS NULL OR ${foundAt("i")} IS i.locationId OR EXISTS (
      SELECT 1 FROM ${other} AND other.locationId = ${foundAt("i")} AND (other.isFound = 1 OR other.inventoryQuantity IS NOT NULL)
    ), 0, (SELECT iif(i.locationId IS NULL, ifnull(sum(since.pieces), 0), max(0, ifnull(max(since.total), 0))) FROM ${sinceFewest}))`;
}

/**
 * Of the pieces of an unexpected item those that were recorded where it was found, at the preparation: the stocktake expects none there,
 * as at a location outside it. 0 where the article has another item there.
 */
export const recordedWhereFound = (): RawBuilder<number> => recordedBeside(movedToFound());

/** As `recordedWhereFound`; `moved`: the pieces of `movedToFound`. */
function recordedBeside(moved: RawBuilder<unknown>): RawBuilder<number> {
  const recorded = sql`ifnull((SELECT s.quantity FROM ${sql.table("articleLocation")} AS s
    WHERE s.articleId = i.articleId AND s.locationId = ${foundAt("i")}), 0) - ${cameToFound(sql`true`)}`;
  return sql<number>`iif(i.locationId IS NOT NULL OR ${foundLocation()} IS NULL OR EXISTS (
      SELECT 1 FROM ${sql.table("inventoryItem")} AS other
      WHERE other.articleId = i.articleId AND other.inventoryId = i.inventoryId AND (other.locationId = ${foundAt("i")}
        OR (other.locationId IS NULL AND other.isFound = 1 AND ${foundAt("other")} = ${foundAt("i")} AND other.oid < i.oid))
    ), 0, max(0, min(${recorded},
      iif(i.inventoryQuantity IS NULL, ${sql.lit(Number.MAX_SAFE_INTEGER)}, i.inventoryQuantity - ${moved}))))`;
}

/**
 * True where the counted pieces of the item `i` differ from the recorded ones by more than a limit of its stocktake, and the last
 * quantity was not entered, as a whole, by another person than an earlier count. Found without a quantity is no difference.
 */
export function needsSecondCount(): RawBuilder<boolean> {
  return sql<boolean>`(i.countedBy IS NOT NULL AND (i.isFound = 0 OR i.inventoryQuantity IS NOT NULL) AND EXISTS (
    SELECT 1 FROM ${sql.table("inventoryRule")} AS r WHERE r.inventoryId = i.inventoryId AND (
      SELECT d.pieces > r.secondCountPieces
        OR d.pieces * 100 > r.secondCountPercent * d.recorded
        OR d.pieces * i.price > r.secondCountValue
      FROM (SELECT one.recorded, abs(iif(i.isFound = 1, i.inventoryQuantity, 0) - one.recorded) AS pieces
        FROM (SELECT ${recordedPieces()} AS recorded) AS one) AS d)
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

/**
 * The last whole quantity of the item `i` that another person has entered than who entered the last pieces, as JSON (`EarlierCount`);
 * null: none. A later mark as found is no count.
 */
export function countedBefore(): RawBuilder<string | null> {
  const lastCounter = sql`(SELECT last.userId FROM ${operations("last")} AND ${hasPieces("last")} AND NOT ${isRetracted("last")}
    ORDER BY last.at DESC, last.operationId DESC LIMIT 1)`;
  return sql<
    string | null
  >`(SELECT json_object('at', o.at, 'userId', o.userId, 'quantity', o.entered ->> '$.inventoryQuantity')
    FROM ${operations("o")} AND ${hasPieces("o")} AND ${isWhole("o")} AND o.userId <> ${lastCounter} AND NOT ${isRetracted("o")}
    ORDER BY o.at DESC, o.operationId DESC LIMIT 1)`;
}

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
