import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { endOf, jobAt } from "../jobs/waiting.ts";
import { articleList, exportsOf, startImport, stopAndStart } from "./running.ts";
import { article, imported } from "./uploads.ts";

// An import is applied by a job, row by row (docs/develop/jobs.md).

const startSliced = () => startServer({ sliceMs: 0 });

test("an import that was stopped in the middle is applied exactly once, as one that was not stopped", async () => {
  // In one slice: 25 new articles are written at a time. The other server writes each in a slice of its own.
  const whole = await startServer({ sliceMs: Number.POSITIVE_INFINITY });
  const result = await imported(whole.admin, "articles", articleList(60));
  const server = await startSliced();
  const { slices, id, path } = await startImport(server, "articles", articleList(60), 33);
  await stopAndStart(server, slices);
  const job = await endOf(server.admin, path);
  const { toCreate, toUpdate, made: created, preview } = result;
  expect(job).toMatchObject({ state: "done", kind: "import", subjectId: id, done: 61, total: 61 });
  expect(job.result).toMatchObject({
    ...{ kind: "articles", fileName: "table.csv", toCreate, toUpdate },
    ...{ created, preview },
  });
  expect(await exportsOf(server.admin)).toEqual(await exportsOf(whole.admin));
  expect((await server.admin.get(`/api/imports/${id}`)).status).toBe(404);
});

test.each([
  ["locations", "Path,Code\nNew hall / 1,A\nTwin hall,A\nTwin hall,X\nNew hall,C\nNew hall / 2,D"],
  ["stock", "Code,Location,Quantity\nA000001,S / 1,1\nA000001,S / 2,2\nA000002,S / 1,3\nA000002,S / 3,4"],
  ["refill-rules", "Code,Location,Minimum\nA000001,S / 1,1\nA000001,S / 2,2\nA000001,,3\nA000002,S / 1,4"],
] as const)("an import of %s that was stopped in the middle has the same result", async (kind, file) => {
  const [whole, server] = [await startServer(), await startSliced()];
  for (const one of [whole, server])
    for (const code of ["A", "B"]) await one.manager.post("/api/locations", { name: "Twin hall", code });
  await imported(whole.admin, kind, file);
  const { slices, path } = await startImport(server, kind, file, 1);
  await stopAndStart(server, slices);
  expect(await endOf(server.admin, path)).toMatchObject({ state: "done" });
  expect(await exportsOf(server.admin)).toEqual(await exportsOf(whole.admin));
});

test("the import shows the progress of its job, and its state at the end", async () => {
  const server = await startSliced();
  const { admin, slices, id, path } = await startImport(server, "articles", articleList(10), 4);
  const shown = async () => (await admin.get(`/api/imports/${id}`)).body;
  expect(await shown()).toMatchObject({ state: "applying", progress: { done: 4, total: 11 } });
  slices.release();
  await endOf(admin, path);
  await expect.poll(async () => (await shown()).state).toBe("applied");
  expect((await admin.put(`/api/imports/${id}/apply`)).body.message).toMatch(/applied already/);
});

test.each([
  ["the import", (id: number, _: string) => `/api/imports/${id}`, "DELETE"],
  ["its job", (_: number, path: string) => `${path}/cancel`, "PUT"],
] as const)("cancelling %s while it is applied leaves nothing behind", async (_, pathOf, method) => {
  const server = await startSliced();
  const before = await exportsOf(server.admin);
  const { admin, slices, id, path } = await startImport(server, "articles", articleList(10), 8);
  expect(await exportsOf(admin)).not.toEqual(before);
  const cancelling = admin.send(method, pathOf(id, path), undefined);
  await expect.poll(async () => (await jobAt(admin, path)).isUndoing).toBe(true);
  slices.release();
  expect((await cancelling).status).toBeLessThan(300);
  expect(await endOf(admin, path)).toMatchObject({ state: "cancelled" });
  expect(await exportsOf(admin)).toEqual(before);
});

test("an import with rows that are wrong now fails with all of them, also after a stop, and leaves nothing behind", async () => {
  const server = await startSliced();
  const state = (await server.manager.post("/api/articlestates", { name: "On loan" })).body.oid;
  const before = await exportsOf(server.admin);
  const rows = ["W-1,a,x,y,In stock", "W-2,b,x,y,On loan", "W-3,c,x,y,In stock", "W-4,d,x,y,On loan"];
  const file = ["Code,Name,Category,Type,State", ...rows].join("\n");
  const { slices, path } = await startImport(server, "articles", file, 1);
  expect((await server.manager.delete(`/api/articlestates/${state}`)).status).toBe(204);
  await slices.run(2);
  await stopAndStart(server, slices);
  const job = await endOf(server.admin, path);
  expect(job).toMatchObject({
    state: "failed",
    error: { errors: [{ path: "rows.3.State" }, { path: "rows.5.State" }] },
  });
  expect(await exportsOf(server.admin)).toEqual(before);
});

test("while an import runs, records that it has changed refuse other edits, and counts of them go on", async () => {
  const server = await startSliced();
  const { admin, slices, path } = await startImport(server, "articles", articleList(10), 3);
  const { manager, user } = server;
  const { oid, stock } = await article(admin, "RUN-0");
  expect(stock).toEqual([["0", 1]]);
  expect((await manager.put(`/api/articles/${oid}`, { oid, name: "Mine" })).status).toBe(409);
  expect((await manager.delete(`/api/articles/${oid}`)).status).toBe(409);
  expect((await manager.put("/api/articles/2", { oid: 2, name: "Other" })).status).toBe(200);
  const counted = await user.post("/api/inventories/3/items", { articleId: oid, inventoryQuantity: 2 });
  expect(counted.status).toBe(201);
  slices.release();
  expect(await endOf(admin, path)).toMatchObject({ state: "done" });
  expect((await manager.put(`/api/articles/${oid}`, { oid, name: "Mine" })).status).toBe(200);
});

test("a new article that was counted while its import ran stays with its count when the import is cancelled, as deleted", async () => {
  const server = await startSliced();
  const before = await exportsOf(server.admin);
  const { admin, slices, path } = await startImport(server, "articles", articleList(10), 3);
  const { user } = server;
  const { oid } = await article(admin, "RUN-0");
  const { body: item } = await user.post("/api/inventories/3/items", {
    articleId: oid,
    inventoryQuantity: 2,
  });
  await admin.put(`${path}/cancel`);
  slices.release();
  expect(await endOf(admin, path)).toMatchObject({ state: "cancelled" });
  expect(await exportsOf(admin)).toEqual(before);
  expect((await admin.get(`/api/articles/${oid}`)).status).toBe(404);
  expect((await user.get(`/api/inventories/items/${item.oid}`)).body).toMatchObject({ inventoryQuantity: 2 });
});

test("a new article that was handed out while its import ran stays as it is when the import is cancelled, and is named", async () => {
  const server = await startSliced();
  const { admin, slices, path } = await startImport(server, "articles", articleList(10), 3);
  const { manager, user } = server;
  const { oid } = await article(admin, "RUN-0");
  const handedOut = await user.post("/api/custodies", { articleId: oid, userId: 3 });
  expect(handedOut.status).toBe(201);
  await admin.put(`${path}/cancel`);
  slices.release();
  expect(await endOf(admin, path)).toMatchObject({
    state: "cancelled",
    result: {
      left: expect.arrayContaining([
        { table: "article", name: "RUN-0 Article 0", reason: "used" },
        { table: "location", name: "0", reason: "used" },
        { table: "location", name: "New hall", reason: "used" },
        { table: "articleCategory", name: "New category", reason: "used" },
      ]),
    },
  });
  expect(await article(admin, "RUN-0")).toMatchObject({ name: "Article 0", stock: [["0", 1]] });
  expect(await article(admin, "RUN-1")).toBe(null);
  const paths = (await admin.get("/api/export/locations")).text.match(/New hall.*/g);
  expect(paths).toHaveLength(2);
  expect((await user.put(`/api/custodies/${handedOut.body.oid}/end`, {})).status).toBe(200);
  expect((await manager.delete(`/api/articles/${oid}`)).status).toBe(204);
});

test("a location that somebody adds while an import runs is used by the rows that follow", async () => {
  const server = await startSliced();
  const file = ["Code,Name,Category,Type,Location", "L-1,a,x,y,Hall 1", "L-2,b,x,y,Hall 2"].join("\n");
  const { admin, slices, path } = await startImport(server, "articles", file, 1);
  const { oid } = (await server.manager.post("/api/locations", { name: "Hall 2", code: "MINE" })).body;
  slices.release();
  expect(await endOf(admin, path)).toMatchObject({ state: "done" });
  const found = await article(admin, "L-2");
  const { body } = await admin.get(`/api/articles/${found.oid}/locations`);
  expect(body).toMatchObject([{ locationId: oid }]);
});
