import { type RawBuilder, sql } from "kysely";
import { columnOf, FED, type FedTable, type Form } from "../storage/database/fed-tables.ts";
import { bool, money } from "../storage/database/json.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

// Queries of the change feed. All but those of the first and the last entry run in the reader thread.

/** A part of the entries: after `from`, up to `until`. `kinds`: a JSON array. */
interface Range {
  readonly tenantId: number;
  readonly kinds: string;
  readonly from: number;
  readonly until: number;
}

const entriesOf = ({ tenantId, kinds, from, until }: Range) =>
  sqlite
    .selectFrom("changeEntry as e")
    .where("e.seq", ">", from)
    .where("e.seq", "<=", until)
    .where((eb) => eb.or([eb("e.tenantId", "=", tenantId), eb("e.tenantId", "is", null)]))
    .where(sql<boolean>`e.kind IN (SELECT value FROM json_each(${kinds}))`);

/** The last position and the number of a range's first entries, as `[last, number]`. */
export const rangeEnd = statement((p: Range & { limit: number }) =>
  sqlite
    .selectFrom(entriesOf(p).select("e.seq").orderBy("e.seq").limit(p.limit).as("n"))
    .select(sql`json_array(max(n.seq), count(*))`.as("json")),
);

/** The records of a range's entries, each once, in the order of their last entries. */
export const changesIn = statement((p: Range) =>
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

/** A page of a table's records after `oid`. */
interface Page {
  readonly tenantId: number;
  readonly oid: number;
}

/** Queries of one table's records: the last `oid` and the number of a page, as `[last, number]`, and the records up to `last`. */
function copyOf(one: FedTable) {
  const rows = ({ tenantId, oid }: Page) => sql`FROM ${sql.table(one.table)} AS r
    WHERE ${ofTenant(one, tenantId)} AND r.oid > ${oid}`;
  return {
    end: statement((p: Page & { limit: number }) =>
      sqlite
        .selectFrom(sql<{ oid: number }>`(SELECT r.oid ${rows(p)} ORDER BY r.oid LIMIT ${p.limit})`.as("n"))
        .select(sql`json_array(max(n.oid), count(*))`.as("json")),
    ),
    records: statement((p: Page & { last: number }) =>
      sqlite
        .selectFrom(
          sql<{ json: string }>`(SELECT ${change(one, sql.ref("r.oid"), record(one))} AS json ${rows(p)}
            AND r.oid <= ${p.last} ORDER BY r.oid)`.as("n"),
        )
        .select("n.json"),
    ),
  };
}

/** The queries of each table's records, by its number. */
export const copies: ReadonlyMap<number, ReturnType<typeof copyOf>> = new Map(
  FED.map((one) => [one.kind, copyOf(one)]),
);

function ofTenant({ hasGlobal, hasDeleted, condition }: FedTable, tenantId: number): RawBuilder<unknown> {
  const parts = [
    hasGlobal ? sql`(r.tenantId = ${tenantId} OR r.tenantId IS NULL)` : sql`r.tenantId = ${tenantId}`,
    ...(hasDeleted ? [sql`r.deleted = 0`] : []),
    ...(condition === undefined ? [] : [sql.raw(condition)]),
  ];
  return sql.join(parts, sql` AND `);
}

/** The record `r` of a table as a JSON object. */
function record({ table, properties }: FedTable): RawBuilder<unknown> {
  const values = Object.entries(properties).map(([name, given]) => {
    const { form, column } = columnOf(name, given);
    return sql`${sql.lit(name)}, ${shown(form, sql.ref(`r.${column}`))}`;
  });
  const parts = [sql`'oid', r.oid`, ...values];
  if (table === "inventory") parts.push(sql`'chosenLocations', json(${CHOSEN_LOCATIONS})`);
  return sql`json_object(${sql.join(parts)})`;
}

const CHOSEN_LOCATIONS = sql`(SELECT json_group_array(l.locationId ORDER BY l.locationId)
  FROM ${sql.table("inventoryLocation")} AS l WHERE l.inventoryId = r.oid)`;

function shown(form: Form, column: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (form) {
    case "flag":
      return bool(column);
    case "money":
      return money(column);
    case "texts?":
      return sql`json(${column})`;
    default:
      return column;
  }
}

const change = ({ table }: FedTable, oid: RawBuilder<unknown>, of: RawBuilder<unknown>) =>
  sql`json_object('table', ${sql.lit(table)}, 'oid', ${oid}, 'record', json(${of}))`;

/** The change of an entry `e`: its record is null where it is no longer there. */
const changed = (one: FedTable, tenantId: number) =>
  change(
    one,
    sql.ref("e.recordId"),
    sql`(SELECT ${record(one)} FROM ${sql.table(one.table)} AS r
      WHERE r.oid = e.recordId AND ${ofTenant(one, tenantId)})`,
  );
