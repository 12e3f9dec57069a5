import { expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { principalOf, type ScriptStep, scriptEngine } from "./scripted.ts";

// The search index gets the changes of a slice at its end.

const rename = (oid: number, name: string): ScriptStep => ({
  writes: [
    [
      "article",
      `UPDATE article SET name = '${name}', nameFolded = '${name}', change = $change WHERE oid = ${oid}`,
    ],
  ],
});
const copy = (from: number, to: number, name: string): ScriptStep => ({
  writes: [
    [
      "article",
      `INSERT INTO article (oid, tenantId, name, nameFolded, categoryId, typeId, stateId, createdDT, modifiedDT, createdBy, modifiedBy, change)
       SELECT ${to}, tenantId, '${name}', '${name}', categoryId, typeId, stateId, createdDT, modifiedDT, createdBy, modifiedBy, $change
       FROM article WHERE oid = ${from}`,
    ],
  ],
});
const remove = (oid: number): ScriptStep => ({
  writes: [["article", `DELETE FROM article WHERE oid = ${oid}`]],
});
const SCRIPT = [
  copy(1, 90_001, "albatross"),
  rename(90_001, "bullfinch"),
  copy(1, 90_002, "chiffchaff"),
  remove(90_002),
  rename(1, "dunnock"),
  rename(1, "nightingale"),
  copy(1, 90_000, "kingfisher"),
];

/** The names of the articles that a search finds. */
async function found(server: TestServer, text: string): Promise<readonly string[]> {
  const { body } = await server.manager.get(`/api/articles/findByName?name=${text}`);
  return body.map(({ name }: { name: string }) => name);
}

/** Fails where the index differs from the articles. */
async function checkIndex({ appliance }: TestServer): Promise<void> {
  const sql = "INSERT INTO articleSearch (articleSearch, rank) VALUES ('integrity-check', 1)";
  await appliance.dependencies.storage.write(1, (tx) => void tx.query({ sql, reads: [] }, []).run());
}

test.each([
  ["in one transaction", Number.POSITIVE_INFINITY],
  ["in a transaction each", 0],
])(
  "articles that a job adds, renames and removes %s are found as they are, also after an undo",
  async (_, sliceMs) => {
    const server = await startServer({ sliceMs });
    const jobs = scriptEngine(server);
    const id = await jobs.start(SCRIPT);
    await jobs.engine.result(1, id);
    await checkIndex(server);
    for (const name of ["bullfinch", "nightingale", "kingfisher"])
      expect(await found(server, name)).toEqual([name]);
    for (const name of ["albatross", "chiffchaff", "dunnock"]) expect(await found(server, name)).toEqual([]);
    await jobs.engine.undo(principalOf(server.appliance, "manager"), id);
    expect(await jobs.end(id)).toMatchObject({ state: "undone" });
    await checkIndex(server);
    for (const name of ["bullfinch", "nightingale", "kingfisher"])
      expect(await found(server, name)).toEqual([]);
  },
);

test("a program finds the articles that it has added and renamed in the same slice", async () => {
  const server = await startServer({ sliceMs: Number.POSITIVE_INFINITY });
  const jobs = scriptEngine(server);
  const note = (oid: number, trigram: string): ScriptStep => ({
    writes: [
      [
        "article",
        `UPDATE article SET change = $change, note = (SELECT group_concat(rowid) FROM articleSearch WHERE articleSearch MATCH '${trigram}' AND rowid > 90000) WHERE oid = ${oid}`,
      ],
    ],
  });
  const found = ["alb", "bul", "dun"].map((trigram, index) => note(index + 1, trigram));
  const id = await jobs.start([
    copy(1, 90_001, "albatross"),
    note(4, "alb"),
    rename(90_001, "bullfinch"),
    copy(1, 90_002, "dunnock"),
    ...found,
  ]);
  await jobs.engine.result(1, id);
  const notes = server.appliance.dependencies.storage.db
    .query<{ note: string | null }>(
      { sql: "SELECT note FROM article WHERE oid <= 4 ORDER BY oid", reads: ["article"] },
      [],
    )
    .all();
  expect(notes.map((row) => row.note)).toEqual([null, "90001", "90002", "90001"]);
  await checkIndex(server);
});

test("other writes update the index at once, also while a job runs", async () => {
  const server = await startServer({ sliceMs: 0 });
  const jobs = scriptEngine(server);
  const id = await jobs.start(Array.from({ length: 30 }, (_, index) => rename(index + 1, "dunnock")));
  expect((await server.manager.put("/api/articles/300", { oid: 300, name: "wryneck" })).status).toBe(200);
  expect(await found(server, "wryneck")).toEqual(["wryneck"]);
  await jobs.engine.result(1, id);
  await checkIndex(server);
});
