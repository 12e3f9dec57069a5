import { describe, expect, test } from "vitest";
import { added, faultPaths, oids, statuses, tagOf } from "../articles/samples.ts";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";

const PATH = "/api/articledisposals";

let next = 0;
const server = sharedServer();
const { admin, manager, user } = server;

const addArticle = async (): Promise<number> => (await added(manager, `DI-${++next}`)).oid;
const ask = (as: Client, articleId: number, other: object = {}) => as.post(PATH, { articleId, ...other });
async function addDisposal(
  as: Client = user,
  other: object = {},
): Promise<{ oid: number; articleId: number }> {
  const response = await ask(as, await addArticle(), other);
  expect(response.status).toBe(201);
  return response.body;
}
const decide = (oid: number, how: "approve" | "reject", body?: object, as: Client = manager) =>
  as.put(`${PATH}/${oid}/${how}`, body);
const pending = async () => (await user.get("/api/articles/my-stats/3")).body.pendingDisposals;
const mine = async () => oids(await user.get("/api/articles/my-disposals/3"));
const stored = async (oid: number) => (await user.get(`/api/articles/findById?id=${oid}`)).body[0];

test("a disposal request is pending, with all its properties, at its URL and in the lists", async () => {
  const articleId = await addArticle();
  const before = await pending();
  const response = await ask(user, articleId, {
    disposalMethodId: 1,
    disposalReasonId: 2,
    note: " the leg\nis off ",
  });
  expect(response.status).toBe(201);
  const { oid } = response.body;
  expect(response.body).toEqual({
    oid,
    state: "waiting",
    articleId,
    article: { oid: articleId, code: `DI-${next}`, name: `Article DI-${next}` },
    disposalMethod: { oid: 1, name: expect.any(String) },
    disposalReason: { oid: 2, name: expect.any(String) },
    note: "the leg\nis off",
    inventoryItemId: null,
    user: { id: 3, fullName: "Uma Svoboda" },
    proposalDT: expect.any(String),
    decidedDT: null,
    decidedBy: null,
    rejectReason: null,
  });
  expect(response.headers.get("location")).toBe(`${PATH}/${oid}`);
  const read = await user.get(`${PATH}/${oid}`);
  expect(read.body).toEqual(response.body);
  expect(tagOf(read)).toBe(tagOf(response));
  expect((await user.get(PATH)).body[0]).toEqual(response.body);
  expect(await pending()).toBe(before + 1);
  expect((await mine())[0]).toBe(oid);
});

test("an article has one pending request, also of two concurrent ones", async () => {
  const articleId = await addArticle();
  const responses = await Promise.all([ask(user, articleId), ask(manager, articleId)]);
  expect(statuses(responses)).toEqual([201, 409]);
});

test("a decided request does not prevent another one of the article", async () => {
  const { oid, articleId } = await addDisposal();
  await decide(oid, "reject", { reason: "still good" });
  expect((await ask(user, articleId)).status).toBe(201);
});

test.each<[string, object, string[]]>([
  ["no article", { articleId: undefined }, ["articleId"]],
  ["an unknown article", { articleId: 99999 }, ["articleId"]],
  ["another tenant's article", { articleId: 501 }, ["articleId"]],
  [
    "unknown method and reason",
    { disposalMethodId: 999, disposalReasonId: 999 },
    ["disposalMethodId", "disposalReasonId"],
  ],
  ["a note too long", { note: "x".repeat(4001) }, ["note"]],
])("%s is refused", async (_, other, paths) => {
  const response = await ask(user, await addArticle(), other);
  expect(response.status).toBe(400);
  expect(faultPaths(response)).toEqual(paths);
});

describe("approve", () => {
  test("the article is Disposed with date, method and reason, in no list, and the figures follow", async () => {
    const { oid, articleId } = await addDisposal(user, { disposalMethodId: 1, disposalReasonId: 1 });
    const locations = `/api/articles/${articleId}/locations`;
    await manager.put(locations, { locations: [{ locationId: 4, quantity: 2 }] });
    const before = await pending();
    const response = await decide(oid, "approve", {
      disposalReasonId: 2,
      disposalDT: "2026-11-02T10:00:00+01:00",
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      state: "approved",
      disposalMethod: { oid: 1 },
      disposalReason: { oid: 2 },
      decidedDT: expect.any(String),
      decidedBy: { id: 2, fullName: "Max Dvorak" },
    });
    expect(await stored(articleId)).toMatchObject({
      stateId: 4,
      isDisposal: true,
      disposalDT: "2026-11-02T09:00:00.000Z",
      disposalMethodId: 1,
      disposalReasonId: 2,
      modifiedBy: "manager",
    });
    expect((await user.get(locations)).body).toEqual([]);
    expect(await pending()).toBe(before - 1);
    expect(await mine()).not.toContain(oid);
    expect((await ask(user, articleId)).status).toBe(400);
  });

  test("without a body the article is disposed of now, as requested", async () => {
    const { oid, articleId } = await addDisposal(user, { disposalMethodId: 2 });
    const { body } = await decide(oid, "approve");
    const article = await stored(articleId);
    expect(article).toMatchObject({ disposalMethodId: 2, disposalReasonId: null });
    expect(article.disposalDT).toBe(body.decidedDT);
  });

  test.each<[string, object, string[]]>([
    ["a day without a time", { disposalDT: "2026-11-02" }, ["disposalDT"]],
    ["a year that UTC does not have", { disposalDT: "9999-12-31T23:30:00-01:00" }, ["disposalDT"]],
    ["an unknown method", { disposalMethodId: 999 }, ["disposalMethodId"]],
  ])("%s is refused, and nothing changes", async (_, body, paths) => {
    const { oid, articleId } = await addDisposal();
    const response = await decide(oid, "approve", body);
    expect(response.status).toBe(400);
    expect(faultPaths(response)).toEqual(paths);
    expect((await stored(articleId)).stateId).toBe(2);
    expect((await user.get(`${PATH}/${oid}`)).body.state).toBe("waiting");
  });

  test("a meanwhile deleted article is named", async () => {
    const response = await decide(await addObsolete(), "approve");
    expect(response.status).toBe(400);
    expect(response.body.message).toBe("The article was deleted in the meantime.");
  });
});

/** A request whose article has been deleted. */
async function addObsolete(): Promise<number> {
  const { oid, articleId } = await addDisposal();
  await manager.delete(`/api/articles/${articleId}`);
  return oid;
}

test("the request of a deleted article is obsolete, and pending no more", async () => {
  const oid = await addObsolete();
  expect((await user.get(`${PATH}/${oid}`)).body.state).toBe("obsolete");
  expect(await mine()).not.toContain(oid);
});

test("the request of a deleted article can be rejected or withdrawn", async () => {
  const rejected = await decide(await addObsolete(), "reject", { reason: "gone" });
  expect(rejected.body.state).toBe("rejected");
  expect((await user.delete(`${PATH}/${await addObsolete()}`)).status).toBe(204);
});

test("a rejected request has its reason, and leaves the article unchanged", async () => {
  const { oid, articleId } = await addDisposal();
  const before = await stored(articleId);
  expect((await decide(oid, "reject", {})).status).toBe(400);
  const response = await decide(oid, "reject", { reason: "can be mended" });
  expect(response.body).toMatchObject({
    state: "rejected",
    rejectReason: "can be mended",
    decidedBy: { id: 2 },
  });
  expect((await user.get(`${PATH}/${oid}`)).body.rejectReason).toBe("can be mended");
  expect(await stored(articleId)).toEqual(before);
  expect(await mine()).not.toContain(oid);
  const late = await decide(oid, "approve");
  expect([late.status, late.body.message]).toEqual([400, "The disposal is already rejected."]);
  expect((await user.delete(`${PATH}/${oid}`)).status).toBe(400);
});

test("a request is decided once, whoever decides at the same time", async () => {
  const { oid } = await addDisposal();
  const responses = await Promise.all([
    decide(oid, "approve"),
    decide(oid, "approve", {}, admin),
    decide(oid, "reject", { reason: "no" }),
  ]);
  expect(statuses(responses)).toEqual([200, 400, 400]);
  expect((await user.delete(`${PATH}/${oid}`)).status).toBe(400);
});
