import { expect, test } from "vitest";
import { proposeDisposal } from "../../src/requests/disposal.ts";
import type { Client } from "../harness/client.ts";
import { Printing, SHORT } from "../printing/queue/printers.ts";
import {
  articleOf,
  createPrinter,
  done,
  found,
  locationOf,
  print,
  printed,
  rowsOf,
  STOCKTAKE,
  startNewServer,
} from "./sample-server.ts";

const PATH = "/api/sample";

/** Adds an article of the tenant's own, with catalogue records of its own; returns its id. */
async function addOwnArticle(admin: Client, fields: object = {}): Promise<number> {
  const categoryId = done(await admin.post("/api/articlecategories", { name: "Mine" })).oid;
  const typeId = done(await admin.post("/api/articletypes", { name: "Mine" })).oid;
  const lamp = { code: "L1", name: "Lampa", categoryId, typeId, stateId: 2, ...fields };
  return done(await admin.post("/api/articles", lamp)).oid;
}
const put = async (admin: Client, article: number, locationId: number) =>
  done(await admin.put(`/api/articles/${article}/locations`, { locations: [{ locationId, quantity: 1 }] }));
const addLocation = async (admin: Client, parentLocationId: number | null = null): Promise<number> =>
  done(await admin.post("/api/locations", { name: "Sklep", parentLocationId })).oid;
const categoryOf = async (admin: Client) => done(await admin.get("/api/articlecategories"))[0].oid;
const addInventory = async (admin: Client, locationIds: readonly number[]): Promise<number> =>
  done(await admin.post("/api/inventories", { name: "Naše", locationIds })).oid;

type Own = readonly [what: string, path: string, named: string, make: (admin: Client) => Promise<unknown>];
const OWN: readonly Own[] = [
  [
    "an own article at a sample location",
    "articles",
    "L1 Lampa",
    async (admin) => put(admin, await addOwnArticle(admin), await locationOf(admin, "-D")),
  ],
  [
    "an own article of a sample category",
    "categories",
    "L1 Lampa",
    async (admin) => addOwnArticle(admin, { categoryId: await categoryOf(admin) }),
  ],
  [
    "an own location inside a sample location",
    "locations",
    "Sklep",
    async (admin) => addLocation(admin, await locationOf(admin, "-W")),
  ],
  [
    "a stocktake of the tenant over a sample location and another one",
    "inventories",
    "Naše",
    async (admin) => addInventory(admin, [await addLocation(admin), await locationOf(admin, "-D")]),
  ],
  [
    "a stocktake of the tenant whose close took pieces from a sample location",
    "inventories",
    "Naše",
    async (admin) => {
      const own = [await addLocation(admin), await addLocation(admin)];
      const [cellar, inventoryLocationId] = own;
      const articleId = await addOwnArticle(admin);
      const stock = [cellar, await locationOf(admin, "-D")].map((locationId) => ({
        locationId,
        quantity: 1,
      }));
      done(await admin.put(`/api/articles/${articleId}/locations`, { locations: stock }));
      const id = await addInventory(admin, own);
      const move = async (name: string) => done(await admin.put(`/api/inventories/${id}/${name}`));
      for (const name of ["prepare", "start"]) await move(name);
      const find = { articleId, inventoryQuantity: 1, inventoryLocationId };
      done(await admin.post(`/api/inventories/${id}/items`, find));
      for (const name of ["finish", "process", "close"]) await move(name);
    },
  ],
  [
    "an own stocktake that expects own articles and a sample one at an own location",
    "inventories",
    "Naše",
    async (admin) => {
      const location = await addLocation(admin);
      await put(admin, await addOwnArticle(admin), location);
      await put(admin, await articleOf(admin, "0002"), location);
      done(await admin.put(`/api/inventories/${await addInventory(admin, [location])}/prepare`));
    },
  ],
  [
    "a closed stocktake of the tenant with a deleted own article of a sample category",
    "inventories",
    "Naše",
    async (admin) => {
      const location = await addLocation(admin);
      const article = await addOwnArticle(admin, { categoryId: await categoryOf(admin) });
      await put(admin, article, location);
      const inventory = await addInventory(admin, []);
      for (const move of ["prepare", "start", "finish", "process", "close"])
        done(await admin.put(`/api/inventories/${inventory}/${move}`));
      done(await admin.delete(`/api/articles/${article}`));
    },
  ],
  [
    "the sample stocktake that was closed with an own article",
    "inventories",
    STOCKTAKE,
    async (admin) => {
      const inventory = await found(admin, "inventories", STOCKTAKE);
      const articleId = await addOwnArticle(admin);
      for (const move of ["prepare", "start"]) done(await admin.put(`/api/inventories/${inventory}/${move}`));
      const inventoryLocationId = await locationOf(admin, "-H-A-1");
      const item = { articleId, inventoryQuantity: 1, inventoryLocationId };
      done(await admin.post(`/api/inventories/${inventory}/items`, item));
      for (const move of ["finish", "process", "approve", "close"])
        done(await admin.put(`/api/inventories/${inventory}/${move}`));
      // The close has moved it to the sample's location.
      await put(admin, articleId, await addLocation(admin));
    },
  ],
  [
    "a label of an own article that waits with the sample format",
    "printRequests",
    "L1 Lampa",
    async (admin) => {
      const { oid, printer } = await createPrinter(admin);
      printer.turnOff();
      await print(admin, oid, await addOwnArticle(admin));
    },
  ],
];

test.each(OWN)(
  "%s prevents the removal: it is named, and nothing is removed",
  async (_, path, named, make) => {
    const { server, admin } = await startNewServer();
    done(await admin.post(PATH));
    await make(admin);
    const before = rowsOf(server);
    const { status, body } = await admin.delete(PATH);
    expect(status).toBe(409);
    expect(body.errors.map((fault: { path: string }) => fault.path)).toEqual([path]);
    expect(body.message).toContain(named);
    expect(rowsOf(server).article).toEqual(before.article);
    expect(rowsOf(server).sampleRecord).toEqual(before.sampleRecord);
    expect(rowsOf(server).inventoryItem).toEqual(before.inventoryItem);
  },
);

test("without obstacles all sample data are removed, and the tenant's own records stay unchanged", async () => {
  const { server, admin } = await startNewServer();
  const article = await addOwnArticle(admin);
  const location = await addLocation(admin);
  done(await admin.delete(`/api/articles/${article}`));
  done(await admin.post(PATH));
  const own = done(
    await admin.post("/api/articles", { ...(await sampleFields(admin)), code: "L2", name: "Lampa" }),
  ).oid;
  await put(admin, own, await locationOf(admin, "-D"));
  expect((await admin.delete(PATH)).status).toBe(409);
  const [category] = done(await admin.get("/api/articlecategories")).filter(isMine);
  const [type] = done(await admin.get("/api/articletypes")).filter(isMine);
  done(await admin.put(`/api/articles/${own}`, { categoryId: category.oid, typeId: type.oid }));
  await put(admin, own, location);
  expect((await admin.delete(PATH)).status).toBe(204);
  expect(done(await admin.get("/api/articles"))).toMatchObject([{ oid: own, code: "L2" }]);
  expect(done(await admin.get(`/api/articles/${own}/locations`))).toMatchObject([{ locationId: location }]);
  expect(rowsOf(server).sampleRecord).toEqual([]);
});
const isMine = ({ name }: { name: string }) => name === "Mine";
const sampleFields = async (admin: Client) => ({
  categoryId: await categoryOf(admin),
  typeId: done(await admin.get("/api/articletypes"))[0].oid,
  stateId: 2,
});

test("the sample stocktake is removed until its close although an own article was counted in it, which stays unchanged", async () => {
  const { server, admin } = await startNewServer();
  done(await admin.post(PATH));
  const inventory = await found(admin, "inventories", STOCKTAKE);
  const article = await addOwnArticle(admin);
  const location = await addLocation(admin);
  await put(admin, article, location);
  for (const move of ["prepare", "start"]) done(await admin.put(`/api/inventories/${inventory}/${move}`));
  const inventoryLocationId = await locationOf(admin, "-H-A-1");
  const item = { articleId: article, inventoryQuantity: 1, inventoryLocationId };
  const { oid } = done(await admin.post(`/api/inventories/${inventory}/items`, item));
  done(await admin.put("/api/inventories/items/update", { oid, inventoryQuantity: 1, isDisposal: true }));
  for (const move of ["finish", "process", "approve"])
    done(await admin.put(`/api/inventories/${inventory}/${move}`));
  // A close that has begun has requested the disposal.
  const [{ tenantId, userId }] = rowsOf(server)["countOperation"] as [{ tenantId: number; userId: number }];
  await server.appliance.dependencies.storage.write(tenantId, (tx) =>
    proposeDisposal(tx, { tenantId, userId }, { articleId: article, inventoryItemId: oid }),
  );
  const before = rowsOf(server).article?.filter(({ oid }) => oid === article);
  expect(done(await admin.get(PATH)).onTop.counts).toBe(2);
  expect((await admin.delete(PATH)).status).toBe(204);
  expect(rowsOf(server).article).toEqual(before);
  expect(rowsOf(server).disposalProposal).toMatchObject([{ articleId: article, inventoryItemId: null }]);
  expect(done(await admin.get(`/api/articles/${article}/locations`))).toMatchObject([
    { locationId: location },
  ]);
  for (const table of ["inventory", "inventoryItem", "countOperation", "sampleRecord"])
    expect(rowsOf(server)[table], table).toEqual([]);
});

test("deleted own records do not prevent the removal, wherever they were", async () => {
  const { server, admin } = await startNewServer();
  done(await admin.post(PATH));
  const article = done(
    await admin.post("/api/articles", { ...(await sampleFields(admin)), code: "L1", name: "Lampa" }),
  ).oid;
  const elsewhere = await addOwnArticle(admin, { code: "L2" });
  const location = await addLocation(admin, await locationOf(admin, "-W"));
  await put(admin, article, await locationOf(admin, "-D"));
  await put(admin, elsewhere, await locationOf(admin, "-D"));
  for (const oid of [article, elsewhere]) done(await admin.delete(`/api/articles/${oid}`));
  done(await admin.delete(`/api/locations/${location}`));
  expect((await admin.delete(PATH)).status).toBe(204);
  expect(rowsOf(server).article).toMatchObject([{ oid: elsewhere, deleted: 1 }]);
  expect(rowsOf(server).location).toMatchObject([{ oid: location, parentLocationId: null, deleted: 1 }]);
});

test("an own article's transfer from a sample location stays, and one to a sample location is removed", async () => {
  const { admin } = await startNewServer();
  done(await admin.post(PATH));
  const [article, location, dispatch] = [
    await addOwnArticle(admin),
    await addLocation(admin),
    await locationOf(admin, "-D"),
  ];
  await put(admin, article, dispatch);
  const out = done(
    await admin.post("/api/articletransfers", { articleId: article, targetLocationId: location }),
  );
  done(await admin.put(`/api/articletransfers/${out.oid}/confirm`, {}));
  done(await admin.post("/api/articletransfers", { articleId: article, targetLocationId: dispatch }));
  done(await admin.delete(PATH));
  expect(done(await admin.get("/api/articletransfers"))).toMatchObject([
    { oid: out.oid, fromLocationId: null },
  ]);
});

test("a waiting label of the sample data is removed, and never printed", async () => {
  const { admin } = await startNewServer();
  const { oid, printer } = await createPrinter(admin);
  done(await admin.post(PATH));
  printer.turnOff();
  const waiting = await print(admin, oid, await articleOf(admin, "0001"));
  done(await admin.delete(PATH));
  expect((await admin.get(`/api/printrequests/${waiting}`)).status).toBe(404);
  await printer.turnOn();
  const test = done(await admin.post(`/api/printingprinters/${oid}/test`, {}));
  await printed(admin, test.oid, 3);
  expect(printer.labels).toHaveLength(1);
});

test("a label of the sample data that is printing prevents the removal until it is cancelled", async () => {
  const { admin } = await startNewServer({ printLimits: { ...SHORT, stallMs: 60_000, silenceMs: 60_000 } });
  const { oid, printer } = await createPrinter(admin);
  done(await admin.post(PATH));
  printer.setFaults({ stall: true });
  const label = await print(admin, oid, await articleOf(admin, "0001"));
  await printed(admin, label, Printing);
  const { status, body } = await admin.delete(PATH);
  expect(status).toBe(409);
  expect(body.message).toContain("SAMPLE-0001");
  done(await admin.post(`/api/printrequests/${label}/cancel`));
  expect((await admin.delete(PATH)).status).toBe(204);
});
