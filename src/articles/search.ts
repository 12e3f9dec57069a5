import { sql } from "kysely";
import { fold } from "../domain/text-folding.ts";
import type { IdFilter } from "../http/endpoint/search-params.ts";
import { list, MAX_MAIN_THREAD_ROWS } from "../storage/database/json.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import {
  ID_OPERATORS,
  idMatches,
  TEXT_OPERATORS,
  type TextOperator,
  textMatches,
} from "../storage/database/text-match.ts";
import type { Storage } from "../storage/storage.ts";
import { articleJson, articlesOf } from "./store.ts";
import { SEARCH_COLUMNS, type SearchColumn, type TrigramStats } from "./trigram-stats.ts";

type TextQuery = { tenantId: number; value: string };
type IndexedTextQuery = TextQuery & { trigrams: string };

/** Maximum candidates of the trigram index that are checked in the main thread: a few milliseconds. */
const MAX_CANDIDATES = 2000;
/** Minimum text length of that many oids: each has at least a digit and a comma. */
const MAX_CANDIDATES_BYTES = 2 * MAX_CANDIDATES;

function matching(column: SearchColumn, operator: TextOperator, p: TextQuery) {
  return articlesOf(p.tenantId).where(textMatches(sql.ref(`a.${column}`), operator, p.value));
}

/** Rows by name. Few rows are sorted; many rows are read in the order of the name index. */
function ordered(query: ReturnType<typeof articlesOf>, isFew: boolean) {
  const name = isFew ? withoutIndex("a.nameFolded") : sql.ref("a.nameFolded");
  return query.select(articleJson().as("json")).orderBy(name).orderBy("a.oid");
}

function byColumnAndOperator<S>(make: (column: SearchColumn, operator: TextOperator) => S): Map<string, S> {
  const statements = new Map<string, S>();
  for (const column of SEARCH_COLUMNS) {
    for (const operator of TEXT_OPERATORS) statements.set(`${column} ${operator}`, make(column, operator));
  }
  return statements;
}

const plain = byColumnAndOperator((column, operator) =>
  statement((p: TextQuery) => {
    const hasIndex = operator === "Equals" || operator === "StartsWith";
    return ordered(matching(column, operator, p), hasIndex && column !== "nameFolded");
  }),
);
const idsUpTo = byColumnAndOperator((column, operator) =>
  statement((p: TextQuery & { limit: number }) =>
    matching(column, operator, p).select("a.oid").limit(p.limit),
  ),
);
// The trigram index finds candidates, the text decides. Many: one query in the reader thread. Few: two queries here.
const indexed = byColumnAndOperator((column, operator) =>
  statement((p: IndexedTextQuery) =>
    ordered(
      matching(column, operator, p).where(
        sql.ref("a.oid"),
        "in",
        sql<number>`(SELECT rowid FROM articleSearch WHERE articleSearch MATCH ${p.trigrams})`,
      ),
      true,
    ),
  ),
);
const candidates = statement((p: { trigrams: string; limit: number }) =>
  sqlite.selectNoFrom(
    sql<string>`(SELECT json_group_array(rowid) FROM (SELECT rowid FROM articleSearch WHERE articleSearch MATCH ${p.trigrams} LIMIT ${p.limit}))`.as(
      "oids",
    ),
  ),
);
const among = byColumnAndOperator((column, operator) =>
  statement((p: TextQuery & { oids: string }) =>
    ordered(
      matching(column, operator, p).where(
        sql.ref("a.oid"),
        "in",
        sql<number>`(SELECT value FROM json_each(${p.oids}))`,
      ),
      true,
    ),
  ),
);

const byId = new Map(
  ID_OPERATORS.map((operator) => [
    operator,
    statement((p: { tenantId: number; number: number; digits: string }) =>
      articlesOf(p.tenantId)
        .where(idMatches(sql.ref("a.oid"), operator, p.number, p.digits))
        .select(articleJson().as("json"))
        .orderBy("a.oid"),
    ),
  ]),
);

/** Creates the search. Results are complete, without a limit. `sample`: statistics that choose the query plan. */
export function createSearch(storage: Storage, sample: TrigramStats) {
  return {
    async byText(tenantId: number, column: SearchColumn, operator: TextOperator, value: string) {
      const query = { tenantId, value: fold(value) };
      const key = `${column} ${operator}`;
      if (operator === "Equals" || operator === "StartsWith") {
        const found = of(idsUpTo, key).all(storage.db, { ...query, limit: MAX_MAIN_THREAD_ROWS + 1 });
        return list(storage, found.length > MAX_MAIN_THREAD_ROWS, of(plain, key), query);
      }
      const rarest = operator === "NotEquals" ? [] : sample.rarest([column], [query.value]);
      if (rarest.length === 0) return list(storage, true, of(plain, key), query);
      const trigrams = matchExpression(column, rarest);
      if (sample.estimate(column, query.value) > MAX_MAIN_THREAD_ROWS)
        return list(storage, true, of(indexed, key), { ...query, trigrams });
      const oids = candidates.first(storage.db, { trigrams, limit: MAX_CANDIDATES + 1 })?.oids ?? "[]";
      // The estimate may be wrong, so the number of candidates decides.
      if (oids.length > MAX_CANDIDATES_BYTES)
        return list(storage, true, of(indexed, key), { ...query, trigrams });
      return list(storage, false, of(among, key), { ...query, oids });
    },
    async byId(tenantId: number, filter: IdFilter | null) {
      if (filter === null) return "[]";
      const query = of(byId, filter.operator);
      const parameters = { tenantId, number: filter.number, digits: filter.digits };
      return list(storage, filter.operator !== "Equals", query, parameters);
    },
  };
}

function matchExpression(column: SearchColumn, trigrams: readonly string[]): string {
  return `${column} : (${matchAll(trigrams)})`;
}

/** An FTS5 query that requires all trigrams, each quoted. */
export function matchAll(trigrams: readonly string[]): string {
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
}

function of<K, S>(statements: ReadonlyMap<K, S>, key: K): S {
  const found = statements.get(key);
  if (found === undefined) throw new Error(`no statement for ${key}`);
  return found;
}
