import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { principalOf, rowsOf, type ScriptStep, scriptEngine } from "./scripted.ts";
import { holdSlices } from "./slices.ts";

// Rows that are hard to restore.

type Write = readonly [
  "article" | "articleLocation" | "articleCategory" | "additionalCode" | "photo" | "refillRule",
  string,
];
const update = (oid: number, set: string): Write => [
  "article",
  `UPDATE article SET ${set}, change = $change WHERE oid = ${oid}`,
];
const steps = (...writes: readonly Write[]): ScriptStep[] => writes.map((one) => ({ writes: [one] }));
const addCategory: Write = [
  "articleCategory",
  `INSERT INTO articleCategory (oid, tenantId, name, nameKey, nameFolded, change)
   VALUES (900, 1, 'Tools', 'tools!', 'tools', $change)`,
];

async function undone(server: TestServer, work: readonly ScriptStep[], between?: () => Promise<unknown>) {
  const jobs = scriptEngine(server);
  const id = await jobs.start(work);
  await jobs.engine.result(1, id);
  await between?.();
  await jobs.engine.undo(principalOf(server.appliance, "manager"), id);
  const job = await jobs.end(id);
  expect(job).toMatchObject({ state: "undone" });
  return JSON.parse(job.result ?? "null");
}

const none = { leftCount: 0, left: [] };

test("an undo restores texts with quotes and NULLs, numbers of 15 digits, and the search", async () => {
  const server = await startServer();
  const article = {
    name: 'Ž "x" 😀',
    note: '{"a":[1,null]}',
    price: 99999999999.5,
  };
  const path = "/api/articles/1";
  const old = (await server.manager.get(path)).body;
  const changed = await server.manager.put(path, { ...old, ...article });
  expect(changed.status, changed.text).toBe(200);
  const before = rowsOf(server);
  const all =
    "name = 'other', nameFolded = 'other', note = NULL, price = 1, code = 'c-1', codeFolded = 'c-1'";
  expect(await undone(server, steps(update(1, all), update(1, "price = 2")))).toMatchObject(none);
  expect(rowsOf(server)).toEqual(before);
  // SQLite compares its index with the articles.
  const sql = "INSERT INTO articleSearch (articleSearch, rank) VALUES ('integrity-check', 1)";
  await server.appliance.dependencies.storage.write(1, (tx) => void tx.query({ sql, reads: [] }, []).run());
});

test("an undo restores articles that have swapped their codes", async () => {
  const server = await startServer();
  const before = rowsOf(server);
  const swap = steps(
    update(1, "code = 'free'"),
    update(2, "code = 'second'"),
    update(1, "code = (SELECT 'two-' || oid FROM article WHERE oid = 2)"),
    update(2, `code = '${JSON.parse(before["article"]?.[0] ?? "{}").code}'`),
    update(1, `code = '${JSON.parse(before["article"]?.[1] ?? "{}").code}'`),
  );
  expect(await undone(server, swap)).toMatchObject(none);
  expect(rowsOf(server)).toEqual(before);
});

test("an undo restores stock that was removed, added again, and added and removed", async () => {
  const server = await startServer();
  const before = rowsOf(server);
  const { oid, articleId, locationId } = JSON.parse(before["articleLocation"]?.[0] ?? "{}");
  const add: Write = [
    "articleLocation",
    `INSERT INTO articleLocation (tenantId, articleId, locationId, quantity, change)
     VALUES (1, ${articleId}, ${locationId}, 7, $change)`,
  ];
  const remove: Write = [
    "articleLocation",
    `DELETE FROM articleLocation WHERE articleId = ${articleId} AND locationId = ${locationId}`,
  ];
  const change: Write = [
    "articleLocation",
    `UPDATE articleLocation SET quantity = 99, change = $change WHERE oid = ${oid}`,
  ];
  expect(await undone(server, steps(change, remove, add, remove, add))).toMatchObject(none);
  expect(rowsOf(server)).toEqual(before);
});

test("a code that another article has taken since, and a removed category, leave the row and name it", async () => {
  const server = await startServer();
  const { code } = (await server.manager.get("/api/articles/1")).body;
  const result = await undone(server, steps(update(1, "code = NULL, codeFolded = NULL")), async () => {
    const other = (await server.manager.get("/api/articles/2")).body;
    expect((await server.manager.put("/api/articles/2", { ...other, code })).status).toBe(200);
  });
  expect(result).toMatchObject({ leftCount: 1, left: [{ table: "article", reason: "used" }] });
  expect((await server.manager.get("/api/articles/2")).body.code).toBe(code);
});

test("a cancelled job ends also where somebody has taken a code that it had freed", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { code } = (await server.manager.get("/api/articles/1")).body;
  const jobs = scriptEngine(server);
  const slices = holdSlices(server);
  const id = await jobs.start(steps(update(1, "code = NULL, codeFolded = NULL"), update(3, "price = 3")));
  await slices.run(1);
  const other = (await server.manager.get("/api/articles/2")).body;
  expect((await server.manager.put("/api/articles/2", { ...other, code })).status).toBe(200);
  await jobs.engine.cancel(principalOf(server.appliance, "manager"), id);
  slices.release();
  const job = await jobs.end(id);
  expect(job).toMatchObject({ state: "cancelled" });
  expect(JSON.parse(job.result ?? "null")).toMatchObject({ leftCount: 1 });
});

test("an added category that an article uses since is left and named", async () => {
  const server = await startServer();
  const result = await undone(server, steps(addCategory), async () => {
    const article = (await server.manager.get("/api/articles/1")).body;
    const changed = await server.manager.put("/api/articles/1", { ...article, categoryId: 900 });
    expect(changed.status, changed.text).toBe(200);
  });
  expect(result).toMatchObject({ leftCount: 1, left: [{ name: "Tools", reason: "used" }] });
});

test("stock can't move to a location that the running job has added, counts and other edits go on", async () => {
  const server = await startServer({ sliceMs: 0 });
  const jobs = scriptEngine(server);
  const slices = holdSlices(server);
  const addLocation: ScriptStep = {
    writes: [
      [
        "location",
        "INSERT INTO location (oid, tenantId, name, nameFolded, change) VALUES (900, 1, 'New', 'new', $change)",
      ],
    ],
  };
  const id = await jobs.start([addLocation, ...steps(update(1, "price = 3"), update(2, "price = 3"))]);
  await slices.run(2);
  const { storage } = server.appliance.dependencies;
  const stock = JSON.parse(rowsOf(server)["articleLocation"]?.[0] ?? "{}");
  const move = (sql: string) =>
    storage.write(1, (tx) => {
      tx.recordWrite("articleLocation");
      tx.query({ sql, reads: [] }, []).run();
    });
  const { oid, articleId } = stock;
  await expect(move(`UPDATE articleLocation SET locationId = 900 WHERE oid = ${oid}`)).rejects.toThrow(
    /A job is changing/,
  );
  const insert = `INSERT INTO articleLocation (tenantId, articleId, locationId, quantity, change) VALUES (1, ${articleId}, 900, 1, 1)`;
  await expect(move(insert)).rejects.toThrow(/A job is changing/);
  const other = (await server.manager.get("/api/articles/5")).body;
  expect((await server.manager.put("/api/articles/5", { ...other, note: "free" })).status).toBe(200);
  const locked = (await server.manager.get("/api/articles/1")).body;
  expect((await server.manager.put("/api/articles/1", { ...locked, note: "no" })).status).toBe(409);
  await jobs.engine.cancel(principalOf(server.appliance, "manager"), id);
  slices.release();
  expect(await jobs.end(id)).toMatchObject({ state: "cancelled" });
});

/** Adds an article with its parts, each part on another row of the journal. */
const ADDED: readonly Write[] = [
  [
    "article",
    `INSERT INTO article (oid, tenantId, name, nameFolded, categoryId, typeId, stateId, price, createdDT, modifiedDT, createdBy, modifiedBy, change)
     VALUES (900, 1, 'New', 'new', 1, 1, 2, 0, '', '', '', '', $change)`,
  ],
  [
    "additionalCode",
    `INSERT INTO additionalCode (tenantId, articleId, code, codeKey, kind, createdDT, createdBy, change)
     VALUES (1, 900, 'NEW-1', 'new-1', 'other', '', '', $change)`,
  ],
  [
    "articleLocation",
    "INSERT INTO articleLocation (tenantId, articleId, locationId, quantity, change) VALUES (1, 900, 4, 7, $change)",
  ],
  [
    "photo",
    `INSERT INTO photo (tenantId, articleId, userId, fileName, contentType, width, height, size, file, thumbnail, createdDT, createdBy, change)
     VALUES (1, 900, 2, 'a.png', 'image/png', 1, 1, 1, 'a.png', 'a.png', '', '', $change)`,
  ],
  ["refillRule", "INSERT INTO refillRule (tenantId, articleId, minimum, change) VALUES (1, 900, 2, $change)"],
];

test("an added article that nobody has changed or used goes with its parts", async () => {
  const server = await startServer();
  const before = rowsOf(server);
  expect(await undone(server, steps(...ADDED))).toMatchObject(none);
  const { photo, ...others } = rowsOf(server);
  const { photo: _, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  // Its file is removed later.
  expect(photo?.map((row) => JSON.parse(row)).at(-1)).toMatchObject({ articleId: null, deleted: 1 });
});

test.each([
  ["changed", (server: TestServer) => server.manager.put("/api/articles/900", { note: "Changed since" })],
  [
    "used",
    (server: TestServer) =>
      server.manager.post("/api/articletransfers", { articleId: 900, targetLocationId: 5 }),
  ],
])("the parts of an added article that is %s since stay with it", async (reason, use) => {
  const server = await startServer();
  let after = rowsOf(server);
  const result = await undone(server, steps(...ADDED), async () => {
    const { status, text } = await use(server);
    expect(status, text).toBeLessThan(300);
    after = rowsOf(server);
  });
  expect(result).toEqual({ leftCount: 1, left: [{ table: "article", name: "New", reason }] });
  expect(rowsOf(server)).toEqual(after);
});

test("an added article stays with all its parts where one of them was changed since", async () => {
  const server = await startServer();
  let after = rowsOf(server);
  const result = await undone(server, steps(...ADDED), async () => {
    const [rule] = (await server.manager.get("/api/refill-rules?articleId=900")).body;
    const { status } = await server.manager.put(`/api/refill-rules/${rule.oid}`, { minimum: 7 });
    expect(status).toBe(200);
    after = rowsOf(server);
  });
  expect(result).toMatchObject({
    leftCount: 2,
    left: [
      { table: "refillRule", reason: "changed" },
      { table: "article", reason: "used" },
    ],
  });
  expect(rowsOf(server)).toEqual(after);
});
