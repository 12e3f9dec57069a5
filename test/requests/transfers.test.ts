import { describe, expect, test } from "vitest";
import { faultPaths, oids, statuses, tagOf } from "../articles/samples.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { siteOn, TRANSFERS } from "./warehouse.ts";

const site = siteOn(sharedServer());

test("a transfer is open, with all its properties, at its URL and in the lists", async () => {
  const articleId = await site.anArticleAt({ 4: 3 });
  const before = await site.figure();
  const response = await site.ask(site.user, articleId, { fromLocationId: 4, quantity: 2, note: " soon " });
  expect(response.status).toBe(201);
  const { oid } = response.body;
  expect(response.body).toEqual({
    oid,
    state: "open",
    articleId,
    article: { oid: articleId, code: "TR-1", name: "Article TR-1" },
    unit: null,
    targetLocationId: 8,
    targetLocation: { oid: 8, name: expect.any(String), code: expect.any(String) },
    fromLocationId: 4,
    fromLocation: { oid: 4, name: "Skladová hala č. 1", code: "B1-G-01" },
    quantity: 2,
    note: "soon",
    user: { id: 3, fullName: "Uma Svoboda" },
    createdDT: expect.any(String),
    decidedDT: null,
    decidedBy: null,
    reason: null,
  });
  expect(response.headers.get("location")).toBe(`${TRANSFERS}/${oid}`);
  const read = await site.user.get(`${TRANSFERS}/${oid}`);
  expect(read.body).toEqual(response.body);
  expect(tagOf(read)).toBe(tagOf(response));
  expect((await site.user.get(TRANSFERS)).body[0]).toEqual(response.body);
  expect(await site.figure()).toBe(before + 1);
  expect((await site.mine())[0]).toBe(oid);
});

test("a transfer of an article in kg says so beside its quantity, in the lists and at its URL", async () => {
  const { oid, articleId } = await site.aTransfer({ 4: 30 }, { quantity: 12 });
  await site.manager.put(`/api/articles/${articleId}/full`, { unit: "kg" });
  const read = await site.user.get(`${TRANSFERS}/${oid}`);
  expect(read.body).toMatchObject({ quantity: 12, unit: "kg" });
  expect((await site.user.get(TRANSFERS)).body[0]).toEqual(read.body);
});

test.each<[string, object, string[]]>([
  ["an unknown article", { articleId: 99999 }, ["articleId"]],
  [
    "another tenant's records",
    { articleId: 501, targetLocationId: 41, fromLocationId: 41 },
    ["articleId", "targetLocationId", "fromLocationId"],
  ],
  ["no target", { targetLocationId: undefined }, ["targetLocationId"]],
  ["the target itself", { fromLocationId: 8 }, ["fromLocationId"]],
  ["no pieces", { quantity: 0 }, ["quantity"]],
])("%s is refused", async (_, other, paths) => {
  const response = await site.ask(site.user, await site.anArticleAt({ 4: 3 }), other);
  expect(response.status).toBe(400);
  expect(faultPaths(response)).toEqual(paths);
});

test("of all concurrent confirmations and rejections one succeeds, and it moves stock once", async () => {
  const { oid, articleId } = await site.aTransfer({ 4: 3 }, { quantity: 1 });
  const responses = await Promise.all([
    site.decide(oid, "confirm"),
    site.decide(oid, "confirm", {}, site.admin),
    site.decide(oid, "reject", { reason: "no" }),
  ]);
  expect(statuses(responses)).toEqual([200, 400, 400]);
  expect(await site.stockOf(articleId)).toEqual({ 4: 2, 8: 1 });
});

test("a rejected transfer has its reason, and moves nothing", async () => {
  const { oid, articleId } = await site.aTransfer();
  expect((await site.decide(oid, "reject", {})).status).toBe(400);
  const response = await site.decide(oid, "reject", { reason: "no room" });
  expect(response.body).toMatchObject({ state: "rejected", reason: "no room", decidedBy: { id: 2 } });
  expect((await site.user.get(`${TRANSFERS}/${oid}`)).body.reason).toBe("no room");
  expect(await site.stockOf(articleId)).toEqual({ 4: 3 });
  expect((await site.decide(oid, "confirm")).status).toBe(400);
  expect(await site.mine()).not.toContain(oid);
});

describe("DELETE", () => {
  test.each<[string, () => [Client, Client], boolean, number]>([
    ["one's own while it is open", () => [site.user, site.user], false, 204],
    ["one's own when it is decided", () => [site.user, site.user], true, 400],
    ["another's as User", () => [site.admin, site.user], false, 403],
    ["another's as Manager", () => [site.user, site.manager], false, 204],
    ["a decided one as Manager", () => [site.user, site.manager], true, 204],
  ])("%s", async (_, who, isDecided, status) => {
    const [asking, deleting] = who();
    const { oid } = await site.aTransfer({ 4: 1 }, {}, asking);
    if (isDecided) await site.decide(oid, "confirm");
    expect((await deleting.delete(`${TRANSFERS}/${oid}`)).status).toBe(status);
    expect((await site.manager.get(`${TRANSFERS}/${oid}`)).status).toBe(status === 204 ? 404 : 200);
    expect(oids(await site.admin.get(TRANSFERS)).includes(oid)).toBe(status !== 204);
    expect((await site.mine()).includes(oid)).toBe(false);
  });
});

test("a User sees only their own transfers", async () => {
  const others = await site.aTransfer({ 4: 1 }, {}, site.manager);
  expect((await site.user.get(`${TRANSFERS}/${others.oid}`)).status).toBe(403);
  expect((await site.user.get(`${TRANSFERS}?userId=2`)).status).toBe(403);
  const users = (response: ApiResponse) =>
    new Set(response.body.map((one: { user: { id: number } }) => one.user.id));
  expect(users(await site.user.get(TRANSFERS))).toEqual(new Set([3]));
  expect(users(await site.manager.get(TRANSFERS)).has(2)).toBe(true);
});

test("the list is filtered by state, article and user", async () => {
  const own = await startServer();
  const boss = own.manager;
  const states = async (query: string) =>
    (await boss.get(`${TRANSFERS}${query}`)).body.map(({ state }: { state: string }) => state);
  expect(await states("")).toEqual(["rejected", "confirmed", "open", "open"]);
  expect(await states("?state=open")).toEqual(["open", "open"]);
  expect(await states("?state=confirmed&userId=3")).toEqual(["confirmed"]);
  expect(await states("?state=obsolete")).toEqual([]);
  expect(await states("?before=4")).toEqual(["confirmed", "open", "open"]);
  const [newest] = (await boss.get(TRANSFERS)).body;
  expect(await states(`?articleId=${newest.articleId}`)).toEqual(["rejected"]);
  await boss.delete(`/api/articles/${(await boss.get(`${TRANSFERS}/1`)).body.articleId}`);
  expect(await states("?state=obsolete")).toEqual(["obsolete"]);
});
