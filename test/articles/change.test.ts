import { describe, expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { added, articleBody, oids, proposalBody, statuses, tagOf } from "./samples.ts";

let next = 0;
const server = sharedServer();
const { manager } = server;

const FULL = { price: 5.25, serialNumber: "S", rfId: "R", userId: 3, responsibleUserId: 2, isDisposal: true };
const addFullArticle = () => added(manager, `CH-${++next}`, FULL);
const stored = async (oid: number) => (await manager.get(`/api/articles/findById?id=${oid}`)).body[0];

describe("PUT", () => {
  test.each<[string, Record<string, unknown>, object]>([
    ["nothing given changes nothing", {}, {}],
    ["given properties change, absent ones stay", { name: "Other" }, { name: "Other" }],
    [
      "null clears each nullable field",
      { serialNumber: null, rfId: null, userId: null, responsibleUserId: null },
      { serialNumber: null, rfId: null, userId: null, responsibleUserId: null },
    ],
    ["empty text clears too", { serialNumber: "", rfId: " " }, { serialNumber: null, rfId: null }],
    ["serialNo null clears", { serialNo: null }, { serialNumber: null }],
    ["serialNo changes the serial number", { serialNo: "T" }, { serialNumber: "T" }],
    ["a price of 0", { price: 0 }, { price: 0 }],
    ["a price of four places", { price: 0.1234 }, { price: 0.1234 }],
    [
      "the flag alone, not the date of disposal",
      { isDisposal: false },
      { isDisposal: false, disposalDT: null },
    ],
    ["any global state", { stateId: 4 }, { stateId: 4 }],
    ["category and type", { categoryId: 2, typeId: 3 }, { categoryId: 2, typeId: 3 }],
    ["names in another case", { NAME: "Loud", PRICE: 1 }, { name: "Loud", price: 1 }],
    [
      "columns that no body may set",
      { tenantId: 2, createdBy: "x", deleted: true, disposalMethodId: 1, change: 0 },
      {},
    ],
  ])("%s", async (_, sent, changed) => {
    const article = await addFullArticle();
    const response = await manager.put(`/api/articles/${article.oid}`, sent);
    expect(response.status).toBe(200);
    const after = await stored(article.oid);
    expect(after).toEqual({ ...article, ...changed, modifiedDT: after.modifiedDT });
    const detail = await manager.get(`/api/articles/${article.oid}`);
    expect(response.body).toEqual(detail.body);
    expect(tagOf(response)).toBe(tagOf(detail));
  });

  test("records who changed the article and when, and keeps its author", async () => {
    const { oid, createdDT } = await addFullArticle();
    await (await server.as("both")).put(`/api/articles/${oid}`, { name: "Mine" });
    const after = await stored(oid);
    expect(after).toMatchObject({ createdBy: "manager", modifiedBy: "both", createdDT });
    expect(Date.parse(after.modifiedDT)).toBeGreaterThanOrEqual(Date.parse(createdDT));
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["another oid", { oid: 1 }, ["oid"]],
    ["another oid as text", { oid: "1" }, ["oid"]],
    ["a null oid", { oid: null }, ["oid"]],
    ["a null code where there is one", { code: null }, ["code"]],
    ["an empty code where there is one", { code: " " }, ["code"]],
    ["a null name", { name: null }, ["name"]],
    ["a null category", { categoryId: null }, ["categoryId"]],
    ["a null price", { price: null }, ["price"]],
    ["a negative price", { price: -1 }, ["price"]],
    ["a price of five places", { price: 0.00001 }, ["price"]],
    ["references of another tenant", { categoryId: 4, userId: 7 }, ["categoryId", "userId"]],
    ["two serial numbers that differ", { serialNo: "a", serialNumber: "b" }, ["serialNo"]],
  ])("%s is refused and changes nothing", async (_, sent, paths) => {
    const article = await addFullArticle();
    const response = await manager.put(`/api/articles/${article.oid}`, { name: "Changed", ...sent });
    expect(refusal(response)).toEqual([400, ...paths]);
    expect(await stored(article.oid)).toEqual(article);
  });

  test("an oid in the body may be equal, in another letter case too", async () => {
    const { oid } = await addFullArticle();
    expect((await manager.put(`/api/articles/${oid}`, { OID: oid })).status).toBe(200);
  });

  test.each([
    [400, { oid: 1 }],
    [400, { name: 5 }],
    [404, { oid: 99999 }],
    [404, { categoryId: 4 }],
  ])(
    "where no article exists an invalid body is 400 and a valid one 404: %i for %j",
    async (status, body) => {
      expect((await manager.put("/api/articles/99999", body)).status).toBe(status);
    },
  );

  test("the article's own code is no conflict, in another letter case too", async () => {
    const { oid, code } = await addFullArticle();
    for (const own of [code, code.toLowerCase()]) {
      expect((await manager.put(`/api/articles/${oid}`, { code: own })).status).toBe(200);
      expect((await stored(oid)).code).toBe(own);
    }
  });

  test("another article's code is a conflict", async () => {
    const { oid } = await addFullArticle();
    const taken = await manager.put(`/api/articles/${oid}`, { code: "A000001" });
    expect(refusal(taken)).toEqual([409, "code"]);
  });

  test("a proposal may stay without a code, can get one once, and then keeps it", async () => {
    const { oid } = (await manager.post("/api/articles/pwa-request", proposalBody())).body;
    const put = (code: unknown) => manager.put(`/api/articles/${oid}`, { code, stateId: 2 });
    expect((await put(null)).body.code).toBeNull();
    expect((await put("")).body.code).toBeNull();
    expect((await put("PR-1")).body.code).toBe("PR-1");
    expect((await put(null)).status).toBe(400);
  });
});

describe("If-Match", () => {
  test.each<[string, (tag: string) => string, number]>([
    ["the tag of the article", (tag) => tag, 200],
    ["one of several tags", (tag) => `"x-y-z", ${tag}`, 200],
    ["any (*)", () => "*", 200],
    ["a stale tag", () => '"0-0-abc"', 412],
    ["an invalid tag", () => "nonsense", 412],
  ])("%s", async (_, header, status) => {
    const article = await addFullArticle();
    const headers = { "If-Match": header(tagOf(await manager.get(`/api/articles/${article.oid}`))) };
    const changed = await manager.put(`/api/articles/${article.oid}`, { name: "Changed" }, headers);
    expect(changed.status).toBe(status);
    if (status === 412) expect(await stored(article.oid)).toEqual(article);
    const fresh = status === 412 ? headers : { "If-Match": header(tagOf(changed)) };
    expect((await manager.delete(`/api/articles/${article.oid}`, fresh)).status).toBe(
      status === 412 ? 412 : 204,
    );
    expect((await stored(article.oid)) === undefined).toBe(status !== 412);
  });

  test("the tags of 201, of PUT, of getbycode and of another role's view name the same version", async () => {
    const created = await manager.post("/api/articles", articleBody("TAGS"));
    const { oid } = created.body;
    const put = (tag: string) => manager.put(`/api/articles/${oid}`, { price: ++next }, { "If-Match": tag });
    const second = await put(tagOf(created));
    expect((await put(tagOf(created))).status).toBe(412);
    const third = await put(tagOf(second));
    expect(third.status).toBe(200);
    const fourth = await put(tagOf(await manager.get("/api/articles/getbycode?code=TAGS")));
    expect(fourth.status).toBe(200);
    const seenByUser = await server.user.get(`/api/articles/${oid}`, {
      "Accept-Language": "cs",
    });
    expect((await put(tagOf(seenByUser))).status).toBe(200);
  });

  test("of two changes of the same version one is 412", async () => {
    const { oid } = await addFullArticle();
    const headers = { "If-Match": tagOf(await manager.get(`/api/articles/${oid}`)) };
    const racing = ["a", "b", "c"].map((name) => manager.put(`/api/articles/${oid}`, { name }, headers));
    expect(statuses(await Promise.all(racing))).toEqual([200, 412, 412]);
  });

  test("404 takes precedence over 412, and 412 over wrong references", async () => {
    const stale = { "If-Match": '"stale"' };
    expect((await manager.put("/api/articles/99999", {}, stale)).status).toBe(404);
    const { oid } = await addFullArticle();
    expect((await manager.put(`/api/articles/${oid}`, { categoryId: 4 }, stale)).status).toBe(412);
  });
});

describe("DELETE", () => {
  test("removes an article from every response that shows articles, and frees its code", async () => {
    const { admin, user } = await startServer();
    // The first transfers and disposals of user 3 are of articles that the home page shows.
    const transfer = (await user.get("/api/articles/my-transfers/3")).body[0];
    const before = (await user.get("/api/articles/my-stats/3")).body;
    const article = (await admin.get(`/api/articles/findById?id=${transfer.articleId}`)).body[0];
    const stock = (await admin.get(`/api/articles/${article.oid}/locations`)).body[0];
    await admin.put(`/api/articles/${article.oid}`, { userId: 3, rfId: "GONE", name: "Gone ž" });
    const response = await admin.delete(`/api/articles/${article.oid}`);
    expect(response.status).toBe(204);
    expect(response.text).toBe("");
    for (const path of ["", "/locations"])
      expect((await user.get(`/api/articles/${article.oid}${path}`)).status).toBe(404);
    expect((await user.get(`/api/articles/getbycode?code=${article.code}`)).status).toBe(404);
    const searches = [
      `findById?id=${article.oid}`,
      `findByCode?code=${article.code}`,
      `findBySerialNo?serialNo=${article.serialNumber}`,
      "findByRFID?rfId=gone",
      "findByName?name=gone z",
      "findByName?name=gone z&filterOp=StartsWith",
    ];
    for (const search of searches)
      expect((await user.get(`/api/articles/${search}`)).body, search).toEqual([]);
    for (const list of ["", "/my-assets/3", "/findByName?name=zzz&filterOp=NotEquals"])
      expect(oids(await user.get(`/api/articles${list}`)), list).not.toContain(article.oid);
    const there = (await user.get(`/api/locations/${stock.locationId}/articles`)).body;
    expect(there.some(({ articleId }: { articleId: number }) => articleId === article.oid)).toBe(false);
    expect((await user.get("/api/articles/my-transfers/3")).body).not.toContainEqual(transfer);
    expect((await user.get("/api/articles/my-stats/3")).body.openTransfers).toBe(before.openTransfers - 1);
    expect((await admin.put(`/api/articles/${article.oid}`, {})).status).toBe(404);
    expect((await admin.delete(`/api/articles/${article.oid}`)).status).toBe(404);
    const again = await added(admin, article.code);
    expect(again.oid).toBeGreaterThan(article.oid);
    expect((await user.get(`/api/articles/getbycode?code=${article.code}`)).body.oid).toBe(again.oid);
  });

  test("of ten concurrent requests deletes once", async () => {
    const { oid } = await addFullArticle();
    const racing = await Promise.all(
      Array.from({ length: 10 }, () => manager.delete(`/api/articles/${oid}`)),
    );
    expect(statuses(racing)).toEqual([204, ...Array(9).fill(404)]);
  });
});
