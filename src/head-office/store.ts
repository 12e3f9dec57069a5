import { type RawBuilder, sql } from "kysely";
import type { EntryRange } from "../change-feed/queries.ts";
import { CHOSEN_LOCATIONS, entriesOf, jsonRecord, ofTenant, pageRecords } from "../change-feed/queries.ts";
import { columnOf, type FedTable, type Form } from "../storage/database/fed-tables.ts";
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
export const copiedLines = byKind((one) => pageRecords(one, (p: { site: string }) => copyLine(one, p.site)));

/**
 * The record `r` as a line of COPY's text format, which needs no option: the site, then the columns of officeColumns, between tabs.
 */
function copyLine({ table, properties }: FedTable, site: string): RawBuilder<unknown> {
  const values = Object.entries(properties).map(([name, given]) => {
    const { form, column } = columnOf(name, given);
    return copyValue(form, sql.ref(`r.${column}`));
  });
  if (table === "inventory") values.push(CHOSEN_LOCATIONS);
  if (table === "article") values.push(copyText(sql`r.codeFolded`), copyText(sql`r.nameFolded`));
  return sql.join([sql`${site}`, sql`r.oid`, ...values], sql` || char(9) || `);
}

/** Null as `\\N`; in text, a backslash before a backslash, and the escapes of tabs and ends of lines. */
function copyValue(form: Form, column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (form) {
    case "text":
    case "text?":
    case "texts?":
    case "ints?":
    case "list?":
    case "packs?":
      return copyText(column);
    case "flag":
      return sql`iif(${column}, 't', 'f')`;
    case "time?":
      return sql`iif(${column} >= '0001', ${column}, '\\N')`;
    case "money":
      return sql`printf('%d.%04d', ${column} / 10000, ${column} % 10000)`;
    default:
      return sql`ifnull(${column}, '\\N')`;
  }
}

const copyText = (column: RawBuilder<unknown>) =>
  sql`ifnull(replace(replace(replace(replace(${column}, '\\', '\\\\'), char(9), '\\t'), char(10), '\\n'),
    char(13), '\\r'), '\\N')`;
