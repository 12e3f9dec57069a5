import { expect, test } from "vitest";
import { LOST_BY_TABLE } from "../../src/ops/backup/console/lost-tables.ts";
import { AUDITED_TABLES } from "../../src/storage/database/audit-triggers.ts";
import { startServer } from "../harness/server.ts";

// What a restore would lose is counted by table. The list of the tables must be complete.

test("each table of the schema is counted, or has a reason why not", async () => {
  const { appliance } = await startServer({ empty: true });
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'";
  const tables = appliance.dependencies.storage.db.query<{ name: string }>({ sql, reads: [] }, []).all();
  expect(Object.keys(LOST_BY_TABLE).sort()).toEqual(tables.map(({ name }) => name).sort());
});

test("each audited table is counted by the audit, which has deletions too", () => {
  const audited = Object.entries(LOST_BY_TABLE).filter(
    ([, lost]) => typeof lost !== "string" && lost.written.by === "audit",
  );
  expect(audited.map(([table]) => table).sort()).toEqual(Array.from(AUDITED_TABLES).sort());
});
