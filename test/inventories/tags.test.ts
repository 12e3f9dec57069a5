import { describe, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();
const user = server.manager;

const tagOf = async (path: string) => (await user.get(path)).headers.get("etag") ?? "";
const statusWith = async (path: string, tag: string) =>
  (await user.get(path, { "If-None-Match": tag })).status;
const count = (oid: number, body: object, headers = {}) =>
  user.put("/api/inventories/items/update", { oid, ...body }, headers);

type Change = () => Promise<{ status: number }>;
let quantity = 0;
const countItem: Change = () => count(111, { inventoryQuantity: ++quantity });
const makeTransition: Change = async () => {
  await user.put("/api/inventories/3/postpone");
  return user.put("/api/inventories/3/start");
};
const changeArticle: Change = async () => {
  const { articleId } = (await user.get("/api/inventories/items/111")).body;
  return user.put(`/api/articles/${articleId}`, { name: `Renamed ${++quantity}` });
};
const addFound: Change = () =>
  user.post("/api/inventories/3/items", { articleId: ++quantity, inventoryQuantity: 1 });

const PATHS: readonly [string, readonly (readonly [string, Change])[]][] = [
  ["/api/inventories", [["a move", makeTransition]]],
  ["/api/inventories?includeClosed=true", [["a move", makeTransition]]],
  ["/api/inventories/findByName?name=3", [["a move", makeTransition]]],
  ["/api/inventories/findById?id=3", [["a move", makeTransition]]],
  ["/api/inventories/3", [["a move", makeTransition]]],
  [
    "/api/inventories/3?includeItems=true",
    [
      ["a move", makeTransition],
      ["a count", countItem],
      ["a new name", changeArticle],
      ["a finding", addFound],
    ],
  ],
  [
    "/api/inventories/3/items",
    [
      ["a count", countItem],
      ["a new name", changeArticle],
      ["a finding", addFound],
    ],
  ],
  [
    "/api/inventories/3/items/findByLocation?locationId=6",
    [
      ["a count", countItem],
      ["a new name", changeArticle],
    ],
  ],
  [
    "/api/inventories/items/111",
    [
      ["a count", countItem],
      ["a new name", changeArticle],
    ],
  ],
  ["/api/inventories/items/111/history", [["a count", countItem]]],
  ["/api/inventories/3/progress", [["a finding", addFound]]],
];

describe.each(PATHS)("%s", (path, changes) => {
  test("is 304 without a body while nothing changes", async () => {
    const response = await user.get(path);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    const again = await user.get(path, { "If-None-Match": `"x", W/${response.headers.get("etag")}` });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    expect(again.headers.get("etag")).toBe(response.headers.get("etag"));
    expect(await statusWith(path, '"x"')).toBe(200);
  });

  test.each(changes)("has another tag after %s", async (_, change) => {
    const tag = await tagOf(path);
    expect((await change()).status).toBeLessThan(300);
    expect(await statusWith(path, tag)).toBe(200);
    expect(await tagOf(path)).not.toBe(tag);
  });
});

test("the detail in another language has another tag", async () => {
  const czech = await user.get("/api/inventories/3", { "Accept-Language": "cs" });
  const tag = czech.headers.get("etag") ?? "";
  expect(tag).not.toBe(await tagOf("/api/inventories/3"));
  expect(await statusWith("/api/inventories/3", tag)).toBe(200);
});

test("a count with a stale tag is 412 and changes nothing", async () => {
  const path = "/api/inventories/items/112";
  const old = await tagOf(path);
  expect((await count(112, { inventoryQuantity: 1 }, { "If-Match": old })).status).toBe(200);
  expect((await count(112, { inventoryQuantity: 2 }, { "If-Match": old })).status).toBe(412);
  expect((await user.get(path)).body.inventoryQuantity).toBe(1);
  expect((await user.get(`${path}/history`)).body).toHaveLength(1);
});

test("a count has the item's new tag, with which the next one is accepted, also as a weak tag or *", async () => {
  const tag = (await count(114, { inventoryQuantity: 1 })).headers.get("etag") ?? "";
  expect(tag).toBe(await tagOf("/api/inventories/items/114"));
  expect((await count(114, { inventoryQuantity: 3 }, { "If-Match": `"x", W/${tag}` })).status).toBe(200);
  expect((await count(114, { inventoryQuantity: 4 }, { "If-Match": "*" })).status).toBe(200);
});

test("of ten counts with the same tag one is accepted", async () => {
  const tag = await tagOf("/api/inventories/items/113");
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, i) => count(113, { inventoryQuantity: i }, { "If-Match": tag })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
});

test("a transition with a stale tag is 412 before the state is checked", async () => {
  const old = await tagOf("/api/inventories/2");
  expect((await user.put("/api/inventories/2/start", undefined, { "If-Match": old })).status).toBe(200);
  expect((await user.put("/api/inventories/2/start", undefined, { "If-Match": old })).status).toBe(412);
  expect((await user.put("/api/inventories/2/finish", undefined, { "If-Match": old })).status).toBe(412);
});

test("the response of a transition has the new tag", async () => {
  const old = await tagOf("/api/inventories/3");
  const paused = await user.put("/api/inventories/3/postpone", undefined, { "If-Match": old });
  const tag = paused.headers.get("etag") ?? "";
  expect(tag).not.toBe(old);
  expect((await user.put("/api/inventories/3/start", undefined, { "If-Match": tag })).status).toBe(200);
});
