import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { added, faultPaths, oids, statuses, tagOf } from "../articles/samples.ts";
import { aBox, type TestBox } from "../harness/box.ts";
import type { Answer, Client } from "../harness/client.ts";

const PATH = "/api/articletransfers";
type Stock = Readonly<Record<number, number>>;

let box: TestBox;
let admin: Client;
let manager: Client;
let user: Client;
let next = 0;
beforeAll(async () => {
  box = await aBox({ keep: true });
  [admin, manager, user] = [await box.as("admin"), await box.as("manager"), await box.as("user")];
});
afterAll(() => box.stop());

async function anArticleAt(stock: Stock): Promise<number> {
  const { oid } = await added(manager, `TR-${++next}`);
  const locations = Object.entries(stock).map(([id, quantity]) => ({ locationId: Number(id), quantity }));
  await manager.put(`/api/articles/${oid}/locations`, { locations });
  return oid;
}
async function stockOf(articleId: number): Promise<Stock> {
  const { body } = await user.get(`/api/articles/${articleId}/locations`);
  return Object.fromEntries(
    body.map(({ locationId, quantity }: { locationId: number; quantity: number }) => [locationId, quantity]),
  );
}
const ask = (as: Client, articleId: number, other: object = {}) =>
  as.post(PATH, { articleId, targetLocationId: 8, ...other });
async function aTransfer(stock: Stock = { 4: 3 }, other: object = {}, as: Client = user) {
  const answer = await ask(as, await anArticleAt(stock), other);
  expect(answer.status).toBe(201);
  return answer.body;
}
const decide = (oid: number, how: "confirm" | "reject", body?: object, as: Client = manager) =>
  as.put(`${PATH}/${oid}/${how}`, body);
const figure = async () => (await user.get("/api/articles/my-stats/3")).body.openTransfers;
const mine = async () => oids(await user.get("/api/articles/my-transfers/3"));
const stateOf = async (oid: number) => (await manager.get(`${PATH}/${oid}`)).body.state;

test("a transfer is open, with all that was said, at its address and in the lists", async () => {
  const articleId = await anArticleAt({ 4: 3 });
  const before = await figure();
  const answer = await ask(user, articleId, { fromLocationId: 4, quantity: 2, note: " soon " });
  expect(answer.status).toBe(201);
  const { oid } = answer.body;
  expect(answer.body).toEqual({
    oid,
    state: "open",
    articleId,
    article: { oid: articleId, code: `TR-${next}`, name: `Article TR-${next}` },
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
  expect(answer.headers.get("location")).toBe(`${PATH}/${oid}`);
  const read = await user.get(`${PATH}/${oid}`);
  expect(read.body).toEqual(answer.body);
  expect(tagOf(read)).toBe(tagOf(answer));
  expect((await user.get(PATH)).body[0]).toEqual(answer.body);
  expect(await figure()).toBe(before + 1);
  expect((await mine())[0]).toBe(oid);
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
  const answer = await ask(user, await anArticleAt({ 4: 3 }), other);
  expect(answer.status).toBe(400);
  expect(faultPaths(answer)).toEqual(paths);
});

type Moved = { readonly fromLocationId: number | null; readonly quantity: number | null };
describe("confirm", () => {
  test.each<[string, Stock, object, object | undefined, Stock, Moved]>([
    ["all pieces", { 4: 3 }, {}, undefined, { 8: 3 }, { fromLocationId: 4, quantity: 3 }],
    [
      "some, from the only place",
      { 4: 3 },
      { quantity: 1 },
      {},
      { 4: 2, 8: 1 },
      { fromLocationId: 4, quantity: 1 },
    ],
    [
      "all of one place",
      { 4: 3, 5: 1 },
      { fromLocationId: 4 },
      {},
      { 5: 1, 8: 3 },
      { fromLocationId: 4, quantity: 3 },
    ],
    [
      "some of one place",
      { 4: 3, 5: 1 },
      { fromLocationId: 4, quantity: 2 },
      {},
      { 4: 1, 5: 1, 8: 2 },
      { fromLocationId: 4, quantity: 2 },
    ],
    ["to where some are", { 4: 3, 8: 1 }, {}, {}, { 8: 4 }, { fromLocationId: 4, quantity: 3 }],
    ["what has arrived already", { 8: 3 }, {}, {}, { 8: 3 }, { fromLocationId: null, quantity: null }],
    [
      "what the Manager says",
      { 4: 3, 5: 2 },
      {},
      { fromLocationId: 5, quantity: 1 },
      { 4: 3, 5: 1, 8: 1 },
      { fromLocationId: 5, quantity: 1 },
    ],
    [
      "all, where the Manager says so",
      { 4: 3 },
      { quantity: 1 },
      { quantity: null },
      { 8: 3 },
      { fromLocationId: 4, quantity: 3 },
    ],
  ])("moves %s", async (_, stock, asked, said, after, moved) => {
    const { oid, articleId } = await aTransfer(stock, asked);
    const before = await figure();
    const answer = await decide(oid, "confirm", said);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...moved,
      state: "confirmed",
      decidedDT: expect.any(String),
      decidedBy: { id: 2, fullName: "Max Dvorak" },
    });
    expect(tagOf(await manager.get(`${PATH}/${oid}`))).toBe(tagOf(answer));
    expect(await stockOf(articleId)).toEqual(after);
    expect(await figure()).toBe(before - 1);
    expect(await mine()).not.toContain(oid);
  });

  test.each<[string, Stock, object, object, RegExp]>([
    [
      "several places and nobody says which",
      { 4: 3, 5: 1 },
      {},
      {},
      /several places: Skladová hala č\. 1 \(4\), .+ \(5\)\. Say/,
    ],
    ["more than there is", { 4: 3 }, { quantity: 4 }, {}, /: 3\.$/],
    ["from where it is not", { 4: 3 }, { fromLocationId: 5 }, {}, /^The article is not at that place/],
    ["nowhere at all", {}, {}, {}, /^The article is not at any other place/],
    ["some, when all have arrived", { 8: 3 }, { quantity: 1 }, {}, /^The article is not at any other place/],
    ["an unknown place", { 4: 3 }, {}, { fromLocationId: 999 }, /fromLocationId/],
    ["the target itself", { 4: 3, 8: 1 }, {}, { fromLocationId: 8 }, /fromLocationId/],
  ])("%s is refused, and nothing changes", async (_, stock, asked, said, message) => {
    const { oid, articleId } = await aTransfer(stock, asked);
    const answer = await decide(oid, "confirm", said);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
    expect(await stockOf(articleId)).toEqual(stock);
    expect(await stateOf(oid)).toBe("open");
  });

  test("when the article was deleted meanwhile it is told so", async () => {
    const { oid, articleId } = await aTransfer();
    await manager.delete(`/api/articles/${articleId}`);
    const answer = await decide(oid, "confirm");
    expect([answer.status, answer.body.message]).toEqual([400, "The article was deleted meanwhile."]);
    expect(await stateOf(oid)).toBe("obsolete");
    expect(await mine()).not.toContain(oid);
    expect((await decide(oid, "reject", { reason: "gone" })).status).toBe(200);
  });

  test("when the stock has gone meanwhile it is told so", async () => {
    const { oid, articleId } = await aTransfer({ 4: 3 }, { fromLocationId: 4 });
    await manager.put(`/api/articles/${articleId}/locations`, { locations: [] });
    expect((await decide(oid, "confirm")).body.message).toBe("The article is not at that place.");
  });

  test("is by the transfer in the article's history", async () => {
    const { oid, articleId } = await aTransfer();
    await decide(oid, "confirm");
    const { storage } = box.appliance.box;
    const causes = storage.db
      .query<{ cause: string | null }>(
        { sql: "SELECT cause FROM audit WHERE entity = 'article' AND entityId = ? ORDER BY oid", reads: [] },
        [],
      )
      .all(articleId);
    expect(causes.map(({ cause }) => cause)).toEqual([null, null, `transfer ${oid}`, `transfer ${oid}`]);
  });
});

test("of all who confirm and reject at once one wins, and it moves once", async () => {
  const { oid, articleId } = await aTransfer({ 4: 3 }, { quantity: 1 });
  const answers = await Promise.all([
    decide(oid, "confirm"),
    decide(oid, "confirm", {}, admin),
    decide(oid, "reject", { reason: "no" }),
  ]);
  expect(statuses(answers)).toEqual([200, 400, 400]);
  expect(await stockOf(articleId)).toEqual({ 4: 2, 8: 1 });
});

test("a rejected one tells why, and moves nothing", async () => {
  const { oid, articleId } = await aTransfer();
  expect((await decide(oid, "reject", {})).status).toBe(400);
  const answer = await decide(oid, "reject", { reason: "no room" });
  expect(answer.body).toMatchObject({ state: "rejected", reason: "no room", decidedBy: { id: 2 } });
  expect((await user.get(`${PATH}/${oid}`)).body.reason).toBe("no room");
  expect(await stockOf(articleId)).toEqual({ 4: 3 });
  expect((await decide(oid, "confirm")).status).toBe(400);
  expect(await mine()).not.toContain(oid);
});

test("If-Match of one who has not seen the decision is stale", async () => {
  const { oid } = await aTransfer();
  const tag = tagOf(await manager.get(`${PATH}/${oid}`));
  await decide(oid, "reject", { reason: "no" });
  expect((await manager.put(`${PATH}/${oid}/confirm`, {}, { "If-Match": tag })).status).toBe(412);
});

describe("DELETE", () => {
  test.each<[string, () => [Client, Client], boolean, number]>([
    ["one's own while it is open", () => [user, user], false, 204],
    ["one's own when it is decided", () => [user, user], true, 400],
    ["another's as User", () => [admin, user], false, 403],
    ["another's as Manager", () => [user, manager], false, 204],
    ["a decided one as Manager", () => [user, manager], true, 204],
  ])("%s", async (_, who, isDecided, status) => {
    const [asking, deleting] = who();
    const { oid } = await aTransfer({ 4: 1 }, {}, asking);
    if (isDecided) await decide(oid, "confirm");
    expect((await deleting.delete(`${PATH}/${oid}`)).status).toBe(status);
    expect((await manager.get(`${PATH}/${oid}`)).status).toBe(status === 204 ? 404 : 200);
    expect(oids(await admin.get(PATH)).includes(oid)).toBe(status !== 204);
    expect((await mine()).includes(oid)).toBe(false);
  });
});

test("a User sees the own ones alone", async () => {
  const others = await aTransfer({ 4: 1 }, {}, manager);
  expect((await user.get(`${PATH}/${others.oid}`)).status).toBe(403);
  expect((await user.get(`${PATH}?userId=2`)).status).toBe(403);
  const users = (answer: Answer) => new Set(answer.body.map((one: { user: { id: number } }) => one.user.id));
  expect(users(await user.get(PATH))).toEqual(new Set([3]));
  expect(users(await manager.get(PATH)).has(2)).toBe(true);
});

test("the list is narrowed down by state, article and user", async () => {
  const own = await aBox();
  const boss = await own.as("manager");
  const states = async (query: string) =>
    (await boss.get(`${PATH}${query}`)).body.map(({ state }: { state: string }) => state);
  expect(await states("")).toEqual(["rejected", "confirmed", "open", "open"]);
  expect(await states("?state=open")).toEqual(["open", "open"]);
  expect(await states("?state=confirmed&userId=3")).toEqual(["confirmed"]);
  expect(await states("?state=obsolete")).toEqual([]);
  expect(await states("?before=4")).toEqual(["confirmed", "open", "open"]);
  const [newest] = (await boss.get(PATH)).body;
  expect(await states(`?articleId=${newest.articleId}`)).toEqual(["rejected"]);
  await boss.delete(`/api/articles/${(await boss.get(`${PATH}/1`)).body.articleId}`);
  expect(await states("?state=obsolete")).toEqual(["obsolete"]);
});
