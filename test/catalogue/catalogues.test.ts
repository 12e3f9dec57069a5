import { describe, expect, test } from "vitest";
import { CATALOGUE_NAMES, CATALOGUES, type CatalogueName } from "../../src/records/catalogues.ts";
import { sharedServer, startServer } from "../harness/server.ts";

const GLOBAL_STATES = ["Disposed", "In stock", "In use", "Proposed"];
/** The records of the demo's first tenant in each catalogue, and the oid of a record of the second tenant. */
const DEMO: Readonly<
  Partial<Record<CatalogueName, readonly [known: readonly string[], foreign: number | null]>>
> = {
  articleCategory: [["Furniture", "IT equipment", "Tools"], 4],
  articleType: [["Chair", "Drill", "Monitor", "Notebook"], 5],
  articleState: [GLOBAL_STATES, null],
  currencyType: [["CZK", "EUR"], 3],
  articleDisposalMethod: [["Sale", "Scrap"], 3],
  articleDisposalReason: [["Broken", "Obsolete"], 3],
};

const server = sharedServer();
const { manager, user } = server;

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

describe.each(CATALOGUE_NAMES)("%s", (catalogue) => {
  const { path } = CATALOGUES[catalogue];
  const [known, foreign] = DEMO[catalogue] ?? [[], null];
  const ownFields = catalogue === "currencyType" ? { isDefault: false } : {};
  const add = async (name: string) => (await manager.post(path, { name })).body;

  test("the list holds the tenant's own and the global records by name, each as its detail", async () => {
    const { body } = await (await startServer().then((own) => own.as("user"))).get(path);
    expect(names(body)).toEqual(known);
    const isGlobal = catalogue === "articleState";
    for (const row of body) {
      expect(row).toEqual({
        oid: expect.any(Number),
        name: expect.any(String),
        isGlobal,
        isHidden: false,
        ...ownFields,
      });
      expect((await user.get(`${path}/${row.oid}`)).body).toEqual(row);
    }
  });

  test("a record is added, renamed and deleted, and the list follows", async () => {
    const added = await manager.post(path, { name: "  Zeta " });
    expect(added.status).toBe(201);
    const { oid } = added.body;
    expect(added.body).toEqual({ oid, name: "Zeta", isGlobal: false, isHidden: false, ...ownFields });
    expect(added.headers.get("location")).toBe(`${path}/${oid}`);
    expect((await manager.get(`${path}/${oid}`)).headers.get("etag")).toBe(added.headers.get("etag"));
    const renamed = await manager.put(`${path}/${oid}`, { oid, name: "Ámos" });
    expect(renamed.body).toEqual({ oid, name: "Ámos", isGlobal: false, isHidden: false, ...ownFields });
    expect((await manager.put(`${path}/${oid}`, {})).body).toEqual(renamed.body);
    const list = await user.get(path);
    expect(names(list.body)[0]).toBe("Ámos");
    expect((await manager.delete(`${path}/${oid}`)).status).toBe(204);
    const after = await user.get(path, { "If-None-Match": list.headers.get("etag") ?? "" });
    expect(after.status).toBe(200);
    expect(names(after.body)).not.toContain("Ámos");
    expect((await user.get(`${path}/${oid}`)).status).toBe(404);
  });

  test("a name is unique in any letter case among the tenant's own records: 409, and nothing changes", async () => {
    const [one, two] = [await add("Žlutý"), await add("Modrý")];
    const added = await manager.post(path, { name: "ŽLUTÝ" });
    const renamed = await manager.put(`${path}/${two.oid}`, { name: "žlutý" });
    for (const response of [added, renamed]) {
      expect(response.status).toBe(409);
      expect(response.body.errors).toEqual([{ path: "name", message: expect.any(String) }]);
    }
    expect((await user.get(`${path}/${two.oid}`)).body).toEqual(two);
    expect((await manager.post(path, { name: "Zluty" })).status).toBe(201);
    expect((await manager.put(`${path}/${one.oid}`, { name: "ŽLUTÝ" })).body.name).toBe("ŽLUTÝ");
  });

  test("of two concurrent requests for one name one succeeds", async () => {
    const responses = await Promise.all(["Twin", "TWIN"].map((name) => manager.post(path, { name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test.each([[{}], [{ name: null }], [{ name: " " }], [{ name: "x".repeat(201) }]])(
    "%j is 400",
    async (body) => {
      const response = await manager.post(path, body);
      expect(response.status).toBe(400);
      expect(response.body.errors).toEqual([{ path: "name", message: expect.any(String) }]);
    },
  );

  test("another tenant does not see the records, can use the same names, and gets its own", async () => {
    const mine = await add("Of tenant 1");
    const other = server.admin2;
    expect(names((await other.get(path)).body)).not.toContain("Of tenant 1");
    expect((await other.get(`${path}/${mine.oid}`)).status).toBe(404);
    expect((await other.put(`${path}/${mine.oid}`, { name: "x" })).status).toBe(404);
    expect((await other.delete(`${path}/${mine.oid}`)).status).toBe(404);
    expect((await other.post(path, { name: "Of tenant 1" })).status).toBe(201);
    if (foreign !== null) expect((await user.get(`${path}/${foreign}`)).status).toBe(404);
  });
});

test.each(["admin", "admin2"])("a global record is readable for %s, and can't be changed", async (who) => {
  const client = await server.as(who);
  expect((await client.get("/api/articlestates/1")).body).toMatchObject({
    ...{ oid: 1, name: "In use", isGlobal: true },
  });
  const changes = [
    await client.put("/api/articlestates/1", { name: "Used" }),
    await client.put("/api/articlestates/1", {}),
    await client.delete("/api/articlestates/2"),
  ];
  for (const response of changes) {
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/global/);
  }
  expect(names((await user.get("/api/articlestates")).body)).toEqual(expect.arrayContaining(GLOBAL_STATES));
});

test.each(["admin", "admin2"])("the name of a global record is taken for %s", async (who) => {
  const client = await server.as(who);
  expect((await client.post("/api/articlestates", { name: "IN STOCK" })).status).toBe(409);
});

test("a new name appears at once in every response that shows it, and changes its tag", async () => {
  const shown = await user.get("/api/articles/1");
  const { category, type } = shown.body;
  const changes = [
    [`/api/articlecategories/${category.oid}`, "category"],
    [`/api/articletypes/${type.oid}`, "type"],
  ] as const;
  for (const [path, property] of changes) {
    const before = await user.get("/api/articles/1");
    await manager.put(path, { name: `New ${property}` });
    const after = await user.get("/api/articles/1", { "If-None-Match": before.headers.get("etag") ?? "" });
    expect(after.status).toBe(200);
    expect(after.body[property].name).toBe(`New ${property}`);
  }
});

test("a long list is complete and in order", async () => {
  const own = await startServer();
  const max = own.manager;
  const added = Array.from({ length: 320 }, (_, i) => `č${String(i).padStart(3, "0")}`);
  await Promise.all(added.map((name) => max.post("/api/currencytypes", { name })));
  expect(names((await max.get("/api/currencytypes")).body)).toEqual([...added, "CZK", "EUR"]);
});
