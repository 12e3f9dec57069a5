import { expect, test } from "vitest";
import { freshServer } from "../harness/server.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { exportsOf } from "./running.ts";
import { check, errorsOf, imported } from "./uploads.ts";

const { admin } = freshServer();

const KIND = "refill-rules";
const HEAD = "Code,Location,Minimum,Refill up to";
/** The rules of an article: name of the location, minimum, target. */
async function rulesOf(articleId: number): Promise<[string | null, number, number | null][]> {
  const { body } = await admin.get(`/api/refill-rules?articleId=${articleId}`);
  return body.map((rule: { location: { name: string } | null; minimum: number; target: number | null }) => [
    rule.location?.name ?? null,
    rule.minimum,
    rule.target,
  ]);
}

test("a table adds rules and locations, changes rules, and keeps what an empty cell leaves out", async () => {
  const file = `${HEAD}\nA000001,Shop / Shelf,5,20\nA000001,,9,\nA000002,Shop,3,`;
  const { body } = await check(admin, KIND, file);
  expect(body).toMatchObject({ errorCount: 0, toCreate: 3, preview: { create: [{ row: 2 }, {}, {}] } });
  expect(await rulesOf(1)).toEqual([]);
  await imported(admin, KIND, file);
  expect(await rulesOf(1)).toEqual([
    ["Shelf", 5, 20],
    [null, 9, null],
  ]);
  expect((await check(admin, KIND, file)).body).toMatchObject({ toCreate: 0, toUpdate: 0, unchanged: 3 });
  const next = `${HEAD}\nA000001,shop / SHELF,,30\nA000001,,8,`;
  const again = await check(admin, KIND, next);
  expect(again.body.preview.update[0].changes).toEqual([
    { column: "Refill up to", before: "20", after: "30" },
  ]);
  await imported(admin, KIND, next);
  expect(await rulesOf(1)).toEqual([
    ["Shelf", 5, 30],
    [null, 8, null],
  ]);
  const { items } = (await admin.get("/api/refill-list")).body;
  expect(items.map(({ articleId }: { articleId: number }) => articleId)).toContain(2);
});

test("a wrong row is an error with its column", async () => {
  await imported(admin, KIND, `${HEAD}\nA000005,Shop,5,6`);
  const rows = [
    "none,Shop,1,",
    ",Shop,1,",
    "A000001,Shop,,",
    "A000001,Shop,0,",
    "A000004,Shop,5,4",
    "A000002,Shop,5,",
    "A000002,SHOP,6,",
    "A000003,,5,",
    "A000003,,6,",
    "A000005,Shop,7,",
  ];
  expect(await errorsOf(admin, KIND, [HEAD, ...rows].join("\n"))).toEqual([
    [2, "Code", "The article with the code none does not exist."],
    [3, "Code", "is required"],
    [4, "Minimum", "Minimum is missing."],
    [5, "Minimum", "must be at least 1"],
    [6, "Refill up to", "must be at least the minimum"],
    [8, "Location", 'is the same as in row 7, but Minimum is "6" here and "5" there'],
    [10, "Code", 'is the same as in row 9, but Minimum is "6" here and "5" there'],
    [11, "Refill up to", "must be at least the minimum"],
  ]);
});

test("of siblings with the same name the one with the rule is meant", async () => {
  const twins: number[] = [];
  for (const code of ["T1", "T2"])
    twins.push((await admin.post("/api/locations", { name: "Twin", code })).body.oid);
  await admin.post("/api/refill-rules", { articleId: 1, locationId: twins[1], minimum: 4 });
  expect((await check(admin, KIND, `${HEAD}\nA000001,Twin,4,`)).body).toMatchObject({ unchanged: 1 });
  expect(await errorsOf(admin, KIND, `${HEAD}\nA000002,Twin,4,`)).toEqual([
    [2, "Location", 'Several locations are named "Twin".'],
  ]);
});

/** Imports rules over two others; returns the job's path. */
async function importOver(): Promise<string> {
  const { body } = await check(admin, KIND, `${HEAD}\nA000001,,6,10\nA000002,,6,10\nA000003,New hall,2,`);
  const path = await startJob(admin, `/api/imports/${body.id}/apply`);
  expect(await endOf(admin, path)).toMatchObject({ state: "done" });
  return path;
}
async function undo(path: string) {
  await admin.put(`${path}/undo`);
  return await endOf(admin, path);
}

test("undoing an import restores the rules of before", async () => {
  await imported(admin, KIND, `${HEAD}\nA000001,,5,9\nA000002,,5,9`);
  const before = await exportsOf(admin);
  expect(await undo(await importOver())).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect(await exportsOf(admin)).toEqual(before);
});

test("undoing an import keeps a rule that was changed since", async () => {
  await imported(admin, KIND, `${HEAD}\nA000001,,5,9\nA000002,,5,9`);
  const path = await importOver();
  const [rule] = (await admin.get("/api/refill-rules?articleId=2")).body;
  await admin.put(`/api/refill-rules/${rule.oid}`, { minimum: 7 });
  expect(await undo(path)).toMatchObject({
    result: { left: [{ table: "refillRule", name: expect.stringContaining("A000002"), reason: "changed" }] },
  });
  expect([await rulesOf(1), await rulesOf(2), await rulesOf(3)]).toEqual([
    [[null, 5, 9]],
    [[null, 7, null]],
    [],
  ]);
});
