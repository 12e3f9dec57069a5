import { beforeAll, expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { sharedWarehouse } from "./stocktake.ts";

const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  for (const [name, below] of [["Hall"], ["Shelf", "Hall"], ["Bin", "Shelf"], ["Yard"], ["Empty"]] as const) {
    await warehouse.addLocation(name, below);
  }
  await warehouse.article("TABLE", { Hall: 2, Bin: 3, Yard: 4 }, { price: 10.5 });
  await warehouse.article("LAMP", { Shelf: 1 });
  await warehouse.article("BOAT", { Yard: 1 });
  await warehouse.article("GONE", { Hall: 5 });
  await warehouse.manager.delete(`/api/articles/${warehouse.id("GONE")}`);
  await warehouse.article("SCRAP", { Hall: 6 }, { stateId: 4 });
  await warehouse.article("WORN", { Hall: 7 }, { isDisposal: true });
});

const create = async (more: object) =>
  (await warehouse.manager.post("/api/inventories", { name: "Ours", ...more })).body.oid as number;
const itemsOf = async (id: number): Promise<InventoryItem[]> =>
  (await warehouse.manager.get(`/api/inventories/${id}/items`)).body;
/** `TABLE at 12: 2`, sorted. */
const shown = (items: readonly InventoryItem[]) =>
  items.map(({ article, locationId, quantity }) => `${article.code} at ${locationId}: ${quantity}`).sort();
const at = (code: string, location: string, quantity: number) =>
  `${code} at ${warehouse.at(location)}: ${quantity}`;

test.each([
  [
    "Hall and all below",
    ["Hall"],
    [
      ["LAMP", "Shelf", 1],
      ["TABLE", "Bin", 3],
      ["TABLE", "Hall", 2],
      ["WORN", "Hall", 7],
    ],
  ],
  [
    "a location and one above it, once",
    ["Bin", "Shelf"],
    [
      ["LAMP", "Shelf", 1],
      ["TABLE", "Bin", 3],
    ],
  ],
  [
    "several locations",
    ["Bin", "Yard"],
    [
      ["BOAT", "Yard", 1],
      ["TABLE", "Bin", 3],
      ["TABLE", "Yard", 4],
    ],
  ],
] as const)(
  "%s: an item is made for each article at each location, except deleted and disposed ones",
  async (_, locations, expected) => {
    const id = await create({ locationIds: locations.map(warehouse.at) });
    const response = await warehouse.manager.put(`/api/inventories/${id}/prepare`);
    expect(response.body).toMatchObject({ inventoryStateId: 2, items: [] });
    expect(shown(await itemsOf(id))).toEqual(
      expected.map(([code, location, pieces]) => at(code, location, pieces)).sort(),
    );
  },
);

test("without chosen locations items are made of all the tenant's articles, and none of the other tenant", async () => {
  const id = await create({});
  await warehouse.move(id, "prepare");
  const items = await itemsOf(id);
  expect(items).toHaveLength(500 - 1 + 6);
  const own = await warehouse.manager.get("/api/articles");
  const known = new Set(own.body.map(({ oid }: { oid: number }) => oid));
  expect(items.every(({ articleId }) => known.has(articleId))).toBe(true);
});

test("new items are not counted, and the articles are unchanged", async () => {
  const id = await create({ locationIds: [warehouse.at("Shelf")] });
  await warehouse.move(id, "prepare");
  for (const item of await itemsOf(id)) {
    expect(item).toMatchObject({
      inventoryQuantity: null,
      inventoryLocationId: null,
      isFound: false,
      isDisposal: false,
      isUnexpected: false,
      isApproved: false,
      note: null,
    });
  }
  expect((await warehouse.manager.get(`/api/inventories/${id}/progress`)).body).toMatchObject({
    total: 2,
    counted: 0,
  });
});

test("preparing without any article at the locations is 400, and the inventory stays in Preparation", async () => {
  const id = await create({ locationIds: [warehouse.at("Empty")] });
  const response = await warehouse.manager.put(`/api/inventories/${id}/prepare`);
  expect(response.status).toBe(400);
  expect(response.body.message).toContain("no article");
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.inventoryStateId).toBe(1);
});

const photosOfArticle = statement((p: { articleId: number }) =>
  sqlite.selectFrom("photo").where("articleId", "=", p.articleId).where("deleted", "=", 0).select("oid"),
);

let moved = 0;
/** A prepared stocktake; `prepareAgain` first moves the one piece of an article in Hall to the others in Bin. */
async function preparedBeforeMove() {
  const mover = `MOVER-${++moved}`;
  await warehouse.article(mover, { Hall: 1, Bin: 8 });
  const id = await create({ locationIds: [warehouse.at("Hall")] });
  await warehouse.move(id, "prepare");
  const prepareAgain = async () => {
    await warehouse.put(mover, { Bin: 9 });
    await warehouse.move(id, "prepare");
  };
  return { id, mover, prepareAgain };
}

test("preparing again makes the items of the present stock", async () => {
  const { id, mover, prepareAgain } = await preparedBeforeMove();
  const before = shown(await itemsOf(id));
  await prepareAgain();
  expect(shown(await itemsOf(id))).toEqual(
    before
      .filter((item) => item !== at(mover, "Hall", 1))
      .map((item) => (item === at(mover, "Bin", 8) ? at(mover, "Bin", 9) : item)),
  );
});

test("preparing again makes items with new ids, and removes the old ones", async () => {
  const { id, prepareAgain } = await preparedBeforeMove();
  const before = await itemsOf(id);
  await prepareAgain();
  const after = await itemsOf(id);
  expect(Math.min(...after.map(({ oid }) => oid))).toBeGreaterThan(Math.max(...before.map(({ oid }) => oid)));
  expect((await warehouse.manager.get(`/api/inventories/items/${before[0]?.oid}`)).status).toBe(404);
});

test("when it is prepared again a photo goes over to the item of the same article and location only", async () => {
  await warehouse.article("PHOTO", { Bin: 1 });
  const { id, mover, prepareAgain } = await preparedBeforeMove();
  for (const { oid } of [await warehouse.item(id, "PHOTO"), await warehouse.item(id, mover, "Hall")]) {
    expect((await upload(warehouse.user, oid, await createJpeg())).status).toBe(201);
  }
  await prepareAgain();
  const photos = async (code: string) =>
    (await warehouse.user.get(`/api/photoarticleinventory/${(await warehouse.item(id, code)).oid}`)).body;
  expect(await photos("PHOTO")).toHaveLength(1);
  expect(await photos(mover)).toEqual([]);
  const { db } = server.appliance.dependencies.storage;
  expect(photosOfArticle.all(db, { articleId: warehouse.id(mover) })).toHaveLength(1);
});

test("preparing names the open inventories that expect the same articles at the same locations", async () => {
  for (const location of ["Attic", "Loft"]) await warehouse.addLocation(location);
  await warehouse.article("ONE", { Attic: 1, Loft: 1 });
  await warehouse.article("TWO", { Attic: 1 });
  await warehouse.article("THREE", { Loft: 1 });
  const attic = await create({ name: "Attic", locationIds: [warehouse.at("Attic")] });
  const prepared = async (id: number) => (await warehouse.move(id, "prepare")).body.overlaps;
  expect(await prepared(attic)).toEqual([]);
  const both = await create({ name: "Both", locationIds: [warehouse.at("Attic"), warehouse.at("Loft")] });
  const loft = await create({ name: "Loft", locationIds: [warehouse.at("Loft")] });
  expect(await prepared(both)).toEqual([{ oid: attic, name: "Attic", items: 2 }]);
  expect(await prepared(loft)).toEqual([{ oid: both, name: "Both", items: 2 }]);
  await warehouse.move(attic, "start", "finish", "process");
  expect(await prepared(both)).toEqual([
    { oid: attic, name: "Attic", items: 2 },
    { oid: loft, name: "Loft", items: 2 },
  ]);
  await warehouse.move(attic, "close");
  await warehouse.move(loft, "cancel");
  expect(await prepared(both)).toEqual([]);
});

test("when two Managers prepare at once there is one set of items", async () => {
  const id = await create({ locationIds: [warehouse.at("Bin")] });
  const responses = await Promise.all(
    [1, 2].map(() => warehouse.manager.put(`/api/inventories/${id}/prepare`)),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const items = shown(await itemsOf(id));
  expect(new Set(items).size).toBe(items.length);
});

test("a restart between preparing, starting and pausing loses nothing", async () => {
  const id = await create({ locationIds: [warehouse.at("Yard")] });
  await warehouse.move(id, "prepare");
  const before = await itemsOf(id);
  await server.restart();
  expect(await itemsOf(id)).toEqual(before);
});
