import { type RawBuilder, sql } from "kysely";
import type { EntryRange } from "../change-feed/queries.ts";
import { entriesOf, jsonRecord, ofTenant, pageRecords } from "../change-feed/queries.ts";
import type { FedTable } from "../storage/database/feed-triggers.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { DELIVERED } from "./tables.ts";

// Queries of the site's records in the forms that PostgreSQL reads. They run in the reader thread.

/** The tables of which a range has entries, as numbers. */
export const kindsIn = statement((p: EntryRange) =>
  sqlite
    .selectFrom(entriesOf(p).select("e.kind").distinct().orderBy("e.kind").as("n"))
    .select(sql<string>`json(n.kind)`.as("json")),
);

/** The record `r` of a table as a JSON object with all columns of the head office. */
function officeRecord(one: FedTable): RawBuilder<unknown> {
  const record = jsonRecord(one);
  if (one.table !== "article") return record;
  return sql`json_insert(${record}, '$.codeFolded', r.codeFolded, '$.nameFolded', r.nameFolded)`;
}

/** The records of a range's entries of one table, each as JSON. */
const changed = (one: FedTable) =>
  statement((p: EntryRange) =>
    sqlite
      .selectFrom(
        sql<{ json: string }>`(SELECT ${officeRecord(one)} AS json FROM ${sql.table(one.table)} AS r
          WHERE r.oid IN (${entriesOf(p).select("e.recordId")}) AND ${ofTenant(one, p.tenantId)})`.as("n"),
      )
      .select("n.json"),
  );

/** The ids of a range's entries of one table whose records are no longer there. */
const removed = (one: FedTable) =>
  statement((p: EntryRange) =>
    sqlite
      .selectFrom(
        sql<{
          json: string;
        }>`(SELECT DISTINCT json(e.recordId) AS json FROM (${entriesOf(p).select("e.recordId")}) AS e
          WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(one.table)} AS r
            WHERE r.oid = e.recordId AND ${ofTenant(one, p.tenantId)}))`.as("n"),
      )
      .select("n.json"),
  );

const byKind = <T>(query: (one: FedTable) => T): ReadonlyMap<number, T> =>
  new Map(DELIVERED.map((one) => [one.kind, query(one)]));

/** The queries of each table, by its number. */
export const changedRecords = byKind(changed);
export const removedRecords = byKind(removed);
export const loadedRecords = byKind((one) => pageRecords(one, () => officeRecord(one)));
