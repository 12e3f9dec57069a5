import { expect, test } from "vitest";
import { codeListText, codesIn } from "../../src/exchange/import/cell-texts.ts";
import { freshServer } from "../harness/server.ts";
import { article, check, errorsOf, imported } from "./uploads.ts";

// The column of additional codes: an import adds codes, and never removes one. The export writes them so that an import of it changes nothing.

const { admin } = freshServer();

const codesOf = async (oid: number): Promise<string[]> =>
  (await admin.get(`/api/articles/${oid}/codes`)).body.map(({ code }: { code: string }) => code);
const add = (oid: number, code: string) => admin.post(`/api/articles/${oid}/codes`, { code });
const oidOf = async (code: string) => (await admin.get(`/api/articles/getbycode?code=${code}`)).body.oid;
const table = (...rows: string[]) => ["Code\tAdditional codes", ...rows].join("\n");

test.each([
  [["A", "B 1", "4006381333931"], "A; B 1; 4006381333931"],
  [["A;1", 'say "x"', '"q"'], '"A;1"; say "x"; """q"""'],
])("a list of codes is read as it was written: %j", (codes, text) => {
  expect(codeListText(codes)).toBe(text);
  expect(codesIn(text)).toEqual(codes);
});

test("semicolons and line ends separate codes, with empty entries ignored", () => {
  expect(codesIn(" A;B;; C\nD ; ")).toEqual(["A", "B", "C", "D"]);
  expect(codesIn("")).toEqual([]);
});

test("a cell of many empty lines is read in a step for each", () => {
  expect(codesIn(`A${"\n".repeat(500_000)};`)).toEqual(["A"]);
  expect(codesIn(`A;${" \n".repeat(250_000)}"B"C`)).toEqual(["A", '"B"C']);
});

test("codes are added to an article, and none is removed", async () => {
  await add(1, "OLD-1");
  const file = table("A000001\tNEW-1; 4006381333931; old-1", "A000002\t");
  await imported(admin, "articles", file);
  expect(await codesOf(1)).toEqual(["OLD-1", "NEW-1", "4006381333931"]);
  expect(await oidOf("4006381333931")).toBe(1);
  const again = await check(admin, "articles", file);
  expect(again.body).toMatchObject({ errorCount: 0, toUpdate: 0, unchanged: 2 });
});

test("the preview shows the whole list of codes, and adds none", async () => {
  await add(1, "OLD-1");
  const file = table("A000001\tNEW-1; 4006381333931; old-1", "A000002\t");
  const { body } = await check(admin, "articles", file);
  expect(body).toMatchObject({ errorCount: 0, toUpdate: 1, unchanged: 1 });
  expect(body.preview.update[0].changes).toEqual([
    { column: "Additional codes", before: "OLD-1", after: "OLD-1; NEW-1; 4006381333931" },
  ]);
  expect(await codesOf(1)).toEqual(["OLD-1"]);
});

test("a new article gets its codes", async () => {
  const category = (await admin.get("/api/articlecategories")).body[0].name;
  const file = `Code,Name,Category,Type,Additional codes\nN-1,New,${category},Chair,X-1; X-2\nN-2,New,${category},Chair,X-3`;
  await imported(admin, "articles", file);
  expect(await codesOf(await oidOf("N-1"))).toEqual(["X-1", "X-2"]);
  expect(await oidOf("X-3")).toBe(await oidOf("N-2"));
});

test("only the rows with the code of another article, own or additional, are refused", async () => {
  await add(5, "4006381333931");
  const file = table("A000001\tFREE", "A000002\t04006381333931", "A000003\ta000004", "A000005\tA000005");
  const message = "already belongs to another article";
  expect(await errorsOf(admin, "articles", file)).toEqual([
    [3, "Additional codes", message],
    [4, "Additional codes", message],
  ]);
  const { body } = await check(admin, "articles", file);
  expect((await admin.put(`/api/imports/${body.id}/apply?validRows=true`)).status).toBe(200);
  expect(await codesOf(1)).toEqual(["FREE"]);
  expect(await codesOf(2)).toEqual([]);
  expect(await codesOf(5)).toEqual(["4006381333931"]);
});

test("two rows with the same code, or an additional code that is a new article's own, are an error", async () => {
  const category = (await admin.get("/api/articlecategories")).body[0].name;
  const file = [
    "Code,Name,Category,Type,Additional codes",
    `A000001,,,,SAME`,
    `A000002,,,,same`,
    `A000003,,,,N-9`,
    `N-9,New,${category},Chair,`,
  ].join("\n");
  const errors = await errorsOf(admin, "articles", file);
  expect(errors.map(([row, , message]) => [row, /is the same as in row \d/.exec(message)?.[0]])).toEqual([
    [3, "is the same as in row 2"],
    [5, "is the same as in row 4"],
  ]);
});

test("own codes that differ in letters or zeros alone are those of two articles", async () => {
  const category = (await admin.get("/api/articlecategories")).body[0].name;
  const row = (code: string) => `${code},New,${category},Chair,`;
  const codes = ["Z-1", "z-1", "Ž-1", "5901234123457", "05901234123457"];
  const file = ["Code,Name,Category,Type,Additional codes", ...codes.map(row)].join("\n");
  expect(await errorsOf(admin, "articles", file)).toEqual([]);
});

test("a code of accents alone is an error of its row", async () => {
  expect(await errorsOf(admin, "articles", table("A000001\tX; \u0301"))).toEqual([
    [2, "Additional codes", "is required"],
  ]);
});

test("a file without the column changes no codes, and over a hundred codes are refused", async () => {
  await add(1, "OLD-1");
  await imported(admin, "articles", "Code,Name\nA000001,Renamed");
  expect(await codesOf(1)).toEqual(["OLD-1"]);
  const many = Array.from({ length: 100 }, (_, n) => `M-${n}`).join("; ");
  const [[row, column] = []] = await errorsOf(admin, "articles", table(`A000001\t${many}`));
  expect([row, column]).toEqual([2, "Additional codes"]);
});

test("an undone import takes its codes away", async () => {
  const { body } = await check(admin, "articles", table("A000001\tNEW-1"));
  await admin.put(`/api/imports/${body.id}/apply`);
  const [job] = (await admin.get("/api/jobs")).body;
  expect((await admin.put(`/api/jobs/${job.id}/undo`)).status).toBeLessThan(300);
  await expect.poll(() => codesOf(1)).toEqual([]);
});

test.each(["csv", "xlsx"])(
  "an export to %s has the codes, and importing it changes nothing",
  async (format) => {
    for (const code of ["4006381333931", "old; 7", "(01)04006381333931(21)77"]) await add(1, code);
    const file = await admin.get(`/api/export/articles?format=${format}`);
    if (format === "csv") expect(file.text).toContain("old; 7");
    const { body } = await check(admin, "articles", file.bytes, { fileName: `articles.${format}` });
    expect(body).toMatchObject({ errorCount: 0, toCreate: 0, toUpdate: 0 });
  },
);

test("codes with a wrong check digit are named, and imported as they are", async () => {
  const rows = [
    "4006381333932,Pen,Office,Pen,",
    "4006381333931,Ink,Office,Pen,036000291453",
    "10000001,Own number,Office,Pen,96385075",
    "Z4,Case,Office,Pen,04006381333932",
  ];
  const { body } = await check(
    admin,
    "articles",
    `Code,Name,Category,Type,Additional codes\n${rows.join("\n")}`,
  );
  expect([body.errors, body.wrongCheckDigits]).toEqual([
    [],
    {
      count: 4,
      first: [
        { row: 2, code: "4006381333932", digit: "1" },
        { row: 3, code: "036000291453", digit: "2" },
        { row: 4, code: "96385075", digit: "4" },
        { row: 5, code: "04006381333932", digit: "1" },
      ],
    },
  ]);
  expect((await admin.put(`/api/imports/${body.id}/apply`)).status).toBe(200);
  expect(await article(admin, "4006381333932")).toMatchObject({ name: "Pen" });
});
