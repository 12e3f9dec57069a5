import { type Db, sqlite, statement } from "../../storage/database/statement.ts";

/** Rows that are looked at, newest first: so many are shown as "more than". */
const MAX_ROWS = 10_000;

const newestChanges = statement((p: { at: string; rows: number }) =>
  sqlite
    .selectFrom((from) =>
      from.selectFrom("auditEntry").select("at").orderBy("oid", "desc").limit(p.rows).as("newest"),
    )
    .where("at", ">=", p.at)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
const newestCounts = statement((p: { at: string; rows: number }) =>
  sqlite
    .selectFrom((from) =>
      from
        .selectFrom("countOperation")
        .select("receivedDT")
        .orderBy("oid", "desc")
        .limit(p.rows)
        .as("newest"),
    )
    .where("receivedDT", ">=", p.at)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

/** Changes and counts of all tenants since a time; at most 10 000 of each are counted. */
export function writesSince(db: Db, at: string): { changes: number; counts: number } {
  const parameters = { at, rows: MAX_ROWS };
  return {
    changes: newestChanges.first(db, parameters)?.count ?? 0,
    counts: newestCounts.first(db, parameters)?.count ?? 0,
  };
}
