import { expect, test } from "vitest";
import { added } from "../articles/samples.ts";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { createOperation, send } from "../inventories/count-requests.ts";
import { startWarehouse } from "../inventories/stocktake.ts";

test("the activity has today's changes of stock, and the change of the pieces of each of the last 30 days", async () => {
  const { clock, server } = await startServerWithClock();
  const read = async () => (await server.user.get("/api/activity")).body;
  const before = await read();
  expect(before.days).toHaveLength(30);
  const { oid } = await added(server.manager, "ACT-1");
  const [location] = (await server.manager.get("/api/locations")).body;
  const put = (quantity: number) =>
    server.manager.put(`/api/articles/${oid}/locations`, {
      locations: [{ locationId: location.oid, quantity }],
    });
  await put(7);
  const first = await read();
  expect(first.today.movements).toBe(before.today.movements + 1);
  expect(first.days.at(-1).change).toBe(before.days.at(-1).change + 7);

  clock.advance(86_400_000);
  await put(4);
  const next = await read();
  expect(next.today).toEqual({ counts: 0, movements: 1, labels: 0 });
  expect(next.days.at(-1).change).toBe(-3);
  expect(next.days.at(-2)).toEqual(first.days.at(-1));
  expect((await server.admin2.get("/api/activity")).body.today.movements).toBe(0);
});

test("each day has the change of the value by currency, at the prices of now", async () => {
  const server = await startServer();
  const change = async (currencyTypeId: number | null) => {
    const { values } = (await server.user.get("/api/activity")).body.days.at(-1);
    return values.find((value: { currencyTypeId: number | null }) => value.currencyTypeId === currencyTypeId)
      ?.value;
  };
  const [{ oid: currencyTypeId }] = (await server.manager.get("/api/currencytypes")).body;
  const { oid } = await added(server.manager, "ACT-3");
  await server.manager.put(`/api/articles/${oid}/full`, { price: 12.5, currencyTypeId });
  const [location] = (await server.manager.get("/api/locations")).body;
  const put = (quantity: number) =>
    server.manager.put(`/api/articles/${oid}/locations`, {
      locations: [{ locationId: location.oid, quantity }],
    });
  await put(7);
  await put(4);
  expect(await change(currencyTypeId)).toBe(50);
  await server.manager.put(`/api/articles/${oid}/full`, { price: 2 });
  expect(await change(currencyTypeId)).toBe(8);
  expect(await change(null)).toBeUndefined();
});

test("the changes are of the articles that there are, as the totals", async () => {
  const server = await startServer();
  const today = async () => (await server.user.get("/api/activity")).body.days.at(-1);
  const before = await today();
  const { oid } = await added(server.manager, "ACT-4");
  const [location] = (await server.manager.get("/api/locations")).body;
  await server.manager.put(`/api/articles/${oid}/locations`, {
    locations: [{ locationId: location.oid, quantity: 5 }],
  });
  expect((await today()).change).toBe(before.change + 5);
  expect((await server.manager.delete(`/api/articles/${oid}`)).status).toBe(204);
  expect(await today()).toEqual(before);
});

test("quantities in another unit are no pieces", async () => {
  const server = await startServer();
  const change = async () => (await server.user.get("/api/activity")).body.days.at(-1).change;
  const { oid } = await added(server.manager, "ACT-2");
  await server.manager.put(`/api/articles/${oid}/full`, { unit: "kg" });
  const before = await change();
  const [location] = (await server.manager.get("/api/locations")).body;
  await server.manager.put(`/api/articles/${oid}/locations`, {
    locations: [{ locationId: location.oid, quantity: 5 }],
  });
  expect(await change()).toBe(before);
});

test("counts are those that the server has received today, each once", async () => {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  await warehouse.article("A", { shelf: 2 });
  const inventory = await warehouse.stocktake(["shelf"]);
  const { oid: itemId } = await warehouse.item(inventory, "A");
  const count = async () => (await server.user.get("/api/activity")).body.today.counts;
  const before = await count();
  const operation = createOperation({ itemId, quantity: 2 });
  for (let sent = 0; sent < 2; sent++) await send(server.user, inventory, [operation]);
  expect(await count()).toBe(before + 1);
});
