import { describe, expect, test } from "vitest";
import { added, faultPaths, oids, proposalBody, statuses, tagOf } from "../articles/samples.ts";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";

const PATH = "/api/articleproposals";

const server = sharedServer();
const { admin, manager, user } = server;

async function proposeArticle(
  other: Readonly<Record<string, unknown>> = {},
  as: Client = user,
): Promise<number> {
  const response = await as.post("/api/articles/pwa-request", proposalBody(other));
  expect(response.status).toBe(201);
  return response.body.oid;
}
const decide = (oid: number, how: "approve" | "reject", body?: object, as: Client = manager) =>
  as.put(`${PATH}/${oid}/${how}`, body);
const stats = async () => (await user.get("/api/articles/my-stats/3")).body;

test("all properties of a proposal are shown to the decider", async () => {
  const oid = await proposeArticle({
    note: "for the\nwindow",
    serialNo: "SER-1",
    articleCategoryID: 2,
    articleTypeID: 3,
    price: 1999.9,
    currencyTypeID: 2,
    invoiceNo: "2026/17",
    dtBuy: "2026-02-28",
  });
  const response = await manager.get(`${PATH}/${oid}`);
  expect(response.body).toEqual({
    oid,
    state: "waiting",
    code: null,
    name: "Proposed lamp",
    category: { oid: 2, name: "Furniture" },
    type: { oid: 3, name: "Chair" },
    price: 1999.9,
    currencyType: { oid: 2, name: expect.any(String) },
    serialNumber: "SER-1",
    note: "for the\nwindow",
    invoiceNo: "2026/17",
    dtBuy: "2026-02-28",
    userId: 3,
    user: { id: 3, fullName: "Uma Svoboda" },
    createdDT: expect.any(String),
    createdBy: "user",
    rejectReason: null,
    rejectedDT: null,
    rejectedBy: null,
  });
  expect((await manager.get(PATH)).body[0]).toEqual(response.body);
  expect((await user.get(PATH)).body[0]).toEqual(response.body);
});

describe("approve", () => {
  test("with a code and all properties: the result is an article like any other", async () => {
    const oid = await proposeArticle({ currencyTypeID: 2 });
    const before = await stats();
    const response = await decide(oid, "approve", {
      code: "LAMP-1",
      stateId: 2,
      categoryId: 2,
      typeId: 3,
      name: "Lamp",
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      oid,
      code: "LAMP-1",
      name: "Lamp",
      category: { oid: 2 },
      type: { oid: 3 },
      state: { oid: 2, name: "In stock" },
      userId: 3,
    });
    const article = await manager.get(`/api/articles/${oid}`);
    expect(article.body).toEqual(response.body);
    expect((await manager.get("/api/articles/page?q=LAMP-1")).body.items).toMatchObject([{ currencyId: 2 }]);
    expect(tagOf(article)).toBe(tagOf(response));
    for (const as of [user, manager]) expect(oids(await as.get(PATH))).not.toContain(oid);
    expect((await manager.get(`${PATH}/${oid}`)).status).toBe(404);
    expect(await stats()).toEqual(before);
  });

  test("without a body the article is in use under the next free code, each time another", async () => {
    const codes = [];
    for (const body of [undefined, {}, { code: null }, { code: " " }]) {
      const response = await decide(await proposeArticle(), "approve", body);
      expect(response.body.state).toEqual({ oid: 1, name: "In use" });
      codes.push(response.body.code);
    }
    expect(codes).toEqual(["A000501", "A000502", "A000503", "A000504"]);
  });

  test("without another code the article keeps the one that it has", async () => {
    for (const [index, body] of [undefined, {}, { code: null }].entries()) {
      const oid = await proposeArticle();
      const code = `KEPT-${index}`;
      expect((await manager.put(`/api/articles/${oid}`, { code })).status).toBe(200);
      expect((await decide(oid, "approve", body)).body.code).toBe(code);
    }
  });

  test.each<[string, object, number, string[]]>([
    ["a code that is taken", { code: "A000001" }, 409, ["code"]],
    ["the state Proposed", { stateId: 3 }, 400, ["stateId"]],
    ["the state Disposed", { stateId: 4 }, 400, ["stateId"]],
    ["another tenant's category", { categoryId: 4 }, 400, ["categoryId"]],
    ["unknown type and state", { typeId: 999, stateId: 999 }, 400, ["typeId", "stateId"]],
    ["no name", { name: null }, 400, ["name"]],
  ])("%s is refused, and the proposal stays pending", async (_, body, status, paths) => {
    const oid = await proposeArticle();
    const response = await decide(oid, "approve", body);
    expect(response.status).toBe(status);
    expect(faultPaths(response)).toEqual(paths);
    expect((await manager.get(`${PATH}/${oid}`)).body.state).toBe("waiting");
  });
});

test("merging a list's entry leaves who rejected a proposal, and when, as it was", async () => {
  const { oid: category } = (await manager.post("/api/articlecategories", { name: "Lamps" })).body;
  const oid = await proposeArticle({ articleCategoryID: category });
  const rejected = (await decide(oid, "reject", { reason: "there are enough" })).body;
  expect((await admin.put(`/api/articlecategories/${category}/merge`, { into: 2 })).status).toBe(200);
  expect((await manager.get(`${PATH}/${oid}`)).body).toEqual({
    ...rejected,
    category: { oid: 2, name: "Furniture" },
  });
});

test("a Manager's own proposals are listed on request, a User's own alone", async () => {
  const [own, other] = [await proposeArticle({}, manager), await proposeArticle()];
  const listed = async (userId: number, as: Client = manager) =>
    oids(await as.get(`${PATH}?userId=${userId}`));
  expect(await listed(2)).toContain(own);
  expect(await listed(2)).not.toContain(other);
  expect(await listed(3)).toContain(other);
  expect(await listed(3, user)).toContain(other);
  expect((await user.get(`${PATH}?userId=2`)).status).toBe(403);
});

test("a rejected proposal is deleted, its author sees the reason, and the figures follow", async () => {
  const before = await stats();
  const oid = await proposeArticle({ price: 5 });
  expect((await stats()).assignedCount).toBe(before.assignedCount + 1);
  expect((await decide(oid, "reject", { reason: " " })).status).toBe(400);
  const response = await decide(oid, "reject", { reason: "there are enough" });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    oid,
    state: "rejected",
    rejectReason: "there are enough",
    rejectedDT: expect.any(String),
    rejectedBy: "manager",
  });
  expect((await user.get(`/api/articles/${oid}`)).status).toBe(404);
  expect((await user.get(`${PATH}/${oid}`)).body).toEqual(response.body);
  expect((await user.get(`${PATH}?state=rejected`)).body[0]).toEqual(response.body);
  expect(oids(await user.get(`${PATH}?state=waiting`))).not.toContain(oid);
  expect(await stats()).toEqual(before);
});

test("a proposal of what a person has can't be rejected: it is not deleted", async () => {
  const { oid } = await added(manager, "HELD-1");
  expect((await manager.post("/api/custodies", { articleId: oid, userId: 3 })).status).toBe(201);
  expect((await manager.put(`/api/articles/${oid}`, { stateId: 3 })).status).toBe(200);
  const response = await decide(oid, "reject", { reason: "there are enough" });
  expect([response.status, response.body.message]).toEqual([
    400,
    expect.stringMatching(/Take it back first/),
  ]);
  expect((await manager.get(`/api/articles/${oid}`)).status).toBe(200);
});

test("of all concurrent approvals and rejections one succeeds", async () => {
  const oid = await proposeArticle();
  const responses = await Promise.all([
    decide(oid, "approve"),
    decide(oid, "approve", { code: "TWICE" }, admin),
    decide(oid, "reject", { reason: "no" }),
  ]);
  expect(statuses(responses)).toEqual([200, 400, 400]);
  const rejected = await proposeArticle();
  await decide(rejected, "reject", { reason: "no" });
  expect((await decide(rejected, "approve")).body.message).toBe("The proposal is already rejected.");
});

test("a User's list has the proposals that they made or that are for them, and no others", async () => {
  const own = await proposeArticle();
  const forUser = await proposeArticle({ userID: 3 }, manager);
  const others = await proposeArticle({}, manager);
  expect(oids(await user.get(PATH))).toEqual(expect.arrayContaining([own, forUser]));
  expect(oids(await user.get(PATH))).not.toContain(others);
});

test("another's proposal is 404 for a User", async () => {
  expect((await user.get(`${PATH}/${await proposeArticle({}, manager)}`)).status).toBe(404);
});

test("an Admin's list has everybody's proposals, newest first, in pages", async () => {
  const own = await proposeArticle();
  const forUser = await proposeArticle({ userID: 3 }, manager);
  const others = await proposeArticle({}, manager);
  expect(oids(await admin.get(PATH)).slice(0, 3)).toEqual([others, forUser, own]);
  expect(oids(await admin.get(`${PATH}?before=${forUser}`))[0]).toBe(own);
});

test("a User sees each proposal that they made, also after it is for somebody else", async () => {
  const own = await proposeArticle();
  await manager.put(`/api/articles/${own}`, { userId: 2 });
  expect(oids(await user.get(PATH))).toContain(own);
  expect((await user.get(`${PATH}/${own}`)).body).toMatchObject({ oid: own, userId: 2 });
});

test("a User reads a proposal that somebody else made for them", async () => {
  const forUser = await proposeArticle({ userID: 3 }, manager);
  expect((await user.get(`${PATH}/${forUser}`)).body).toMatchObject({ oid: forUser, userId: 3 });
});

test("a deleted article is not a rejected proposal", async () => {
  const oid = await proposeArticle();
  await manager.delete(`/api/articles/${oid}`);
  expect(oids(await manager.get(PATH))).not.toContain(oid);
  expect((await decide(oid, "approve")).status).toBe(404);
});

test("the lists of requests are found by their indexes", async () => {
  const { storage } = server.appliance.dependencies;
  const plans = async (path: string) => {
    const seen: string[] = [];
    const { rows } = storage.reader;
    storage.reader.rows = (query) => {
      const text = { sql: `EXPLAIN QUERY PLAN ${query.sql}`, reads: [] };
      const plan = storage.db.query<{ detail: string }>(text, query.values).all(...query.values);
      seen.push(...plan.map(({ detail }) => detail));
      return rows(query);
    };
    expect((await manager.get(path)).status).toBe(200);
    storage.reader.rows = rows;
    return seen.join("\n");
  };
  expect(await plans(PATH)).toContain("articleProposal (tenantId=? AND oid<?)");
  expect(await plans("/api/articletransfers?state=open")).toContain("articleTransferOpen (tenantId=? AND");
  expect(await plans("/api/articletransfers?userId=3")).toContain("articleTransferByUser (tenantId=? AND");
  expect(await plans("/api/articletransfers?articleId=3")).toContain("articleTransferByArticle (articleId=?");
  expect(await plans("/api/articledisposals?state=waiting")).toContain(
    "disposalProposalWaiting (tenantId=? AND",
  );
  expect(await plans("/api/articledisposals?userId=3")).toContain("disposalProposalByUser (tenantId=? AND");
  expect(await plans("/api/articledisposals?articleId=3")).toContain(
    "disposalProposalByArticle (articleId=?",
  );
});
