import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { holdSlices } from "../jobs/slices.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { REFERENCES, use } from "./references.ts";
import { rowsOf } from "./rows.ts";

test("merging a record into another moves all articles, deleted ones too, audits each change, and removes the record", async () => {
  const server = await startServer();
  const before = rowsOf(
    server,
    "SELECT count(*) n FROM article WHERE tenantId = 1 AND categoryId IN (1, 3)",
  )[0]?.["n"];
  const moved = rowsOf(server, "SELECT oid FROM article WHERE categoryId = 3").map(({ oid }) => Number(oid));
  await server.manager.delete(`/api/articles/${moved[0]}`);
  const response = await server.manager.put("/api/articlecategories/3/merge", { into: 1 });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ oid: 1, name: "IT equipment" });
  expect((await server.manager.get("/api/articlecategories/3")).status).toBe(404);
  expect(
    rowsOf(server, "SELECT count(*) n FROM article WHERE tenantId = 1 AND categoryId = 1")[0]?.["n"],
  ).toBe(before);
  const article = await server.manager.get(`/api/articles/${moved[1]}`);
  expect(article.body.category).toEqual({ oid: 1, name: "IT equipment" });
  const { body } = await server.admin.get(`/api/audit?entity=article&entityId=${moved[1]}`);
  expect(JSON.stringify(body)).toContain('"categoryId"');
  expect(JSON.stringify(body)).toContain("Max Dvorak");
  const record = await server.admin.get("/api/audit?entity=articleCategory&entityId=3");
  expect(JSON.stringify(record.body)).toContain('"delete"');
});

test.each(REFERENCES)(
  "merging a record of $catalogue moves the column $column of $table",
  async (reference) => {
    const server = await startServer();
    const { path, table, column } = reference;
    const [from, into] = [
      (await server.manager.post(path, { name: "From" })).body.oid,
      (await server.manager.post(path, { name: "Into" })).body.oid,
    ];
    await use(server, reference, from, 3);
    expect((await server.manager.put(`${path}/${from}/merge`, { into })).status).toBe(200);
    expect(
      rowsOf(server, `SELECT ${column} AS oid FROM ${table} WHERE ${column} IN (${from}, ${into})`),
    ).toEqual([{ oid: into }, { oid: into }, { oid: into }]);
  },
);

test("merging a category moves the filters of saved views of articles, and no other part of a view", async () => {
  const { manager, user } = await startServer();
  const view = async (screen: string, query: string) =>
    (await user.post("/api/saved-views", { screen, name: query, query })).body.oid;
  const views = [
    await view("/articles", "q=saw&categoryId=3&sort=name"),
    await view("/articles", "categoryId=3"),
    await view("/refill", "categoryId=3"),
    await view("/articles", "categoryId=33&typeId=3"),
  ];
  expect((await manager.put("/api/articlecategories/3/merge", { into: 1 })).status).toBe(200);
  const { body } = await user.get("/api/saved-views");
  const queries = new Map(body.map(({ oid, query }: { oid: number; query: string }) => [oid, query]));
  expect(views.map((oid) => queries.get(oid))).toEqual([
    "q=saw&categoryId=1&sort=name",
    "categoryId=1",
    "categoryId=1",
    "categoryId=33&typeId=3",
  ]);
});

test("a merge fails where the other record was deleted before its turn, and later jobs go on", async () => {
  const server = await startServer({ sliceMs: 0 });
  const path = "/api/articlecategories";
  const { oid: into } = (await server.manager.post(path, { name: "Into" })).body;
  const slices = holdSlices(server);
  const job = await startJob(server.manager, `${path}/3/merge`, { into });
  expect((await server.manager.delete(`${path}/${into}`)).status).toBe(204);
  slices.release();
  expect(await endOf(server.manager, job)).toMatchObject({
    state: "failed",
    error: { message: expect.stringContaining("names no existing record") },
  });
  expect((await server.manager.get(`${path}/3`)).status).toBe(200);
  expect((await server.manager.put(`${path}/3/merge`, { into: 1 })).status).toBe(200);
});

test.each([
  ["articledisposalmethods", "disposalMethodId"],
  ["articledisposalreasons", "disposalReasonId"],
])("merging one of the %s moves proposals, items and counts", async (catalogue, column) => {
  const server = await startServer();
  const { admin, user } = server;
  const path = `/api/${catalogue}`;
  const { oid } = (await admin.post(path, { name: "Twin" })).body;
  const item = rowsOf(
    server,
    "SELECT oid FROM inventoryItem WHERE inventoryId = 3 AND inventoryQuantity IS NULL LIMIT 1",
  )[0];
  const itemId = Number(item?.["oid"]);
  const count = (at: string, given: object) =>
    user.post("/api/inventories/3/counts", {
      operations: [{ operationId: randomUUID(), itemId, at, kind: "set", quantity: 1, ...given }],
    });
  const now = Date.now();
  const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
  expect((await count(ago(60), { isDisposal: true, [column]: oid })).status).toBe(200);
  const proposal = await user.post("/api/articledisposals", { articleId: 70, [column]: oid });
  expect([proposal.status, (await admin.put(`${path}/${oid}/merge`, { into: 1 })).status]).toEqual([
    201, 200,
  ]);
  expect((await user.get(`/api/inventories/items/${itemId}`)).body[column]).toBe(1);
  // A late count: the item is folded again from all its operations.
  expect((await count(ago(120), { note: "late" })).status).toBe(200);
  expect((await user.get(`/api/inventories/items/${itemId}`)).body).toMatchObject({
    [column]: 1,
    note: "late",
  });
  for (const table of ["article", "inventoryItem", "disposalProposal"])
    expect(rowsOf(server, `SELECT oid FROM ${table} WHERE ${column} = ${oid}`)).toEqual([]);
});

const METHODS = "/api/articledisposalmethods";
/** A server with an own disposal method. `count` counts an item of stocktake 3 with it. */
async function startWithMethod() {
  const server = await startServer({ sliceMs: 0 });
  const { oid } = (await server.admin.post(METHODS, { name: "Twin" })).body;
  const items = rowsOf(
    server,
    "SELECT oid FROM inventoryItem WHERE inventoryId = 3 AND inventoryQuantity IS NULL",
  );
  const count = async (index: number) => {
    const operation = {
      operationId: randomUUID(),
      itemId: items[index]?.["oid"],
      at: new Date().toISOString(),
      kind: "set",
      quantity: 1,
      isDisposal: true,
      disposalMethodId: oid,
    };
    expect((await server.user.post("/api/inventories/3/counts", { operations: [operation] })).status).toBe(
      200,
    );
  };
  const countsWith = (method: number) =>
    rowsOf(
      server,
      `SELECT count(*) n, count(DISTINCT change) changes FROM countOperation WHERE entered ->> '$.disposalMethodId' = ${method}`,
    )[0];
  return { server, oid, count, countsWith };
}

test("the counts of a merged disposal method change in several transactions", async () => {
  const { server, oid, count, countsWith } = await startWithMethod();
  await count(0);
  await server.appliance.dependencies.storage.write(1, (tx) => {
    const columns = rowsOf(
      server,
      "SELECT name FROM pragma_table_info('countOperation') WHERE name NOT IN ('oid', 'operationId')",
    );
    const list = columns.map(({ name }) => name).join(", ");
    const sql = `INSERT INTO countOperation (operationId, ${list}) SELECT 'copy ' || value, ${list}
      FROM countOperation, (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1999) SELECT value FROM n)
      WHERE entered ->> '$.disposalMethodId' = ${oid}`;
    tx.query({ sql, reads: [] }, []).run();
    tx.recordWrite("countOperation");
  });
  expect((await server.admin.put(`${METHODS}/${oid}/merge`, { into: 2 })).status).toBe(200);
  expect(countsWith(oid)?.["n"]).toBe(0);
  expect(countsWith(2)).toEqual({ n: 2000, changes: expect.toSatisfy((changes) => changes > 3) });
});

test("a count with a disposal method that is being merged is moved too", async () => {
  const { server, oid, count, countsWith } = await startWithMethod();
  await count(0);
  const slices = holdSlices(server);
  const job = await startJob(server.admin, `${METHODS}/${oid}/merge`, { into: 2 });
  // Its counts so far are moved.
  while (countsWith(oid)?.["n"] !== 0) await slices.run(1);
  await count(1);
  slices.release();
  expect(await endOf(server.admin, job)).toMatchObject({ state: "done" });
  expect(countsWith(oid)?.["n"]).toBe(0);
});

const STATES = "/api/articlestates";
/** A server with an own state, which article 1 has. */
async function startWithState() {
  const server = await startServer();
  const { manager } = server;
  const { oid } = (await manager.post(STATES, { name: "Used" })).body;
  await manager.put("/api/articles/1", { stateId: oid });
  const merge = (into: number, headers = {}) => manager.put(`${STATES}/${oid}/merge`, { into }, headers);
  const stateOfArticle = async () => (await manager.get("/api/articles/1")).body.state;
  return { server, manager, oid, merge, stateOfArticle };
}

test("a global record can't be merged into another", async () => {
  const { manager, oid } = await startWithState();
  expect((await manager.put(`${STATES}/1/merge`, { into: oid })).status).toBe(400);
});

test("an own record can be merged into a global one", async () => {
  const { merge, stateOfArticle } = await startWithState();
  expect((await merge(1)).status).toBe(200);
  expect(await stateOfArticle()).toEqual({ oid: 1, name: "In use" });
});

test("a record can be merged neither into itself nor into none", async () => {
  const { oid, merge, stateOfArticle } = await startWithState();
  for (const into of [oid, 999]) {
    const response = await merge(into);
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path: "into", message: expect.any(String) }]);
  }
  expect((await stateOfArticle()).oid).toBe(oid);
});

test("records of two tenants can't be merged", async () => {
  const { server, oid, merge, stateOfArticle } = await startWithState();
  const foreign = (await server.admin2.post(STATES, { name: "Foreign" })).body.oid;
  expect((await merge(foreign)).status).toBe(400);
  expect((await server.admin2.put(`${STATES}/${oid}/merge`, { into: 1 })).status).toBe(404);
  expect((await stateOfArticle()).oid).toBe(oid);
});

test("merging changes more articles than one batch holds", async () => {
  const server = await startServer();
  const { oid } = (await server.manager.post("/api/articletypes", { name: "All" })).body;
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.query({ sql: "UPDATE article SET typeId = ? WHERE tenantId = 1", reads: [] }, []).run(oid);
    // As many deleted articles again and more: no code occurs twice.
    const columns = rowsOf(
      server,
      "SELECT name FROM pragma_table_info('article') WHERE name NOT IN ('oid', 'code', 'deleted')",
    );
    const list = columns.map(({ name }) => name).join(", ");
    tx.query(
      {
        sql: `INSERT INTO article (code, deleted, ${list}) SELECT NULL, 1, ${list} FROM article WHERE tenantId = 1`,
        reads: [],
      },
      [],
    ).run();
    tx.recordWrite("article");
  });
  expect((await server.manager.put(`/api/articletypes/${oid}/merge`, { into: 1 })).status).toBe(200);
  expect(rowsOf(server, "SELECT count(*) n FROM article WHERE tenantId = 1 AND typeId <> 1")[0]?.["n"]).toBe(
    0,
  );
});
