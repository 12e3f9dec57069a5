import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { parsedRows } from "../storage/database/json.ts";
import type { Reader } from "../storage/database/reader.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { type WordParameters, wordConditions } from "./page-messages.ts";

// What a page of articles may be narrowed down by, and what finds it quickest: where a filter lets few through, its own index
// finds them, and they are sorted; otherwise the articles are looked at in the order of the page until it is full.

/** What is asked for; null is no filter. */
export interface Filter extends WordParameters {
  readonly tenantId: number;
  readonly categoryId: number | null;
  readonly typeId: number | null;
  readonly stateId: number | null;
  readonly userId: number | null;
  readonly responsibleUserId: number | null;
  /** The location or any below it. */
  readonly locationId: number | null;
  readonly isDisposal: 0 | 1 | null;
  /** Ten-thousandths, both included. */
  readonly priceFrom: number | null;
  readonly priceTo: number | null;
  /** 1: has no pieces anywhere; 0: has some. */
  readonly noPlace: 0 | 1 | null;
}

const HIGHEST = sql.lit(Number.MAX_SAFE_INTEGER);

/** The location itself and all below it. */
const below = (p: Filter) =>
  sql`(WITH RECURSIVE below (oid) AS (
    SELECT oid FROM location WHERE oid = ${p.locationId} AND tenantId = ${p.tenantId}
    UNION ALL
    SELECT l.oid FROM below CROSS JOIN location l ON l.tenantId = ${p.tenantId} AND l.parentLocationId = below.oid
  ) SELECT oid FROM below)`;
const placed = (p: Filter) =>
  sql`FROM articleLocation p WHERE p.tenantId = ${p.tenantId} AND p.locationId IN ${below(p)} AND p.quantity > 0`;
const matching = (p: Filter) => sql`FROM articleSearch WHERE articleSearch MATCH ${p.trigrams}`;
/** Those that contain a word, and those at the locations that do. */
const either = (p: Filter) =>
  sql`SELECT rowid FROM articleSearch WHERE articleSearch MATCH ${p.eitherTrigrams} UNION ALL
  SELECT p.articleId FROM articleLocation p
  WHERE p.tenantId = ${p.tenantId} AND p.locationId IN (SELECT value FROM json_each(${p.eitherLocations})) AND p.quantity > 0`;
const priced = (p: Filter) =>
  sql`a.tenantId = ${p.tenantId} AND a.deleted = 0 AND a.price >= ifnull(${p.priceFrom}, 0) AND a.price <= ifnull(${p.priceTo}, ${HIGHEST})`;

/** Every filter, with a search by so many words, as a condition on `article as a` that no index is chosen for. */
export function conditions(p: Filter, wordCount: number): RawBuilder<boolean> {
  const equals = (column: string, value: unknown) =>
    sql`(${value} IS NULL OR +${sql.ref(`a.${column}`)} = ${value})`;
  const piecesOf = sql`FROM articleLocation p WHERE p.articleId = a.oid AND p.quantity > 0`;
  const all = [
    equals("categoryId", p.categoryId),
    equals("typeId", p.typeId),
    equals("stateId", p.stateId),
    equals("userId", p.userId),
    equals("responsibleUserId", p.responsibleUserId),
    equals("isDisposal", p.isDisposal),
    sql`+a.price >= ifnull(${p.priceFrom}, 0) AND +a.price <= ifnull(${p.priceTo}, ${HIGHEST})`,
    ...wordConditions(p, wordCount),
    sql`(${p.noPlace} IS NULL OR EXISTS (SELECT 1 ${piecesOf}) = 1 - ${p.noPlace})`,
    sql`(${p.locationId} IS NULL OR EXISTS (SELECT 1 ${piecesOf} AND +p.locationId IN ${below(p)}))`,
  ];
  return sql<boolean>`${sql.join(all, sql` AND `)}`;
}

/** What leads from a filter to its articles by an index: the condition, and the rows that are counted for it. */
const LEADS = {
  words: { where: (p: Filter) => sql`a.oid IN (SELECT rowid ${matching(p)})`, rows: matching },
  either: {
    where: (p: Filter) => sql`a.oid IN (${either(p)})`,
    rows: (p: Filter) => sql`FROM (${either(p)})`,
  },
  locationId: { where: (p: Filter) => sql`a.oid IN (SELECT p.articleId ${placed(p)})`, rows: placed },
  categoryId: lead((p) => sql`a.categoryId = ${p.categoryId}`),
  typeId: lead((p) => sql`a.typeId = ${p.typeId}`),
  stateId: lead((p) => sql`a.stateId = ${p.stateId}`),
  userId: lead((p) => sql`a.tenantId = ${p.tenantId} AND a.userId = ${p.userId}`),
  responsibleUserId: lead(
    (p) => sql`a.tenantId = ${p.tenantId} AND a.responsibleUserId = ${p.responsibleUserId}`,
  ),
  isDisposal: lead((p) => sql`a.tenantId = ${p.tenantId} AND a.isDisposal = 1 AND a.deleted = 0`),
  price: lead(priced),
};
export type Lead = keyof typeof LEADS;

function lead(where: (p: Filter) => RawBuilder<unknown>) {
  return { where, rows: (p: Filter) => sql`FROM article a WHERE ${where(p)}` };
}

/** The condition on `article as a` by whose index its articles are found. */
export function leading(by: Lead, p: Filter): RawBuilder<boolean> {
  return sql<boolean>`${LEADS[by].where(p)}`;
}

/** So many articles are fetched and sorted in a tenth of a second. */
const FEW = 100_000;

const NAMES = Object.keys(LEADS) as Lead[];
const counts = statement((p: Filter) => {
  const each = NAMES.map(
    (name) => sql`(SELECT count(*) FROM (SELECT 1 ${LEADS[name].rows(p)} LIMIT ${sql.lit(FEW + 1)}))`,
  );
  return sqlite.selectNoFrom(sql<string>`json_array(${sql.join(each)})`.as("json"));
});
const Counts = z.tuple([z.array(z.int())]);

/** The filter that lets fewest through; null where none is given, or each lets many through. */
export async function narrowest(reader: Reader, filter: Filter): Promise<Lead | null> {
  const given = NAMES.filter((name) => isGiven(filter, name));
  if (given.length === 0) return null;
  const [found] = Counts.parse(parsedRows(await reader.rows(counts.bound(onlyGiven(filter)))));
  const best = given
    .map((name) => ({ name, count: found[NAMES.indexOf(name)] ?? 0 }))
    .sort((a, b) => a.count - b.count)[0];
  return best !== undefined && best.count <= FEW ? best.name : null;
}

function isGiven(filter: Filter, name: Lead): boolean {
  if (name === "words") return filter.trigrams !== null;
  if (name === "either") return filter.eitherTrigrams !== null;
  if (name === "price") return filter.priceFrom !== null || filter.priceTo !== null;
  // Those that are not proposed for disposal are nearly all.
  if (name === "isDisposal") return filter.isDisposal === 1;
  return filter[name] !== null;
}

/** What is not asked for finds nothing, so that it costs nothing to count; `""` is a phrase that no text has. */
function onlyGiven(filter: Filter): Filter {
  const priceFrom = isGiven(filter, "price") ? filter.priceFrom : Number.MAX_SAFE_INTEGER;
  const { trigrams, eitherTrigrams, eitherLocations } = filter;
  return {
    ...filter,
    priceFrom,
    trigrams: trigrams ?? '""',
    eitherTrigrams: eitherTrigrams ?? '""',
    eitherLocations: eitherLocations ?? "[]",
  };
}
