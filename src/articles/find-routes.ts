import { sql } from "kysely";
import { z } from "zod";
import { fold } from "../domain/text-folding.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { searched } from "../http/endpoint/fields.ts";
import { type IdFilter, idOperator, parseIdFilter, textOperator } from "../http/endpoint/search-params.ts";
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
import { articlePageRoutes } from "./page-routes.ts";
import { Article } from "./shapes.ts";
import { articleJson, articlesOf } from "./store.ts";
import {
  createTrigramStats,
  matchAll,
  SEARCH_COLUMNS,
  type SearchColumn,
  type TrigramStats,
} from "./trigram-index.ts";

/** Searches of articles (contract 4.5, find*) and pages. Searches ignore case and accents and return all matches by name. */
export function articleSearchRoutes({ storage, clock }: Dependencies): Endpoint[] {
  const sample = createTrigramStats(storage.db, clock.now);
  const common = (kind: string) =>
    ({
      permission: "terminal",
      summary: `Articles by ${kind}`,
      response: z.array(Article),
      tables: ["article"],
    }) as const;

  const byText = async (tenantId: number, column: SearchColumn, operator: TextOperator, text: string) => ({
    kind: "json" as const,
    body: await findByText(storage, sample, column, operator, { tenantId, value: fold(text) }),
  });

  return [
    ...articlePageRoutes(storage, sample),
    query("GET", "/api/articles/findById", {
      operationId: "findArticlesById",
      ...common("id"),
      query: { id: searched(), filterOp: idOperator() },
      run: async ({ query }, { tenantId }) => ({
        kind: "json",
        body: await findById(storage, tenantId, parseIdFilter(query.id, query.filterOp)),
      }),
    }),
    query("GET", "/api/articles/findByCode", {
      operationId: "findArticlesByCode",
      ...common("code"),
      query: { code: searched(), filterOp: textOperator("Equals") },
      run: ({ query }, { tenantId }) => byText(tenantId, "codeFolded", query.filterOp, query.code),
    }),
    query("GET", "/api/articles/findBySerialNo", {
      operationId: "findArticlesBySerialNumber",
      ...common("serial number"),
      query: { serialNo: searched(), filterOp: textOperator("Equals") },
      run: ({ query }, { tenantId }) => byText(tenantId, "serialFolded", query.filterOp, query.serialNo),
    }),
    query("GET", "/api/articles/findByRFID", {
      operationId: "findArticlesByRfid",
      ...common("RFID tag"),
      query: { rfId: searched(), filterOp: textOperator("Equals") },
      run: ({ query }, { tenantId }) => byText(tenantId, "rfIdFolded", query.filterOp, query.rfId),
    }),
    query("GET", "/api/articles/findByName", {
      operationId: "findArticlesByName",
      ...common("name"),
      query: { name: searched(), filterOp: textOperator("Contains") },
      run: ({ query }, { tenantId }) => byText(tenantId, "nameFolded", query.filterOp, query.name),
    }),
  ];
}

/** All matches, without a limit. `sample`: chooses the query plan. */
async function findByText(
  storage: Storage,
  sample: TrigramStats,
  column: SearchColumn,
  operator: TextOperator,
  query: TextQuery,
) {
  const key = `${column} ${operator}`;
  if (operator === "Equals" || operator === "StartsWith") {
    const found = of(idsUpTo, key).all(storage.db, { ...query, limit: MAX_MAIN_THREAD_ROWS + 1 });
    return list(storage, found.length > MAX_MAIN_THREAD_ROWS, of(plain, key), query);
  }
  const rarest = operator === "NotEquals" ? [] : sample.rarest([column], [query.value]);
  if (rarest.length === 0) return list(storage, true, of(plain, key), query);
  const trigrams = `${column} : (${matchAll(rarest)})`;
  if (sample.estimate(column, query.value) > MAX_MAIN_THREAD_ROWS)
    return list(storage, true, of(indexed, key), { ...query, trigrams });
  const oids = candidates.first(storage.db, { trigrams, limit: MAX_CANDIDATES + 1 })?.oids ?? "[]";
  // The estimate may be wrong, so the number of candidates decides.
  if (oids.length > MAX_CANDIDATES_BYTES)
    return list(storage, true, of(indexed, key), { ...query, trigrams });
  return list(storage, false, of(among, key), { ...query, oids });
}

/** All matches by id. Null: no id can match. */
async function findById(storage: Storage, tenantId: number, filter: IdFilter | null) {
  if (filter === null) return "[]";
  const { operator, number, digits } = filter;
  return list(storage, operator !== "Equals", of(byId, operator), { tenantId, number, digits });
}

function of<K, S>(statements: ReadonlyMap<K, S>, key: K): S {
  const found = statements.get(key);
  if (found === undefined) throw new Error(`no statement for ${key}`);
  return found;
}

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
