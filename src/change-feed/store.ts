import { type RawBuilder, sql } from "kysely";
import { FED, type FedTable } from "../storage/database/feed-triggers.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import { type EntryRange, entriesOf, jsonRecord, ofTenant, pageEnd, pageRecords } from "./queries.ts";

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
