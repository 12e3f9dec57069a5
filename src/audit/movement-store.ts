import { type RawBuilder, sql } from "kysely";
import { jsonObject, objectOrNull } from "../storage/database/json.ts";
import { statement } from "../storage/database/statement.ts";
import { entriesBy } from "./entries-by.ts";
import type { StockMovement } from "./shapes.ts";

// Stock movements: the entries of the audit that tell of stock (migrations/0030-person-and-movements.sql).

/** A filter of movements; null: no filter. Times are given as oids, which have the same order. */
export interface MovementFilter {
  readonly tenantId: number;
  readonly articleId: number | null;
  readonly locationId: number | null;
  readonly kind: string | null;
  /** First oid, inclusive, and last oid, exclusive. */
  readonly first: number;
  readonly before: number;
  readonly limit: number;
}

const { ref } = sql;
/** The quantity before (1) or after (2) a movement. */
const quantity = (side: 1 | 2) => sql<number>`ifnull(h.changes ->> ${sql.lit(`$[0][${side}].quantity`)}, 0)`;
/** A record that may be removed by now: its number remains. */
const moved = <T>(table: RawBuilder<unknown>, oid: RawBuilder<unknown>, more = sql``) =>
  sql<T>`json((SELECT json_object('oid', ${oid}, 'name', r.name, 'code', r.code${more})
    FROM (SELECT 1) LEFT JOIN ${table} AS r ON r.oid = ${oid}))`;

/** Applies all filters by this index. */
const matching = (index: string, p: MovementFilter) =>
  entriesBy(index, p.tenantId)
    .where("h.oid", ">=", p.first)
    .where("h.oid", "<", p.before)
    .where("h.movementKind", "is not", null)
    .where(sql<boolean>`(${p.articleId} IS NULL OR h.entityId = ${p.articleId})`)
    .where(sql<boolean>`(${p.locationId} IS NULL OR h.movementLocationId = ${p.locationId})`)
    .where(sql<boolean>`(${p.kind} IS NULL OR h.movementKind = ${p.kind})`);

const newest = (found: ReturnType<typeof matching>, limit: number) =>
  found
    .orderBy("h.oid", "desc")
    .limit(limit)
    .select(
      jsonObject<StockMovement>({
        oid: ref("h.oid"),
        at: ref("h.at"),
        kind: sql<StockMovement["kind"]>`h.movementKind`,
        cause: ref("h.cause"),
        inventory: sql<StockMovement["inventory"]>`json((SELECT json_object('oid', r.oid, 'name', r.name)
          FROM ${sql.table("inventory")} AS r
          WHERE r.oid = iif(h.movementKind = 'inventory', CAST(substr(h.cause, 11) AS INTEGER), NULL)))`,
        user: objectOrNull<NonNullable<StockMovement["user"]>>(ref("h.userId"), {
          id: sql<number>`h.userId`,
          fullName: sql<string>`(SELECT fullName FROM ${sql.table("user")} WHERE oid = h.userId)`,
        }),
        article: moved(sql.table("article"), ref("h.entityId"), sql`, 'unit', r.unit`),
        location: moved(sql.table("location"), ref("h.movementLocationId")),
        before: quantity(1),
        after: quantity(2),
      }).as("json"),
    );

/** The newest movements, by the index of the most selective filter. */
const lists = {
  all: statement((p: MovementFilter) => newest(matching("auditEntryByMovement", p), p.limit)),
  byKind: statement((p: MovementFilter) =>
    newest(matching("auditEntryByMovementKind", p).where(sql<boolean>`h.movementKind = ${p.kind}`), p.limit),
  ),
  byLocation: statement((p: MovementFilter) =>
    newest(
      matching("auditEntryByMovementLocation", p).where(sql<boolean>`h.movementLocationId = ${p.locationId}`),
      p.limit,
    ),
  ),
  byArticle: statement((p: MovementFilter) =>
    newest(
      matching("auditEntryByEntity", p)
        .where("h.entity", "=", sql.lit("article"))
        .where(sql<boolean>`h.entityId = ${p.articleId}`),
      p.limit,
    ),
  ),
};

/** The list for a filter, newest first. */
export function listFor({ articleId, locationId, kind }: MovementFilter) {
  if (articleId !== null) return lists.byArticle;
  if (locationId !== null) return lists.byLocation;
  return kind === null ? lists.all : lists.byKind;
}
