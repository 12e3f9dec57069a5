import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { startWarehouse } from "../inventories/stocktake.ts";

// The company's currency: that of prices without one.

const path = "/api/currencytypes";
const [CZK, EUR] = [1, 2];

/** The names of the currencies that are the company's. */
async function chosenBy(caller: TestServer["manager"]): Promise<string[]> {
  const { body } = await caller.get(path);
  return body
    .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    .map(({ name }: { name: string }) => name);
}

test("a currency becomes the company's instead of the one before, and no longer", async () => {
  const { manager } = await startServer();
  for (const oid of [CZK, EUR, EUR])
    expect((await manager.put(`${path}/${oid}`, { isDefault: true })).body).toMatchObject({
      isDefault: true,
    });
  expect(await chosenBy(manager)).toEqual(["EUR"]);
  await manager.put(`${path}/${CZK}`, { isDefault: false });
  expect(await chosenBy(manager)).toEqual(["EUR"]);
  await manager.put(`${path}/${EUR}`, { isDefault: false });
  expect(await chosenBy(manager)).toEqual([]);
});

test("both currencies get a new version: another change of them is seen", async () => {
  const { manager } = await startServer();
  await manager.put(`${path}/${CZK}`, { isDefault: true });
  const tag = (await manager.get(`${path}/${CZK}`)).headers.get("etag") ?? "";
  await manager.put(`${path}/${EUR}`, { isDefault: true });
  expect((await manager.put(`${path}/${CZK}`, { name: "Kč" }, { "If-Match": tag })).status).toBe(412);
});

test("only a currency can be it: 400 with the field", async () => {
  const { manager } = await startServer();
  const response = await manager.put("/api/articletypes/1", { name: "Laptop", isDefault: true });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([
    { path: "isDefault", message: "is for currencies alone: leave it out" },
  ]);
  expect((await manager.get("/api/articletypes/1")).body.name).toBe("Notebook");
});

test("each tenant has its own", async () => {
  const server = await startServer();
  await server.manager.put(`${path}/${CZK}`, { isDefault: true });
  expect(await chosenBy(server.admin2)).toEqual([]);
});

test("a currency that is merged into another makes that the company's", async () => {
  const { manager } = await startServer();
  await manager.put(`${path}/${CZK}`, { isDefault: true });
  expect((await manager.put(`${path}/${CZK}/merge`, { into: EUR })).status).toBe(200);
  expect(await chosenBy(manager)).toEqual(["EUR"]);
});

test("it is not deleted before another one is: prices would be in another currency", async () => {
  const { manager } = await startServer();
  const { oid } = (await manager.post(path, { name: "USD" })).body;
  await manager.put(`${path}/${oid}`, { isDefault: true });
  const refused = await manager.delete(`${path}/${oid}`);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("USD is the company's currency.");
  await manager.put(`${path}/${CZK}`, { isDefault: true });
  expect((await manager.delete(`${path}/${oid}`)).status).toBe(204);
});

test("items of a stocktake without a currency have it, others keep their own", async () => {
  const { server, warehouse } = await startWarehouse(["Shelf"]);
  await warehouse.article("NONE", { Shelf: 1 }, { price: 5 });
  const other = await warehouse.article("OTHER", { Shelf: 1 }, { price: 5 });
  await server.manager.put(`/api/articles/${other}/full`, { currencyTypeId: CZK });
  await server.manager.put(`${path}/${EUR}`, { isDefault: true });
  const inventory = await warehouse.stocktake(["Shelf"]);
  const items = await Promise.all(["NONE", "OTHER"].map((code) => warehouse.item(inventory, code)));
  expect(items).toMatchObject([{ currency: "EUR" }, { currency: "CZK" }]);
});
