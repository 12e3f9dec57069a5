import { type RawBuilder, sql } from "kysely";
import { FED, type FedTable, type Form, formOf } from "../storage/database/feed-triggers.ts";
import { bool, money } from "../storage/database/json.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

// Queries that are built from the declaration of the tables, for every form in which records are delivered.

/** A part of the entries: after `from`, up to `until`. `kinds`: a JSON array. */
export interface EntryRange {
  readonly tenantId: number;
  readonly kinds: string;
  readonly from: number;
  readonly until: number;
}

/** Records of a table after the position `oid`. */
interface Page {
  readonly tenantId: number;
  readonly oid: number;
}

/** The entries of a range. */
export const entriesOf = ({ tenantId, kinds, from, until }: EntryRange) =>
  sqlite
    .selectFrom("changeEntry as e")
    .where("e.seq", ">", from)
    .where("e.seq", "<=", until)
    .where((eb) => eb.or([eb("e.tenantId", "=", tenantId), eb("e.tenantId", "is", null)]))
    .where(sql<boolean>`e.kind IN (SELECT value FROM json_each(${kinds}))`);

const pageOf = (one: FedTable, { tenantId, oid }: Page) => sql`FROM ${sql.table(one.table)} AS r
  WHERE ${ofTenant(one, tenantId)} AND r.oid > ${oid}`;

/** The last `oid` and the number of a page's records, as `[last, number]`. */
const pageEnd = (one: FedTable) =>
  statement((p: Page & { limit: number }) =>
    sqlite
      .selectFrom(
        sql<{ oid: number }>`(SELECT r.oid ${pageOf(one, p)} ORDER BY r.oid LIMIT ${p.limit})`.as("n"),
      )
      .select(sql`json_array(max(n.oid), count(*))`.as("json")),
  );

/** The records of a page up to `last`, each as `row`, which is an expression on the row `r`. */
export const pageRecords = <P>(one: FedTable, row: (p: P) => RawBuilder<unknown>) =>
  statement((p: Page & { last: number } & P) =>
    sqlite
      .selectFrom(
        sql<{ json: string }>`(SELECT ${row(p)} AS json ${pageOf(one, p)} AND r.oid <= ${p.last}
          ORDER BY r.oid)`.as("n"),
      )
      .select("n.json"),
  );

/** The condition on the row `r` of a table: a record that the tenant's feed has. */
export function ofTenant(
  { hasGlobal, hasDeleted, condition }: FedTable,
  tenantId: number,
): RawBuilder<unknown> {
  const parts = [
    hasGlobal ? sql`(r.tenantId = ${tenantId} OR r.tenantId IS NULL)` : sql`r.tenantId = ${tenantId}`,
    ...(hasDeleted ? [sql`r.deleted = 0`] : []),
    ...(condition === undefined ? [] : [sql.raw(condition)]),
  ];
  return sql.join(parts, sql` AND `);
}

/** The record `r` of a table as a JSON object. */
export function jsonRecord({ table, properties }: FedTable): RawBuilder<unknown> {
  const values = Object.entries(properties).map(([name, given]) => {
    const { form, column } = formOf(name, given);
    return sql`${sql.lit(name)}, ${shown(form, sql.ref(`r.${column}`))}`;
  });
  const parts = [sql`'oid', r.oid`, ...values];
  if (table === "inventory") parts.push(sql`'chosenLocations', json(${CHOSEN_LOCATIONS})`);
  return sql`json_object(${sql.join(parts)})`;
}

/** The chosen locations of the inventory `r` as a JSON array. */
const CHOSEN_LOCATIONS = sql`(SELECT json_group_array(l.locationId ORDER BY l.locationId)
  FROM ${sql.table("inventoryLocation")} AS l WHERE l.inventoryId = r.oid)`;

function shown(form: Form, column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (form) {
    case "flag":
      return bool(column);
    case "money":
      return money(column);
    case "texts?":
    case "ints?":
    case "list?":
    case "packs?":
    case "json":
    case "json?":
      return sql`json(${column})`;
    default:
      return column;
  }
}

// Queries of the change feed. All but those of the first and the last entry run in the reader thread.

/** The last position and the number of a range's first entries, as `[last, number]`. */
export const rangeEnd = statement((p: EntryRange & { limit: number }) =>
  sqlite
    .selectFrom(entriesOf(p).select("e.seq").orderBy("e.seq").limit(p.limit).as("n"))
    .select(sql`json_array(max(n.seq), count(*))`.as("json")),
);

/** The records of a range's entries, each once, in the order of their last entries. */
export const changesIn = statement((p: EntryRange) =>
  sqlite
    .selectFrom(
      entriesOf(p)
        .select(["e.kind", "e.recordId", sql<number>`max(e.seq)`.as("seq")])
        .groupBy(["e.kind", "e.recordId"])
        .as("e"),
    )
    .orderBy("e.seq")
    .select(
      sql`CASE e.kind ${sql.join(
        FED.map((one) => sql`WHEN ${sql.lit(one.kind)} THEN ${changed(one, p.tenantId)}`),
        sql` `,
      )} END`.as("json"),
    ),
);

/** The position of the first entry, or of the last; null: there is none. */
const edge = (which: "min" | "max") =>
  statement(() =>
    sqlite.selectFrom("changeEntry").select(({ fn }) => fn<number | null>(which, ["seq"]).as("seq")),
  );
const [first, last] = [edge("min"), edge("max")];

/** The position of the oldest entry; 0: there is none. */
export const oldestEntry = (db: Db): number => first.first(db, {})?.seq ?? 0;
/** The position of the newest entry; 0: there is none. */
export const newestEntry = (db: Db): number => last.first(db, {})?.seq ?? 0;

/** Removes entries up to `until`, at most `limit`. */
export const removeEntries = statement((p: { until: number; limit: number }) =>
  sqlite
    .deleteFrom("changeEntry")
    .where("seq", "in", (eb) =>
      eb.selectFrom("changeEntry").select("seq").where("seq", "<=", p.until).orderBy("seq").limit(p.limit),
    ),
);

const change = ({ table }: FedTable, oid: RawBuilder<unknown>, of: RawBuilder<unknown>) =>
  sql`json_object('table', ${sql.lit(table)}, 'oid', ${oid}, 'record', json(${of}))`;

/** The change of an entry `e`: its record is null where it is no longer there. */
const changed = (one: FedTable, tenantId: number) =>
  change(
    one,
    sql.ref("e.recordId"),
    sql`(SELECT ${jsonRecord(one)} FROM ${sql.table(one.table)} AS r
      WHERE r.oid = e.recordId AND ${ofTenant(one, tenantId)})`,
  );

/** The query of the end of a page of each table, by its number. */
export const pageEnds = new Map(FED.map((one) => [one.kind, pageEnd(one)]));

/** The query of the changes of a page of each table, by its number. */
export const copiedChanges = new Map(
  FED.map((one) => [one.kind, pageRecords(one, () => change(one, sql.ref("r.oid"), jsonRecord(one)))]),
);
