import { expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { addInventoryWithoutLocation } from "./inventory-setup.ts";

const server = sharedServer();
const { user } = server;

/** Articles up to 100 are expected in other inventories; those after 450 in none. */
const add = (body: object, key?: string) =>
  user.post("/api/inventories/3/items", body, key ? { "Idempotency-Key": key } : {});
const items = async () => (await user.get("/api/inventories/3/items")).body;

test("an unexpected article is added with the values of the rules", async () => {
  const before = await items();
  const { locationId } = (await user.get("/api/inventories/3")).body;
  const response = await add({ articleId: 1, inventoryQuantity: 2 });
  expect(response.status).toBe(201);
  const { body: article } = await user.get("/api/articles/1");
  expect(response.body).toMatchObject({
    articleId: 1,
    locationId: null,
    inventoryLocationId: locationId,
    foundAtLocationId: locationId,
    quantity: 0,
    inventoryQuantity: 2,
    isFound: true,
    isUnexpected: true,
    counted: { at: expect.any(String), user: { id: 3, fullName: "Uma Svoboda" } },
    article: { oid: 1, code: article.code, name: article.name },
  });
  const location = response.headers.get("location") ?? "";
  expect(location).toBe(`/api/inventories/items/${response.body.oid}`);
  const shown = await user.get(location);
  expect(shown.body).toEqual(response.body);
  expect(shown.headers.get("etag")).toBe(response.headers.get("etag"));
  expect(await items()).toEqual([...before, response.body]);
  expect((await user.get("/api/inventories/3/progress")).body).toMatchObject({ total: 50, unexpected: 1 });
});

test("the first entry of its history is its finding", async () => {
  const { body } = await add({
    articleId: 2,
    inventoryQuantity: 0,
    inventoryLocationId: 30,
    note: " by the door ",
  });
  expect(body).toMatchObject({
    inventoryQuantity: 0,
    isFound: true,
    inventoryLocationId: 30,
    note: "by the door",
  });
  const history = (await server.manager.get(`/api/inventories/items/${body.oid}/history`)).body;
  expect(history).toEqual([
    {
      at: expect.any(String),
      user: { id: 3, fullName: "Uma Svoboda" },
      device: null,
      before: { inventoryQuantity: null, inventoryLocationId: null, isFound: false, note: null },
      after: { inventoryQuantity: 0, inventoryLocationId: 30, isFound: true, note: "by the door" },
    },
  ]);
});

test("it can be counted again like any other item", async () => {
  const { body } = await add({ articleId: 3, inventoryQuantity: 1 });
  const response = await user.put("/api/inventories/items/update", { oid: body.oid, inventoryQuantity: 4 });
  expect(response.body).toMatchObject({ inventoryQuantity: 4, isFound: true, isUnexpected: true });
});

test("at a location where it is expected it is 409", async () => {
  const articleId = 120;
  const { locationId } = (await items()).find((item: { articleId: number }) => item.articleId === articleId);
  expect((await add({ articleId, inventoryQuantity: 1 })).status).toBe(409);
  expect((await add({ articleId, inventoryQuantity: 1, inventoryLocationId: locationId })).status).toBe(409);
});

test("at another location an expected article is one more item", async () => {
  expect((await add({ articleId: 120, inventoryQuantity: 1, inventoryLocationId: 25 })).status).toBe(201);
});

test("at a location where it was found already it is 409", async () => {
  const finding = { articleId: 461, inventoryQuantity: 1, inventoryLocationId: 25 };
  expect((await add(finding)).status).toBe(201);
  const again = await add(finding);
  expect(again.status).toBe(409);
  expect(again.body.message).toMatch(/already listed/);
});

test("a location that a count named which was taken back is free", async () => {
  const change = { oid: 122, inventoryQuantity: 1, inventoryLocationId: 28 };
  await user.put("/api/inventories/items/update", change);
  await user.put("/api/inventories/items/update", { oid: 122, inventoryQuantity: null });
  const { articleId } = (await user.get("/api/inventories/items/122")).body;
  expect((await add({ articleId, inventoryQuantity: 1, inventoryLocationId: 28 })).status).toBe(201);
});

test("an expected item that was found at another location blocks that location too", async () => {
  await user.put("/api/inventories/items/update", {
    oid: 121,
    inventoryQuantity: 1,
    inventoryLocationId: 26,
  });
  const { articleId } = (await user.get("/api/inventories/items/121")).body;
  expect((await add({ articleId, inventoryQuantity: 1, inventoryLocationId: 26 })).status).toBe(409);
  expect((await add({ articleId, inventoryQuantity: 1, inventoryLocationId: 27 })).status).toBe(201);
});

test("the same article may be found in another inventory", async () => {
  await add({ articleId: 460, inventoryQuantity: 1 });
  const response = await user.post("/api/inventories/9/items", { articleId: 460, inventoryQuantity: 1 });
  expect(response.status).toBe(201);
});

test("of ten parallel findings of one article one is added, nine are 409", async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => add({ articleId: 14, inventoryQuantity: 1 })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
});

test("an inventory without a location of its own needs one in the request", async () => {
  const path = `/api/inventories/${await addInventoryWithoutLocation(server)}/items`;
  for (const inventoryLocationId of [undefined, null]) {
    const response = await user.post(path, { articleId: 1, inventoryQuantity: 1, inventoryLocationId });
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe("inventoryLocationId");
  }
  const created = await user.post(path, { articleId: 1, inventoryQuantity: 1, inventoryLocationId: 30 });
  expect(created.status).toBe(201);
  expect(created.body.inventoryLocationId).toBe(30);
});

const REFUSED: readonly [string, object, readonly string[]][] = [
  ["no article", { inventoryQuantity: 1 }, ["articleId"]],
  ["no quantity", { articleId: 16 }, ["inventoryQuantity"]],
  ["a null quantity", { articleId: 16, inventoryQuantity: null }, ["inventoryQuantity"]],
  ["a negative quantity", { articleId: 16, inventoryQuantity: -1 }, ["inventoryQuantity"]],
  ["a fraction", { articleId: 16, inventoryQuantity: 0.5 }, ["inventoryQuantity"]],
  ["a quantity of 2^31", { articleId: 16, inventoryQuantity: 2 ** 31 }, ["inventoryQuantity"]],
  ["an unknown article", { articleId: 999_999, inventoryQuantity: 1 }, ["articleId"]],
  ["another tenant's article", { articleId: 501, inventoryQuantity: 1 }, ["articleId"]],
  [
    "another tenant's location",
    { articleId: 16, inventoryQuantity: 1, inventoryLocationId: 41 },
    ["inventoryLocationId"],
  ],
  [
    "both",
    { articleId: 501, inventoryQuantity: 1, inventoryLocationId: 41 },
    ["articleId", "inventoryLocationId"],
  ],
  ["too long a note", { articleId: 16, inventoryQuantity: 1, note: "x".repeat(4001) }, ["note"]],
];
test.each(REFUSED)("%s is 400, names the field, and adds nothing", async (_, body, paths) => {
  const before = await items();
  const response = await add(body);
  expect(refusal(response)).toEqual([400, ...paths]);
  expect(await items()).toEqual(before);
});

test("a deleted article can't be found", async () => {
  expect((await server.manager.delete("/api/articles/499")).status).toBe(204);
  const response = await add({ articleId: 499, inventoryQuantity: 1 });
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe("articleId");
});
