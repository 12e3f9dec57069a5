import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { REFERENCES, use } from "./references.ts";

/** The errors of a deletion, by the table of the uses. */
const PATHS: Readonly<Record<string, string>> = {
  article: "articles",
  inventoryItem: "inventoryItems",
  disposalProposal: "disposalProposals",
};

test.each(REFERENCES)(
  "a record of $catalogue that $table.$column uses can't be deleted: 409 states the number of uses by kind",
  async (reference) => {
    const server = await startServer();
    const { path, table } = reference;
    const { oid } = (await server.manager.post(path, { name: "Used" })).body;
    await use(server, reference, oid, 2);
    const response = await server.manager.delete(`${path}/${oid}`);
    expect(response.status).toBe(409);
    expect(response.body.errors).toEqual([{ path: PATHS[table], message: expect.stringMatching(/: 2$/) }]);
    expect(response.body.message).toMatch(/in use.*: 2/);
    expect((await server.manager.get(`${path}/${oid}`)).status).toBe(200);
    const czech = await server.manager.delete(`${path}/${oid}`, { "Accept-Language": "cs" });
    expect(czech.body.message).toMatch(/se používá/);
  },
);

test("deleted articles count too, as a kind of their own", async () => {
  const { manager } = await startServer();
  const { oid } = (await manager.post("/api/articlecategories", { name: "Used" })).body;
  const ids = [];
  for (const code of ["U1", "U2", "U3"]) {
    const article = { code, name: "x", categoryId: oid, typeId: 1, stateId: 1 };
    ids.push((await manager.post("/api/articles", article)).body.oid);
  }
  await manager.delete(`/api/articles/${ids[0]}`);
  const both = await manager.delete(`/api/articlecategories/${oid}`);
  expect(both.body.errors).toEqual([
    { path: "articles", message: "articles: 2" },
    { path: "deletedArticles", message: "deleted articles: 1" },
  ]);
  await manager.delete(`/api/articles/${ids[1]}`);
  await manager.delete(`/api/articles/${ids[2]}`);
  const deletedAlone = await manager.delete(`/api/articlecategories/${oid}`);
  expect(deletedAlone.status).toBe(409);
  expect(deletedAlone.body.errors).toEqual([{ path: "deletedArticles", message: "deleted articles: 3" }]);
});

test("many uses are counted in the reader thread, not on the event loop", async () => {
  const server = await startServer();
  const { db } = server.appliance.dependencies.storage;
  const { query } = db;
  const counts: string[] = [];
  Object.assign(db, {
    query: (...[text, values]: Parameters<typeof query>) => {
      if (text.sql.includes("count(*)")) counts.push(text.sql);
      return query(text, values);
    },
  });
  expect((await server.manager.delete("/api/articlecategories/1")).status).toBe(409);
  expect(counts).toEqual([]);
});

test("a use that was added after the counting prevents the deletion", async () => {
  const server = await startServer();
  const { oid } = (await server.manager.post("/api/articletypes", { name: "Late" })).body;
  const { reader } = server.appliance.dependencies.storage;
  const { rows } = reader;
  Object.assign(reader, {
    rows: async (...[query]: Parameters<typeof rows>) => {
      const counted = await rows(query);
      await use(server, { table: "article", column: "typeId" }, oid, 1);
      return counted;
    },
  });
  const response = await server.manager.delete(`/api/articletypes/${oid}`);
  expect(response.status).toBe(409);
  expect(response.body.errors).toEqual([{ path: "articles", message: "articles: 1" }]);
});

const USED_PATHS = [...new Set(REFERENCES.map(({ path }) => path))];
test.each(USED_PATHS)("uses of a record of %s are counted by indexes", async (path) => {
  const server = await startServer();
  const { oid } = (await server.manager.post(path, { name: "Free" })).body;
  const { storage } = server.appliance.dependencies;
  const { rows } = storage.reader;
  const plans: string[] = [];
  Object.assign(storage.reader, {
    rows: (...[query]: Parameters<typeof rows>) => {
      const plan = { sql: `EXPLAIN QUERY PLAN ${query.sql}`, reads: [] };
      const details = storage.db.query<{ detail: string }>(plan, []).all(...query.values);
      plans.push(...details.map(({ detail }) => detail));
      return rows(query);
    },
  });
  expect((await server.manager.delete(`${path}/${oid}`)).status).toBe(204);
  expect(plans.length).toBeGreaterThan(1);
  expect(
    plans.filter((detail) => !/^(SCAN CONSTANT ROW|SCALAR SUBQUERY|SEARCH .*=\?\))/.test(detail)),
  ).toEqual([]);
});

test("the use counts of all records come in one response, for the own tenant alone, and follow changes", async () => {
  const server = await startServer();
  const { manager } = server;
  const other = server.admin2;
  const states = await manager.get("/api/articlestates/uses");
  const sum = states.body.reduce((all: number, one: { articles: number }) => all + one.articles, 0);
  expect(sum).toBe((await manager.get("/api/articles")).body.length);
  const others = (await other.get("/api/articlestates/uses")).body;
  expect(others.reduce((all: number, one: { articles: number }) => all + one.articles, 0)).toBe(20);
  const { oid } = (await manager.post("/api/articledisposalreasons", { name: "Lost" })).body;
  const usesOf = async () => {
    const { body } = await manager.get("/api/articledisposalreasons/uses");
    return body.find((one: { oid: number }) => one.oid === oid);
  };
  expect(await usesOf()).toEqual({
    oid,
    articles: 0,
    deletedArticles: 0,
    inventoryItems: 0,
    disposalProposals: 0,
  });
  await use(server, { table: "article", column: "disposalReasonId" }, oid, 3);
  await use(server, { table: "inventoryItem", column: "disposalReasonId" }, oid, 2);
  await manager.delete("/api/articles/1");
  expect(await usesOf()).toMatchObject({ articles: 2, deletedArticles: 1, inventoryItems: 2 });
  const again = { "If-None-Match": states.headers.get("etag") ?? "" };
  expect((await manager.get("/api/articlestates/uses", again)).status).toBe(200);
});
