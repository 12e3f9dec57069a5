import { beforeAll, expect, test } from "vitest";
import { AUDITED, AUDITED_TABLES, PARTS } from "../../src/storage/database/audit-triggers.ts";
import type { TableName } from "../../src/storage/database/schema.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { startServer, type TestServer } from "../harness/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ keep: true });
  return () => server.stop();
});

/**
 * Columns without an audit of their own: keys, derived columns, times and users (the audit has its own), the content of
 * second factors, the secrets, the position and the missed events of webhooks, and what a close keeps.
 */
const DERIVED =
  /^(oid|tenantId|position|change|deleted|created(DT|By)|modified(DT|By)|approved(DT|By)|\w+Folded|\w+Key|fullName|secretsChangedDT|sessionsEndedDT|pinDigits|tokenHash|expiresAt|lastUsedDT|started(DT|By)|endedBy|overdueDT|(start|end)DeviceId|preparedChange|settledArticleId|company)$|^(secret|earlierSecret|earlierUntil|missed(DT)?|lastStep|rpId|credentialId|counter|transports)$/;

/** The columns of an audited table that the audit shows. */
function shownColumns(table: TableName): ReadonlySet<string> {
  const tables = AUDITED.filter((one) => one.table === table);
  const part = PARTS.filter((one) => one.table === table);
  return new Set([
    ...tables.flatMap(({ fields }) => Object.values(fields).map(({ column }) => column)),
    ...part.flatMap(({ columns }) => columns),
  ]);
}

test.each([...AUDITED_TABLES])(
  "every column of %s is shown in the audit, or is derived from a shown one",
  (table) => {
    const shown = shownColumns(table);
    const columns = server.appliance.dependencies.storage.db
      .query<{ name: string }>({ sql: `SELECT name FROM pragma_table_xinfo('${table}')`, reads: [] }, [])
      .all()
      .map(({ name }) => name);
    expect(columns.length).toBeGreaterThan(2);
    expect(columns.filter((name) => !DERIVED.test(name) && !shown.has(name))).toEqual([]);
  },
);

const newest = statement((p: { entity: string; entityId: number }) =>
  sqlite
    .selectFrom("auditEntry")
    .select(["userId", "deviceTokenId", "action", "cause", "changes"])
    .where("entity", "=", p.entity)
    .where("entityId", "=", p.entityId)
    .orderBy("oid", "desc")
    .limit(1),
);
const newestOf = (entity: string, entityId: number) => {
  const row = newest.first(server.appliance.dependencies.storage.db, { entity, entityId });
  return row && { ...row, changes: JSON.parse(row.changes) };
};

test("a change names its user and the previous values, with prices and flags as in the API", async () => {
  const { manager } = server;
  const { body: before } = await manager.get("/api/articles/1");
  await manager.put("/api/articles/1", { name: "Anew", price: 12.5, isDisposal: true, code: before.code });
  expect(newestOf("article", 1)).toEqual({
    userId: 2,
    deviceTokenId: null,
    action: "update",
    cause: null,
    changes: [
      ["name", before.name, "Anew"],
      ["price", before.price, 12.5],
      ["isDisposal", false, true],
    ],
  });
});

test("neither a change without effect nor a refused one is recorded", async () => {
  const before = newestOf("location", 1);
  const { body } = await server.manager.get("/api/locations/1");
  expect((await server.manager.put("/api/locations/1", { name: body.name })).status).toBe(200);
  expect((await server.manager.put("/api/locations/1", { parentLocationId: 1 })).status).toBe(400);
  expect(newestOf("location", 1)).toEqual(before);
});

test("a created record shows its fields, and a deleted one is marked", async () => {
  const { body: printer } = await server.admin.post("/api/printingprinters", {
    name: "Audited",
    ipAddress: "127.0.0.1",
    port: 9101,
    printerTypeId: 3,
  });
  const made = newestOf("printer", printer.oid);
  expect(made).toMatchObject({ userId: 1, action: "create" });
  expect(made?.changes).toContainEqual(["name", null, "Audited"]);
  expect(made?.changes).toContainEqual(["isActive", null, true]);
  await server.admin.delete(`/api/printingprinters/${printer.oid}`);
  expect(newestOf("printer", printer.oid)).toMatchObject({ action: "delete", userId: 1 });
});

test("the demo's own warehouse has no author, so none of it is audited", async () => {
  expect(newestOf("article", 400)).toBe(null);
});
