import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_PACK_NAME_LENGTH, type Pack } from "../../src/domain/packs.ts";
import { fold } from "../../src/domain/text-folding.ts";
import { packListText, packsIn } from "../../src/exchange/import/cell-texts.ts";
import { freshServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { check, errorsOf, imported } from "./uploads.ts";

// The column of packs: a cell replaces all packs of its article, an empty one keeps them.

const { admin } = freshServer();

const table = (...rows: string[]) => ["Code\tPacks", ...rows].join("\n");
const packsOf = async (oid: number): Promise<readonly Pack[]> =>
  (await admin.get(`/api/articles/${oid}/fields`)).body.packs;

test.each([
  [
    [
      { name: "Box", quantity: 12 },
      { name: "Big pallet", quantity: 480 },
    ],
    "Box=12; Big pallet=480",
  ],
  [
    [
      { name: "A;1", quantity: 2 },
      { name: '"q"=', quantity: 3 },
    ],
    '"A;1"=2; """q""="=3',
  ],
])("packs are read as they were written: %j", (packs, text) => {
  expect(packListText(packs)).toBe(text);
  expect(packsIn(text)).toEqual(packs);
});

test("a cell of many blanks is read in a step for each", () => {
  const blanks = " ".repeat(500_000);
  expect(packsIn(`Box${blanks}!`)).toBeNull();
  expect(packsIn(`Box${blanks}= 12`)).toEqual([{ name: "Box", quantity: 12 }]);
});

test("any packs are read as they were written", () => {
  const name = fc
    .string({ unit: fc.constantFrom(..."aB ;=\"'\n,1ž"), minLength: 1, maxLength: MAX_PACK_NAME_LENGTH })
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const packs = fc.array(fc.record({ name, quantity: fc.integer({ min: 2, max: 1_000_000 }) }));
  fc.assert(
    fc.property(packs, (given) => {
      expect(packsIn(packListText(given))).toEqual(given);
    }),
    { numRuns: times(500) },
  );
});

test("of other forms only blanks and an end are accepted", () => {
  const both = [
    { name: "Box", quantity: 12 },
    { name: "Pallet", quantity: 480 },
  ];
  expect(packsIn(" Box = 12 ;\n Pallet=480 ; ")).toEqual(both);
  for (const text of ["Box", "Box=", "=12", "Box=12 Pallet=480", "Box=1.5", "Box=-2", ";Box=12", '"Box=12'])
    expect(packsIn(text)).toBe(null);
});

test("a cell replaces the packs of its article, an empty one keeps them, and what was exported changes nothing", async () => {
  await admin.put("/api/articles/2/full", { packs: [{ name: "Crate", quantity: 6 }] });
  const file = table("A000001\tPallet=480; Box=12", "A000002\t", "A000003\t");
  const { body } = await check(admin, "articles", file);
  expect(body).toMatchObject({ errorCount: 0, toUpdate: 1, unchanged: 2 });
  expect(body.preview.update[0].changes).toEqual([
    { column: "Packs", before: null, after: "Box=12; Pallet=480" },
  ]);
  expect(await packsOf(1)).toEqual([]);
  await imported(admin, "articles", file);
  expect(await packsOf(1)).toEqual([
    { name: "Box", quantity: 12 },
    { name: "Pallet", quantity: 480 },
  ]);
  expect(await packsOf(2)).toEqual([{ name: "Crate", quantity: 6 }]);
  await imported(admin, "articles", table("A000002\tCrate=8"));
  expect(await packsOf(2)).toEqual([{ name: "Crate", quantity: 8 }]);
  for (const format of ["csv", "xlsx"]) {
    const exported = await admin.get(`/api/export/articles?format=${format}`);
    if (format === "csv") expect(exported.text).toContain("Box=12; Pallet=480");
    const again = await check(admin, "articles", exported.bytes);
    expect(again.body).toMatchObject({ errorCount: 0, toCreate: 0, toUpdate: 0, ignoredColumns: [] });
  }
});

test("a new article gets its packs", async () => {
  const category = (await admin.get("/api/articlecategories")).body[0].name;
  await imported(admin, "articles", `Code,Name,Category,Type,Packs\nN-1,New,${category},Chair,Box=12`);
  const { oid } = (await admin.get("/api/articles/getbycode?code=N-1")).body;
  expect(await packsOf(oid)).toEqual([{ name: "Box", quantity: 12 }]);
});

test("a wrong cell is an error with its row and column", async () => {
  const many = Array.from({ length: 11 }, (_, n) => `P${n}=${n + 2}`).join("; ");
  const cells = ["12", "Box=1", "Box=12; BOX=24", many, `${"x".repeat(31)}=2`];
  const rows = cells.map((cell, n) => `A00000${n + 1}\t${cell}`);
  expect(fold("BOX")).toBe(fold("Box"));
  expect(await errorsOf(admin, "articles", table(...rows))).toEqual([
    [2, "Packs", "must be packs with their pieces, such as Box=12; Pallet=480"],
    [3, "Packs", "must be at least 2"],
    [4, "Packs", "names a pack twice"],
    [5, "Packs", "must have at most 10 packs"],
    [6, "Packs", "must have at most 30 characters"],
  ]);
});
