import { expect, test } from "vitest";
import { articleOf, done, startNewServer } from "./sample-server.ts";

const PATH = "/api/sample";
const NOTHING = {
  isThere: false,
  articles: 0,
  locations: 0,
  categories: 0,
  types: 0,
  formats: 0,
  inventories: 0,
  onTop: { inventories: 0, counts: 0, photos: 0, printRequests: 0, requests: 0 },
};
const ALL = {
  ...NOTHING,
  isThere: true,
  articles: 40,
  locations: 12,
  categories: 3,
  types: 1,
  formats: 1,
  inventories: 1,
};

test("sample data are added to an empty server, and every list shows them", async () => {
  const { admin } = await startNewServer();
  expect(done(await admin.get(PATH))).toEqual(NOTHING);
  const response = await admin.post(PATH);
  expect(response).toMatchObject({ status: 201, body: ALL });
  expect(done(await admin.get(PATH))).toEqual(ALL);
  expect(done(await admin.get("/api/articles"))).toHaveLength(40);
  expect(done(await admin.get("/api/locations"))).toHaveLength(12);
  expect(done(await admin.get("/api/articlecategories"))).toHaveLength(11);
  expect(done(await admin.get("/api/inventories"))).toMatchObject([{ inventoryStateId: 1 }]);
  const drill = await articleOf(admin, "0001");
  expect(done(await admin.get(`/api/articles/${drill}/locations`))).toMatchObject([
    { quantity: 4, location: { code: "SAMPLE-H-A-1" } },
  ]);
  expect(done(await admin.get("/api/articles/my-assets/1")).length).toBeGreaterThan(0);
  expect(done(await admin.get("/api/printingprinters"))).toEqual([]);
  const [format] = done(await admin.get("/api/printingformats"));
  const { template, printerTypeId } = format;
  const label = { template, printerTypeId, articleId: drill };
  expect((await admin.post("/api/printingformats/preview", label)).status).toBe(200);
});

test("sample data are in the site's language", async () => {
  const { admin } = await startNewServer();
  done(await admin.put("/api/settings", { language: "cs" }));
  done(await admin.post(PATH));
  expect(done(await admin.get("/api/inventories"))).toMatchObject([{ name: "Ukázková inventura: ulička A" }]);
});

test("the sample stocktake counts the locations below the chosen one", async () => {
  const { admin } = await startNewServer();
  done(await admin.post(PATH));
  const [{ oid }] = done(await admin.get("/api/inventories"));
  done(await admin.put(`/api/inventories/${oid}/prepare`));
  expect(done(await admin.get(`/api/inventories/${oid}/items`))).toHaveLength(15);
});

test("a second addition is refused with a message", async () => {
  const { admin } = await startNewServer();
  done(await admin.post(PATH));
  const refused = await admin.post(PATH, undefined, { "accept-language": "cs" });
  expect(refused).toMatchObject({ status: 409, body: { message: "Ukázková data už existují." } });
  expect(done(await admin.get(PATH))).toEqual(ALL);
});

test("of two concurrent additions or removals one succeeds", async () => {
  const { admin } = await startNewServer();
  const responses = await Promise.all([admin.post(PATH), admin.post(PATH)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(done(await admin.get(PATH))).toEqual(ALL);
  const removals = await Promise.all([admin.delete(PATH), admin.delete(PATH)]);
  expect(removals.map(({ status }) => status).sort()).toEqual([204, 404]);
});

test("with an existing article sample data are refused, and nothing is created", async () => {
  const { admin } = await startNewServer();
  const categoryId = done(await admin.post("/api/articlecategories", { name: "Mine" })).oid;
  const typeId = done(await admin.post("/api/articletypes", { name: "Mine" })).oid;
  const lamp = { code: "L1", name: "Lampa", categoryId, typeId, stateId: 2 };
  const { oid } = done(await admin.post("/api/articles", lamp));
  expect((await admin.post(PATH)).status).toBe(409);
  expect(done(await admin.get(PATH))).toEqual(NOTHING);
  // A deleted record does not prevent it.
  done(await admin.delete(`/api/articles/${oid}`));
  expect((await admin.post(PATH)).status).toBe(201);
});

test("the tenant's own records are used, and stay: a category of the same name, a format", async () => {
  const { admin } = await startNewServer();
  done(await admin.post("/api/articlecategories", { name: "tools (SAMPLE)" }));
  const own = { name: "Mine", template: "^XA^FD{{code}}^FS^XZ", printerTypeId: 3 };
  done(await admin.post("/api/printingformats", own));
  expect(done(await admin.post(PATH))).toMatchObject({ categories: 2, formats: 0 });
  const sampleCategories = async () =>
    done(await admin.get("/api/articlecategories")).filter(({ name }: { name: string }) =>
      /sample/i.test(name),
    );
  expect(await sampleCategories()).toHaveLength(3);
  done(await admin.delete(PATH));
  expect(await sampleCategories()).toMatchObject([{ name: "tools (SAMPLE)" }]);
  expect(done(await admin.get("/api/printingformats"))).toMatchObject([{ name: "Mine" }]);
});

test("each tenant has its own sample data: another does not see them, adds its own, and removes only those", async () => {
  const { admin, other } = await startNewServer();
  done(await admin.post(PATH));
  expect(done(await other.get(PATH))).toEqual(NOTHING);
  for (const list of ["articles", "locations", "inventories", "printingformats"])
    expect(done(await other.get(`/api/${list}`)), list).toEqual([]);
  expect((await other.delete(PATH)).status).toBe(404);
  done(await other.post(PATH));
  done(await other.delete(PATH));
  expect(done(await other.get("/api/articles/changes"))).toMatchObject({ articles: [] });
  expect(done(await admin.get(PATH))).toEqual(ALL);
  expect(done(await admin.get("/api/articles"))).toHaveLength(40);
});
