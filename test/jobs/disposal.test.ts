import { describe, expect, test } from "vitest";
import { BULK_EDIT, ok, putStock, readArticle } from "../articles/bulk-edit.ts";
import type { Client } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { finish, startHeld, startThreeLocations } from "../inventories/held-work.ts";
import { holdSlices } from "./slices.ts";
import { endOf, startJob } from "./waiting.ts";

// An article is disposed of between two slices of each kind of job.

const DISPOSED = 4;

/** Requests the disposal of an article; returns its path. */
async function requestDisposal(manager: Client, articleId: number): Promise<string> {
  return `/api/articledisposals/${(await manager.post("/api/articledisposals", { articleId })).body.oid}`;
}

/** Disposes of an article; its stock is removed. */
async function dispose(manager: Client, articleId: number): Promise<void> {
  ok(await manager.put(`${await requestDisposal(manager, articleId)}/approve`));
}

describe("a disposal between two slices", () => {
  const ROWS = ["Code,Name,Location", ...[11, 12, 13, 14].map((id) => `A0000${id},Renamed,Import hall`)];
  /** Jobs on the articles 11 to 14, one slice each. */
  const JOBS: Readonly<Record<string, (admin: Client) => Promise<string>>> = {
    "a bulk edit": (admin) =>
      startJob(admin, BULK_EDIT, { ids: [11, 12, 13, 14], changes: { responsibleUserId: 2, locationId: 6 } }),
    "an import": async (admin) => {
      const { body } = await check(admin, "articles", ROWS.join("\n"));
      return startJob(admin, `/api/imports/${body.id}/apply`);
    },
  };

  /** The disposed article after the job. The disposal comes after this many slices. */
  async function outcome(kind: string, slicesBefore: number) {
    const server = await startServer({ sliceMs: 0 });
    const { admin } = server;
    for (const id of [11, 12, 13, 14]) await putStock(admin, id, { 4: 2 });
    const slices = holdSlices(server);
    if (slicesBefore === 0) await dispose(admin, 13);
    const path = await JOBS[kind]?.(admin);
    if (path === undefined) throw new Error(kind);
    await slices.run(slicesBefore);
    if (slicesBefore > 0) await dispose(admin, 13);
    slices.release();
    expect(await endOf(admin, path)).toMatchObject({ state: "done" });
    return readArticle(admin, 13);
  }

  test.each(Object.keys(JOBS))("of %s has the same outcome as one before the job", async (kind) => {
    const before = await outcome(kind, 0);
    expect(before.stateId).toBe(DISPOSED);
    for (const slices of [1, 2]) expect(await outcome(kind, slices)).toEqual(before);
  });

  test.each(Object.keys(JOBS))("of %s is refused for an article that the job has changed", async (kind) => {
    const server = await startServer({ sliceMs: 0 });
    const { admin } = server;
    const slices = holdSlices(server);
    const path = await JOBS[kind]?.(admin);
    if (path === undefined) throw new Error(kind);
    await slices.run(3);
    const request = await requestDisposal(admin, 11);
    expect((await admin.put(`${request}/approve`)).status).toBe(409);
    slices.release();
    expect(await endOf(admin, path)).toMatchObject({ state: "done" });
    expect((await readArticle(admin, 11)).stateId).not.toBe(DISPOSED);
    ok(await admin.put(`${request}/approve`));
  });

  test("of a merge of categories keeps the article disposed, in the remaining category", async () => {
    const server = await startServer({ sliceMs: 0 });
    const { admin } = server;
    const [into, merged] = [await addCategory(admin, "Remaining"), await addCategory(admin, "Merged")];
    for (const id of [11, 12, 13]) ok(await admin.put(`/api/articles/${id}`, { categoryId: merged }));
    const slices = holdSlices(server);
    const path = await startJob(admin, `/api/articlecategories/${merged}/merge`, { into });
    await slices.run(1);
    await dispose(admin, 13);
    slices.release();
    expect(await endOf(admin, path)).toMatchObject({ state: "done" });
    expect(await readArticle(admin, 13)).toMatchObject({ stateId: DISPOSED, categoryId: into, stock: {} });
  });
});

async function addCategory(admin: Client, name: string): Promise<number> {
  return (await admin.post("/api/articlecategories", { name })).body.oid;
}

/** Work on a stocktake, the moves before it and those after it up to the close. */
const STOCKTAKE_WORK = [
  ["prepare", [], ["start", "finish", "process", "close"], undefined],
  ["decide", [], ["finish", "process", "close"], { decision: "keepCount" }],
  ["approve", ["finish", "process"], ["close"], undefined],
  ["reopen", ["finish", "process"], ["finish", "process", "close"], undefined],
  ["close", ["finish", "process"], [], undefined],
] as const;

describe.each(STOCKTAKE_WORK)("a disposal between two slices of the work %s", (work, before, after, body) => {
  test.each([1, 2])(
    "after slice %d leaves no stock after the close, and the others are settled",
    async (count) => {
      const { server, warehouse } = await startThreeLocations();
      const codes = ["N-10", "N-11", "N-12", "N-13"];
      for (const code of codes) await warehouse.article(code, { A: 9 });
      const locationIds = [warehouse.at("A")];
      const id =
        work === "prepare"
          ? (await warehouse.manager.post("/api/inventories", { name: "Ours", locationIds })).body.oid
          : await warehouse.stocktake(["A"]);
      if (work !== "prepare") for (const code of codes) await warehouse.count(id, code, 8);
      if (before.length > 0) await warehouse.move(id, ...before);
      const held = await startHeld(server, warehouse, id, work, count, body);
      await dispose(warehouse.manager, warehouse.id("N-12"));
      await finish(held);
      if (after.length > 0) await warehouse.move(id, ...after);
      expect(await warehouse.stock("N-12")).toEqual({});
      expect(await warehouse.stock("N-11")).toEqual({ A: work === "prepare" ? 9 : 8 });
      const { body: article } = await warehouse.manager.get(`/api/articles/${warehouse.id("N-12")}`);
      expect(article.state.oid).toBe(DISPOSED);
    },
  );
});
