import { describe, expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { BULK_EDIT, ok, putStock, readArticle } from "./bulk-edit.ts";
import { added } from "./samples.ts";

// PUT /api/articles/bulk-edit: what it changes, and what it refuses. As a job: bulk-edit-job.test.ts.

let next = 0;
const server = sharedServer();
const { manager } = server;

const newArticle = async (other = {}): Promise<number> => (await added(manager, `BULK-${++next}`, other)).oid;
const edit = (body: object, headers = {}) => manager.put(BULK_EDIT, body, headers);

test("all fields are set on the selected articles, and on no other one", async () => {
  const [one, two, other] = [await newArticle(), await newArticle({ userId: 3 }), await newArticle()];
  await putStock(manager, one, { 4: 2, 5: 3 });
  const changes = { categoryId: 2, typeId: 2, stateId: 3, userId: null, responsibleUserId: 2, locationId: 6 };
  const untouched = await readArticle(manager, other);
  const { name } = await readArticle(manager, two);
  const body = ok(await edit({ ids: [one, two], changes }));
  expect(body).toEqual({ changed: 2, unchanged: 0, refused: 0, refusals: [] });
  const { locationId, ...fields } = changes;
  expect(await readArticle(manager, one)).toMatchObject({ ...fields, stock: { [locationId]: 5 } });
  expect(await readArticle(manager, two)).toEqual({ name, ...fields, stock: { [locationId]: 1 } });
  expect(await readArticle(manager, other)).toEqual(untouched);
});

test("an article that has the values already is unchanged, and its ETag stays", async () => {
  const [same, different] = [await newArticle({ stateId: 3 }), await newArticle({ stateId: 2 })];
  await putStock(manager, same, { 4: 7 });
  const before = (await manager.get(`/api/articles/${same}`)).headers.get("etag");
  const changes = { stateId: 3, locationId: 4 };
  expect(ok(await edit({ ids: [same, different], changes }))).toMatchObject({ changed: 1, unchanged: 1 });
  expect((await manager.get(`/api/articles/${same}`)).headers.get("etag")).toBe(before);
  expect(ok(await edit({ ids: [same, different], changes }))).toMatchObject({ changed: 0, unchanged: 2 });
});

test("a refused article stays as it was and is named with the reason, while the others are changed", async () => {
  const [full, fine, deleted] = [await newArticle(), await newArticle(), await newArticle()];
  await putStock(manager, full, { 4: 2 ** 31 - 1, 5: 1 });
  await manager.delete(`/api/articles/${deleted}`);
  const before = await readArticle(manager, full);
  const foreign = (await server.admin2.get("/api/articles/page?limit=1")).body.items[0].oid;
  const body = { ids: [full, fine, deleted, foreign, 999_999], changes: { stateId: 3, locationId: 6 } };
  const result = ok(await edit(body));
  expect(result).toMatchObject({ changed: 1, unchanged: 0, refused: 4 });
  expect(result.refusals).toEqual([
    {
      oid: full,
      article: expect.stringMatching(/^BULK-/),
      reason: expect.stringMatching(/a quantity of 2,147,483,648/),
    },
    ...[deleted, foreign, 999_999].map((oid) => ({ oid, article: null, reason: "Article not found." })),
  ]);
  expect(await readArticle(manager, full)).toEqual(before);
  const inCzech = ok(await edit(body, { "Accept-Language": "cs" }));
  expect(inCzech.refusals[1].reason).toBe("Artikl nenalezen.");
});

test("the result names the first hundred refused articles", async () => {
  const ids = Array.from({ length: 150 }, (_, at) => 900_000 + at);
  const result = ok(await edit({ ids, changes: { stateId: 3 } }));
  expect(result.refused).toBe(150);
  expect(result.refusals.map(({ oid }: { oid: number }) => oid)).toEqual(ids.slice(0, 100));
});

describe("a selection by filter", () => {
  test.each<[string, object, string]>([
    ["words", { q: "A00007" }, "q=A00007"],
    ["a category", { categoryId: 1 }, "categoryId=1"],
    ["a location and those below it", { locationId: 1 }, "locationId=1"],
    ["a price", { priceFrom: 100, priceTo: 200 }, "priceFrom=100&priceTo=200"],
    ["no stock", { noPlace: true }, "noPlace=true"],
    ["several", { stateId: 2, q: "a", isDisposal: false }, "stateId=2&q=a&isDisposal=false"],
    ["nothing: all articles", {}, ""],
  ])("by %s is that of the list", async (_, filter, query) => {
    const { total } = ok(await manager.get(`/api/articles/page?withTotal=true&${query}`));
    const { changed, unchanged, refused } = ok(await edit({ filter, changes: { responsibleUserId: 2 } }));
    expect([changed + unchanged, refused]).toEqual([total, 0]);
    const all = `${query}&responsibleUserId=2`;
    expect(ok(await manager.get(`/api/articles/page?withTotal=true&${all}`)).total).toBe(total);
  });

  test("selects the articles that match when the request comes, though the edit itself changes the match", async () => {
    const ids = [await newArticle({ categoryId: 2 }), await newArticle({ categoryId: 2 })];
    const { total } = ok(await manager.get("/api/articles/page?withTotal=true&categoryId=2&q=BULK"));
    const body = { filter: { categoryId: 2, q: "BULK" }, changes: { categoryId: 1 } };
    expect(ok(await edit(body)).changed).toBe(total);
    for (const oid of ids) expect((await readArticle(manager, oid)).categoryId).toBe(1);
    expect(ok(await edit(body))).toMatchObject({ changed: 0, unchanged: 0 });
  });
});

test.each<[string, object, readonly string[]]>([
  ["no selection", { changes: { stateId: 3 } }, ["ids"]],
  ["two selections", { ids: [1], filter: {}, changes: { stateId: 3 } }, ["filter"]],
  ["no changes", { ids: [1] }, ["changes"]],
  ["empty changes", { ids: [1], changes: {} }, ["changes"]],
  ["a field that a bulk edit does not set", { ids: [1], changes: { name: "Same" } }, ["changes"]],
  ["an unknown category", { ids: [1], changes: { categoryId: 99 } }, ["changes.categoryId"]],
  ["another tenant's user", { ids: [1], changes: { userId: 6 } }, ["changes.userId"]],
  [
    "unknown records, all of them in the error",
    { ids: [1], changes: { typeId: 99, stateId: 99, responsibleUserId: 99, locationId: 999 } },
    ["changes.typeId", "changes.stateId", "changes.responsibleUserId", "changes.locationId"],
  ],
  ["a category of null", { ids: [1], changes: { categoryId: null } }, ["changes.categoryId"]],
  ["ids that are no numbers", { ids: ["one"], changes: { stateId: 3 } }, ["ids"]],
  ["more than 100 000 ids", { ids: new Array(100_001).fill(1), changes: { stateId: 3 } }, ["ids"]],
  [
    "too many words",
    { filter: { q: "abcdefghijklmnopq".split("").join(" ") }, changes: { stateId: 3 } },
    ["filter.q"],
  ],
])("%s is 400 at the field, and no job is stored", async (_, body, paths) => {
  const jobs = (await manager.get("/api/jobs")).text;
  const response = await edit(body);
  expect(refusal(response)).toEqual([400, ...paths]);
  expect((await manager.get("/api/jobs")).text).toBe(jobs);
});

test("100 000 ids are accepted", async () => {
  const ids = Array.from({ length: 100_000 }, (_, at) => 1_000_000_000 + at);
  const path = await startJob(manager, BULK_EDIT, { ids, changes: { stateId: 3 } });
  expect((await manager.get(path)).body.total).toBe(100_000);
  expect((await manager.put(`${path}/cancel`)).status).toBe(200);
  expect(await endOf(manager, path)).toMatchObject({ state: "cancelled" });
});

test("an id that is given twice counts once", async () => {
  const article = await newArticle();
  const result = ok(await edit({ ids: [article, article], changes: { stateId: 3 } }));
  expect(result).toMatchObject({ changed: 1, unchanged: 0, refused: 0 });
});
