import { beforeEach, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { ok, putStock, readArticle } from "./bulk-edit.ts";
import { added } from "./samples.ts";

// PUT /api/articles/bulk-delete: articles are deleted by a job, whose undoing brings them back with what belongs to them.

const BULK_DELETE = "/api/articles/bulk-delete";
const { manager, admin, admin2 } = sharedServer();

let next = 0;
let code = "";
let oid = 0;

/** An article with stock and an additional code. */
beforeEach(async () => {
  code = `DEL-${++next}`;
  ({ oid } = await added(manager, code, { note: "fragile" }));
  await putStock(manager, oid, { 4: 2, 5: 3 });
  const extra = { code: `${code}-EXTRA`, kind: "other", packQuantity: 6 };
  expect((await manager.post(`/api/articles/${oid}/codes`, extra)).status).toBe(201);
});

const remove = (ids: readonly number[]) => startJob(manager, BULK_DELETE, { ids });

/** Deletes the article and undoes it; the ended job. */
async function deletedAndBack(between: () => Promise<unknown> = async () => {}) {
  const path = await remove([oid]);
  expect(await endOf(manager, path)).toMatchObject({ kind: "bulkDelete", state: "done" });
  await between();
  expect((await manager.put(`${path}/undo`)).status).toBe(200);
  return endOf(manager, path);
}

const found = async (text: string) =>
  ok(await manager.get(`/api/articles/page?q=${text}`)).items.map((item: { oid: number }) => item.oid);

test("a deleted article is gone from the list, and its code is free", async () => {
  const path = await remove([oid]);
  expect((await endOf(manager, path)).result).toEqual({ changed: 1, unchanged: 0, refused: 0, refusals: [] });
  expect((await manager.get(`/api/articles/${oid}`)).status).toBe(404);
  await added(manager, code);
});

test("undoing brings the article back as it was", async () => {
  const before = ok(await manager.get(`/api/articles/${oid}/full`));
  expect(await deletedAndBack()).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect(ok(await manager.get(`/api/articles/${oid}/full`))).toEqual(before);
});

test("undoing brings its stock back", async () => {
  await deletedAndBack();
  expect((await readArticle(manager, oid)).stock).toEqual({ 4: 2, 5: 3 });
});

test("undoing brings its additional codes back, by which it is found", async () => {
  await deletedAndBack();
  expect(ok(await manager.get(`/api/articles/${oid}/codes`))).toMatchObject([
    { code: `${code}-EXTRA`, packQuantity: 6 },
  ]);
  expect(await found(`${code}-EXTRA`)).toEqual([oid]);
});

test("undoing brings its minimum stock back", async () => {
  const rule = { articleId: oid, locationId: 4, minimum: 9, target: 12 };
  expect((await manager.post("/api/refill-rules", rule)).status).toBe(201);
  await deletedAndBack();
  expect(ok(await manager.get(`/api/refill-rules?articleId=${oid}`))).toMatchObject([rule]);
});

test("an article whose code another one has by then stays deleted, and is named", async () => {
  const job = await deletedAndBack(() => added(manager, code));
  expect(job.result).toMatchObject({
    left: [{ table: "article", reason: "used" }, { table: "additionalCode" }],
  });
  expect((await manager.get(`/api/articles/${oid}`)).status).toBe(404);
});

test("an article at a location that was deleted since stays deleted, and is named", async () => {
  const { oid: hall } = (await manager.post("/api/locations", { name: code })).body;
  await putStock(manager, oid, { 4: 2, [hall]: 3 });
  const { state, result } = await deletedAndBack(() => manager.delete(`/api/locations/${hall}`));
  expect(state).toBe("undone");
  expect(result).toMatchObject({
    left: expect.arrayContaining([{ table: "article", name: expect.stringContaining(code), reason: "used" }]),
  });
  expect((await manager.get(`/api/articles/${oid}`)).status).toBe(404);
});

test("the additional codes of an article that stays deleted stay free", async () => {
  await deletedAndBack(() => added(manager, code));
  const { oid: other } = await added(manager, `${code}-OTHER`);
  const extra = { code: `${code}-EXTRA`, kind: "other", packQuantity: null };
  expect((await manager.post(`/api/articles/${other}/codes`, extra)).status).toBe(201);
});

test("an article that a person has is refused and named", async () => {
  const handed = await manager.post("/api/custodies", { articleId: oid, userId: 3 });
  expect(handed.status, handed.text).toBe(201);
  const { result } = await endOf(manager, await remove([oid]));
  expect(result).toMatchObject({ changed: 0, refused: 1, refusals: [{ oid, reason: /Take it back first/ }] });
});

test("an article of another tenant is refused as unknown", async () => {
  const { result } = await endOf(admin2, await startJob(admin2, BULK_DELETE, { ids: [oid] }));
  expect(result).toMatchObject({
    changed: 0,
    refusals: [{ oid, article: null, reason: "Article not found." }],
  });
});

test("the audit names the job as the cause", async () => {
  const path = await remove([oid]);
  const { id } = await endOf(manager, path);
  const cause = encodeURIComponent(`bulk delete ${id}`);
  expect(ok(await admin.get(`/api/audit?cause=${cause}`)).length).toBeGreaterThanOrEqual(1);
});
